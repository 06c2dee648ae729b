package coordinator

import (
	"time"

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
	Attempt int             // 1 for the first lease of the couple
	Claim   game.Fact       // KindCheck: the nimber to be checked, which is Couple.Nimber
	TTL     time.Duration   // from now, or from the Renew that names the lease
}

// Grant is the answer to a request for work.
type Grant struct {
	Lease     *Lease // nil: there is nothing to do now
	Drain     bool   // the worker is to stop
	ShareWins bool   // see Welcome
}

// Progress is what a worker has come to with one lease, since the lease began.
type Progress struct {
	Lease    LeaseID
	Numbers  search.Numbers // zero: not known
	Children []search.Child
	// Visits, Expansions and Nimbers count the work done, Elapsed is the time that it
	// took by the worker's clock.
	Visits, Expansions, Nimbers int64
	Elapsed                     time.Duration
	Inconclusive                bool   // a check that spent its budget
	Failure                     string // why the worker could not work on the couple, or ""
}

// LeaseState is what Renew says about a lease.
type LeaseState uint8

// The states of a lease.
const (
	LeaseUnknown  LeaseState = iota // the session does not hold it (any more): stop
	LeaseHeld                       // go on
	LeaseUnwanted                   // held, but its result does not matter any more: stop
)

// String returns the state as one word.
func (s LeaseState) String() string { return [...]string{"unknown", "held", "unwanted"}[s] }

// Renewal is the answer to Renew.
type Renewal struct {
	States    []LeaseState // one for each progress
	Drain     bool         // the worker is to stop
	ShareWins bool         // see Welcome
}

// Lease returns the next job for a session, or the one that it has. Errors are
// ErrUnknownSession and ErrConflict.
func (c *Core) Lease(now time.Time, id SessionID) (Grant, error) { panic("not written yet") }

// Renew keeps the session and the named leases alive and takes what they have come
// to so far. Errors are ErrUnknownSession and ErrTooLarge.
func (c *Core) Renew(now time.Time, id SessionID, progress []Progress) (Renewal, error) {
	panic("not written yet")
}

// Complete ends a lease with its last numbers. Facts must have been given to Learn
// before: numbers that say win or loss decide nothing. A lease that the session
// does not hold (any more) is left alone, and that is no error. Errors are
// ErrUnknownSession, ErrTooLarge and ErrConflict, when a check fails.
func (c *Core) Complete(now time.Time, id SessionID, p Progress) error { panic("not written yet") }

// Return hands leases back unfinished. A session that is leaving ends, and with it
// the leases that are not named. Errors are ErrUnknownSession and ErrTooLarge.
func (c *Core) Return(now time.Time, id SessionID, progress []Progress, leaving bool) error {
	panic("not written yet")
}
