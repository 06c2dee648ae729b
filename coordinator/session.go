package coordinator

import (
	"strconv"
	"time"
)

// SessionID names a worker's session. Only a session of the present epoch is ever
// known.
type SessionID struct {
	Epoch, Number uint64
}

// String returns both numbers, "3.17".
func (s SessionID) String() string {
	return strconv.FormatUint(s.Epoch, 10) + "." + strconv.FormatUint(s.Number, 10)
}

// Hello is what a worker says of itself.
type Hello struct {
	Worker  string // name of the worker: one session at a time has it
	Threads int    // that work together on one job, at least 1
	Game    string // game.Game.Name
	Version string // game.Game.Version
	Program string // build, for people
}

// Welcome is the answer to Hello.
type Welcome struct {
	Session SessionID
	TTL     time.Duration // how long session and lease live without a call
	Renew   time.Duration // how often to call Renew
	Last    uint64        // sequence number of the newest fact
	// ShareWins asks for all excluded nimbers; otherwise for those of the couple
	// that is leased.
	ShareWins bool
}

// Register begins a session. A worker that has one already gets a new one, and the
// leases of the old one end. Errors are ErrOtherGame, ErrInvalid and
// ErrTooManySessions.
func (c *Core) Register(now time.Time, hello Hello) (Welcome, error) { panic("not written yet") }

// Drain lets a worker finish its job and then tells it to stop; "" is all workers,
// also those that register later. It lasts until Resume or a restart. The error is
// ErrUnknownWorker.
func (c *Core) Drain(worker string) error { panic("not written yet") }

// Resume undoes Drain for a worker; "" undoes all drains.
func (c *Core) Resume(worker string) error { panic("not written yet") }
