package search_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/game/sprouts"
	"github.com/sprouts-solver/sprouts/game/sprouts/landtable"
	"github.com/sprouts-solver/sprouts/search"
)

// What the tests of this package share.

func parse(t testing.TB, g game.Game, text string) game.Position {
	t.Helper()
	p, err := g.Parse(text)
	require.NoError(t, err)
	return p
}

// spots returns the start position of Sprouts with n spots.
func spots(t testing.TB, n int) game.Position {
	t.Helper()
	return parse(t, sprouts.New(), fmt.Sprint(n))
}

func newSolver(t testing.TB, g game.Game, o search.Options) *search.Solver {
	t.Helper()
	s, err := search.New(g, o)
	require.NoError(t, err)
	return s
}

// outcome decides p and demands that it can be done.
func outcome(t testing.TB, s *search.Solver, p game.Position) game.Outcome {
	t.Helper()
	o, err := s.Outcome(p)
	require.NoError(t, err)
	return o
}

// knownOutcome is the outcome of n spots, proven for all n here (Applegate,
// Jacobson, Sleator 1991; Lemoine, Viennot, arXiv 1008.2320).
func knownOutcome(n int) game.Outcome {
	if n%6 >= 3 {
		return game.Win
	}
	return game.Loss
}

// landsOf returns all lands that can arise from a number of spots, in order.
func landsOf(t testing.TB, spots int) []game.Component {
	t.Helper()
	table, err := landtable.Compute(spots)
	require.NoError(t, err)
	var lands []game.Component
	table.All(func(key []byte, _ uint8) bool {
		lands = append(lands, game.Component(key))
		return true
	})
	slices.Sort(lands)
	return lands
}

// text returns a component as people write it.
func text(t testing.TB, c game.Component) string {
	t.Helper()
	s, err := sprouts.New().Format(c)
	require.NoError(t, err)
	return s
}
