package search

import (
	"errors"
	"fmt"
	"slices"

	"github.com/sprouts-solver/sprouts/game"
)

// Lister is what a [Memo] may offer beside its duties. A search of misère play has
// positions that it does not look up, since it never visits them; with a Lister it learns
// all facts at each Load that says so.
type Lister interface {
	// List calls yield for each fact that Lookup knows. An error of yield ends it and is
	// returned. The bytes are valid during the call only.
	List(yield func(c []byte, f game.Fact) error) error
}

// TreeMemo is what a [Memo] may offer beside its duties: in misère play it keeps the trees
// of lands, which take milliseconds to find. ListTrees is called like Load, RecordTree like
// Record.
type TreeMemo interface {
	// ListTrees calls yield for each tree that was recorded, with its component of the
	// game that is played. An error of yield ends it and is returned.
	ListTrees(yield func(c, tree []byte) error) error
	// RecordTree takes the reduced canonical tree of a component, as
	// [misere.Forest.AppendTree] writes it. The bytes belong to the caller. An error
	// stops the search and is returned from it.
	RecordTree(c, tree []byte) error
}

// loadWholes takes in all that the memo has loaded.
func (s *Solver) loadWholes(t *thread) error {
	if m, ok := s.memo.(TreeMemo); ok {
		if err := m.ListTrees(t.takeTree); err != nil {
			return fmt.Errorf("load trees: %w", err)
		}
	}
	l, ok := s.memo.(Lister)
	if !ok {
		return nil
	}
	count := 0
	err := l.List(func(c []byte, f game.Fact) error {
		t.learnWhole(c, f)
		if count++; count%1024 == 0 && t.err == nil && s.full() {
			return errFull
		}
		return t.err
	})
	switch {
	case errors.Is(err, errFull):
		return nil // what else the memo knows must be asked for
	case err != nil:
		s.conflict = t.err
		return fmt.Errorf("load facts: %w", err)
	}
	s.misere.listed = true
	return nil
}

// takeTree takes in the tree of a land that the memo has kept.
func (t *thread) takeTree(land, b []byte) error {
	tree, err := t.misere.forest.DecodeTree(b)
	if err != nil {
		return nil //nolint:nilerr // a damaged one is found again
	}
	if t.isSmall(tree) {
		id, _ := t.number(append([]byte{landKey}, land...))
		t.settle(id, tree, t.worthOf(tree))
	}
	if t.err == nil {
		t.whole.planter.Keep(land, tree)
	}
	return t.err
}

// learnWhole adds a fact about a component of a *misere.Game.
func (t *thread) learnWhole(c []byte, f game.Fact) {
	ids, n, err := t.open(c, nil)
	if err != nil {
		t.fail(err)
		return
	}
	t.tellWhole(ids, n, f)
}

// wholeFact returns what is known about a component of a *misere.Game.
func (s *Solver) wholeFact(c game.Component) game.Fact {
	t := s.here()
	ids, n, err := t.open([]byte(c), nil)
	switch {
	case err != nil:
		return 0
	case len(ids) == 0:
		return game.Known(t.rules.worth(n))
	case len(ids) == 1:
		return t.fact(ids[0]).Beside(n)
	}
	nimber, firm, tame := t.genus(ids)
	switch {
	case !tame:
		return t.sumFact(ids).Beside(n)
	case firm:
		return grundyFact(nimber).Beside(n)
	default:
		return grundyFact(nimber ^ 1).Beside(n)
	}
}

// wholeChildren returns the undecided children of a couple of a *misere.Game, as far as
// their lists are made.
func (t *thread) wholeChildren(c Couple) (children []Child) {
	ids, n, err := t.open([]byte(c.Component), nil)
	n ^= c.Nimber
	if err != nil || t.outcomeOf(ids, n) != game.Unknown {
		return nil
	}
	add := func(ids []uint32, n game.Nimber) {
		if len(ids) == 0 || t.outcomeOf(ids, n) != game.Unknown {
			return
		}
		v := t.numbersOfSum(ids, n)
		if len(ids) == 1 {
			v = t.numbersOf(ids[0], n)
		}
		children = append(children, Child{
			Couple:  Couple{Component: game.Component(t.wholeBytes(nil, ids, n))},
			Numbers: Numbers{v.pn, v.dn},
		})
	}
	for m := range n {
		add(ids, m)
	}
	for i, id := range ids {
		if t.record(id).list() == 0 || i > 0 && id == ids[i-1] {
			continue
		}
		for _, option := range t.movesIn(id) {
			kid, heap := t.arrange(slices.Concat(ids[:i], ids[i+1:], option.ids), n^option.heap)
			add(kid, heap)
		}
	}
	return children
}

// move is an option of a component.
type move struct {
	ids  []uint32
	heap game.Nimber
}

// movesIn returns the options of a component whose list is made.
func (t *thread) movesIn(id uint32) (moves []move) {
	if t.shared != nil {
		lock := t.shared.list(id)
		lock.Lock()
		defer lock.Unlock()
	}
	list := t.fold(id)
	for at := listHead; at < len(list); {
		count := int(list[at] & optionIDs)
		moves = append(moves, move{slices.Clone(list[at+1 : at+1+count]), game.Nimber(list[at] >> heapOffset)})
		at += 1 + count
	}
	return moves
}

// sweepLists makes room in misère play: child lists go, since they can be made again. All
// else is kept. If that would not free a quarter of the memory, it returns false.
func (s *Solver) sweepLists() bool {
	if s.lists.Memory() < s.memory()/4 {
		return false
	}
	s.sweeps++
	s.lists, s.listWords = s.lists.Fresh(), 0
	for id := range uint32(s.components.keys.Len()) {
		s.record(id).kids = 0
	}
	return true
}

// grundy finds the misère Grundy value of a position: the n with which it is lost.
func (s *Solver) grundy(p game.Position) (game.Nimber, error) {
	for n := game.Nimber(0); n <= game.MaxNimber; n++ {
		switch o, err := s.Outcome(game.Position{Components: p.Components, Heap: p.Heap ^ n}); {
		case err != nil:
			return 0, err
		case o == game.Loss:
			return n, nil
		}
	}
	return 0, fmt.Errorf("search: the misère Grundy value is above %d, the largest that a fact can hold", game.MaxNimber)
}
