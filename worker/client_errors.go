package worker

import (
	"fmt"
	"time"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// maxPause is the longest pause that a coordinator can ask for.
const maxPause = time.Minute

// fromStatus returns the error of a call as one of errors.go.
func fromStatus(err error) error {
	if err == nil {
		return nil
	}
	s := status.Convert(err)
	var kind error
	switch s.Code() {
	case codes.Aborted:
		kind = errSession
	case codes.ResourceExhausted:
		return &busyError{pause: retryPause(s), cause: err}
	case codes.FailedPrecondition, codes.Unimplemented:
		kind = ErrVersionMismatch
	case codes.AlreadyExists:
		kind = ErrReplaced
	case codes.DataLoss:
		kind = ErrConflict
	case codes.InvalidArgument:
		kind = ErrRefused
	case codes.Unauthenticated, codes.PermissionDenied:
		kind = ErrDenied
	default:
		return fmt.Errorf("%w: %w", errRetry, err)
	}
	return fmt.Errorf("%w: %s", kind, s.Message())
}

// retryPause returns how long a busy coordinator asks to wait, 0 if it does not say.
func retryPause(s *status.Status) time.Duration {
	for _, d := range s.Details() {
		if info, ok := d.(*errdetails.RetryInfo); ok {
			return within(info.GetRetryDelay(), 0, 0, maxPause)
		}
	}
	return 0
}
