package all_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/game/all"
	"github.com/sprouts-solver/sprouts/game/play"
)

// TestTable wants of each game one name, and a start whose moves can be played.
func TestTable(t *testing.T) {
	names := map[string]bool{}
	for _, g := range all.Games(nil) {
		t.Run(g.Name(), func(t *testing.T) {
			require.False(t, names[g.Name()], "the name comes twice")
			names[g.Name()] = true
			if g.Sums != nil {
				require.Equal(t, g.Name(), g.Sums.Name())
			}
			start, err := g.Rules.Start(play.Options{Seed: 1})
			require.NoError(t, err)
			for m := range start.Moves(play.Left) {
				to, err := start.Play(play.Left, m.Text)
				require.NoError(t, err)
				require.Equal(t, m.To.String(), to.String())
				return
			}
			require.Fail(t, "no move at the start")
		})
	}
	require.Len(t, names, 8)
}

// TestSproutsAsks wants the rules of Sprouts to ask who wins, and to say Unknown where
// nobody knows.
func TestSproutsAsks(t *testing.T) {
	decide := func(_ context.Context, text string, misere bool) (game.Outcome, error) {
		if text == "0*2" && !misere {
			return game.Loss, nil
		}
		return game.Unknown, nil
	}
	for misere, want := range map[bool]game.Outcome{false: game.Loss, true: game.Unknown} {
		rules := all.Games(decide)[0].Rules
		start, err := rules.Start(play.Options{Size: 2})
		require.NoError(t, err)
		v, err := rules.Judge(t.Context(), start, play.Left, misere)
		require.NoError(t, err)
		require.Equal(t, want, v.Outcome)
	}
}
