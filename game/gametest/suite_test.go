package gametest_test

import (
	"testing"

	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/game/gametest"
)

var kaylesSamples = gametest.Samples{
	Positions: []string{"1", "5+7", "12", "3+*2"},
	Equal:     [][]string{{"5+7", "7+5", "3+7+3+5"}},
	Malformed: []string{"", "+", "1+", "x", "*"},
}

func TestSuite(t *testing.T) { gametest.Suite(t, kayles{}, kaylesSamples) }

// A table of published values stands in for the solver.
func TestSuiteSolver(t *testing.T) {
	gametest.SuiteSolver(t, kayles{}, kaylesSamples, func(p game.Position) (game.Nimber, error) {
		nimber := p.Heap
		for _, c := range p.Components {
			nimber ^= kaylesNimbers[c[0]]
		}
		return nimber, nil
	})
}
