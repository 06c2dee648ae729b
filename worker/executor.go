package worker

import (
	"fmt"
	"sync/atomic"

	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/search"
)

// Executor is one group of threads at work: a search whose tables outlive jobs.
//
//	e, err := worker.NewExecutor(g, worker.ExecutorOptions{Threads: 8})
//	e.Assign(job)
//	for {
//		event, err := e.Step(0)      // searches until something happens
//		switch event.Kind {
//		case worker.Finished:        // report event.Progress, then Assign the next job
//		case worker.Paused:          // somebody called Interrupt: look what for
//		case worker.Idle:            // nothing is left to do
//		}
//	}
//
// It starts no goroutine but those of the search, reads no clock, and does no I/O:
// Step returns when the number of visits that it was given is spent, so that one
// goroutine can drive many Executors in virtual time. Equal calls then give equal
// results, with one thread each.
//
// Learn, TellLeast, Interrupt, Outbox and Stats may be called from any goroutine at any time.
// All other methods belong to the goroutine that calls Step, between two Steps.
type Executor struct {
	g        game.Game
	o        ExecutorOptions
	facts    *facts
	met      *met
	outbox   *Outbox
	memo     *recorder
	solver   *search.Solver
	expander game.Expander

	job   *task // being worked on, nil between jobs
	trail trail // what to go on with when there is none
	inbox inbox

	// watched are the components about which news may end what is being searched;
	// moot says that there was some.
	watched map[game.Component]bool
	moot    bool

	past        Stats // of solvers that are gone
	live        atomic.Pointer[Stats]
	received    atomic.Int64 // nimbers from elsewhere
	interrupted atomic.Bool
	tellLeast   atomic.Int64 // see TellLeast
	err         error        // why the Executor can work no more
}

// EventKind says why Step returned.
type EventKind uint8

// The kinds of events.
const (
	// Paused: the visits are spent, or Interrupt was called. There is more to do.
	Paused EventKind = iota
	// Finished: the job has ended, and Progress is its last one. Each job finishes
	// once at most: not if it was abandoned or another one came in its place.
	Finished
	// Idle: there is no job, and nothing is left of the last one. Step would return
	// at once for ever.
	Idle
)

// String returns the kind as one word.
func (k EventKind) String() string { return [...]string{"paused", "finished", "idle"}[k] }

// Event is what a Step came to.
type Event struct {
	Kind     EventKind
	Progress Progress // if Finished
}

// NewExecutor returns a group without a job. Options out of range give an error.
func NewExecutor(g game.Game, o ExecutorOptions) (*Executor, error) {
	if err := o.validate(); err != nil {
		return nil, fmt.Errorf("executor: %w", err)
	}
	o = o.withDefaults()
	e := &Executor{
		g: g, o: o,
		facts:  newFacts(o.FactsMemory, o.Threads),
		met:    newMet(o.MaxMemory),
		outbox: newOutbox(o.MaxWins),
	}
	e.memo = &recorder{memo: o.Memo, facts: e.facts, met: e.met, outbox: e.outbox}
	e.expander = g.NewExpander()
	e.live.Store(&Stats{})
	return e, e.renew()
}

// Assign gives the group a job, in place of the one it may have. A job that makes
// no sense finishes at the next Step, with a failure.
func (e *Executor) Assign(j Job) {
	e.dropJob()
	e.job = &task{Job: j, before: e.totals()}
	if err := j.validate(); err != nil {
		e.job.failure = fmt.Sprintf("bad job: %v", err)
	}
}

// Abandon tells that a job is unwanted. If it is the one at hand, it will not
// finish, and until the next one comes the group goes on above it.
func (e *Executor) Abandon(id LeaseID) {
	if e.job == nil || e.job.ID != id {
		return
	}
	if e.job.Kind == KindSearch {
		e.trail = trail{couples: e.job.Path, turn: e.job.Turn}
	}
	e.dropJob()
}

// Job returns the job at hand, false between jobs.
func (e *Executor) Job() (Job, bool) {
	if e.job == nil {
		return Job{}, false
	}
	return e.job.Job, true
}

// Progress returns what the group has come to with the job at hand, false between
// jobs.
func (e *Executor) Progress() (Progress, bool) {
	if e.job == nil {
		return Progress{}, false
	}
	return e.progress(), true
}

// Interrupt makes the Step at work return Paused at its next tick, after a thousand
// visits or so; if none is at work, the next one returns at once.
func (e *Executor) Interrupt() { e.interrupted.Store(true) }

// TellLeast sets how many visits a fact must have taken to be told, see
// [search.Solver.RecordLeast]. At first all are. Facts that the coordinator's tree needs
// are told in any case: what decides the couple of a job or one on its path, and what is
// known of the children of a couple that a job leaves undecided.
func (e *Executor) TellLeast(visits int64) { e.tellLeast.Store(visits) }

// Outbox returns what the group has proven and the coordinator not acknowledged.
func (e *Executor) Outbox() *Outbox { return e.outbox }

// FactsFull reports whether the group's facts have filled their memory. Then it is
// no use to give it all that is known.
func (e *Executor) FactsFull() bool { return e.facts.full() }

// Step searches: the job at hand, or between jobs what is left of the last one. It
// returns when something has happened, at the latest after so many visits; 0 is no
// limit. Pieces below a thousand visits are spent on going down again.
//
// An error is for good: a *game.ConflictError, or what the memo returned. What does
// not fit into memory, and panics of the search or the game, are failures of the
// job.
func (e *Executor) Step(visits int64) (Event, error) {
	if e.err != nil {
		return Event{}, e.err
	}
	event, err := e.step(visits)
	e.publish(e.totals())
	if err != nil {
		e.err = err
		return Event{}, err
	}
	return event, nil
}
