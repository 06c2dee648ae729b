package worker

import (
	"context"
	"errors"
	"fmt"
	"time"
)

const (
	// leastPause is the least time between two requests for work, where the
	// coordinator neither has any nor waits.
	leastPause = time.Second
	// answerTime is how long the search may take to say what it has come to, before
	// the lease is renewed without that. It takes some 30 ms.
	answerTime = 2 * time.Second
)

// jobs is the loop that leases jobs, has them done and reports them. It returns why
// the worker is to stop.
func (w *Worker) jobs(ctx context.Context) error {
	for {
		g, err := w.ask(ctx)
		switch {
		case err != nil:
			return err
		case g.job == nil && g.drain:
			return errDrained
		case g.job == nil:
			err = sleep(ctx, g.pause)
		case g.unfit != "":
			err = w.refuse(ctx, g)
		default:
			err = w.work(ctx, *g.job)
		}
		if err != nil {
			return err
		}
	}
}

// ask asks for a job. The search goes on meanwhile with what the last one left.
func (w *Worker) ask(ctx context.Context) (g grant, err error) {
	began := time.Now()
	err = w.link.call(ctx, "lease", func(ctx context.Context, s session) (err error) {
		g, err = w.link.client.lease(ctx, s)
		return err
	})
	if err != nil {
		return grant{}, err
	}
	if g.job == nil && time.Since(began) < leastPause {
		g.pause = max(g.pause, leastPause)
	}
	w.exec.TellLeast(g.leastVisits)
	return g, nil
}

// refuse ends a lease that makes no sense.
func (w *Worker) refuse(ctx context.Context, g grant) error {
	w.log.Warn("job makes no sense", "job", g.job.ID, "err", g.unfit)
	err := w.finish(ctx, report{Progress: Progress{Job: g.job.ID, Failure: "bad job: " + g.unfit}})
	if err != nil {
		return err
	}
	return sleep(ctx, leastPause)
}

// work has a job done.
func (w *Worker) work(ctx context.Context, j Job) error {
	w.hasJob.Store(true)
	defer w.hasJob.Store(false)
	if !w.driver.assign(j) {
		return w.stuck(ctx, j.ID)
	}
	renew := time.NewTicker(w.link.welcome.Load().renew)
	defer renew.Stop()
	for {
		select {
		case r := <-w.driver.finished:
			if r.Job == j.ID {
				return w.complete(ctx, r, renew.C)
			}
		case <-renew.C:
			held, err := w.renew(ctx, j.ID)
			if err != nil || !held {
				return err
			}
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
}

// renew keeps a lease. It returns false if the lease has ended.
func (w *Worker) renew(ctx context.Context, id LeaseID) (held bool, err error) {
	r, ok := w.driver.progress(ctx, id, answerTime)
	if ok {
		w.silent.Store(0)
	} else if interval := w.link.welcome.Load().renew; time.Duration(w.silent.Add(1))*interval >= w.o.StuckAfter {
		return false, w.stuck(ctx, id)
	} else {
		r.Job = id
	}
	var answer renewal
	err = w.link.call(ctx, "renew", func(ctx context.Context, s session) (err error) {
		answer, err = w.link.client.renew(ctx, s, r)
		return err
	})
	if err != nil {
		return false, err
	}
	w.told(r.total)
	w.exec.TellLeast(answer.leastVisits)
	switch {
	case answer.drain:
		return false, errDrained
	case answer.held:
		return true, nil
	}
	w.driver.abandon(id)
	if !answer.unwanted {
		w.metrics.ended(r, outcomeLost)
		return false, nil
	}
	w.metrics.ended(r, outcomeUnwanted)
	if err := w.flush(ctx, nil, nil); err != nil {
		return false, err
	}
	return false, w.giveBack(ctx, r)
}

// complete reports the end of a job, once its facts have arrived. Until then the lease
// is kept.
func (w *Worker) complete(ctx context.Context, r report, renew <-chan time.Time) error {
	if r.Failure != "" {
		w.log.Warn("job failed", "job", r.Job, "err", r.Failure)
	}
	w.metrics.ended(r, outcomeOf(r.Progress))
	keep := func(ctx context.Context) error {
		return w.link.call(ctx, "renew", func(ctx context.Context, s session) error {
			_, err := w.link.client.renew(ctx, s, r)
			return err
		})
	}
	w.unreported = &r
	if err := w.flush(ctx, renew, keep); err != nil {
		return err
	}
	if err := w.finish(ctx, r); err != nil {
		return err
	}
	w.told(r.total)
	w.unreported = nil
	return nil
}

// told notes that the coordinator knows what came of so many visits, which may be fewer
// than it knows of already.
func (w *Worker) told(visits int64) {
	for {
		known := w.reported.Load()
		if visits <= known || w.reported.CompareAndSwap(known, visits) {
			return
		}
	}
}

// finish completes a lease.
func (w *Worker) finish(ctx context.Context, r report) error {
	return w.passOver(w.link.call(ctx, "complete", func(ctx context.Context, s session) error {
		return w.link.client.complete(ctx, s, r)
	}))
}

// giveBack returns a lease.
func (w *Worker) giveBack(ctx context.Context, r report) error {
	return w.passOver(w.link.call(ctx, "return", func(ctx context.Context, s session) error {
		return w.link.client.giveBack(ctx, s, false, r)
	}))
}

// passOver lets a report go that the coordinator takes for wrong: the lease will
// expire, and its facts have arrived.
func (w *Worker) passOver(err error) error {
	if errors.Is(err, ErrRefused) {
		w.log.Error("report refused", "err", err)
		return nil
	}
	return err
}

// stuck gives a job and the worker up.
func (w *Worker) stuck(ctx context.Context, id LeaseID) error {
	err := fmt.Errorf("%w for %v", ErrStuck, w.o.StuckAfter)
	w.log.Error("giving up", "job", id, "err", err)
	ctx, cancel := context.WithTimeout(ctx, callTime)
	defer cancel()
	failed := report{Progress: Progress{Job: id, Failure: err.Error()}}
	return errors.Join(err, w.finish(ctx, failed))
}
