package antwerp_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/game/play"
)

func FuzzParse(f *testing.F) {
	for _, text := range []string{"!", "3", "0*3", "0.2Ab|1Ab", "12.", "1ABBA2+2b2r*2", "n(26)1|n(26)", "ABr.CDb|ABr|CDb", "61", "A.A"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, rules := range games() {
			p, err := rules.Parse(text)
			if err != nil {
				var wrong *game.ParseError
				require.ErrorAs(t, err, &wrong)
				require.True(t, 0 <= wrong.Offset && wrong.Offset <= len(text))
				continue
			}
			again, err := rules.Parse(p.String())
			require.NoError(t, err, "%q", text)
			require.Equal(t, p.String(), again.String(), "%q", text)
		}
	})
}

func FuzzMove(f *testing.F) {
	for _, c := range [][2]string{
		{"3", "1-2"}, {"3", "1-1 [2]"}, {"0.ABb|ABb", "1-2@1 [3]"}, {"1ABBA2", "2a-5"}, {"2b2r", "1-2"}, {"3", "1-1 [2,3]"}, {"2", "2-1@1 []"},
	} {
		f.Add(c[0], c[1])
	}
	f.Fuzz(func(t *testing.T, text, move string) {
		if len(text) > 40 || len(move) > 40 {
			return
		}
		for _, rules := range games() {
			p, err := rules.Parse(text)
			if err != nil {
				continue
			}
			for _, s := range sides() {
				to, err := p.Play(s, move)
				if err == nil {
					again, err := rules.Parse(to.String())
					require.NoError(t, err)
					require.Equal(t, to.String(), again.String())
					continue
				}
				var wrong *play.MoveError
				require.ErrorAs(t, err, &wrong)
				require.True(t, 0 <= wrong.Offset && wrong.Offset <= len(move))
				require.NotEmpty(t, wrong.Remedy)
				for _, reading := range wrong.Readings {
					_, err := p.Play(s, reading)
					require.NoError(t, err, "%s: %q, a reading of %q", p, reading, move)
				}
			}
		}
	})
}
