package model

import (
	"slices"

	"github.com/sprouts-solver/sprouts/coordinator"
	"github.com/sprouts-solver/sprouts/worker"
)

// post sends a message of a group to the coordinator, which acts on it when it has
// arrived and those before it are done with.
func (m *model) post(g *group, act func(at int64)) {
	m.clock.at(g.pacer.time()+m.options.Latency, func() {
		if m.done() {
			return
		}
		m.messages++
		m.busy = max(m.busy, m.clock.time()) + m.options.Service
		act(m.busy)
		m.look(m.busy)
	})
}

// look sees whether the run is decided, and feeds groups that wait for a job.
func (m *model) look(at int64) {
	if err := m.core.Err(); err != nil {
		m.err = err
		return
	}
	for _, run := range m.core.Runs() {
		if run.ID == m.run && run.State.Ended() {
			m.end(at, run)
			return
		}
		m.nodes = max(m.nodes, run.Nodes)
	}
	m.core.Changes()
	hungry := m.hungry
	m.hungry = nil
	for _, g := range hungry {
		m.ask(g, at)
	}
}

// learn takes the facts of a group, and sends it those of others.
func (m *model) learn(g *group, at int64, entries []coordinator.Entry) {
	for batch := range slices.Chunk(entries, 1<<14) {
		if _, err := m.core.Learn(m.at(at), g.session, batch); err != nil {
			m.err = err
			return
		}
		for _, e := range batch {
			m.memo.learned[e.Component] |= e.Fact
		}
	}
	news, next, _, err := m.core.Since(m.at(at), g.session, g.cursor, 1<<30)
	if err != nil {
		m.err = err
		return
	}
	g.cursor = next
	m.busy += int64(m.options.FactService*float64(len(entries)) + m.options.NewsService*float64(len(news)))
	if len(news) == 0 {
		return
	}
	facts := make([]worker.Entry, len(news))
	for i, e := range news {
		facts[i] = worker.Entry(e)
	}
	m.clock.at(at+m.options.Latency, func() {
		if err := g.exec.Learn(facts); err != nil {
			m.err = err
		}
	})
}

// complete ends a lease.
func (m *model) complete(g *group, at int64, p worker.Progress) {
	if err := m.core.Complete(m.at(at), g.session, progressOf(p, g.pacer.threads)); err != nil {
		m.err = err
	}
}

// renew reports on leases, and lets the group know those that are unwanted.
func (m *model) renew(g *group, at int64, progress []coordinator.Progress) {
	renewal, err := m.core.Renew(m.at(at), g.session, progress)
	if err != nil {
		m.err = err
		return
	}
	m.clock.at(at+m.options.Latency, func() { g.exec.TellLeast(renewal.LeastVisits) })
	for i, state := range renewal.States {
		if state == coordinator.LeaseHeld {
			continue
		}
		id := worker.LeaseID(progress[i].Lease)
		if err := m.core.Return(m.at(at), g.session, progress[i:i+1], false); err != nil {
			m.err = err
		}
		m.clock.at(at+m.options.Latency, func() { g.notify(func() { g.abandon = id }) })
		m.ask(g, at)
	}
}

// ask gives a group a lease, or lets it wait for one.
func (m *model) ask(g *group, at int64) {
	grant, err := m.core.Lease(m.at(at), g.session)
	if err != nil {
		m.err = err
		return
	}
	m.clock.at(at+m.options.Latency, func() { g.exec.TellLeast(grant.LeastVisits) })
	if grant.Lease == nil {
		m.hungry = append(m.hungry, g)
		return
	}
	l := grant.Lease
	job := &worker.Job{
		ID: worker.LeaseID(l.ID), Kind: worker.Kind(l.Kind), Couple: l.Couple, Path: l.Path,
		Turn: l.Turn, Budget: l.Budget, Claim: l.Claim,
	}
	m.clock.at(at+m.options.Latency, func() { g.notify(func() { g.grant = job }) })
}

// progressOf turns a worker's progress into a coordinator's.
func progressOf(p worker.Progress, _ int) coordinator.Progress {
	return coordinator.Progress{
		Lease: coordinator.LeaseID(p.Job), Numbers: p.Numbers, Children: p.Children,
		Visits: p.Visits, Expansions: p.Expansions, Nimbers: p.Nimbers,
		Inconclusive: p.Verdict == worker.Inconclusive, Failure: p.Failure,
	}
}
