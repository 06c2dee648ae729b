package search_test

import (
	"errors"
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/game/nim"
	"github.com/sprouts-solver/sprouts/game/sprouts"
	"github.com/sprouts-solver/sprouts/search"
)

// tickVisits is the promise of Options.Tick and Options.MaxNodes, in visits.
const tickVisits = 1024

func TestNodeLimit(t *testing.T) {
	for _, limit := range []int64{1, 1000, 5000} {
		s := newSolver(t, sprouts.New(), search.Options{MaxNodes: limit})
		got, err := s.Outcome(spots(t, 12))
		require.ErrorIs(t, err, search.ErrNodeLimit)
		require.Equal(t, game.Unknown, got)
		require.GreaterOrEqual(t, s.Stats().Visits, limit)
		require.Less(t, s.Stats().Visits, limit+tickVisits)
		require.Positive(t, s.Stats().Nimbers, "nothing was proven")

		_, err = s.Nimber(spots(t, 12))
		require.ErrorIs(t, err, search.ErrNodeLimit)
	}
}

// A limit counts the whole life of the solver, so that from then on each call
// gets one tick further.
func TestManyInterruptions(t *testing.T) {
	whole := newSolver(t, sprouts.New(), search.Options{})
	require.Equal(t, game.Loss, outcome(t, whole, spots(t, 12)))

	s := newSolver(t, sprouts.New(), search.Options{MaxNodes: 1})
	interruptions, proven := 0, int64(0)
	got, err := s.Outcome(spots(t, 12))
	for ; err != nil; got, err = s.Outcome(spots(t, 12)) {
		require.ErrorIs(t, err, search.ErrNodeLimit)
		require.GreaterOrEqual(t, s.Stats().Nimbers, proven, "what was proven is kept")
		proven = s.Stats().Nimbers
		interruptions++
	}
	require.Equal(t, game.Loss, got)
	t.Logf("%d interruptions: %d visits, %d without", interruptions, s.Stats().Visits, whole.Stats().Visits)
	require.Greater(t, interruptions, 10)
	require.Less(t, s.Stats().Visits, 2*whole.Stats().Visits, "interruptions must not cost much")

	n, err := s.Nimber(spots(t, 12))
	require.NoError(t, err, "the answer is known")
	require.Zero(t, n)
}

func TestTickErrorIsReturnedAsItIs(t *testing.T) {
	stop := errors.New("time is up")
	s := newSolver(t, sprouts.New(), search.Options{Tick: func(search.Stats) error { return stop }})
	got, err := s.Outcome(spots(t, 12))
	require.Same(t, stop, err)
	require.Equal(t, game.Unknown, got)
	_, err = s.Nimber(spots(t, 12))
	require.Same(t, stop, err)
	require.Less(t, s.Stats().Visits, int64(3*tickVisits))
}

func TestTickSeesTheSearchAdvance(t *testing.T) {
	var ticks []search.Stats
	s := newSolver(t, sprouts.New(), search.Options{Tick: func(st search.Stats) error {
		ticks = append(ticks, st)
		return nil
	}})
	require.Equal(t, game.Win, outcome(t, s, spots(t, 11)))
	require.NotEmpty(t, ticks)
	last := search.Stats{}
	for _, st := range append(ticks, s.Stats()) {
		require.LessOrEqual(t, st.Visits-last.Visits, int64(tickVisits))
		require.GreaterOrEqual(t, st.Expansions, last.Expansions)
		require.GreaterOrEqual(t, st.Children, st.Expansions)
		require.GreaterOrEqual(t, st.Components, last.Components)
		require.GreaterOrEqual(t, st.Nimbers, last.Nimbers)
		require.GreaterOrEqual(t, st.MaxDepth, last.MaxDepth)
		require.LessOrEqual(t, st.Depth, st.MaxDepth)
		require.Positive(t, st.Memory)
		last = st
	}
	require.Zero(t, last.Depth, "after the search")
	require.Positive(t, ticks[0].Depth)

	require.Positive(t, last.Proof, "the root was open when it was last looked at")
	require.Positive(t, last.Disproof)
}

// Stopped by a limit, then asked something else, then stopped again.
func TestOtherQuestionsInBetween(t *testing.T) {
	lands := landsOf(4)
	plain := newPlain(sprouts.New())
	rapid.Check(t, func(t *rapid.T) {
		budget := rapid.Int64Range(1, 1000).Draw(t, "visits")
		stop := errors.New("stop")
		s, err := search.New(sprouts.New(), search.Options{Tick: func(st search.Stats) error {
			if st.Visits >= budget {
				return stop
			}
			return nil
		}})
		require.NoError(t, err)
		twelve, err := sprouts.New().Parse("12")
		require.NoError(t, err)
		_, err = s.Outcome(twelve)
		require.Same(t, stop, err)
		budget = math.MaxInt64
		p := game.NewPosition(rapid.SliceOfN(rapid.SampledFrom(lands), 1, 3).Draw(t, "lands"), 1)
		got, err := s.Outcome(p)
		require.NoError(t, err)
		require.Equal(t, plain.outcome(p), got)
		budget = s.Stats().Visits
		_, err = s.Outcome(twelve)
		require.Same(t, stop, err, "a limit that has been passed stops at the next tick")
	})
}

func TestOptionsOutOfRange(t *testing.T) {
	for name, o := range map[string]search.Options{
		"MaxNodes":                {MaxNodes: -1},
		"MaxMemory":               {MaxMemory: 1 << 20},
		"tuning: Estimate":        {Tuning: &search.Tuning{Estimate: 99}},
		"tuning: Sums":            {Tuning: &search.Tuning{Sums: -1}},
		"tuning: EstimateScale":   {Tuning: &search.Tuning{EstimateScale: -1}},
		"tuning: HintWin":         {Tuning: &search.Tuning{HintWin: math.NaN()}},
		"MaxMemory is -1 bytes, ": {MaxMemory: -1},
	} {
		_, err := search.New(nim.New(), o)
		require.ErrorContains(t, err, name)
		require.ErrorContains(t, err, "search: ")
	}
}
