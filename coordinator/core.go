package coordinator

import (
	"errors"
	"time"

	"github.com/sprouts-solver/sprouts/game"
)

// The errors that callers tell apart, with errors.Is. The texts around them say
// which worker, run or limit.
var (
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
// goroutines at once. Arguments named now must not go back.
type Core struct {
	epoch uint64
}

// NewCore returns a core without runs, in epoch 1. Options out of range give an
// error.
func NewCore(g game.Game, memo Memo, o Options) (*Core, error) {
	panic("not written yet")
}

// Epoch counts how often a coordinator was started on the same records. What comes
// from a session of another epoch is refused.
func (c *Core) Epoch() uint64 { return c.epoch }

// Err returns nil, or the contradiction that has stopped all runs: an ErrConflict
// that wraps a *game.ConflictError which names both workers. It stays until the
// coordinator is started anew.
func (c *Core) Err() error { panic("not written yet") }

// Tick ends leases and sessions whose time has passed. It is to be called each
// second or so.
func (c *Core) Tick(now time.Time) { panic("not written yet") }

// Check returns an error if the state is not sound: a job that is in no state or in
// two, a lease without its leaf, a leaf locked without lease, counts that do not
// add up, a tree that fails its own check. It looks at everything, so it takes as
// long as the trees are large.
func (c *Core) Check() error { panic("not written yet") }
