package coordinator

import (
	"errors"
	"fmt"
	"slices"
)

// Check returns an error if the state is not sound: a job that is in no state or in
// two, a lease without its leaf, a leaf held without lease, counts that do not add
// up, a tree that fails its own check. It looks at everything, so it takes as long
// as the trees are large.
func (c *Core) Check() error {
	errs := []error{c.checkSessions(), c.checkCounts(), c.facts.check()}
	for _, r := range c.runs {
		if err := c.checkRun(r); err != nil {
			errs = append(errs, fmt.Errorf("run %d: %w", r.id, err))
		}
	}
	return errors.Join(errs...)
}

// checkSessions looks at sessions and their leases.
func (c *Core) checkSessions() error {
	threads, last := 0, uint64(0)
	workers := map[string]bool{}
	for _, s := range c.sessions {
		name := s.hello.Worker
		switch l := s.lease; {
		case s.number <= last || s.number > c.lastSession:
			return fmt.Errorf("session %d after session %d of %d", s.number, last, c.lastSession)
		case workers[name]:
			return fmt.Errorf("worker %s has two sessions", name)
		case s.deadline.Before(c.wake):
			return fmt.Errorf("session of worker %s ends before anybody looks", name)
		case l == nil:
		case l.session != s:
			return fmt.Errorf("lease %d of worker %s is that of worker %s", l.ID, name, l.session.hello.Worker)
		case (l.run == nil) == (l.check == nil):
			return fmt.Errorf("lease %d is on a leaf and on a check, or on none", l.ID)
		case l.deadline.Before(c.wake):
			return fmt.Errorf("lease %d ends before anybody looks", l.ID)
		case c.err != nil:
			return fmt.Errorf("lease %d is held after a contradiction", l.ID)
		}
		workers[name] = true
		threads += s.hello.Threads
		last = s.number
	}
	if threads != c.threads {
		return fmt.Errorf("%d threads are counted, workers have %d", c.threads, threads)
	}
	return nil
}

// checkCounts compares counters with what there is.
func (c *Core) checkCounts() error {
	k := &c.counters
	held, live := int64(0), int64(0)
	for _, s := range c.sessions {
		if s.lease != nil {
			held++
		}
	}
	for _, r := range c.runs {
		live += int64(len(r.jobs))
	}
	ended := int64(0)
	for _, n := range k.Ended {
		ended += n
	}
	if k.Granted != held+ended {
		return fmt.Errorf("%d leases were granted, %d are held, %d have ended", k.Granted, held, ended)
	}
	if over := k.JobsDone + k.JobsSplit + k.JobsReturned + k.JobsDropped; k.JobsCreated != live+over {
		return fmt.Errorf("%d jobs were created, %d are live, %d are over", k.JobsCreated, live, over)
	}
	return nil
}

// checkRun compares the jobs of a run with its leases and its tree.
func (c *Core) checkRun(r *run) error {
	if slices.Contains(c.active, r) != (r.tree != nil) {
		return fmt.Errorf("it has a tree: %t, and is listed otherwise", r.tree != nil)
	}
	if r.tree == nil {
		if len(r.jobs) > 0 || r.leased > 0 || r.state == RunActive {
			return fmt.Errorf("it is %s, and has %d jobs and no tree", r.state, len(r.jobs))
		}
		return nil
	}
	if r.state != RunActive {
		return fmt.Errorf("it is %s and has a tree", r.state)
	}
	leases := map[*job]*lease{}
	for _, s := range c.sessions {
		l := s.lease
		if l == nil || l.run != r {
			continue
		}
		if leases[l.job] != nil {
			return fmt.Errorf("leases %d and %d are on one job", l.ID, leases[l.job].ID)
		}
		leases[l.job] = l
	}
	var n Jobs
	r.count(&n)
	asideHeld := 0
	for couple, j := range r.jobs {
		switch {
		case j.couple != couple:
			return fmt.Errorf("job of %v is kept as that of %v", j.couple, couple)
		case (leases[j] != nil) != (j.state == jobLeased):
			return fmt.Errorf("job of %v is %s, and its lease is %v", couple, j.state, leases[j])
		case j.held && j.state != jobAside:
			return fmt.Errorf("job of %v is %s and holds a leaf", couple, j.state)
		case j.held:
			asideHeld++
		}
	}
	switch stats := r.tree.Stats(); {
	case n.Leased != r.leased || n.Leased != len(leases):
		return fmt.Errorf("%d jobs are leased, %d are counted, %d leases are held", n.Leased, r.leased, len(leases))
	case stats.Held != n.Leased+asideHeld:
		return fmt.Errorf("%d leaves are held, for %d leases and %d jobs aside", stats.Held, n.Leased, asideHeld)
	case r.tree.Decided():
		return errors.New("it is decided and goes on")
	case stats.Open == 0:
		return errors.New("it is not decided and has no leaf")
	case c.pending(r) < 0:
		return fmt.Errorf("%d leaves are free", c.pending(r))
	}
	return r.tree.Check()
}

// check compares the ring with its index.
func (l *factLog) check() error {
	if l.base < l.start || l.last < l.base || l.last-l.base > uint64(l.size) || uint64(len(l.ring)) != min(l.last-l.start, uint64(l.size)) {
		return fmt.Errorf("ring of %d facts of %d, from %d by %d to %d", len(l.ring), l.size, l.start, l.base, l.last)
	}
	for component, seq := range l.index {
		if seq <= l.base || seq > l.last || l.at(seq).Component != component {
			return fmt.Errorf("fact %d is not about component %x", seq, string(component))
		}
	}
	return nil
}
