package coordinator

import (
	"time"

	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/search"
)

// Status is the whole at a glance.
type Status struct {
	Epoch    uint64
	Uptime   time.Duration // since the first call with a time
	Err      error         // see Core.Err
	Draining bool          // all workers are drained
	Open     int           // runs that have not ended
	Workers  int
	Threads  int
	Leases   int
	Checks   int           // nimbers that wait to be checked
	Last     uint64        // sequence number of the newest fact
	Idle     time.Duration // since a worker last made progress, while there are leases
	Counters Counters
}

// RunStatus is one run.
type RunStatus struct {
	ID RunID
	RunSpec
	State       RunState
	Reason      string // why it stopped or is incomplete
	Submitted   time.Time
	Started     time.Time      // zero: no job yet
	Ended       time.Time      // zero: not yet
	Outcome     game.Outcome   // if decided
	Nimber      game.Nimber    // if decided and the goal is the nimber
	Numbers     search.Numbers // at the root
	Turn        int64
	Visits      int64
	Expansions  int64
	Nimbers     int64
	Leases      int   // now
	Jobs        int64 // created so far
	Nodes       int   // of the tree
	Open        int   // leaves that could be leased now
	Quarantined []Quarantined
}

// WorkerStatus is one worker.
type WorkerStatus struct {
	Session  SessionID
	Name     string
	Program  string
	Threads  int
	Draining bool
	Since    time.Time     // when it registered
	Silent   time.Duration // since its last call
	Rate     float64       // visits a second, as it reports them
	Lease    LeaseID       // 0: idle
	Visits   int64         // since it registered
	Facts    int64         // that were new
}

// JobStatus is one job that a worker is working on.
type JobStatus struct {
	Lease   LeaseID
	Run     RunID
	Kind    Kind
	Text    string // the couple, in the game's notation
	Worker  string
	Attempt int
	Age     time.Duration
	Silent  time.Duration // since it was last renewed
	Visits  int64
	Budget  int64
	Numbers search.Numbers
}

// Quarantined is a couple that was set aside since workers failed on it.
type Quarantined struct {
	Run      RunID
	Couple   search.Couple
	Text     string // the couple, in the game's notation
	Split    bool   // its children are leased in its place
	Failures []Failure
}

// Failure is one attempt that went wrong.
type Failure struct {
	Worker string
	Reason string
}

// Status returns the whole at a glance.
func (c *Core) Status(now time.Time) Status { panic("not written yet") }

// Runs returns all runs that are remembered, in the order in which they came.
func (c *Core) Runs() []RunStatus { panic("not written yet") }

// Run returns one run. The error is ErrUnknownRun.
func (c *Core) Run(id RunID) (RunStatus, error) { panic("not written yet") }

// Workers returns the workers by name.
func (c *Core) Workers(now time.Time) []WorkerStatus { panic("not written yet") }

// Jobs returns the top jobs that have been worked on longest; 0 is all of them.
func (c *Core) Jobs(now time.Time, top int) []JobStatus { panic("not written yet") }
