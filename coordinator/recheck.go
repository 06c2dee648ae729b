package coordinator

import (
	"math"
	"slices"

	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/internal/intern"
	"github.com/sprouts-solver/sprouts/search"
)

// checks are the nimbers that are to be decided anew by another worker than the one
// that found them, the oldest first.
type checks struct {
	waiting []*check
	good    map[string]uint64 // newest good check of each worker, by the fact's number
}

// check is one of them.
type check struct {
	component game.Component
	claim     game.Fact
	seq       uint64 // of the fact
	source    string
	attempts  int // leases that ended without a word on it
}

// maxCheckAttempts is how often a check is leased before it is dropped: a couple on
// which workers fail is no matter of trust.
const maxCheckAttempts = 3

// pickCheck queues a check of a new nimber, if its hash says so.
func (c *Core) pickCheck(component game.Component, claim game.Fact, seq uint64, from string) {
	if from == coordinatorName || !c.picks(component) {
		return
	}
	c.checks.waiting = append(c.checks.waiting, &check{component: component, claim: claim, seq: seq, source: from})
	c.trimChecks()
}

// trimChecks drops the oldest checks when there are too many.
func (c *Core) trimChecks() {
	if over := len(c.checks.waiting) - c.options.MaxChecks; over > 0 {
		c.checks.waiting = slices.Delete(c.checks.waiting, 0, over)
		c.counters.ChecksDropped += int64(over)
	}
}

// picks reports whether a component is one of the share that is checked.
func (c *Core) picks(component game.Component) bool {
	h := mix(intern.Hash([]byte(component)) ^ mix(c.options.RecheckSeed))
	return float64(h) < c.options.Recheck*math.MaxUint64
}

// mix scatters a number over all numbers.
func mix(x uint64) uint64 {
	x = (x ^ x>>31) * 0x9e3779b97f4a7c15
	x = (x ^ x>>29) * 0xd6e8feb86659fd93
	return x ^ x>>32
}

// grantCheck leases the oldest check that a session may do, if there is one.
func (c *Core) grantCheck(s *session) bool {
	i := slices.IndexFunc(c.checks.waiting, func(k *check) bool { return k.source != s.hello.Worker })
	if i < 0 {
		return false
	}
	budget := c.checkBudget()
	if budget == 0 {
		return false
	}
	k := c.checks.waiting[i]
	c.checks.waiting = slices.Delete(c.checks.waiting, i, i+1)
	n, _ := k.claim.Nimber()
	c.grant(s, &lease{
		Lease: Lease{
			Kind: KindCheck, Couple: search.Couple{Component: k.component, Nimber: n},
			Budget: budget, Attempt: 1 + k.attempts, Claim: k.claim,
		},
		check: k,
	})
	return true
}

// leastCheck is the size of the smallest check, in visits. Most nimbers are those of
// small components, for which that is enough. It is also what checks may take at once.
const leastCheck = 1_000

// checkBudget returns how many visits the next check may take: what is left of the share
// of all checks. 0: there must be no check now.
func (c *Core) checkBudget() int64 {
	left := leastCheck + int64(c.options.CheckShare*float64(c.counters.Visits)) - c.counters.CheckVisits
	for _, s := range c.sessions {
		if l := s.lease; l != nil && l.check != nil {
			left -= max(0, l.Budget-l.done.Visits)
		}
	}
	if left < min(leastCheck, c.options.CheckBudget) {
		return 0
	}
	return min(left, c.options.CheckBudget)
}

// completeCheck takes the verdict of a worker on another one.
func (c *Core) completeCheck(l *lease, p Progress) {
	k := l.check
	l.check = nil
	l.session.lease = nil
	c.counters.Ended[EndCompleted]++
	switch {
	case p.Inconclusive || p.Numbers.Outcome() == game.Unknown || p.Numbers == (search.Numbers{}):
		c.counters.ChecksInconclusive++
	case p.Numbers.Outcome() == game.Loss:
		c.counters.ChecksMatched++
		if k.seq > c.checks.good[k.source] {
			c.checks.good[k.source] = k.seq
			c.write(checkKey(k.source), encodeNumber(k.seq))
		}
	default:
		c.counters.ChecksMismatched++
		c.stop(&game.ConflictError{
			Component: k.component, Text: c.componentText(k.component),
			Have: k.claim, HaveFrom: sourceName(k.source),
			New: game.Excluded(l.Couple.Nimber), NewFrom: sourceName(l.session.hello.Worker),
		})
	}
}

// putBack queues a check whose lease has ended without a verdict, first in line.
func (c *Core) putBack(k *check) {
	k.attempts++
	if k.attempts >= maxCheckAttempts || c.err != nil {
		c.counters.ChecksDropped++
		return
	}
	c.checks.waiting = slices.Insert(c.checks.waiting, 0, k)
	c.trimChecks()
}
