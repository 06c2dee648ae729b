package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/sprouts-solver/sprouts/internal/transport"
	sproutsv1 "github.com/sprouts-solver/sprouts/proto/sprouts/v1"
)

// unreachableError says that there is no coordinator to talk to.
type unreachableError struct{ address, why string }

func (e *unreachableError) Error() string {
	remedy := "start one with \"sprouts coordinator\", or name another with --coordinator"
	if strings.Contains(e.why, "tls:") || strings.Contains(e.why, "x509:") {
		remedy = "both sides must encrypt, or none, and trust each other's certificates: see --tls-ca, --tls-cert and --insecure"
	}
	why := ": " + e.why
	if strings.HasPrefix(e.why, "within ") {
		why = " " + e.why
	}
	return fmt.Sprintf("coordinator %s cannot be reached%s; %s", e.address, why, remedy)
}

// versionError says that two programs do not fit.
type versionError struct{ what string }

func (e *versionError) Error() string {
	if strings.Count(e.what, misereSuffix) == 1 {
		return e.what + "; say --misere to all of them, or to none"
	}
	return e.what + "; use programs of one version"
}

// misereSuffix ends the name of a game's misère form.
const misereSuffix = "-misere"

// withCoordinator asks a coordinator something. Errors of calls are turned into
// those that exit codes know.
func (g *GlobalOptions) withCoordinator(ctx context.Context, ask func(context.Context, sproutsv1.AdminServiceClient) error) error {
	o, err := g.transport(nil)
	if err != nil {
		return err
	}
	conn, err := transport.Dial(g.Cluster.Coordinator, o)
	if err != nil {
		return trustError(err)
	}
	ctx, stop := g.limited(ctx)
	defer stop()
	err = ask(ctx, sproutsv1.NewAdminServiceClient(conn))
	return errors.Join(g.explainCall(ctx, err), conn.Close())
}

// limited returns a context that --max-time ends.
func (g *GlobalOptions) limited(ctx context.Context) (context.Context, context.CancelFunc) {
	if g.MaxTime == 0 {
		return context.WithCancel(ctx)
	}
	cause := &limitError{"--max-time", g.config.values["max-time"]}
	return context.WithDeadlineCause(ctx, g.tally.started.Add(g.MaxTime), cause)
}

// nodeLimit is an error once more couples have been visited than --max-nodes allows.
func (g *GlobalOptions) nodeLimit(visits int64) error {
	if g.MaxNodes == 0 || visits < g.MaxNodes {
		return nil
	}
	return &limitError{"--max-nodes", g.config.values["max-nodes"]}
}

// explainCall says what the error of a call means and what to do. Other errors stay
// as they are.
func (g *GlobalOptions) explainCall(ctx context.Context, err error) error {
	call, ok := errors.AsType[interface {
		error
		GRPCStatus() *status.Status
	}](err)
	if !ok {
		return err
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	s := call.GRPCStatus()
	switch text := s.Message(); s.Code() {
	case codes.Unavailable, codes.DeadlineExceeded:
		return &unreachableError{g.Cluster.Coordinator, plainCause(text)}
	case codes.FailedPrecondition, codes.Unimplemented:
		return &versionError{text}
	case codes.InvalidArgument:
		return &usageError{errors.New(text)}
	case codes.Unauthenticated, codes.PermissionDenied:
		return fmt.Errorf("%s; name the file with --token-file", text)
	case codes.DataLoss:
		return &verifyError{text}
	case codes.NotFound:
		return fmt.Errorf("%s; %s", text, listed(text))
	default:
		return errors.New(text)
	}
}

// listed says where to find what a coordinator does know.
func listed(text string) string {
	if strings.Contains(text, "worker") {
		return "\"sprouts status\" lists them"
	}
	return "\"sprouts runs\" lists them"
}

// plainCause takes what went wrong out of what gRPC says about a connection:
//
//	connection error: desc = "transport: Error while dialing: dial tcp ...: connection refused"
func plainCause(text string) string {
	if at := strings.LastIndex(text, `desc = "`); at >= 0 {
		text = strings.TrimSuffix(text[at+len(`desc = "`):], `"`)
	}
	for _, noise := range []string{"transport: ", "Error while dialing: ", "authentication handshake failed: "} {
		text = strings.TrimPrefix(text, noise)
	}
	return text
}

// each calls look now and then every so often, until it says that it is done, or
// ctx ends, whose cause it returns.
func each(ctx context.Context, period time.Duration, look func() (done bool, err error)) error {
	ticker := time.NewTicker(period)
	defer ticker.Stop()
	for {
		if done, err := look(); done || err != nil {
			return err
		}
		select {
		case <-ticker.C:
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
}
