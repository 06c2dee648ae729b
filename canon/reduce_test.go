package canon

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// reductions are positions with what reduction makes of them, checked by hand.
var reductions = []struct {
	name, text, reduced string
	rules               []string // the steps that Explain shows, but for dialect and canonical form
}{
	{"nothing to do", "0*8.AB|0*3.AB", "0*8.AB|0*3.AB", nil},
	{"published example", "1aa.AB.}AB.}]0.aaABC.}0.1ab1bcDca.ACB.}D.}]!", "12.AB|AB+0.2ABC|0.1ab1bc2ca.ACB",
		[]string{collapseRule, moveRule, freeRule}},
	{"published pair", "2.AB|AB", "2AB|AB", []string{mergeRule}},
	{"dead spots", "030.0", "00.0", []string{deadRule}},
	{"boundary of dead spots", "33.0.3", "0.", []string{deadRule, emptyRule}},
	{"everything dead", "33|3", "!", []string{deadRule, emptyRule}},
	{"neighbours with a letter", "1AA.0", "12.0", []string{collapseRule, freeRule}},
	{"neighbours going round", "A01A", "012.", []string{collapseRule, freeRule}},
	{"neighbours behind a dead spot", "1a3a.0", "12.0", []string{deadRule, collapseRule, freeRule}},
	{"neighbours without letters stay", "00.11.22", "00.11.22", nil},
	{"region with one life", "0.1|2", "0.1", []string{moveRule}},
	{"region with one letter", "0A|A", "02.", []string{moveRule, freeRule}},
	{"region with two lives stays", "0|22", "0.+22.", []string{splitRule}},
	{"region with two letters stays", "0AB|AB", "0AB|AB", nil},
	{"one letter on one boundary has one life", "0.1|aa", "0.1", []string{collapseRule, moveRule}},
	{"letter met once", "0A.1", "02.1", []string{freeRule}},
	{"capital letters of one boundary", "0A1A", "0a1a", []string{lowerRule}},
	{"capital letters beside small ones", "0a1A2aA", "0a1b2ab", []string{lowerRule}},
	{"three lives merge", "1.A|0A", "1A|0A", []string{mergeRule}},
	{"three lives merge, small letters go", "a2aA|0A", "22A|0A", []string{mergeRule}},
	{"three lives merge, small letters become 2", "2abab|0A|0A", "222.+0A|0A", []string{mergeRule, splitRule}},
	{"four lives do not merge", "1.1", "1.1", nil},
	{"four lives keep small letters", "1a2a", "1a2a", nil},
	{"a region falls away, another after it", "0A|AB|B", "0A|A2", []string{moveRule, freeRule}},
	{"a chain falls away at once", "00A|A", "002.", []string{moveRule, freeRule}},
	{"lands", "0AB|AB|0CD|CD", "0AB|AB+0AB|AB", []string{splitRule}},
	{"lands inside a chain", "0A|0B|AB1|0C|C", "0A|0B|AB1+02.", []string{moveRule, freeRule, splitRule}},
	{"heaps", "*1+0*2+*3+*2", "0*2", []string{heapRule}},
}

// The rules of Explain by short names.
const (
	deadRule     = "drop dead spots"
	collapseRule = "collapse equal neighbours"
	emptyRule    = "drop empty boundaries"
	moveRule     = "drop regions without moves (fewer than 2 lives)"
	lowerRule    = "letter met twice on one boundary becomes a small letter"
	freeRule     = "letter met once becomes 2"
	mergeRule    = "merge the boundaries of a region with at most 3 lives"
	splitRule    = "split into lands"
	heapRule     = "add up the nim-heaps: exclusive or"
	dialectRule  = "write the position in one dialect"
)

// TestReductions compares the reduced form, read as it stands, and the steps.
func TestReductions(t *testing.T) {
	for _, c := range reductions {
		t.Run(c.name, func(t *testing.T) {
			got, err := Parse(c.text)
			require.NoError(t, err)
			want, err := Parse(c.reduced)
			require.NoError(t, err)
			require.Equal(t, want.String(), got.String())

			// The reduced form is as long as it says: nothing is taken from it again.
			for _, land := range want.Lands {
				requireSound(t, land)
			}
			require.Equal(t, leastForms(c.reduced), leastForms(got.String()))

			steps, err := Explain(c.text)
			require.NoError(t, err)
			var rules []string
			for _, s := range steps {
				if s.Rule != dialectRule && s.Rule != canonicalRule {
					rules = append(rules, s.Rule)
				}
			}
			require.Equal(t, c.rules, rules)
		})
	}
}

// TestExplain checks of random positions that the steps hang together, change
// something and end where Parse ends, and that the plain reductions, done again
// and again, find the same lands as the reducer with its one run.
func TestExplain(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	g := NewGenerator()
	var texts []string
	for range 20_000 {
		texts = append(texts, messyText(r))
	}
	for range 100 {
		eachOfGame(g, r, 1+r.IntN(12), func(sum []Land) {
			p := readPlain((&Position{Lands: sum}).String())
			texts = append(texts, write(r, scramble(r, addNoise(r, p))))
		})
	}
	legal := 0
	for _, text := range texts {
		p, err := Parse(text)
		steps, explained := Explain(text)
		if err != nil {
			require.Equal(t, err, explained)
			continue
		}
		legal++
		require.NoError(t, explained)
		now := text
		for _, s := range steps {
			require.Equal(t, now, s.Before, "%s: %s", text, s.Rule)
			require.NotEqual(t, s.Before, s.After, "%s: %s", text, s.Rule)
			now = s.After
		}
		require.Equal(t, p.String(), now, "%s", text)
		require.Len(t, readPlain(reducedText(t, text)).lands, len(p.Lands), "%s", text)
	}
	require.Greater(t, legal, len(texts)/4)
}

// TestExplainCanonical: a canonical text has nothing to explain.
func TestExplainCanonical(t *testing.T) {
	for land := range reachable(4) {
		steps, err := Explain(land.String())
		require.NoError(t, err)
		require.Empty(t, steps, "%s", land)
	}
}
