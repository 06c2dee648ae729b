package worker

import (
	"context"
	"time"
)

// driver is the goroutine that drives an Executor. Others give it orders, which it
// follows between two steps.
type driver struct {
	exec     *Executor
	orders   chan func()
	finished chan report // holds the report of the last job that has ended
	ended    chan struct{}
	err      error     // why the goroutine has ended, once it has
	began    time.Time // when the job at hand did
	busy     stopwatch
}

// kindOfWork is what the search is busy with.
type kindOfWork int

const (
	workJob kindOfWork = iota
	workCheck
	workAhead // between jobs
	kindsOfWork
)

var workNames = [kindsOfWork]string{"job", "check", "ahead"}

func newDriver(e *Executor) *driver {
	return &driver{
		exec:   e,
		orders: make(chan func(), 16), finished: make(chan report, 1), ended: make(chan struct{}),
	}
}

// run drives the Executor until ctx ends or it can work no more.
func (d *driver) run(ctx context.Context) {
	defer close(d.ended)
	defer context.AfterFunc(ctx, d.exec.Interrupt)()
	for ctx.Err() == nil {
		d.follow()
		d.busy.start(d.kind())
		event, err := d.exec.Step(0)
		d.busy.stop()
		if err != nil {
			d.err = err
			return
		}
		switch event.Kind {
		case Finished:
			d.forget()
			d.finished <- d.report(event.Progress)
		case Idle:
			select {
			case f := <-d.orders:
				f()
			case <-ctx.Done():
			}
		case Paused:
		}
	}
}

// watch returns when the goroutine has ended by itself, with the reason, or when ctx
// ends.
func (d *driver) watch(ctx context.Context) error {
	select {
	case <-d.ended:
		return d.err
	case <-ctx.Done():
		return nil
	}
}

// hasEnded reports whether the goroutine has ended, or does before ctx.
func (d *driver) hasEnded(ctx context.Context) bool {
	select {
	case <-d.ended:
	case <-ctx.Done():
	}
	select {
	case <-d.ended:
		return true
	default:
		return false
	}
}

// kind returns what the next step will be for.
func (d *driver) kind() kindOfWork {
	job, ok := d.exec.Job()
	switch {
	case !ok:
		return workAhead
	case job.Kind == KindCheck:
		return workCheck
	default:
		return workJob
	}
}

// report adds to a progress what the group knows of it. It is for the goroutine of run,
// or when that has ended.
func (d *driver) report(p Progress) report {
	return report{p, time.Since(d.began), d.exec.Stats().Visits}
}

// follow follows the orders that are there.
func (d *driver) follow() {
	for {
		select {
		case f := <-d.orders:
			f()
		default:
			return
		}
	}
}

// forget drops the report of a job that nobody has asked for.
func (d *driver) forget() {
	select {
	case <-d.finished:
	default:
	}
}

// order gives an order. It returns false if the goroutine has not followed the last
// ones: then something is wrong with it.
func (d *driver) order(f func()) bool {
	select {
	case d.orders <- f:
		d.exec.Interrupt()
		return true
	default:
		return false
	}
}

// assign makes a job the one at hand.
func (d *driver) assign(j Job) bool {
	return d.order(func() {
		d.forget()
		d.began = time.Now()
		d.exec.Assign(j)
	})
}

// abandon tells that a job is unwanted.
func (d *driver) abandon(id LeaseID) bool { return d.order(func() { d.exec.Abandon(id) }) }

// progress asks what has come of the job at hand, and waits for the answer at most
// so long.
func (d *driver) progress(ctx context.Context, id LeaseID, wait time.Duration) (r report, ok bool) {
	answer := make(chan report, 1)
	asked := d.order(func() {
		if p, ok := d.exec.Progress(); ok && p.Job == id {
			answer <- d.report(p)
		} else {
			answer <- report{Progress: Progress{Job: id}}
		}
	})
	if !asked {
		return report{}, false
	}
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case r = <-answer:
		return r, true
	case <-timer.C:
	case <-ctx.Done():
	case <-d.ended:
	}
	return report{}, false
}
