package misere_test

import (
	"testing"

	"github.com/sprouts-solver/sprouts/game/gametest"
	"github.com/sprouts-solver/sprouts/game/misere"
	"github.com/sprouts-solver/sprouts/game/sprouts"
)

func TestContract(t *testing.T) {
	gametest.Suite(t, misere.New(sprouts.New()), gametest.Samples{
		Positions: []string{"!", "*1", "1", "2", "*2+*2", "3+3", "4", "4+*2", "11.", "1a1a", "0*2.AB|AB", "{2}+{2;0,a}", "0.A|0.BA|1B+2"},
		Equal: [][]string{
			{"!", "0", "*0", "*1+*1"},
			{"3", "0*3", "0.0.0", "0.0.0.}]!"},
			{"3+*2+*1", "*3+3"},
			{"{2}", "{2,2}"}, {"*2+*1", "*3", "{0,1,2}"},
		},
		Whole:     true,
		Malformed: []string{"", " ", "+", "+3", "x(", "0*", "*16", "0*3|*", "0*3)", "251", "!3", "é", "{", "{}x", "{2;}}", "{2,b}", "{2", "{a}", "{32}"},
	})
}
