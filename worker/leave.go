package worker

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/sprouts-solver/sprouts/game"
)

// Shares of DrainTimeout: after the first the search must have stopped, after the
// second the facts must have been sent; what is left is for the lease.
const (
	stopShare = 0.2
	sendShare = 0.8
)

// errLate says why facts are lost although the coordinator has answered.
var errLate = errors.New("the search, which took long to stop, found them after the last message")

// leave ends the worker's dealings with the coordinator, for a reason: it sends what
// is proven and hands back the lease. It returns what Run returns.
func (w *Worker) leave(ctx context.Context, cause error) error {
	began := time.Now()
	within := func(share float64) (context.Context, context.CancelFunc) {
		return context.WithDeadline(ctx, began.Add(time.Duration(share*float64(w.o.DrainTimeout))))
	}
	last, cancel := within(stopShare)
	reports := w.lastReports(last)
	cancel()

	sending, cancel := within(sendShare)
	unsent := w.sendLast(sending, cause)
	cancel()

	ending, cancel := within(1)
	defer cancel()
	unsent = errors.Join(unsent, w.link.call(ending, "return", func(ctx context.Context, s session) error {
		return w.link.client.giveBack(ctx, s, true, reports...)
	}))
	owed := w.exec.Outbox().Owed()
	w.log.Info("left", "cause", cause, "facts_lost", owed, "facts_dropped", w.exec.Outbox().Len()-owed, "err", unsent)
	if !w.driver.hasEnded(ending) && !errors.Is(cause, ErrStuck) {
		cause = fmt.Errorf("%w for %v", ErrStuck, w.o.DrainTimeout)
	}
	return w.verdict(cause, unsent)
}

// lastReports waits for the search to stop, and returns what it has come to with the
// job that is leased.
func (w *Worker) lastReports(ctx context.Context) []report {
	ended := w.driver.hasEnded(ctx) // else facts would be found after the last message
	if w.unreported != nil {
		return []report{*w.unreported}
	}
	if !ended {
		return nil
	}
	select {
	case r := <-w.driver.finished:
		w.metrics.ended(r, outcomeReturned)
		return []report{r}
	default:
	}
	p, ok := w.exec.Progress()
	if !ok {
		return nil
	}
	r := w.driver.report(p)
	w.metrics.ended(r, outcomeReturned)
	return []report{r}
}

// sendLast sends all facts that wait, and a contradiction that was found here.
func (w *Worker) sendLast(ctx context.Context, cause error) error {
	for w.exec.Outbox().Len() > 0 {
		if _, err := w.exchangeOnce(ctx); err != nil {
			return err
		}
	}
	if conflict, ok := errors.AsType[*game.ConflictError](cause); ok {
		return w.tellConflict(ctx, conflict)
	}
	return nil
}

// verdict returns what Run returns, after an end for a reason and with something that
// may not have reached the coordinator. Excluded nimbers may be dropped at any time.
func (w *Worker) verdict(cause, unsent error) error {
	lost := w.exec.Outbox().Owed()
	if lost > 0 && unsent == nil {
		unsent = errLate
	}
	switch {
	case errors.Is(cause, errDrained) && lost > 0:
		return fmt.Errorf("%w: %d facts are lost: %w", ErrUnreachable, lost, unsent)
	case errors.Is(cause, errDrained):
		return nil
	}
	if _, found := errors.AsType[*game.ConflictError](cause); found {
		return fmt.Errorf("%w: %w", ErrConflict, cause)
	}
	return cause
}
