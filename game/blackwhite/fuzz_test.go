package blackwhite_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/game/blackwhite"
	"github.com/sprouts-solver/sprouts/game/play"
)

func FuzzParse(f *testing.F) {
	for _, text := range []string{"!", "3", "0*8.AB|0*3.AB+22.", "1a1a", "0.AB.}AB.}]!", "1+*1", " *3", "0*2 *3", "x"} {
		f.Add(text)
	}
	rules := blackwhite.Rules()
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
	})
}

func FuzzMove(f *testing.F) {
	for _, move := range []string{"o:1a1a", "-:11.", "11.", "o:", "-:0.AB|AB", "*1", "-: 0.A|A"} {
		f.Add(byte(2), move)
	}
	rules := blackwhite.Rules()
	f.Fuzz(func(t *testing.T, spots byte, move string) {
		p, err := rules.Start(play.Options{Size: 1 + int(spots%4)})
		require.NoError(t, err)
		next, err := p.Play(play.Left, move)
		if err != nil {
			var wrong *play.MoveError
			require.ErrorAs(t, err, &wrong)
			require.Equal(t, move, wrong.Move)
			require.True(t, 0 <= wrong.Offset && wrong.Offset <= len(move))
			return
		}
		for m := range p.Moves(play.Left) {
			if m.To.String() == next.String() {
				return
			}
		}
		t.Fatalf("%q leads from %s to %s, which is not in the list of moves", move, p, next)
	})
}
