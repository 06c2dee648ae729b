package coordinator

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"github.com/sprouts-solver/sprouts/coordinator/tree"
	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/search"
)

// RunID names a run. It is never used again, not even after a restart.
type RunID uint64

// Goal is the question that a run answers.
type Goal uint8

// The goals.
const (
	GoalOutcome Goal = iota // who wins?
	GoalNimber              // what is the position worth?
)

// String returns "outcome" or "nimber".
func (g Goal) String() string { return [...]string{"outcome", "nimber"}[g] }

// RunSpec is a question.
type RunSpec struct {
	Text     string // the position as the user wrote it
	Position game.Position
	Goal     Goal
}

// RunState is where a run is in its life.
type RunState uint8

// The states. A run goes down this list, and the last four are ends.
const (
	RunQueued     RunState = iota // nobody has worked on it yet
	RunActive                     // it has a tree
	RunDecided                    // answered
	RunCancelled                  // by the user
	RunStopped                    // by a contradiction between proven results
	RunIncomplete                 // it cannot go on without couples that were set aside
	RunStates     = iota          // how many there are
)

// String returns the state as one word.
func (s RunState) String() string {
	return [...]string{"queued", "active", "decided", "cancelled", "stopped", "incomplete"}[s]
}

// Ended reports whether the run is over.
func (s RunState) Ended() bool { return s >= RunDecided }

// run is one question on its way to an answer.
type run struct {
	id   RunID
	spec RunSpec

	state                     RunState
	reason                    string // why it ended, where that is not plain
	submitted, started, ended time.Time
	outcome                   game.Outcome
	nimber                    game.Nimber
	numbers                   search.Numbers // at the root, when it ended

	tree   *tree.Tree // nil unless active
	jobs   map[search.Couple]*job
	leased int // jobs
	splits int // by the coordinator, in a row

	turn                        int64
	turnVisits                  int64 // in this turn
	visits, expansions, nimbers int64
	created                     int64         // jobs
	aside                       []Quarantined // when it ended

	changed  bool // since its record was written
	recorded bool // the journal has some of its tree
}

const (
	maxText  = 60_000 // bytes of a position as the user wrote it
	maxParts = 1_000  // components of a position
	maxBytes = 60_000 // of all its components together
)

// Submit queues a run and returns its number. A question that is open already gives
// the number of that run. A question that known facts answer is decided at once.
// Errors are ErrTooManyRuns, ErrInvalid and ErrConflict.
func (c *Core) Submit(now time.Time, spec RunSpec) (RunID, error) {
	c.advance(now)
	if c.err != nil {
		return 0, c.err
	}
	if err := c.checkSpec(spec); err != nil {
		return 0, fmt.Errorf("submit %q: %w", spec.Text, err)
	}
	open := c.openRuns()
	for _, r := range open {
		if r.spec.Goal == spec.Goal && r.spec.Position.Key() == spec.Position.Key() {
			return r.id, nil
		}
	}
	if len(open) >= c.options.MaxRuns {
		return 0, fmt.Errorf("submit %q: %w: %d are open", spec.Text, ErrTooManyRuns, len(open))
	}
	c.lastRun++
	spec.Position.Components = slices.Clone(spec.Position.Components)
	r := &run{id: c.lastRun, spec: spec, submitted: c.now, changed: true, jobs: map[search.Couple]*job{}}
	c.runs = append(c.runs, r)
	if t, ok := c.grow(r); ok && t.Decided() {
		c.plant(r, t)
		c.settle()
	}
	c.forgetRuns()
	return r.id, c.err
}

// checkSpec says what is wrong with a question.
func (c *Core) checkSpec(spec RunSpec) error {
	switch {
	case spec.Goal > GoalNimber:
		return fmt.Errorf("%w: goal %d", ErrInvalid, uint8(spec.Goal))
	case len(spec.Text) > maxText:
		return fmt.Errorf("%w: %d bytes of text, not more than %d", ErrInvalid, len(spec.Text), maxText)
	case len(spec.Position.Components) > maxParts:
		return fmt.Errorf("%w: %d components, not more than %d", ErrInvalid, len(spec.Position.Components), maxParts)
	case spec.size() > maxBytes:
		return fmt.Errorf("%w: components of %d bytes, not more than %d", ErrInvalid, spec.size(), maxBytes)
	case spec.Position.Heap > game.MaxNimber:
		return fmt.Errorf("%w: a heap of %d, not at most %d", ErrInvalid, spec.Position.Heap, game.MaxNimber)
	}
	if _, err := game.FormatPosition(c.game, spec.Position); err != nil {
		return fmt.Errorf("%w: %w", ErrInvalid, err)
	}
	return nil
}

// size returns the length of all components together, in bytes.
func (s RunSpec) size() int {
	n := 0
	for _, component := range s.Position.Components {
		n += len(component)
	}
	return n
}

// Cancel ends an open run. For one that has ended it does nothing. The error is
// ErrUnknownRun.
func (c *Core) Cancel(now time.Time, id RunID) error {
	c.advance(now)
	r, err := c.runOf(id)
	if err != nil {
		return err
	}
	if !r.state.Ended() {
		c.endRun(r, RunCancelled, "")
	}
	return nil
}

// runOf returns a run by its number.
func (c *Core) runOf(id RunID) (*run, error) {
	for _, r := range c.runs {
		if r.id == id {
			return r, nil
		}
	}
	return nil, fmt.Errorf("run %d: %w", id, ErrUnknownRun)
}

// openRuns returns the runs that have not ended, in order.
func (c *Core) openRuns() []*run {
	var open []*run
	for _, r := range c.runs {
		if !r.state.Ended() {
			open = append(open, r)
		}
	}
	return open
}

// grow makes the tree of a run. If that meets a contradiction, it stops all runs.
func (c *Core) grow(r *run) (*tree.Tree, bool) {
	t, err := tree.New(c.expander, c.known, r.spec.Position, tree.Goal(r.spec.Goal), tree.Options{})
	if err != nil {
		c.stop(err)
		return nil, false
	}
	return t, true
}

// activate gives a run its tree, when its turn has come. It returns false if the run
// is over before it began.
func (c *Core) activate(r *run) bool {
	if r.tree == nil {
		t, ok := c.grow(r)
		if !ok {
			return false
		}
		c.plant(r, t)
		r.state, r.started, r.changed = RunActive, c.now, true
		c.settle()
	}
	return !r.state.Ended()
}

// plant gives a run its tree.
func (c *Core) plant(r *run, t *tree.Tree) {
	r.tree = t
	at, _ := slices.BinarySearchFunc(c.active, r.id, func(x *run, id RunID) int { return cmp.Compare(x.id, id) })
	c.active = slices.Insert(c.active, at, r)
}

// decide ends a run whose tree has the answer.
func (c *Core) decide(r *run) {
	r.outcome = r.tree.Outcome()
	r.nimber, _ = r.tree.Nimber()
	c.endRun(r, RunDecided, "")
}

// endRun ends a run, with all its leases, jobs and its tree.
func (c *Core) endRun(r *run, state RunState, reason string) {
	why := EndCancelled
	if state == RunDecided {
		why = EndAbandoned
	}
	aside := c.listQuarantined(r)
	r.state, r.reason, r.ended, r.changed = state, reason, c.now, true
	r.aside = aside
	c.counters.RunsEnded[state]++
	for _, s := range c.sessions {
		if s.lease != nil && s.lease.run == r {
			c.endLease(s.lease, why, "")
		}
	}
	if r.tree == nil {
		return
	}
	r.numbers = r.tree.Numbers()
	r.letGo()
	c.dropJobs(r)
	r.tree = nil
	c.active = slices.DeleteFunc(c.active, func(x *run) bool { return x == r })
	if r.recorded {
		c.dropped = append(c.dropped, numberedKey(kindTree, uint64(r.id)))
	}
}

// forgetRuns drops the oldest runs that have ended, when there are too many.
func (c *Core) forgetRuns() {
	ended := len(c.runs) - len(c.openRuns()) - c.options.MaxEnded
	c.runs = slices.DeleteFunc(c.runs, func(r *run) bool {
		if ended <= 0 || !r.state.Ended() {
			return false
		}
		ended--
		c.dropRun(r)
		return true
	})
}
