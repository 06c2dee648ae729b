package coordinator

import (
	"time"

	"github.com/sprouts-solver/sprouts/game"
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
	RunActive                     // jobs have been leased
	RunDecided                    // answered
	RunCancelled                  // by the user
	RunStopped                    // by a contradiction between proven results
	RunIncomplete                 // cannot go on without couples that were set aside
)

// String returns the state as one word.
func (s RunState) String() string {
	return [...]string{"queued", "active", "decided", "cancelled", "stopped", "incomplete"}[s]
}

// Ended reports whether the run is over.
func (s RunState) Ended() bool { return s >= RunDecided }

// Submit queues a run and returns its number. A question that is open already gives
// the number of that run. A question that known facts answer is decided at once.
// Errors are ErrTooManyRuns, ErrInvalid and ErrConflict.
func (c *Core) Submit(now time.Time, spec RunSpec) (RunID, error) { panic("not written yet") }

// Cancel ends an open run. For one that has ended it does nothing. The error is
// ErrUnknownRun.
func (c *Core) Cancel(now time.Time, id RunID) error { panic("not written yet") }
