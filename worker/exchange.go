package worker

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/sprouts-solver/sprouts/game"
)

// exchange is the loop that sends facts and takes those of others: each interval,
// sooner when there is enough for a message or somebody waits for it, and at once
// while there is more to read.
func (w *Worker) exchange(ctx context.Context) error {
	timer := time.NewTimer(0)
	defer timer.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-timer.C:
		case <-w.kicked:
		case <-w.exec.Outbox().Ready():
		}
		more, err := w.exchangeOnce(ctx)
		if err != nil {
			return err
		}
		pause := w.link.welcome.Load().exchange
		if more {
			pause = 0
		}
		timer.Reset(pause)
	}
}

// exchangeOnce sends one batch of facts and takes one of those of others. It reports
// whether there is more to send or to read at once.
func (w *Worker) exchangeOnce(ctx context.Context) (more bool, err error) {
	outbox, burst := w.exec.Outbox(), &w.burst
	visits, mark := w.exec.Stats().Visits, outbox.Mark()
	var n news
	send := func(ctx context.Context, s session) (err error) {
		outbox.Nack() // what was taken for an attempt that failed, which may have been too much
		limits, began := w.link.welcome.Load(), time.Now()
		batch := outbox.Take(burst.of(limits.maxFacts), burst.of(limits.maxBytes))
		n, err = w.link.client.exchange(ctx, s, batch, w.cursor, burst.of(maxNews), w.exec.FactsFull())
		burst.learn(time.Since(began), err)
		return err
	}
	err = w.link.call(ctx, "exchange", send)
	if errors.Is(err, ErrRefused) && w.cursor != nil {
		// It may be the cursor, which is not ours: begin anew.
		w.log.Warn("facts refused; reading them again from the beginning", "err", err)
		w.cursor = nil
		err = w.link.call(ctx, "exchange", send)
	}
	if err != nil {
		outbox.Nack()
		return false, err
	}
	outbox.Ack()
	if settled, _ := outbox.Settled(mark, false); settled && !w.hasJob.Load() {
		w.told(visits) // of work between jobs nothing but facts is ever told
	}
	w.cursor = n.cursor
	if n.wrong != nil {
		w.log.Warn("facts passed over", "err", n.wrong)
	}
	if err := w.exec.Learn(n.facts); err != nil {
		return false, err
	}
	return n.more || outbox.Len() >= burst.of(w.link.welcome.Load().maxFacts), nil
}

// kick makes the exchange loop send at once.
func (w *Worker) kick() {
	select {
	case w.kicked <- struct{}{}:
	default:
	}
}

// flush waits until all that is proven by now has arrived; for excluded nimbers, which
// are many and worth little, not longer than a second or so. At each tick of keep it does
// what keeps the lease.
func (w *Worker) flush(ctx context.Context, tick <-chan time.Time, keep func(context.Context) error) error {
	outbox := w.exec.Outbox()
	mark, all := outbox.Mark(), true
	patience := time.NewTimer(w.link.welcome.Load().exchange)
	defer patience.Stop()
	for {
		settled, again := outbox.Settled(mark, all)
		if settled {
			return nil
		}
		w.kick()
		select {
		case <-again:
		case <-patience.C:
			all = false
		case <-tick:
			if err := keep(ctx); err != nil {
				return err
			}
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
}

// tellConflict sends both sides of a contradiction that was found here, so that the
// coordinator stops its runs and can say where each comes from.
func (w *Worker) tellConflict(ctx context.Context, conflict *game.ConflictError) error {
	both := []Entry{{conflict.Component, conflict.Have}, {conflict.Component, conflict.New}}
	for _, e := range both {
		if !e.Fact.Valid() || e.Fact == 0 {
			return nil // the facts that are in it have been told one by one
		}
	}
	err := w.link.call(ctx, "exchange", func(ctx context.Context, s session) error {
		_, err := w.link.client.exchange(ctx, s, both, w.cursor, maxNews, true)
		return err
	})
	if err == nil {
		return fmt.Errorf("the coordinator sees no contradiction")
	}
	return err
}
