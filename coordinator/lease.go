package coordinator

import (
	"time"

	"github.com/sprouts-solver/sprouts/coordinator/tree"
	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/search"
)

// LeaseID names a lease within its epoch.
type LeaseID uint64

// Kind is what a lease asks for.
type Kind uint8

// The kinds.
const (
	KindSearch Kind = iota // numbers of the couple
	KindCheck              // whether the couple is lost, found without help of known facts
)

// String returns "search" or "check".
func (k Kind) String() string { return [...]string{"search", "check"}[k] }

// Lease gives a couple to one session until it expires.
type Lease struct {
	ID      LeaseID
	Run     RunID // 0 for a check
	Kind    Kind
	Couple  search.Couple
	Path    []search.Couple // the couples above, the root first; not Couple itself
	Turn    int64           // of settings, see search.Solver.Work
	Budget  int64           // visits
	Attempt int             // 1, and one more for each worker that failed before
	Claim   game.Fact       // KindCheck: the nimber to be checked, which is Couple.Nimber
	TTL     time.Duration   // from now, or from the Renew that names the lease
}

// Grant is the answer to a request for work.
type Grant struct {
	Lease       *Lease // nil: there is nothing to do now
	Drain       bool   // the worker is to hand back what it has and to stop
	LeastVisits int64  // see Welcome
}

// LeaseState is what Renew says about a lease.
type LeaseState uint8

// The states of a lease.
const (
	LeaseUnknown  LeaseState = iota // the session does not hold it (any more): stop
	LeaseHeld                       // go on
	LeaseUnwanted                   // its result does not matter any more: stop
)

// String returns the state as one word.
func (s LeaseState) String() string { return [...]string{"unknown", "held", "unwanted"}[s] }

// Renewal is the answer to Renew.
type Renewal struct {
	States      []LeaseState // one for each progress
	Drain       bool         // the worker is to hand back what it has and to stop
	LeastVisits int64        // see Welcome
}

// lease is a Lease with what the core needs to know of it. It is on a leaf of a run,
// or on a check.
type lease struct {
	Lease
	session  *session
	run      *run // nil: a check
	job      *job
	leaf     tree.LeafID
	check    *check // nil: a leaf
	granted  time.Time
	renewed  time.Time
	deadline time.Time
	done     Progress // the newest, without children
}

// Lease returns the next job for a session, or the one that it has. Errors are
// ErrUnknownSession and ErrConflict.
func (c *Core) Lease(now time.Time, id SessionID) (Grant, error) {
	s, err := c.enter(now, id)
	if err != nil {
		return Grant{}, err
	}
	if c.err != nil {
		return Grant{}, c.err
	}
	grant := Grant{Drain: c.draining(s), LeastVisits: c.rate.least}
	if s.lease == nil && !grant.Drain && !c.grantCheck(s) {
		c.grantLeaf(s)
	}
	if c.err != nil {
		return Grant{}, c.err
	}
	if l := s.lease; l != nil && !grant.Drain {
		c.renew(l)
		copied := l.Lease
		grant.Lease = &copied
	}
	return grant, nil
}

// grantLeaf leases the most-proving leaf of the first run that has a free one.
func (c *Core) grantLeaf(s *session) {
	for _, r := range c.openRuns() {
		leaf, ok := c.selectLeaf(r, s)
		if c.err != nil {
			return
		}
		if !ok {
			c.endIfStuck(r)
			continue
		}
		j := c.leaseJob(r, leaf.Couple)
		c.grant(s, &lease{
			Lease: Lease{
				Run: r.id, Kind: KindSearch, Couple: leaf.Couple, Path: leaf.Path,
				Turn: r.turn, Budget: c.budget(r, s), Attempt: 1 + len(j.failures),
			},
			run: r, job: j, leaf: leaf.ID,
		})
		return
	}
}

// selectLeaf takes the next leaf of a run, and holds it in the tree. Couples that
// were set aside are passed over.
func (c *Core) selectLeaf(r *run, s *session) (tree.Leaf, bool) {
	if !c.activate(r) {
		return tree.Leaf{}, false
	}
	for !r.state.Ended() {
		leaf, ok := r.tree.Select(uint32(s.number))
		if !ok {
			break
		}
		if j := r.jobs[leaf.Couple]; j == nil || j.state == jobFailing {
			return leaf, true
		}
		c.meetAside(r, leaf)
		c.settle()
	}
	return tree.Leaf{}, false
}

// grant gives a lease to a session that has none.
func (c *Core) grant(s *session, l *lease) {
	c.lastLease++
	l.ID, l.TTL = c.lastLease, c.options.TTL
	l.session, l.granted = s, c.now
	s.lease = l
	c.counters.Granted++
}

// renew lets a lease live for another TTL.
func (c *Core) renew(l *lease) { l.renewed, l.deadline = c.now, c.now.Add(c.options.TTL) }

// Renew keeps the session and the named leases alive and takes what they have come
// to so far. Errors are ErrUnknownSession, ErrInvalid and ErrTooLarge.
func (c *Core) Renew(now time.Time, id SessionID, progress []Progress) (Renewal, error) {
	s, err := c.enter(now, id)
	if err != nil {
		return Renewal{}, err
	}
	if err := c.checkProgress(s, progress...); err != nil {
		return Renewal{}, err
	}
	states := make([]LeaseState, len(progress))
	for _, p := range progress {
		if l := c.leaseOf(s, p.Lease); l != nil {
			c.renew(l)
			c.report(l, p)
		}
	}
	for i, p := range progress {
		states[i] = c.leaseState(s, p.Lease)
	}
	return Renewal{States: states, Drain: c.draining(s), LeastVisits: c.rate.least}, nil
}

// leaseState says what a session should do with a lease.
func (c *Core) leaseState(s *session, id LeaseID) LeaseState {
	l := s.lease
	switch {
	case l != nil && l.ID == id && (l.run == nil || l.run.tree.Wanted(l.leaf)):
		return LeaseHeld
	case l != nil && l.ID == id, id != 0 && id == s.dismissed:
		return LeaseUnwanted
	default:
		c.counters.Late++
		return LeaseUnknown
	}
}

// leaseOf returns the lease of a session if it has this number.
func (c *Core) leaseOf(s *session, id LeaseID) *lease {
	if s.lease != nil && s.lease.ID == id {
		return s.lease
	}
	return nil
}

// Complete ends a lease with its last numbers. Facts must have been given to Learn
// before: numbers that say win or loss decide nothing. A lease that the session
// does not hold (any more) is left alone, and that is no error. Errors are
// ErrUnknownSession, ErrInvalid, ErrTooLarge and ErrConflict, when a check fails.
func (c *Core) Complete(now time.Time, id SessionID, p Progress) error {
	s, err := c.enter(now, id)
	if err != nil {
		return err
	}
	if err := c.checkProgress(s, p); err != nil {
		return err
	}
	l := c.leaseOf(s, p.Lease)
	switch {
	case l == nil:
		c.counters.Late++
	case p.Failure != "":
		c.report(l, p)
		c.endLease(l, EndFailed, p.Failure)
	case l.check != nil:
		c.report(l, p)
		c.completeCheck(l, p)
	default:
		c.completeLeaf(l, p)
	}
	c.settle()
	return c.err
}

// completeLeaf makes the leaf of a lease an inner node of its tree. If the numbers say
// nothing, or belong to an earlier turn of settings, it stays a leaf.
func (c *Core) completeLeaf(l *lease, p Progress) {
	c.account(l, p)
	r := l.run
	if l.Turn == r.turn && p.Numbers.Outcome() == game.Unknown && c.fact(l.Couple) == game.Unknown {
		if err := r.tree.Expand(l.leaf, p.Numbers, p.Children); err != nil {
			c.stop(err)
			return
		}
		l.job.expanded = true
		c.exchange() // the kids may decide the couple
		if c.err != nil {
			return
		}
	}
	r.splits = 0
	c.endLease(l, EndCompleted, "")
	c.nextTurn(r)
}

// Return hands leases back unfinished. A session that is leaving ends, and with it
// the lease that it does not name; that it has left already is no error. Errors are
// ErrUnknownSession, ErrInvalid and ErrTooLarge.
func (c *Core) Return(now time.Time, id SessionID, progress []Progress, leaving bool) error {
	s, err := c.enter(now, id)
	if err != nil && leaving {
		return nil
	}
	if err != nil {
		return err
	}
	if err := c.checkProgress(s, progress...); err != nil {
		return err
	}
	for _, p := range progress {
		l := c.leaseOf(s, p.Lease)
		if l == nil {
			c.counters.Late++
			continue
		}
		c.report(l, p)
		if p.Failure != "" {
			c.endLease(l, EndFailed, p.Failure)
		} else {
			c.endLease(l, EndReturned, "")
		}
	}
	if leaving {
		if s.lease != nil {
			c.endLease(s.lease, EndReturned, "")
		}
		c.dropSession(s)
	}
	c.settle()
	return nil
}

// endLease takes a lease from its session and frees its leaf or check. Failure says
// what went wrong with the worker, if anything.
func (c *Core) endLease(l *lease, why EndReason, failure string) {
	l.session.lease = nil
	wanted := l.run == nil || !l.run.state.Ended() && l.run.tree.Wanted(l.leaf)
	if !wanted && c.fact(l.Couple) == game.Unknown && (why == EndCompleted || why == EndReturned) {
		why = EndAbandoned
	}
	if why == EndAbandoned || why == EndCancelled {
		l.session.dismissed = l.ID
	}
	c.counters.Ended[why]++
	if l.check != nil {
		c.putBack(l.check)
	} else {
		c.endJob(l, wanted, failure)
	}
}
