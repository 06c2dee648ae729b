package search

import (
	"math"

	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/internal/chunk"
	"github.com/sprouts-solver/sprouts/internal/intern"
)

// families counts what is proven about the members of each family of components
// (see game.Expander.Analogy), each nimber xored with the member's shift.
type families struct {
	keys  intern.Table
	tally chunk.Slice[tally]
}

// tallied nimbers are below this; larger ones are too rare to predict.
const tallied = 8

type tally struct {
	nimber   [tallied]uint16
	excluded [tallied]uint16
	total    uint16
}

// noFamily is the family of a component that has none.
const noFamily = math.MaxUint32

// familyOf returns the family of a component, nil if it has none, asking the game
// once.
func (s *Solver) familyOf(id uint32) (*tally, game.Nimber) {
	r := s.record(id)
	if r.family == 0 {
		r.family = noFamily
		if key, shift := s.expander.Analogy(s.components.keys.Bytes(id)); len(key) > 0 {
			f, added := s.families.keys.Intern(key)
			if added {
				s.families.tally.Append(tally{})
			}
			r.family, r.shift = f+1, uint8(shift)
		}
	}
	if r.family == noFamily {
		return nil, 0
	}
	return s.families.tally.At(r.family - 1), game.Nimber(r.shift)
}

// tallyTold counts the nimbers that the memo has told since the last call. They
// wait for it, since the game may be making options when it tells them. After a
// sweep it may tell them, and they may count, once more.
func (s *Solver) tallyTold() {
	for _, id := range s.told {
		if n, known := s.fact(id).Nimber(); known {
			s.tallyFact(id, s.fact(id), n)
		}
	}
	s.told = s.told[:0]
}

// tallyFact counts a new fact for the family of its component.
func (s *Solver) tallyFact(id uint32, f game.Fact, n game.Nimber) {
	t, shift := s.familyOf(id)
	if n ^= shift; t == nil || n >= tallied {
		return
	}
	if f.IsKnown() {
		if t.total < 1<<15 {
			t.nimber[n]++
			t.total++
		}
	} else if t.excluded[n] < 1<<15 {
		t.excluded[n]++
	}
}

// predict guesses the outcome of a couple from its family.
func (s *Solver) predict(id uint32, n game.Nimber) game.Outcome {
	t, shift := s.familyOf(id)
	if n ^= shift; t == nil || n >= tallied {
		return game.Unknown
	}
	switch {
	case t.total > 0 && 2*t.nimber[n] > t.total:
		return game.Loss
	case t.total > 0 && 4*t.nimber[n] < t.total:
		return game.Win
	case t.total == 0 && t.excluded[n] > 0:
		return game.Win
	}
	return game.Unknown
}

// predictSum guesses the outcome of a sum.
func (s *Solver) predictSum(ids []uint32, n game.Nimber) game.Outcome {
	for _, id := range ids {
		t, shift := s.familyOf(id)
		if t == nil || t.total == 0 {
			return game.Unknown
		}
		major := -1
		for x, k := range t.nimber {
			if 2*k > t.total {
				major = x
			}
		}
		if major < 0 {
			return game.Unknown
		}
		n ^= game.Nimber(major) ^ shift
	}
	return s.rules.heapOutcome(n)
}
