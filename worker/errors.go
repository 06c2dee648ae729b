package worker

import (
	"errors"
	"time"
)

// The errors with which Run ends, to be told apart with errors.Is.
var (
	// ErrUnreachable: the coordinator could not be reached within ConnectTimeout, or
	// not to leave it in order.
	ErrUnreachable = errors.New("coordinator cannot be reached")
	// ErrVersionMismatch: the coordinator plays another game, another version of it,
	// or speaks another protocol.
	ErrVersionMismatch = errors.New("coordinator and worker do not fit")
	// ErrReplaced: another process has registered under the worker's name.
	ErrReplaced = errors.New("another worker of this name has registered")
	// ErrDenied: the coordinator does not take this worker's certificate or token.
	ErrDenied = errors.New("coordinator does not let this worker in")
	// ErrRefused: the coordinator takes a message of this worker for wrong.
	ErrRefused = errors.New("coordinator refuses a message")
	// ErrConflict: proven results contradict each other. If this worker has found that
	// out, it wraps a *game.ConflictError.
	ErrConflict = errors.New("proven results contradict each other")
	// ErrStuck: the search does not come back. The process should end.
	ErrStuck = errors.New("search does not answer")
)

// Reasons for which a call is made again.
var (
	errSession = errors.New("session is over")
	errRetry   = errors.New("try again")
)

// errSilence is why a call has no answer, where nothing better is known.
var errSilence = errors.New("no answer")

// busyError says after which pause to try again.
type busyError struct {
	pause time.Duration
	cause error
}

func (e *busyError) Error() string { return "coordinator is busy: " + e.cause.Error() }

func (e *busyError) Unwrap() []error { return []error{errRetry, e.cause} }

// errDrained ends the loops of a worker that is told to stop.
var errDrained = errors.New("drained")
