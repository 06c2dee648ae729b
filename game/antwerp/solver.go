package antwerp

import (
	"slices"

	"github.com/sprouts-solver/sprouts/game/play"
)

// solver decides who wins sums of lands.
type solver struct {
	*catalogue
	misere bool
	wins   map[string]bool // by sum and side to move: whether that side wins
}

// newSolver returns a solver that gives up when halt returns an error.
func newSolver(v variant, misere bool, halt func() error) *solver {
	return &solver{catalogue: newCatalogue(v, halt), misere: misere, wins: map[string]bool{}}
}

// win reports whether the side to move wins a sorted sum.
func (v *solver) win(lands []int32, s play.Side) (bool, error) {
	if !v.misere {
		lands = v.cancel(lands)
	}
	key := sumKey(lands, s)
	if known, ok := v.wins[key]; ok {
		return known, nil
	}
	if len(v.wins) >= MaxSums {
		return false, errFull
	}
	won, err := v.winByMove(lands, s)
	if err != nil {
		return false, err
	}
	v.wins[key] = won
	return won, nil
}

// winByMove looks at the moves in each land.
func (v *solver) winByMove(lands []int32, s play.Side) (bool, error) {
	moved := false
	for i, land := range lands {
		if i > 0 && lands[i-1] == land {
			continue
		}
		children, err := v.children(land, s)
		if err != nil {
			return false, err
		}
		for _, child := range children {
			moved = true
			next := slices.Concat(lands[:i], lands[i+1:], child)
			slices.Sort(next)
			theirs, err := v.win(next, s.Other())
			if err != nil || !theirs {
				return !theirs, err
			}
		}
	}
	return v.misere && !moved, nil
}
