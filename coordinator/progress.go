package coordinator

import (
	"fmt"
	"time"

	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/search"
)

// Progress is what a worker has come to with one lease, since the lease began.
type Progress struct {
	Lease    LeaseID
	Numbers  search.Numbers // zero: not known
	Children []search.Child // may be incomplete, or empty
	// Visits, Expansions and Nimbers count the work done, Elapsed is the time that it
	// took by the worker's clock.
	Visits, Expansions, Nimbers int64
	Elapsed                     time.Duration
	Inconclusive                bool   // a check that spent its budget
	Failure                     string // why the worker could not work on the couple, or ""
}

const (
	// maxCount is above what a lease can do in a thousand years.
	maxCount = 1 << 50
	// maxReason is how much of a reason is kept, in bytes.
	maxReason = 1_000
	// leastElapsed is how long a worker must have worked to be measured by it.
	leastElapsed = 10 * time.Millisecond
	// rateWeight is the weight of one job in the average rate of a worker: some ten
	// jobs count.
	rateWeight = 0.2
)

// checkProgress says what is wrong with reports.
func (c *Core) checkProgress(s *session, progress ...Progress) error {
	if len(progress) > c.options.MaxBatch {
		return fmt.Errorf("worker %s: %w: %d reports, not more than %d", s.hello.Worker, ErrTooLarge, len(progress), c.options.MaxBatch)
	}
	for _, p := range progress {
		if len(p.Children) > c.options.MaxBatch {
			return fmt.Errorf("worker %s, lease %d: %w: %d children, not more than %d",
				s.hello.Worker, p.Lease, ErrTooLarge, len(p.Children), c.options.MaxBatch)
		}
		if what := p.fault(); what != "" {
			return fmt.Errorf("worker %s, lease %d: %w: %s", s.hello.Worker, p.Lease, ErrInvalid, what)
		}
	}
	return nil
}

// fault names what no worker can mean, "" if there is nothing.
func (p *Progress) fault() string {
	for _, n := range [...]int64{p.Visits, p.Expansions, p.Nimbers} {
		if n < 0 || n > maxCount {
			return "a count is out of range"
		}
	}
	if p.Elapsed < 0 {
		return "the time that it took is negative"
	}
	if p.Numbers != (search.Numbers{}) && !validNumbers(p.Numbers) {
		return fmt.Sprintf("numbers %d/%d are out of range", p.Numbers.Proof, p.Numbers.Disproof)
	}
	for _, child := range p.Children {
		if !validNumbers(child.Numbers) || child.Nimber > game.MaxNimber || child.Component == "" {
			return "a child is out of range"
		}
	}
	return ""
}

// validNumbers reports whether a node can have these numbers.
func validNumbers(n search.Numbers) bool {
	if n.Outcome() != game.Unknown {
		return n.Proof+n.Disproof == search.Infinity && max(n.Proof, n.Disproof) == search.Infinity
	}
	return n.Proof < search.Infinity && n.Disproof < search.Infinity
}

// report takes what a lease has come to so far. Reports may arrive in another order
// than they were sent: an older one than the newest says nothing.
func (c *Core) report(l *lease, p Progress) {
	if newer := c.account(l, p); !newer || l.run == nil {
		return
	}
	if l.Turn == l.run.turn && p.Numbers.Outcome() == game.Unknown {
		l.run.tree.Update(l.leaf, p.Numbers, p.Children)
	}
	c.nextTurn(l.run)
}

// account counts the work that a report adds to the last one of the lease. It
// reports whether there is any.
func (c *Core) account(l *lease, p Progress) (newer bool) {
	visits := p.Visits - l.done.Visits
	if visits <= 0 {
		return false
	}
	expansions := max(0, p.Expansions-l.done.Expansions)
	nimbers := max(0, p.Nimbers-l.done.Nimbers)
	l.done = p
	l.done.Children = nil
	c.progress = c.now
	c.counters.Visits += visits
	c.counters.Expansions += expansions
	c.counters.Nimbers += nimbers
	l.session.visits += visits
	l.session.measure(p)
	r := l.run
	if r == nil {
		c.counters.CheckVisits += visits
		return true
	}
	r.visits += visits
	r.turnVisits += visits
	r.expansions += expansions
	r.nimbers += nimbers
	r.changed = true
	return true
}

// measure learns from a report how fast the worker is.
func (s *session) measure(p Progress) {
	if p.Elapsed >= leastElapsed {
		s.rate += rateWeight * (float64(p.Visits)/p.Elapsed.Seconds() - s.rate)
	}
}
