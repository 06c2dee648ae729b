package antwerp_test

import (
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"
	"github.com/stretchr/testify/require"

	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/game/antwerp"
	"github.com/sprouts-solver/sprouts/game/play"
)

// TestNotation runs testdata/notation: a position, then "moves" of a side as they are
// listed, a "drawing", or what a text means: "play" with the moves in turn.
func TestNotation(t *testing.T) {
	datadriven.RunTest(t, "testdata/notation", func(t *testing.T, d *datadriven.TestData) string {
		t.Helper()
		lines := strings.Split(d.Input, "\n")
		rules, side := antwerp.Cold(), play.Left
		for _, arg := range d.CmdArgs {
			switch arg.Key {
			case "hot":
				rules = antwerp.Hot()
			case "right":
				side = play.Right
			}
		}
		p, err := rules.Parse(lines[0])
		if err != nil {
			return err.Error() + "\n"
		}
		switch d.Cmd {
		case "drawing":
			return p.Draw()
		case "moves":
			var out strings.Builder
			for m := range p.Moves(side) {
				out.WriteString(m.Text + "   " + m.To.String() + "\n")
			}
			return out.String()
		}
		var out strings.Builder
		for _, move := range lines[1:] {
			to, err := p.Play(side, move)
			if err != nil {
				out.WriteString(err.Error() + "\n")
				continue
			}
			out.WriteString(move + "   " + to.String() + "\n")
		}
		return out.String()
	})
}

func TestParseErrorsNameThePlace(t *testing.T) {
	for text, offset := range map[string]int{
		"": 0, "3+": 2, "3+x": 2, "0.2q": 3, "61": 0, "1+61": 2, "AAA": 2, "0.Ab|A": 5, "A.A": 2, "0.ABAB": 2, "0*0": 2, "A*2": 1,
		"60+1": 0, "n(25)": 0, "1..2": 2,
	} {
		_, err := antwerp.Cold().Parse(text)
		var wrong *game.ParseError
		require.ErrorAs(t, err, &wrong, "%q", text)
		require.Equal(t, offset, wrong.Offset, "%q: %s", text, err)
	}
}
