package coordinator

import (
	"time"

	"github.com/sprouts-solver/sprouts/game"
)

// Entry is one component and what is proven about it.
type Entry struct {
	Component game.Component
	Fact      game.Fact
}

// Learned says what became of facts.
type Learned struct {
	News int    // entries that said something new
	Last uint64 // the facts are safe once what Changes returned up to this number is
}

// Learn takes facts that a worker has proven, whether it holds a lease or not.
// Everything that is known already is passed over, so a batch can be sent again. A
// batch is acknowledged to the worker when Changes up to Learned.Last is durable.
//
// Errors are ErrUnknownSession, ErrTooLarge, ErrInvalid (nothing is taken then) and
// ErrConflict.
func (c *Core) Learn(now time.Time, id SessionID, entries []Entry) (Learned, error) {
	panic("not written yet")
}

// Since returns facts with numbers above cursor, without those that the worker has
// proven itself, until their components are maxBytes together, and the cursor for
// the next call. Gap says that some facts above cursor are not held any more: they
// can be had from the store, or be done without. The error is ErrUnknownSession.
func (c *Core) Since(now time.Time, id SessionID, cursor uint64, maxBytes int) (entries []Entry, next uint64, gap bool, err error) {
	panic("not written yet")
}

// Last returns the sequence number of the newest fact, 0 if there was none.
func (c *Core) Last() uint64 { panic("not written yet") }
