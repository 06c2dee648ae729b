package search_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/game/sprouts"
	"github.com/sprouts-solver/sprouts/search"
)

// run is all that can be seen of a search.
type run struct {
	outcome game.Outcome
	stats   search.Stats
	records []entry
}

func runSpots(t *testing.T, n int, o search.Options) run {
	t.Helper()
	j := newJournal()
	o.Memo = j
	s := newSolver(t, sprouts.New(), o)
	result := outcome(t, s, spots(t, n))
	return run{result, s.Stats(), j.records}
}

// Two searches with the same options take the same way, proof by proof.
func TestSameSeedSameSearch(t *testing.T) {
	for _, seed := range []uint64{0, 1, 1 << 63} {
		for _, n := range []int{8, 11} {
			first := runSpots(t, n, search.Options{Seed: seed})
			again := runSpots(t, n, search.Options{Seed: seed})
			require.Equal(t, first, again, "%d spots, seed %d", n, seed)
		}
	}
}

func TestWatchingChangesNothing(t *testing.T) {
	alone := runSpots(t, 11, search.Options{})
	watched := runSpots(t, 11, search.Options{MaxNodes: 1 << 40, Tick: func(search.Stats) error { return nil }})
	require.Equal(t, alone, watched)
}

// Seeds and tuning change the way, never the answer.
func TestOtherWaysSameAnswer(t *testing.T) {
	ways := map[string]search.Options{
		"seed 1":         {Seed: 1},
		"seed 2":         {Seed: 2},
		"no hints":       {Tuning: &search.Tuning{NoHints: true}},
		"root":           {Tuning: &search.Tuning{Estimate: search.EstimateRoot}},
		"moves":          {Tuning: &search.Tuning{Estimate: search.EstimateMoves}},
		"flat":           {Tuning: &search.Tuning{EstimateScale: 1e3}},
		"steep":          {Tuning: &search.Tuning{EstimateScale: 0.5}},
		"sums disproof":  {Tuning: &search.Tuning{Sums: search.SumDisproof}},
		"strong hints":   {Tuning: &search.Tuning{HintProof: 2, HintLoss: 0.1, HintWin: 10}},
		"backward hints": {Tuning: &search.Tuning{HintProof: 0.01, HintLoss: 3, HintWin: 0.3}},
	}
	usual := visits(t, search.Options{})
	for name, o := range ways {
		t.Run(name, func(t *testing.T) {
			require.NotEqual(t, usual, visits(t, o), "it changes nothing")
		})
	}
}

// visits demands known outcomes and returns how many visits they took.
func visits(t *testing.T, o search.Options) (sum int64) {
	t.Helper()
	for _, n := range []int{5, 7, 9} {
		r := runSpots(t, n, o)
		require.Equal(t, knownOutcome(n), r.outcome, "%d spots", n)
		sum += r.stats.Visits
	}
	return sum
}
