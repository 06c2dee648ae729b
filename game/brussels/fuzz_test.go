package brussels_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/game/brussels"
	"github.com/sprouts-solver/sprouts/game/play"
)

func FuzzParse(f *testing.F) {
	for _, text := range []string{"!", "3", "(4.4.3)+(4*12)", " 1 + (5)", "(4", "*3", "251", "(1001)"} {
		f.Add(text)
	}
	rules := brussels.Rules()
	f.Fuzz(func(t *testing.T, text string) {
		p, err := rules.Parse(text)
		if err != nil {
			var wrong *game.ParseError
			require.ErrorAs(t, err, &wrong)
			require.Equal(t, text, wrong.Input)
			require.True(t, 0 <= wrong.Offset && wrong.Offset <= len(text))
			return
		}
		again, err := rules.Parse(p.String())
		require.NoError(t, err)
		require.Equal(t, p.String(), again.String())
		require.NotEmpty(t, p.Draw())
		n, err := brussels.Length(p)
		require.NoError(t, err)
		for m := range p.Moves(play.Left) {
			left, err := brussels.Length(m.To)
			require.NoError(t, err)
			require.Equal(t, n-1, left)
			return
		}
		require.Zero(t, n)
	})
}

func FuzzMove(f *testing.F) {
	for _, move := range []string{"4-3", "1:4(1)[4.3]", "2:4(0)", "4(2)[4*2]", "9-9", "4(1)[", "1:"} {
		f.Add("(4*3.3)+2+2", move)
	}
	rules := brussels.Rules()
	f.Fuzz(func(t *testing.T, text, move string) {
		p, err := rules.Parse(text)
		if err != nil {
			return
		}
		next, err := p.Play(play.Left, move)
		if err != nil {
			var wrong *play.MoveError
			require.ErrorAs(t, err, &wrong)
			require.Equal(t, move, wrong.Move)
			require.True(t, 0 <= wrong.Offset && wrong.Offset <= len(move))
			for _, reading := range wrong.Readings {
				_, err := p.Play(play.Left, reading)
				require.NoError(t, err)
			}
			return
		}
		before, err := brussels.Length(p)
		require.NoError(t, err)
		after, err := brussels.Length(next)
		require.NoError(t, err)
		require.Equal(t, before-1, after, "%s in %s", move, text)
	})
}
