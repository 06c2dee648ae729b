package antwerp_test

import (
	"testing"

	"github.com/sprouts-solver/sprouts/game/antwerp"
	"github.com/sprouts-solver/sprouts/game/gametest"
	"github.com/sprouts-solver/sprouts/game/play"
)

// games are both variants.
func games() []play.Rules { return []play.Rules{antwerp.Cold(), antwerp.Hot()} }

func TestContract(t *testing.T) {
	samples := gametest.PlaySamples{
		Positions: []string{
			"!", "1", "2", "0.", "12.", "1b", "11r.2", "0b", "0r.1", "2Ab.2|1Ab.2r", "1AA.2b", "1ABBA2",
			"12.+12.", "0*1+1b2r1", "ABr|ABr+2b2b", "0.2b*3", "ABr.CDb|ABr|CDb",
		},
		Equal: [][]string{
			{"!", "0", "2.", "2b.2r", "A|B", "AA|B", "0+0", "A"},
			{"3", "0*3", "0.0.0", "0.0*2", "0*3.", "0+3"},
			{"12.", "21.", "1.2", "1.A", "1AA", "A.1|B", "1A|A", "1n(26)|n(26)"},
			{"0.2bA|0.0.A1", "A2b.0|1A.0*2", "0*2.1B|B2b.0"},
			{"1ArBb2.0|BbAr.11.2", "0.2BbAr1|2.11.ArBb", "0.21XrYb|11.2.YbXr"},
		},
		Malformed: []string{
			"", " ", "3 ", "61", "99999999999999999999", "+", "3+", "+3", "!+1", "x", "1x", "3.", "1b|", "|1", "1..2", "1.|2.|",
			"AAA", "A|A|A", "Ab|A", "A.A", "ABAB", "01.", "0*", "0*0", "0*x", "0*61", "A*2", "1A*2|A", "n", "n(", "n(1)", "n(25)1",
			"n(26", "n(026)", "é", "1é", "0*60.0", "60+1", "1b r", "Z", "1bb",
		},
		Illegal: map[string][]string{
			"3": {
				"", " ", "1", "1-", "-1", "1-4", "0-1", "1-2@2", "1-2@0", "1-1 [", "1-1 [2", "1-1 [2,", "1-1 [4]", "1-1 [1]",
				"1-2 [3]", "1-2x", "1a-2", "1-2b", "1--2", "1-1 [2] 3", "é", "1-99999999999999999999", "1-1 [2;3]",
			},
			"1Ab.2r|1Ab": {"4-1", "2-2"},
			"12.+12.":    {"1-3", "1-4"},
			"12b2r1.0":   {"1-1 [2,5,9]"},
		},
	}
	for _, rules := range games() {
		t.Run(rules.Name(), func(t *testing.T) { gametest.SuitePlay(t, rules, samples) })
	}
}
