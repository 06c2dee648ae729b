package coordinator

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"time"
	"unicode"
	"unicode/utf8"
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
	// Instance tells processes of one name apart.
	Instance uint64
}

// Welcome is the answer to Hello.
type Welcome struct {
	Session SessionID
	TTL     time.Duration // how long session and lease live without a call
	Renew   time.Duration // how often to call Renew
	Last    uint64        // sequence number of the newest fact
	// LeastVisits is how many visits an excluded nimber must have taken to be told, and
	// eight times those of a nimber; see [search.Solver.RecordLeast]. What decides nodes of
	// the tree is to be told in any case. It changes with what comes in.
	LeastVisits int64
}

const (
	maxWorkerName = 200
	maxThreads    = 1 << 16
)

// coordinatorName is the source of facts that the trees prove themselves. No worker may
// have this name.
const coordinatorName = "coordinator"

// session is a worker that has registered.
type session struct {
	number   uint64
	hello    Hello
	since    time.Time
	called   time.Time
	deadline time.Time
	rate     float64 // visits a second
	lease    *lease  // nil: none
	// dismissed is the last lease that ended since its result did not matter.
	dismissed LeaseID
	visits    int64
	news      int64 // facts that were new
	used      bool  // it has made a call
}

// Register begins a session. A worker that has one already gets a new one, and the
// lease of the old one ends; if that was another process, its calls end with
// ErrReplaced once this one has made a call. Errors are ErrOtherGame, ErrInvalid and
// ErrTooManySessions.
func (c *Core) Register(now time.Time, hello Hello) (Welcome, error) {
	c.advance(now)
	if err := c.checkHello(hello); err != nil {
		return Welcome{}, err
	}
	if old := c.sessionOf(hello.Worker); old != nil {
		if old.lease != nil {
			c.endLease(old.lease, EndSuperseded, "worker started anew")
			c.settle()
		}
		c.dropSession(old)
		if old.hello.Instance != hello.Instance {
			c.replaced.add(old)
		}
	}
	if len(c.sessions) >= c.options.MaxSessions {
		return Welcome{}, fmt.Errorf("worker %s: %w: %d are registered", hello.Worker, ErrTooManySessions, len(c.sessions))
	}
	c.lastSession++
	s := &session{
		number: c.lastSession, hello: hello,
		since: c.now, called: c.now, deadline: c.now.Add(c.options.TTL),
		rate: float64(c.options.Rate) * float64(hello.Threads),
	}
	c.sessions = append(c.sessions, s)
	c.threads += hello.Threads
	c.rate.expect(c.threads, c.factRate())
	c.counters.Sessions++
	return Welcome{
		Session: SessionID{c.epoch, s.number},
		TTL:     c.options.TTL, Renew: c.options.Renew,
		Last: c.facts.last, LeastVisits: c.rate.least,
	}, nil
}

// checkHello says what is wrong with a greeting.
func (c *Core) checkHello(h Hello) error {
	unprintable := func(r rune) bool { return !unicode.IsPrint(r) }
	switch {
	case h.Game != c.game.Name() || h.Version != c.game.Version():
		return fmt.Errorf("worker %q: %w: it has %s %q, the coordinator %s %q",
			h.Worker, ErrOtherGame, h.Game, h.Version, c.game.Name(), c.game.Version())
	case h.Worker == "" || len(h.Worker) > maxWorkerName || !utf8.ValidString(h.Worker) ||
		slices.ContainsFunc([]rune(h.Worker), unprintable):
		return fmt.Errorf("worker %q: %w: its name must be 1 to %d bytes of printable text", h.Worker, ErrInvalid, maxWorkerName)
	case h.Worker == coordinatorName:
		return fmt.Errorf("worker %q: %w: this name is taken", h.Worker, ErrInvalid)
	case h.Threads < 1 || h.Threads > maxThreads:
		return fmt.Errorf("worker %q: %w: it has %d threads, not 1 to %d", h.Worker, ErrInvalid, h.Threads, maxThreads)
	}
	return nil
}

// Drain tells a worker, when it next asks for work or renews, to hand back what it
// has and to stop; "" tells all workers, also those that register later. It lasts
// until Resume or a restart. The error is ErrUnknownWorker.
func (c *Core) Drain(worker string) error {
	if worker == "" {
		c.drainAll = true
		return nil
	}
	if c.sessionOf(worker) == nil {
		return fmt.Errorf("drain %q: %w", worker, ErrUnknownWorker)
	}
	c.drained[worker] = true
	return nil
}

// Resume undoes Drain for a worker; "" undoes all drains. The error is
// ErrUnknownWorker, for a worker that is not drained by its name.
func (c *Core) Resume(worker string) error {
	if worker == "" {
		c.drainAll = false
		clear(c.drained)
		return nil
	}
	if !c.drained[worker] {
		return fmt.Errorf("resume %q: %w as drained", worker, ErrUnknownWorker)
	}
	delete(c.drained, worker)
	return nil
}

// draining reports whether a worker is to stop.
func (c *Core) draining(s *session) bool { return c.drainAll || c.drained[s.hello.Worker] }

// enter begins a call of a session.
func (c *Core) enter(now time.Time, id SessionID) (*session, error) {
	c.advance(now)
	at, ok := slices.BinarySearchFunc(c.sessions, id.Number, func(s *session, n uint64) int {
		return cmp.Compare(s.number, n)
	})
	if !ok && id.Epoch == c.epoch && c.isReplaced(id.Number) {
		return nil, fmt.Errorf("session %s: %w", id, ErrReplaced)
	}
	if !ok || id.Epoch != c.epoch {
		return nil, fmt.Errorf("session %s in epoch %d: %w", id, c.epoch, ErrUnknownSession)
	}
	s := c.sessions[at]
	s.used = true
	s.called, s.deadline = c.now, c.now.Add(c.options.TTL)
	return s, nil
}

// sessionOf returns the session of a worker, nil if it has none.
func (c *Core) sessionOf(worker string) *session {
	for _, s := range c.sessions {
		if s.hello.Worker == worker {
			return s
		}
	}
	return nil
}

// loseSession ends a session that was silent for too long.
func (c *Core) loseSession(s *session) {
	if s.lease != nil {
		c.endLease(s.lease, EndExpired, "worker lost")
	}
	c.counters.SessionsLost++
	c.replaced.add(s)
	c.dropSession(s)
}

// dropSession forgets a session that has no lease.
func (c *Core) dropSession(s *session) {
	c.sessions = slices.DeleteFunc(c.sessions, func(x *session) bool { return x == s })
	c.threads -= s.hello.Threads
}
