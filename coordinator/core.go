package coordinator

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/sprouts-solver/sprouts/game"
)

// The errors that callers tell apart, with errors.Is. The texts around them say
// which worker, run or limit.
var (
	// ErrReplaced comes in the place of ErrUnknownSession, for good.
	ErrReplaced        = errors.New("another process has registered as this worker")
	ErrUnknownSession  = errors.New("session is not known: register again")
	ErrUnknownRun      = errors.New("run is not known")
	ErrUnknownWorker   = errors.New("worker is not known")
	ErrOtherGame       = errors.New("worker plays another game or another version of it")
	ErrInvalid         = errors.New("argument is not valid")
	ErrTooManyRuns     = errors.New("too many open runs")
	ErrTooManySessions = errors.New("too many workers")
	ErrTooLarge        = errors.New("batch is too large")
	ErrConflict        = errors.New("proven results contradict each other")
)

// Memo holds the facts of earlier times: the store.
type Memo interface {
	// Lookup returns what is known of a component. It must know what
	// [Core.Changes] has returned at the latest when Options.RingSize newer facts
	// have followed. The bytes belong to the caller.
	Lookup(c []byte) game.Fact
}

// Core is the state of a coordinator. Its methods must not be called from several
// goroutines at once. A time that lies before that of an earlier call counts as
// that one.
type Core struct {
	game     game.Game
	expander game.Expander
	memo     Memo
	options  Options

	epoch    uint64
	now      time.Time // of the last call that had one
	started  time.Time // of the first one
	wake     time.Time // no lease and no session ends before
	sweepAt  time.Time // when to look again at couples on which workers failed
	progress time.Time // when a worker last told something new

	runs        []*run // that are remembered, by id
	active      []*run // those with a tree, by id
	lastRun     RunID
	sessions    []*session // by number
	lastSession uint64
	lastLease   LeaseID
	threads     int // of all sessions
	drained     map[string]bool
	drainAll    bool

	facts    factLog
	rate     factRate
	replaced replacements
	checks   checks
	records  []Record // to be written
	dropped  [][]byte // prefixes of records to be removed
	err      error

	counters Counters
}

// NewCore returns a core without runs, in epoch 1. Options out of range give an
// error.
func NewCore(g game.Game, memo Memo, o Options) (*Core, error) {
	o = o.withDefaults()
	if err := o.validate(); err != nil {
		return nil, fmt.Errorf("coordinator: %w", err)
	}
	c := &Core{
		game: g, expander: g.NewExpander(), memo: memo, options: o,
		drained: map[string]bool{},
		facts:   newFactLog(o.RingSize),
		checks:  checks{good: map[string]uint64{}},
		rate:    newFactRate(),
	}
	c.setEpoch(1)
	return c, nil
}

// Epoch counts how often a coordinator was started on the same records. What comes
// from a session of another epoch is refused.
func (c *Core) Epoch() uint64 { return c.epoch }

// Err returns nil, or the contradiction that has stopped all runs: an ErrConflict
// that wraps a *game.ConflictError which names both workers. It stays until the
// coordinator is started anew.
func (c *Core) Err() error { return c.err }

// Tick ends leases and sessions whose time has passed. It is to be called each
// second or so.
func (c *Core) Tick(now time.Time) {
	c.advance(now)
	c.rate.meter(c.now, 0, c.factRate())
	if !c.now.Before(c.sweepAt) {
		c.sweepAt = c.now.Add(c.options.TTL)
		c.sweepJobs()
	}
}

// advance moves the clock and ends what ends on the way.
func (c *Core) advance(now time.Time) {
	if c.started.IsZero() {
		c.started, c.progress, c.now = now, now, now
	}
	if now.After(c.now) {
		c.now = now
	}
	if c.now.Before(c.wake) {
		return
	}
	for _, s := range slices.Clone(c.sessions) {
		if l := s.lease; l != nil && !c.now.Before(l.deadline) {
			c.endLease(l, EndExpired, "lease expired")
		}
		if !c.now.Before(s.deadline) {
			c.loseSession(s)
		}
	}
	c.settle()
	// Whatever is granted or renewed from now on lives for a whole TTL.
	c.wake = c.now.Add(c.options.TTL)
	for _, s := range c.sessions {
		c.wake = earlier(c.wake, s.deadline)
		if s.lease != nil {
			c.wake = earlier(c.wake, s.lease.deadline)
		}
	}
}

// earlier returns the earlier one of two times.
func earlier(a, b time.Time) time.Time {
	if b.Before(a) {
		return b
	}
	return a
}

// settle lets the trees tell each other what they have proven, and ends the runs
// that are decided by it.
func (c *Core) settle() {
	c.exchange()
	for _, r := range slices.Clone(c.active) {
		if r.tree != nil && r.tree.Decided() {
			c.decide(r)
		}
	}
}

// exchange lets the trees tell each other what they have proven.
func (c *Core) exchange() {
	for c.err == nil && c.spread() {
	}
}

// spread takes the facts that the trees have proven. It reports whether there were
// any that are new to the core.
func (c *Core) spread() (more bool) {
	var derived []Entry
	for _, r := range c.active {
		r.tree.Proven(func(component game.Component, f game.Fact) {
			derived = append(derived, Entry{component, f})
		})
	}
	for _, e := range derived {
		news, err := c.take(e, c.before(e, coordinatorName))
		if err != nil {
			c.stop(err)
			return false
		}
		if news {
			c.counters.Derived++
			more = true
		}
	}
	return more
}

// stop ends all runs since two facts contradict each other.
func (c *Core) stop(err error) {
	if c.err != nil {
		return
	}
	c.err = fmt.Errorf("%w: %w", ErrConflict, err)
	c.counters.Conflicts++
	for _, r := range c.runs {
		if !r.state.Ended() {
			c.endRun(r, RunStopped, err.Error())
		}
	}
	for _, s := range c.sessions {
		if s.lease != nil {
			c.endLease(s.lease, EndCancelled, "")
		}
	}
	c.counters.ChecksDropped += int64(len(c.checks.waiting))
	c.checks.waiting = nil
}
