package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"
)

// interruptError is the cause of a context that a signal ended.
type interruptError struct{ signal syscall.Signal }

func (e *interruptError) Error() string {
	if e.signal == syscall.SIGINT {
		return "interrupted"
	}
	return fmt.Sprintf("stopped by signal %d (%s)", int(e.signal), e.signal)
}

// together is how long signals count as one. A tool such as timeout sends the
// same signal to a process and to its group.
const together = 500 * time.Millisecond

// withSignals returns a context that the first SIGINT or SIGTERM ends, with an
// interruptError as its cause, so that the work can stop and save. A moment later
// signals do again what they do by default, so that the second one ends the
// process at once; the shell then sees the same exit code. The goroutine that
// listens lives until stop.
func withSignals(parent context.Context) (ctx context.Context, stop func()) {
	ctx, cancel := context.WithCancelCause(parent)
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGINT, syscall.SIGTERM)
	done := make(chan struct{})
	go func() {
		select {
		case s := <-signals:
			cancel(&interruptError{s.(syscall.Signal)})
		case <-done:
			return
		}
		select {
		case <-time.After(together):
			signal.Stop(signals)
		case <-done:
		}
	}()
	return ctx, func() {
		signal.Stop(signals)
		close(done)
		cancel(nil)
	}
}
