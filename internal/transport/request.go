package transport

import (
	"context"
	"crypto/rand"
	"log/slog"
	"strings"

	"google.golang.org/grpc"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
)

// requestHeader carries the id of a call, so that the logs of both sides can be
// laid side by side.
const requestHeader = "x-request-id"

// maxRequestID bounds ids that callers choose.
const maxRequestID = 64

// requestKey is the key of the id in a context.
type requestKey struct{}

// RequestID returns the id of the call that a server is handling, "" outside of
// one.
func RequestID(ctx context.Context) string {
	id, _ := ctx.Value(requestKey{}).(string)
	return id
}

// withRequestID gives a call on the server the id that the caller chose, or one of
// its own.
func withRequestID(ctx context.Context) context.Context {
	for _, id := range metadata.ValueFromIncomingContext(ctx, requestHeader) {
		if id != "" && len(id) <= maxRequestID && !strings.ContainsFunc(id, func(r rune) bool { return r <= ' ' || r > '~' }) {
			return context.WithValue(ctx, requestKey{}, id)
		}
	}
	return context.WithValue(ctx, requestKey{}, rand.Text())
}

// sendRequestID returns a client's interceptor that gives each call an id, and
// logs those that fail with it.
func sendRequestID(log *slog.Logger) grpc.UnaryClientInterceptor {
	return func(ctx context.Context, method string, req, reply any, cc *grpc.ClientConn, invoke grpc.UnaryInvoker, o ...grpc.CallOption) error {
		id := rand.Text()
		err := invoke(metadata.AppendToOutgoingContext(ctx, requestHeader, id), method, req, reply, cc, o...)
		if err != nil {
			log.DebugContext(ctx, "call failed", "method", method, "code", status.Code(err).String(), "request", id, "err", err)
		}
		return err
	}
}
