package simulate

import (
	"slices"
	"time"

	"github.com/sprouts-solver/sprouts/coordinator"
)

// talk says what there is to say.
func (x *worker) talk() {
	if !x.registered {
		x.register()
		return
	}
	if len(x.outbox) > 0 || x.world.rng.IntN(8) == 0 {
		x.exchange()
	}
	switch j := x.job; {
	case x.drained && len(x.outbox) == 0:
		x.leave()
	case j == nil && !x.drained:
		x.lease()
	case j != nil && j.finished && len(x.outbox) == 0:
		x.finish()
	case j != nil && x.world.now.Sub(x.renewed) >= x.world.options.Core.TTL/3:
		x.renew()
	}
}

func (x *worker) register() {
	hello := x.hello
	x.call(callRegister, func(core *coordinator.Core, now time.Time) (func(), response) {
		welcome, err := core.Register(now, hello)
		return func() {
			if err != nil {
				x.world.fail("%s: %w", x.name, err)
				return
			}
			x.registered, x.session = true, welcome.Session
		}, response{}
	})
}

// exchange sends the oldest facts and gets those of others.
func (x *worker) exchange() {
	session, cursor := x.session, x.cursor
	facts := slices.Clone(x.outbox[:min(len(x.outbox), batch)])
	x.call(callExchange, func(core *coordinator.Core, now time.Time) (func(), response) {
		learned, err := core.Learn(now, session, facts)
		if err != nil {
			return func() { x.lost(session, err) }, response{}
		}
		entries, next, _, err := core.Since(now, session, cursor, 1_000)
		return func() {
			if x.lost(session, err) {
				return
			}
			x.outbox = slices.Delete(x.outbox, 0, len(facts))
			x.cursor = next
			x.hear(entries)
		}, response{facts: facts, durable: learned.Last}
	})
}

// hear takes facts of others.
func (x *worker) hear(entries []coordinator.Entry) {
	x.learning = true
	for _, e := range entries {
		if err := x.engine.Learn(e.Component, e.Fact); err != nil {
			x.world.fail("%s: hear: %w", x.name, err)
		}
	}
	x.learning = false
}

func (x *worker) lease() {
	session := x.session
	x.call(callLease, func(core *coordinator.Core, now time.Time) (func(), response) {
		grant, err := core.Lease(now, session)
		return func() {
			if x.lost(session, err) {
				return
			}
			x.drained = x.drained || grant.Drain
			if grant.Lease != nil && x.job == nil {
				x.job = &job{Lease: *grant.Lease, progress: coordinator.Progress{Lease: grant.Lease.ID}}
				x.renewed = x.world.now
			}
		}, response{}
	})
}

func (x *worker) renew() {
	session, progress := x.session, x.job.progress
	progress.Children = x.children(x.job)
	x.call(callRenew, func(core *coordinator.Core, now time.Time) (func(), response) {
		renewal, err := core.Renew(now, session, []coordinator.Progress{progress})
		return func() {
			if x.lost(session, err) {
				return
			}
			x.renewed = x.world.now
			x.drained = x.drained || renewal.Drain
			j := x.job
			if j == nil || j.ID != progress.Lease {
				return
			}
			switch renewal.States[0] {
			case coordinator.LeaseUnwanted:
				j.finished, j.unwanted = true, true
			case coordinator.LeaseUnknown:
				x.job = nil
			case coordinator.LeaseHeld:
			}
		}, response{}
	})
}

// finish completes the lease, or returns it if it is not wanted.
func (x *worker) finish() {
	session, progress, unwanted := x.session, x.job.progress, x.job.unwanted
	x.call(callFinish, func(core *coordinator.Core, now time.Time) (func(), response) {
		var err error
		if unwanted {
			err = core.Return(now, session, []coordinator.Progress{progress}, false)
		} else {
			err = core.Complete(now, session, progress)
		}
		return func() {
			if !x.lost(session, err) && x.job != nil && x.job.ID == progress.Lease {
				x.job = nil
			}
		}, response{}
	})
}

// leave hands everything back and ends the process. Another one follows.
func (x *worker) leave() {
	session := x.session
	var progress []coordinator.Progress
	if x.job != nil {
		progress = append(progress, x.job.progress)
	}
	x.call(callFinish, func(core *coordinator.Core, now time.Time) (func(), response) {
		err := core.Return(now, session, progress, true)
		return func() {
			if !x.lost(session, err) {
				x.die(x.world.between(0, time.Minute))
			}
		}, response{}
	})
}
