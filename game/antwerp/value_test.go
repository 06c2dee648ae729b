package antwerp_test

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/sprouts-solver/sprouts/game/antwerp"
	"github.com/sprouts-solver/sprouts/game/antwerp/shortgame"
	"github.com/sprouts-solver/sprouts/game/play"
)

// TestValues shows values by position; each was checked by TestValuesOfAllPositions
// or follows from it by a larger table.
func TestValues(t *testing.T) {
	datadriven.RunTest(t, "testdata/values", func(t *testing.T, d *datadriven.TestData) string {
		t.Helper()
		rules := antwerp.Cold()
		if d.Cmd == "hot" {
			rules = antwerp.Hot()
		}
		var out strings.Builder
		for text := range strings.FieldsSeq(d.Input) {
			p, err := rules.Parse(text)
			require.NoError(t, err)
			value, err := rules.(play.Values).Value(t.Context(), p)
			require.NoError(t, err)
			fmt.Fprintf(&out, "%s = %s\n", p, value)
		}
		return out.String()
	})
}

// tree computes values from the moves of positions alone: as one game, never as a sum.
type tree struct {
	table *shortgame.Table
	known map[string]shortgame.Value
	order []play.Position
}

func newTree() *tree {
	return &tree{table: shortgame.NewTable(100_000, nil), known: map[string]shortgame.Value{}}
}

func (v *tree) value(t require.TestingT, p play.Position) shortgame.Value {
	if known, ok := v.known[p.String()]; ok {
		return known
	}
	var options [2][]shortgame.Value
	for _, s := range sides() {
		for m := range p.Moves(s) {
			options[s] = append(options[s], v.value(t, m.To))
		}
	}
	value, err := v.table.New(options[0], options[1])
	require.NoError(t, err)
	v.known[p.String()] = value
	v.order = append(v.order, p)
	return value
}

// TestValuesOfAllPositions takes all positions that can be reached from 3 spots. The
// value of each, as one game, says who wins as the judge's search does; and it is
// the value that the rules find land by land, for a sample of them.
func TestValuesOfAllPositions(t *testing.T) {
	for _, rules := range games() {
		v := newTree()
		v.value(t, spots(t, rules, 3))
		for i, p := range v.order {
			value := v.known[p.String()]
			require.Equal(t, outcome(v.table.LeftWins(value, true)), judge(t, rules, p, play.Left, false), "%s", p)
			require.Equal(t, outcome(!v.table.LeftWins(value, false)), judge(t, rules, p, play.Right, false), "%s", p)
			if i%7 == 0 {
				want, err := v.table.Format(value)
				require.NoError(t, err)
				have, err := rules.(play.Values).Value(t.Context(), p)
				require.NoError(t, err)
				require.Equal(t, want, have, "%s", p)
			}
		}
		t.Logf("%s: %d positions, %d values", rules.Name(), len(v.order), v.table.Len())
	}
}

// TestSums adds two positions: the outcome of the sum, by search, is that of the sum
// of their values.
func TestSums(t *testing.T) {
	for _, rules := range games() {
		v := newTree()
		v.value(t, spots(t, rules, 2))
		rapid.Check(t, func(r *rapid.T) {
			p, q := rapid.SampledFrom(v.order).Draw(r, "p"), rapid.SampledFrom(v.order).Draw(r, "q")
			var summands []string
			for _, summand := range []play.Position{p, q} {
				if summand.String() != "!" {
					summands = append(summands, summand.String())
				}
			}
			sum, err := rules.Parse(cmp.Or(strings.Join(summands, "+"), "!"))
			require.NoError(r, err)
			value, err := v.table.Sum(v.known[p.String()], v.known[q.String()])
			require.NoError(r, err)
			for _, s := range sides() {
				want := outcome(v.table.LeftWins(value, s == play.Left) == (s == play.Left))
				verdict, err := rules.Judge(t.Context(), sum, s, false)
				require.NoError(r, err)
				require.Equal(r, want, verdict.Outcome, "%s, %s", sum, s)
			}
		})
	}
}

// unlettered is a spot that is met once, and no repeated boundary.
var unlettered = regexp.MustCompile(`(^|[^*0-9(])([0-2])[br]?($|[^*br])`)

// TestColourHelpsItsOwner checks the lemma: with a spot made bluer, the position is
// worth at least as much to Left.
func TestColourHelpsItsOwner(t *testing.T) {
	for _, rules := range games() {
		v := newTree()
		v.value(t, spots(t, rules, 2))
		checked := 0
		for _, p := range slices.Clone(v.order) {
			text := p.String()
			if strings.Contains(text, "+") || !unlettered.MatchString(text) {
				continue
			}
			var values []shortgame.Value
			for _, mark := range []string{"r", "", "b"} {
				q, err := rules.Parse(strings.TrimSuffix(unlettered.ReplaceAllString(text, "${1}${2}"+mark+"${3}"), ".") + ".")
				require.NoError(t, err, text)
				values = append(values, v.value(t, q))
			}
			require.True(t, v.table.AtMost(values[0], values[1]), text)
			require.True(t, v.table.AtMost(values[1], values[2]), text)
			checked++
		}
		require.Greater(t, checked, 10)
	}
}

func TestValueThatIsTooLargeToWrite(t *testing.T) {
	long(t)
	_, err := antwerp.Hot().(play.Values).Value(t.Context(), spots(t, antwerp.Hot(), 4))
	require.ErrorIs(t, err, shortgame.ErrTooLarge)
}
