package transport

import (
	"context"
	"log/slog"
	"runtime/debug"
	"strings"
	"time"

	"github.com/grpc-ecosystem/go-grpc-middleware/v2/interceptors"
	"github.com/grpc-ecosystem/go-grpc-middleware/v2/interceptors/selector"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/peer"
	"google.golang.org/grpc/status"
)

// notProbe picks all services but health: probes have no token.
var notProbe = selector.MatchFunc(func(_ context.Context, call interceptors.CallMeta) bool {
	return call.Service != "grpc.health.v1.Health"
})

// authorize lets a call pass whose token is known.
func (s *Server) authorize(ctx context.Context) (context.Context, error) {
	for _, header := range metadata.ValueFromIncomingContext(ctx, tokenHeader) {
		if token, ok := strings.CutPrefix(header, tokenScheme); ok && s.tokens.get().has(token) {
			return ctx, nil
		}
	}
	return nil, status.Error(codes.Unauthenticated, errToken.Error())
}

// recovered logs a panic of a handler and tells the caller as little as possible.
func (s *Server) recovered(ctx context.Context, p any) error {
	s.o.Logger.ErrorContext(ctx, "a call has met a fault in this program",
		"request", RequestID(ctx), "panic", p, "stack", string(debug.Stack()))
	return status.Errorf(codes.Internal, "the server has met a fault in itself; its log says which, under request %s", RequestID(ctx))
}

func (s *Server) logUnary(ctx context.Context, req any, info *grpc.UnaryServerInfo, handler grpc.UnaryHandler) (any, error) {
	ctx = withRequestID(ctx)
	began := time.Now()
	resp, err := handler(ctx, req)
	s.log(ctx, info.FullMethod, began, err)
	return resp, err
}

func (s *Server) logStream(srv any, stream grpc.ServerStream, info *grpc.StreamServerInfo, handler grpc.StreamHandler) error {
	began := time.Now()
	err := handler(srv, stream)
	s.log(stream.Context(), info.FullMethod, began, err)
	return err
}

// log tells of a call that has ended, if somebody wants to hear of it.
func (s *Server) log(ctx context.Context, method string, began time.Time, err error) {
	code := status.Code(err)
	level := severity(code)
	if !s.o.Logger.Enabled(ctx, level) {
		return
	}
	attrs := []slog.Attr{
		slog.String("method", method), slog.String("code", code.String()), slog.Duration("elapsed", time.Since(began)),
		slog.String("request", RequestID(ctx)), slog.String("peer", peerOf(ctx)),
	}
	if err != nil {
		attrs = append(attrs, slog.Any("err", err))
	}
	s.o.Logger.LogAttrs(ctx, level, "call ended", attrs...)
}

// severity says who should hear of a call: an operator of those that show a fault
// of the program or a caller who is not trusted, all others of none.
func severity(code codes.Code) slog.Level {
	switch code {
	case codes.Internal, codes.Unknown, codes.DataLoss, codes.Unimplemented:
		return slog.LevelError
	case codes.Unauthenticated, codes.PermissionDenied, codes.FailedPrecondition, codes.InvalidArgument:
		return slog.LevelWarn
	default:
		return slog.LevelDebug
	}
}

// peerOf returns the address that a call came from.
func peerOf(ctx context.Context) string {
	if p, ok := peer.FromContext(ctx); ok {
		return p.Addr.String()
	}
	return "unknown"
}
