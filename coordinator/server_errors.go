package coordinator

import (
	"context"
	"errors"
	"time"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/durationpb"

	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/internal/wire"
	"github.com/sprouts-solver/sprouts/store"
)

// toStatus gives an error the code that the protocol has for it (see the comments in
// worker.proto). Unknown ones are faults of this program.
func toStatus(err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return status.FromContextError(err).Err()
	case errors.Is(err, store.ErrDiskFull), errors.Is(err, store.ErrDiskLimit):
		return busy(fullPause, "%v", err)
	case errors.Is(err, ErrTooManySessions):
		return busy(crowdPause, "%v", err)
	}
	for known, code := range codesOf {
		if errors.Is(err, known) {
			return status.Error(code, err.Error())
		}
	}
	if isA[*wire.Error](err) || isA[*game.ParseError](err) {
		return status.Error(codes.InvalidArgument, err.Error())
	}
	return status.Error(codes.Internal, err.Error())
}

// codesOf are the codes of errors that callers tell apart.
var codesOf = map[error]codes.Code{
	ErrUnknownSession: codes.Aborted,
	ErrReplaced:       codes.AlreadyExists,
	ErrUnknownRun:     codes.NotFound,
	ErrUnknownWorker:  codes.NotFound,
	ErrOtherGame:      codes.FailedPrecondition,
	ErrInvalid:        codes.InvalidArgument,
	ErrTooLarge:       codes.InvalidArgument,
	ErrTooManyRuns:    codes.ResourceExhausted,
	ErrConflict:       codes.DataLoss,
	errStopped:        codes.Unavailable,
}

// isA reports whether err wraps an error of a type.
func isA[E error](err error) bool {
	_, ok := errors.AsType[E](err)
	return ok
}

// How long to pause before trying again.
const (
	fullPause  = 5 * time.Second // someone has to make room on the disk
	queuePause = time.Second     // the disk is slow
	crowdPause = 10 * time.Second
)

// busy says that the caller should keep what it has and try again after a pause.
func busy(pause time.Duration, format string, args ...any) error {
	s := status.Newf(codes.ResourceExhausted, format, args...)
	if detailed, err := s.WithDetails(&errdetails.RetryInfo{RetryDelay: durationpb.New(pause)}); err == nil {
		s = detailed
	}
	return s.Err()
}
