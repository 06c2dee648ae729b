package gametest

import (
	"slices"

	"github.com/sprouts-solver/sprouts/game"
)

// PlanarResult is what all play from n spots says of them.
type PlanarResult struct {
	Nimber  game.Nimber  // normal play: who cannot move loses
	Misere  game.Outcome // who makes the last move loses
	Lengths []int        // numbers of moves that a game can have, ascending
}

// PlanarSprouts plays everything from n spots on planar maps. Three spots, 4,249
// maps, take about a second, each spot more some hundred times as long.
func PlanarSprouts(n int) PlanarResult {
	solver := planarSolver{}
	p := solver.play(planarStart(n))
	result := PlanarResult{Nimber: p.nimber, Misere: game.Loss}
	if p.misereWin {
		result.Misere = game.Win
	}
	for length := range 64 {
		if p.lengths>>length&1 == 1 {
			result.Lengths = append(result.Lengths, length)
		}
	}
	return result
}

// planarSolver holds the values of the maps met so far, by code.
type planarSolver map[string]planarValue

type planarValue struct {
	nimber    game.Nimber
	misereWin bool
	lengths   uint64 // bit k: a game of k moves exists
}

// play returns the value of a map from those of its moves.
func (s planarSolver) play(m planarMap) planarValue {
	code := m.code()
	if v, ok := s[code]; ok {
		return v
	}
	options := m.moves()
	var v planarValue
	var taken [game.MaxNimber + 2]bool
	for _, option := range options {
		w := s.play(option)
		taken[w.nimber] = true
		v.misereWin = v.misereWin || !w.misereWin
		v.lengths |= w.lengths << 1
	}
	if len(options) == 0 {
		v.lengths, v.misereWin = 1, true
	}
	v.nimber = game.Nimber(slices.Index(taken[:], false))
	s[code] = v
	return v
}
