package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"
)

// interruptError is the cause of a context that a signal ended.
type interruptError struct{ signal syscall.Signal }

func (e *interruptError) Error() string {
	if e.signal == syscall.SIGINT {
		return "interrupted"
	}
	return fmt.Sprintf("stopped by signal %d (%s)", int(e.signal), e.signal)
}

// withSignals returns a context that the first SIGINT or SIGTERM ends, with an
// interruptError as its cause, so that the work can stop and save. From then on
// signals do what they do by default, so that the second one ends the process at
// once; the shell then sees the same exit code. The goroutine that listens lives
// until stop.
func withSignals(parent context.Context) (ctx context.Context, stop func()) {
	ctx, cancel := context.WithCancelCause(parent)
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGINT, syscall.SIGTERM)
	go func() {
		select {
		case s := <-signals:
			signal.Stop(signals)
			cancel(&interruptError{s.(syscall.Signal)})
		case <-ctx.Done():
		}
	}()
	return ctx, func() {
		signal.Stop(signals)
		cancel(nil)
	}
}
