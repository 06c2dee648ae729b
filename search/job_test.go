package search_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/game/nim"
	"github.com/sprouts-solver/sprouts/game/sprouts"
	"github.com/sprouts-solver/sprouts/search"
)

// startCouple is the start position with n spots, alone.
func startCouple(tb testing.TB, n int) search.Couple {
	tb.Helper()
	return search.Couple{Component: spots(tb, n).Components[0]}
}

// Small budgets, one after the other and with any turn, lead to the answer.
func TestWorkInSmallPieces(t *testing.T) {
	for _, budget := range []int64{1, 7, 100, 5_000} {
		s := newSolver(t, sprouts.New(), search.Options{})
		c := startCouple(t, 9)
		var v search.Numbers
		for turn := int64(0); v.Outcome() == game.Unknown; turn++ {
			before := s.Stats().Visits
			var err error
			v, err = s.Work(c, turn*budget/20_000, max(budget, 1+turn/10))
			require.NoError(t, err)
			require.LessOrEqual(t, s.Stats().Visits-before, max(budget, 1+turn/10)+int64(s.Stats().MaxDepth))
			require.Less(t, turn, int64(100_000))
		}
		require.Equal(t, knownOutcome(9), v.Outcome(), "budget %d", budget)
	}
}

// The numbers of a couple follow from those of its children.
func TestChildrenExplainTheNumbers(t *testing.T) {
	s := newSolver(t, sprouts.New(), search.Options{})
	c := startCouple(t, 11)
	v, err := s.Work(c, 0, 300)
	require.NoError(t, err)
	require.Equal(t, game.Unknown, v.Outcome())
	children := s.Children(c)
	require.NotEmpty(t, children)
	least := uint32(search.Infinity)
	for _, child := range children {
		require.Equal(t, game.Unknown, child.Outcome(), "%v", child)
		require.Equal(t, game.Unknown, s.Fact(child.Component).Outcome(child.Nimber))
		least = min(least, child.Disproof)
	}
	require.LessOrEqual(t, least, v.Proof)
	require.Nil(t, s.Children(search.Couple{Component: spots(t, 12).Components[0]}), "never met")
}

// A lost couple of many nimbers: the couples with smaller heaps are children too.
func TestWorkFindsNimbers(t *testing.T) {
	g := nim.New()
	s := newSolver(t, g, search.Options{})
	seven := parse(t, g, "7").Components[0]
	v, err := s.Work(search.Couple{Component: seven, Nimber: 7}, 0, 0)
	require.NoError(t, err)
	require.Equal(t, game.Loss, v.Outcome())
	require.Equal(t, game.Known(7), s.Fact(seven))
	v, err = s.Work(search.Couple{Component: seven, Nimber: 3}, 0, 1)
	require.NoError(t, err)
	require.Equal(t, game.Win, v.Outcome())
	require.Nil(t, s.Children(search.Couple{Component: seven, Nimber: 3}), "decided")
}

// Facts from elsewhere shorten a search, also when they come in the middle of it.
func TestLearn(t *testing.T) {
	full := newSolver(t, sprouts.New(), search.Options{})
	outcome(t, full, spots(t, 11))

	var s *search.Solver
	told := false
	s = newSolver(t, sprouts.New(), search.Options{Tick: func(search.Stats) error {
		if told {
			return nil
		}
		told = true
		return s.Learn(spots(t, 11).Components[0], full.Fact(spots(t, 11).Components[0]))
	}})
	require.Equal(t, knownOutcome(11), outcome(t, s, spots(t, 11)))
	require.True(t, told)
	require.Less(t, s.Stats().Visits, full.Stats().Visits)
}

// A contradiction stops this search and all later ones.
func TestLearnContradiction(t *testing.T) {
	s := newSolver(t, sprouts.New(), search.Options{})
	three := spots(t, 3).Components[0]
	require.NoError(t, s.Learn(three, game.Excluded(0)))
	require.NoError(t, s.Learn(three, game.Known(1)))
	_ = requireConflict(t, s.Learn(three, game.Known(2)))
	_, err := s.Outcome(spots(t, 8))
	_ = requireConflict(t, err)
	_, err = s.Work(startCouple(t, 8), 0, 0)
	_ = requireConflict(t, err)
}

func TestNumbersWriteThemselves(t *testing.T) {
	require.Equal(t, "win", search.Numbers{Disproof: search.Infinity}.String())
	require.Equal(t, "loss", search.Numbers{Proof: search.Infinity}.String())
	require.Equal(t, "3/40", search.Numbers{Proof: 3, Disproof: 40}.String())
}

// Facts that cost little are proven and not recorded, nimbers later than wins.
func TestRecordLeast(t *testing.T) {
	count := func(least int64) (nimbers, wins int, st search.Stats) {
		j := newJournal()
		s := newSolver(t, sprouts.New(), search.Options{Memo: j})
		s.RecordLeast(least)
		outcome(t, s, spots(t, 12))
		for _, f := range j.facts() {
			if f.IsKnown() {
				nimbers++
			} else {
				wins++
			}
		}
		return nimbers, wins, s.Stats()
	}
	nimbers, all, first := count(0)
	_, same, _ := count(1)
	require.Equal(t, all, same)
	again, some, second := count(2)
	require.Equal(t, first, second, "the search is the same")
	require.Equal(t, nimbers, again)
	require.Less(t, 3*some, all)
	require.Positive(t, some)
	fewer, few, _ := count(32)
	require.Less(t, fewer, nimbers)
	require.Less(t, few*nimbers, fewer*some, "nimbers are worth more")
	none, noWins, _ := count(1 << 40)
	require.Zero(t, none)
	require.Zero(t, noWins)
}
