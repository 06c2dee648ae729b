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
		s.lastVisit = s.stats.Visits + budget
	}
	v, err := s.retry(func() numbers {
		return s.couple(s.intern([]byte(c.Component)), c.Nimber, noLimits)
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
	at := turn % int64(len(rotation))
	if s.options.Tuning != nil || s.turn.setting == at {
		return
	}
	s.turn.setting = at
	s.setTuning(rotation[at])
	s.table.clear()
}

// Children returns the undecided couples below a couple, as far as the tables have
// them: each child that is a couple, and for each child that is a sum the couple
// that is tried of each of its components. A couple may come more than once.
func (s *Solver) Children(c Couple) (children []Child) {
	id, ok := s.components.keys.Find([]byte(c.Component))
	if !ok || s.fact(id).Outcome(c.Nimber) != game.Unknown {
		return nil
	}
	add := func(id uint32, n game.Nimber) {
		if s.fact(id).Outcome(n) == game.Unknown {
			v := s.numbersOf(id, n)
			couple := Couple{game.Component(s.components.keys.Bytes(id)), n}
			children = append(children, Child{couple, Numbers{v.pn, v.dn}})
		}
	}
	for m := range c.Nimber {
		add(id, m)
	}
	if s.record(id).kids == 0 {
		return children
	}
	list := s.fold(id)
	for at := listHead; at < len(list); {
		count, heap := list[at]&optionIDs, game.Nimber(list[at]>>heapOffset)
		ids := list[at+1 : at+1+int(count)]
		at += 1 + int(count)
		if count == 1 {
			add(ids[0], c.Nimber^heap)
			continue
		}
		for _, id := range ids {
			add(id, s.firstOpen(id))
		}
	}
	return children
}

// Learn adds a fact that somebody else has proven. It may be called between
// searches and in Options.Tick. A contradiction is a *game.ConflictError, and every
// later search returns it too.
func (s *Solver) Learn(c game.Component, f game.Fact) error {
	before := s.err
	s.err = nil
	s.tell(s.intern([]byte(c)), f)
	err := s.err
	if s.conflict == nil {
		s.conflict = err
	}
	s.err = before
	return err
}
