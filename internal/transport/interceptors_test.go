package transport_test

import (
	"context"
	"log/slog"
	"regexp"
	"testing"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/testutil"
	"github.com/stretchr/testify/require"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"

	"github.com/sprouts-solver/sprouts/internal/transport"
	sproutsv1 "github.com/sprouts-solver/sprouts/proto/sprouts/v1"
)

// textLog writes everything.
func textLog(b *buffer) *slog.Logger {
	return slog.New(slog.NewTextHandler(b, &slog.HandlerOptions{Level: slog.LevelDebug}))
}

func TestPanicEndsOneCall(t *testing.T) {
	n := serve(t, transport.Options{})
	fine := n.service.status
	n.service.status = func(context.Context) (*sproutsv1.GetStatusResponse, error) { panic("no such land") }
	conn := n.dial(host, transport.Options{Insecure: true})
	err := call(conn)
	requireCode(t, codes.Internal, "the server has met a fault in itself", err)
	require.NotContains(t, err.Error(), "no such land")
	id := regexp.MustCompile(`under request (\w+)$`).FindStringSubmatch(err.Error())
	require.NotNil(t, id)
	require.Regexp(t, "level=ERROR .*request="+id[1]+" panic=\"no such land\" stack=.*TestPanicEndsOneCall", n.log.String())

	n.service.status = fine
	require.NoError(t, call(conn))
}

// Both sides log a call under one id.
func TestRequestID(t *testing.T) {
	n := serve(t, transport.Options{})
	var seen string
	n.service.status = func(ctx context.Context) (*sproutsv1.GetStatusResponse, error) {
		seen = transport.RequestID(ctx)
		return nil, status.Error(codes.NotFound, "gone")
	}
	log := &buffer{}
	conn := n.dial(host, transport.Options{Insecure: true, Logger: textLog(log)})
	requireCode(t, codes.NotFound, "gone", call(conn))
	require.NotEmpty(t, seen)
	require.Regexp(t, `level=DEBUG msg="call failed" method=/sprouts.v1.AdminService/GetStatus code=NotFound request=`+seen+" ", log.String())
	require.Regexp(t, `level=DEBUG msg="call ended" method=/sprouts.v1.AdminService/GetStatus code=NotFound elapsed=\S+ request=`+seen+" peer=bufconn err=", n.log.String())

	chosen := func(id string) string {
		ctx := metadata.AppendToOutgoingContext(t.Context(), "x-request-id", id)
		_, err := sproutsv1.NewAdminServiceClient(conn).GetStatus(ctx, &sproutsv1.GetStatusRequest{})
		require.Error(t, err)
		return seen
	}
	require.Equal(t, "mine-17", chosen("mine-17"))
	require.NotEqual(t, "in jection=1", chosen("in jection=1"))
	require.Empty(t, transport.RequestID(t.Context()))
}

// Faults and strangers are for the operator, all else is for whoever looks.
func TestLogLevels(t *testing.T) {
	n := serve(t, transport.Options{})
	conn := n.dial(host, transport.Options{Insecure: true})
	for code, level := range map[codes.Code]string{
		codes.OK: "DEBUG", codes.NotFound: "DEBUG", codes.Aborted: "DEBUG", codes.ResourceExhausted: "DEBUG",
		codes.InvalidArgument: "WARN", codes.PermissionDenied: "WARN", codes.Internal: "ERROR", codes.DataLoss: "ERROR",
	} {
		n.service.status = func(context.Context) (*sproutsv1.GetStatusResponse, error) {
			return &sproutsv1.GetStatusResponse{}, status.Error(code, "because")
		}
		require.Equal(t, code, status.Code(call(conn)))
		require.Regexp(t, "level="+level+` msg="call ended" method=\S+ code=`+code.String()+" ", n.log.String())
	}
}

// Every method is in the metrics before its first call, and the names are as
// Prometheus wants them.
func TestMetrics(t *testing.T) {
	registry := prometheus.NewPedanticRegistry()
	n := serve(t, transport.Options{Metrics: registry})
	handled := func(want int) {
		t.Helper()
		count, err := testutil.GatherAndCount(registry, "grpc_server_handled_total")
		require.NoError(t, err)
		require.Equal(t, want, count)
	}
	const methods, outcomes = 6 + 8 + 3, 17 // of work, admin and health; codes
	handled(methods * outcomes)
	require.NoError(t, call(n.dial(host, transport.Options{Insecure: true})))
	handled(methods * outcomes)
	problems, err := testutil.GatherAndLint(registry)
	require.NoError(t, err)
	require.Empty(t, problems)

	_, err = transport.NewServer(transport.Options{Metrics: registry})
	require.ErrorContains(t, err, "duplicate metrics collector registration attempted")
}
