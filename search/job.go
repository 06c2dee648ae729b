package search

import (
	"errors"
	"fmt"

	"github.com/sprouts-solver/sprouts/game"
)

// Infinity is the proof number of a lost node and the disproof number of a won
// one. All numbers of undecided nodes are smaller, and sums of numbers end here.
const Infinity = infinity

// Numbers are the proof and disproof number of a node: guesses, from below, of the
// work that it takes to show that the player to move wins, or loses.
type Numbers struct{ Proof, Disproof uint32 }

// Outcome returns the outcome of a decided node, and Unknown of another one.
func (n Numbers) Outcome() game.Outcome {
	switch {
	case n.Proof == 0:
		return game.Win
	case n.Disproof == 0:
		return game.Loss
	default:
		return game.Unknown
	}
}

// String writes "win", "loss", or both numbers.
func (n Numbers) String() string {
	if o := n.Outcome(); o != game.Unknown {
		return o.String()
	}
	return fmt.Sprintf("%d/%d", n.Proof, n.Disproof)
}

// Couple is a component plus the heap *Nimber. The nimber of a component is the
// one with which it is a loss for the player to move.
type Couple struct {
	Component game.Component
	Nimber    game.Nimber
}

// Child is a couple below another one, with its numbers.
type Child struct {
	Couple
	Numbers
}

// errBudget ends a job whose budget is spent.
var errBudget = errors.New("budget spent")

// Work searches one couple until it is decided or budget couples and sums have
// been visited, and returns its numbers; 0 is no limit. What was found stays in the
// tables, so that the next Work, on this couple or another one, goes on from there.
//
// Turn selects one of the settings that [Solver.Outcome] takes in turns. When it
// selects another one than before, all proof numbers are forgotten, and facts and
// child lists kept. With Options.Tuning there is one setting only.
//
// Errors are those of Outcome; with an error the numbers are the last ones known.
func (s *Solver) Work(c Couple, turn, budget int64) (Numbers, error) {
	s.setTurn(turn)
	if s.lastVisit = noVisit; budget > 0 {
		s.lastVisit = s.visits() + budget
	}
	v, err := s.retry(func(t *thread) numbers {
		return t.node([]byte(c.Component), c.Nimber)
	})
	s.lastVisit = noVisit
	if errors.Is(err, errBudget) {
		err = nil
	}
	return Numbers{v.pn, v.dn}, err
}

// setTurn takes the settings of a turn, from now on for good.
func (s *Solver) setTurn(turn int64) {
	s.turn.end = 0
	settings := s.settings()
	at := turn % int64(len(settings))
	if s.options.Tuning != nil || s.turn.setting == at {
		return
	}
	s.turn.setting = at
	s.setTuning(settings[at])
	s.forget()
}

// Children returns the undecided couples below a couple, as far as the tables have
// them: each child that is a couple, and for each child that is a sum the couple
// that is tried of each of its components. A couple may come more than once. It may
// be called between searches and in Options.Tick.
func (s *Solver) Children(c Couple) (children []Child) {
	t := s.here()
	if s.misere != nil {
		return t.wholeChildren(c)
	}
	id, ok := s.find([]byte(c.Component))
	if !ok || s.fact(id).Outcome(c.Nimber) != game.Unknown {
		return nil
	}
	if s.shared != nil {
		lock := s.shared.list(id)
		lock.Lock()
		defer lock.Unlock()
	}
	for m := range c.Nimber {
		children = t.appendChild(children, id, m)
	}
	if s.record(id).list() == 0 {
		return children
	}
	list := t.fold(id)
	for at := listHead; at < len(list); {
		count, heap := list[at]&optionIDs, game.Nimber(list[at]>>heapOffset)
		ids := list[at+1 : at+1+int(count)]
		at += 1 + int(count)
		if count == 1 {
			children = t.appendChild(children, ids[0], c.Nimber^heap)
			continue
		}
		for _, id := range ids {
			children = t.appendChild(children, id, s.firstOpen(id))
		}
	}
	return children
}

// appendChild appends a couple with its numbers unless it is decided.
func (t *thread) appendChild(children []Child, id uint32, n game.Nimber) []Child {
	if t.fact(id).Outcome(n) != game.Unknown {
		return children
	}
	v := t.numbersOf(id, n)
	return append(children, Child{
		Couple:  Couple{game.Component(t.components.keys.Bytes(id)), n},
		Numbers: Numbers{v.pn, v.dn},
	})
}

// nimberWorth is how many excluded nimbers a nimber is worth: it decides a component
// with all heaps.
const nimberWorth = 8

// RecordLeast lets the memo hear only of those excluded nimbers that took at least so
// many visits to prove, when their couple was visited last, and of the nimbers that
// took an eighth of that. At first, and with 1, it hears of all: some twenty excluded
// nimbers for each nimber, of which nine in ten take one visit, which is less than it
// costs to pass them on. It may be called at any time, by any goroutine.
func (s *Solver) RecordLeast(visits int64) { s.leastVisits.Store(visits) }

// here returns the thread of the caller's goroutine: the one that is in
// Options.Tick, or between searches any.
func (s *Solver) here() *thread {
	if s.ticking != nil {
		return s.ticking
	}
	return s.threads[0]
}

// Learn adds a fact that somebody else has proven. It may be called between
// searches and in Options.Tick. A contradiction is a *game.ConflictError, and every
// later search returns it too.
func (s *Solver) Learn(c game.Component, f game.Fact) error {
	t := s.here()
	before := t.err
	t.err = nil
	if s.misere == nil {
		t.tell(t.intern([]byte(c)), f)
	} else {
		t.learnWhole([]byte(c), f)
	}
	err := t.err
	if s.conflict == nil {
		s.conflict = err
	}
	t.err = before
	s.news.Add(1)
	return err
}
