package tree

import (
	"math"

	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/search"
)

// maxWork bounds guesses, so that sums of numbers stay far from infinity.
const maxWork = 1 << 24

// workOf guesses the work below a component from its sizes, as the default rule of
// package search does.
func workOf(m game.Measure) uint32 {
	w := m.Moves * math.Sqrt(max(0, float64(m.Lives))) / 12
	if w >= 0 && w < maxWork { // false for NaN too
		return uint32(w)
	}
	return maxWork
}

// hints give couples that come into the tree their numbers.
type hints interface {
	numbers(component uint32, n game.Nimber) search.Numbers
}

// guesses are hints from the sizes of components alone: one move may win, all of
// them must be refuted to lose.
type guesses struct{ t *Tree }

func (g guesses) numbers(c uint32, _ game.Nimber) search.Numbers {
	return search.Numbers{Proof: 1, Disproof: 1 + g.t.components.at(c).work}
}

// report is what a group found below a couple. What is missing in it counts as hard
// as the hardest of the rest: the group has not thought it worth a look.
type report struct {
	t     *Tree
	found map[search.Couple]search.Numbers
	worst uint32
}

// newReport makes hints of the children of a report; of none, guesses.
func (t *Tree) newReport(children []search.Child) hints {
	if len(children) == 0 {
		return guesses{t}
	}
	r := report{t: t, found: make(map[search.Couple]search.Numbers, len(children))}
	for _, c := range children {
		if c.Outcome() != game.Unknown {
			continue // the facts say so, or it is not true
		}
		n := undecided(c.Numbers)
		r.found[c.Couple] = n
		r.worst = max(r.worst, n.Disproof)
	}
	return r
}

func (r report) numbers(c uint32, n game.Nimber) search.Numbers {
	key := search.Couple{Component: game.Component(r.t.components.keys.Bytes(c)), Nimber: n}
	if v, ok := r.found[key]; ok {
		return v
	}
	return search.Numbers{Proof: 1, Disproof: max(1, r.worst)}
}

// undecided brings numbers into the range of undecided nodes: those of reports
// decide nothing.
func undecided(n search.Numbers) search.Numbers {
	return search.Numbers{Proof: clamp(n.Proof), Disproof: clamp(n.Disproof)}
}

func clamp(n uint32) uint32 { return min(max(n, 1), mostNumber) }
