package search_test

import (
	"flag"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/game/gametest"
	"github.com/sprouts-solver/sprouts/game/sprouts"
	"github.com/sprouts-solver/sprouts/search"
)

// long asks for searches of minutes; `make long` sets it.
var long = flag.Bool("long", false, "solve 21, 25, 28, 29 and 34 spots as well")

// knownNimbers are the nimbers of 0 to 12 spots (Lemoine, Viennot, arXiv
// 1008.2320; the pattern goes on as far as anybody has computed).
var knownNimbers = []game.Nimber{0, 0, 0, 1, 1, 1, 0, 0, 0, 1, 1, 1, 0}

// Who wins from n spots, as a user asks it: a new solver and the embedded table.
func TestKnownOutcomes(t *testing.T) {
	sizes := []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 17}
	if !testing.Short() {
		sizes = append(sizes, 13, 14, 15, 16, 18, 19, 20, 22, 23)
	}
	if *long {
		sizes = append(sizes, 21, 25, 28, 29, 34)
	}
	for _, n := range sizes {
		s := newSolver(t, sprouts.New(), search.Options{Memo: &sprouts.SmallLands{}})
		require.Equal(t, knownOutcome(n), outcome(t, s, spots(t, n)), "%d spots", n)
		stats := s.Stats()
		t.Logf("%2d spots: %d visits, %d expansions, %d nimbers", n, stats.Visits, stats.Expansions, stats.Nimbers)
	}
}

func TestKnownNimbers(t *testing.T) {
	t.Run("without the table", func(t *testing.T) {
		for n := range 10 {
			s := newSolver(t, sprouts.New(), search.Options{})
			requireNimber(t, s, n)
		}
	})
	t.Run("with the table", func(t *testing.T) {
		for n := range knownNimbers {
			s := newSolver(t, sprouts.New(), search.Options{Memo: &sprouts.SmallLands{}})
			requireNimber(t, s, n)
		}
	})
	t.Run("one solver", func(t *testing.T) {
		s := newSolver(t, sprouts.New(), search.Options{})
		for n := 11; n >= 0; n-- {
			requireNimber(t, s, n)
		}
	})
}

func requireNimber(t *testing.T, s *search.Solver, n int) {
	t.Helper()
	got, err := s.Nimber(spots(t, n))
	require.NoError(t, err)
	require.Equal(t, knownNimbers[n], got, "%d spots", n)
}

// The nimbers of 5,338 lands of up to 16 spots that another program found and a
// third confirmed. One solver answers all of them, without the table.
func TestOracle(t *testing.T) {
	s := newSolver(t, sprouts.New(), search.Options{})
	for i, entry := range gametest.Oracle(t) {
		if testing.Short() && i%100 > 0 {
			continue
		}
		p, err := sprouts.ParseStrings(entry.Text)
		require.NoError(t, err)
		got, err := s.Nimber(p)
		require.NoError(t, err)
		require.Equal(t, entry.Nimber, got, "nimber of %s", entry.Text)
	}
	t.Logf("%d visits, %d nimbers", s.Stats().Visits, s.Stats().Nimbers)
}
