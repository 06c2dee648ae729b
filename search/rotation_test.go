package search

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/game/sprouts"
)

// withTurns returns a solver whose first turn is short, so that a small search
// takes many.
func withTurns(t *testing.T, visits int64, o Options) *thread {
	t.Helper()
	s := one(t, sprouts.New(), o)
	s.turn = turn{visits: visits, end: visits}
	return s
}

// However often the guesses change, answers are right and searches repeat. Turns
// begin at ticks, so they are a thousand visits at least.
func TestManyTurns(t *testing.T) {
	for text, want := range map[string]game.Outcome{"11": game.Win, "12": game.Loss, "13": game.Loss} {
		var stats []Stats
		for range 2 {
			s := withTurns(t, 100, Options{})
			got, err := s.Outcome(spots(t, text))
			require.NoError(t, err)
			require.Equal(t, want, got, "%s spots", text)
			require.Greater(t, s.turns, int64(1), "%s spots", text)
			stats = append(stats, s.Stats())
		}
		require.Equal(t, stats[0], stats[1], "%s spots", text)
	}
}

// A turn forgets numbers and nothing else, and each setting has its turn.
func TestTurn(t *testing.T) {
	s := withTurns(t, 4<<10, Options{MaxNodes: 4 << 10})
	_, err := s.Outcome(spots(t, "14"))
	require.ErrorIs(t, err, ErrNodeLimit)
	require.Positive(t, s.table.used)
	before := s.Stats()
	for i := 1; i <= 2*len(rotation); i++ {
		s.nextTurn()
		require.Equal(t, rotation[i%len(rotation)].withDefaults(), s.tuning)
	}
	after := s.Stats()
	require.Zero(t, after.Entries)
	before.Entries, before.Turns = 0, after.Turns
	require.Equal(t, before, after)
	require.Greater(t, s.turn.visits, int64(8<<10), "turns grow")
}

// A tuning of the caller's stays.
func TestOneTuningStays(t *testing.T) {
	s := one(t, sprouts.New(), Options{Tuning: &Tuning{Estimate: EstimateProduct}, MaxNodes: 3 * firstTurn})
	_, err := s.Outcome(spots(t, "24"))
	require.ErrorIs(t, err, ErrNodeLimit)
	require.Zero(t, s.turns)
	require.Equal(t, EstimateProduct, s.tuning.Estimate)
}
