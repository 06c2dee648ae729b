package search_test

import (
	"fmt"
	"maps"
	"slices"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/game/sprouts"
	"github.com/sprouts-solver/sprouts/game/sprouts/landtable"
	"github.com/sprouts-solver/sprouts/search"
)

// What the tests of this package share.

func parse(tb testing.TB, g game.Game, text string) game.Position {
	tb.Helper()
	p, err := g.Parse(text)
	require.NoError(tb, err)
	return p
}

// spots returns the start position of Sprouts with n spots.
func spots(tb testing.TB, n int) game.Position {
	tb.Helper()
	return parse(tb, sprouts.New(), fmt.Sprint(n))
}

func newSolver(tb testing.TB, g game.Game, o search.Options) *search.Solver {
	tb.Helper()
	s, err := search.New(g, o)
	require.NoError(tb, err)
	return s
}

// outcome decides p and demands that it can be done.
func outcome(tb testing.TB, s *search.Solver, p game.Position) game.Outcome {
	tb.Helper()
	o, err := s.Outcome(p)
	require.NoError(tb, err)
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

// truth returns the nimbers of all lands below six spots, found by plain recursion
// over every move. Callers must not change the map.
var truth = sync.OnceValue(func() map[game.Component]game.Fact { return compute(5) })

// landsOf returns all lands that can arise from a number of spots, in order.
func landsOf(spots int) []game.Component { return slices.Sorted(maps.Keys(compute(spots))) }

func compute(spots int) map[game.Component]game.Fact {
	table, err := landtable.Compute(spots)
	if err != nil {
		panic(err)
	}
	facts := map[game.Component]game.Fact{}
	table.All(func(key []byte, nimber uint8) bool {
		facts[game.Component(key)] = game.Known(game.Nimber(nimber))
		return true
	})
	return facts
}

// text returns a component as people write it.
func text(tb testing.TB, c game.Component) string {
	tb.Helper()
	s, err := sprouts.New().Format(c)
	require.NoError(tb, err)
	return s
}
