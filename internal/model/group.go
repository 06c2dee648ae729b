package model

import (
	"sync"

	"github.com/sprouts-solver/sprouts/coordinator"
	"github.com/sprouts-solver/sprouts/worker"
)

// group is one virtual worker: an executor, the goroutine that drives it, and its
// dealings with the coordinator.
type group struct {
	model   *model
	pacer   *pacer
	exec    *worker.Executor
	session coordinator.SessionID
	cursor  uint64

	mu       sync.Mutex
	grant    *worker.Job    // that has arrived and is not taken yet
	abandon  worker.LeaseID // that has arrived and is not heeded yet
	exchange bool           // it is time to
	waiting  chan struct{}  // not nil: the driver has nothing to do until a message comes

	idle int64 // units that all its threads waited
	err  error
}

// drive is the life of a group: work, report, go on with old work until the next
// job is there.
func (g *group) drive() {
	defer g.model.clock.rest()
	g.model.clock.sleep(0, g.pacer.first) // so that groups begin in order
	g.model.post(g, func(at int64) { g.model.ask(g, at) })
	g.exchangeLater()
	for !g.model.clock.isOver() {
		g.heed()
		event, err := g.exec.Step(0)
		if err != nil {
			g.err = err
			return
		}
		switch event.Kind {
		case worker.Finished:
			g.report(event.Progress)
		case worker.Idle:
			g.wait()
		case worker.Paused:
		}
	}
}

// heed does what messages and timers have asked for.
func (g *group) heed() {
	g.mu.Lock()
	grant, abandon, exchange := g.grant, g.abandon, g.exchange
	g.grant, g.abandon, g.exchange = nil, 0, false
	g.mu.Unlock()
	if abandon != 0 {
		if _, ok := g.exec.Job(); ok {
			g.exec.Abandon(abandon)
		}
	}
	if grant != nil {
		g.exec.Assign(*grant)
	}
	if exchange {
		g.renew()
		g.exchangeLater()
	}
}

// facts takes what is to be sent. Nothing is lost here, so it is acknowledged.
func (g *group) facts() (entries []coordinator.Entry) {
	for {
		batch := g.exec.Outbox().Take(1<<14, 1<<20)
		g.exec.Outbox().Ack()
		if len(batch) == 0 {
			return entries
		}
		for _, e := range batch {
			entries = append(entries, coordinator.Entry(e))
		}
	}
}

// report sends the end of a job and asks for the next one.
func (g *group) report(p worker.Progress) {
	facts := g.facts()
	g.model.post(g, func(at int64) {
		g.model.learn(g, at, facts)
		g.model.complete(g, at, p)
		g.model.ask(g, at)
	})
}

// renew sends facts and what has become of the job at hand, and gets facts.
func (g *group) renew() {
	facts := g.facts()
	var progress []coordinator.Progress
	if p, ok := g.exec.Progress(); ok && p.Visits > 0 {
		progress = append(progress, progressOf(p, 0))
	} else if job, ok := g.exec.Job(); ok {
		progress = append(progress, coordinator.Progress{Lease: coordinator.LeaseID(job.ID)})
	}
	g.model.post(g, func(at int64) {
		g.model.learn(g, at, facts)
		g.model.renew(g, at, progress)
	})
}

// exchangeLater sets the timer for the next exchange.
func (g *group) exchangeLater() {
	g.model.clock.at(g.pacer.time()+g.model.options.Exchange, func() {
		g.notify(func() { g.exchange = true })
	})
}

// notify changes what the driver will heed, and makes it do so.
func (g *group) notify(change func()) {
	g.mu.Lock()
	defer g.mu.Unlock()
	change()
	g.exec.Interrupt()
	if g.waiting != nil {
		g.model.clock.start()
		close(g.waiting)
		g.waiting = nil
	}
}

// wait lets the group stand still until it is notified.
func (g *group) wait() {
	g.mu.Lock()
	if g.grant != nil || g.abandon != 0 || g.exchange || g.model.clock.isOver() {
		g.mu.Unlock()
		return
	}
	wake := make(chan struct{})
	g.waiting = wake
	g.mu.Unlock()
	began := g.pacer.time()
	g.model.clock.rest()
	<-wake
	now := g.model.clock.time()
	g.pacer.set(now)
	g.idle += max(0, now-began)
}
