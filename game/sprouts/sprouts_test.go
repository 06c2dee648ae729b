package sprouts_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/sprouts-solver/sprouts/canon"
	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/game/gametest"
	"github.com/sprouts-solver/sprouts/game/sprouts"
)

func parse(tb testing.TB, text string) game.Position {
	tb.Helper()
	p, err := sprouts.New().Parse(text)
	require.NoError(tb, err)
	return p
}

func TestContract(t *testing.T) {
	gametest.Suite(t, sprouts.New(), gametest.Samples{
		Positions: []string{
			"1", "2", "4", "0*2.A|A+*3", "11.", "1a1a", "0*2.AB|AB", "2.AB|0.AB", "0.A|0.BA|1B+2",
		},
		Equal: [][]string{
			{"!", "0", "3+3", "*2+*2", "0*2.AB|AB+0*2.AB|AB"},
			{"3", "0*3", "0.0.0", "0.0.0.}]!"},
			{"2", "0*2", "0.0"},
			{"0*2.AB|AB", "AB|0.AB.0", "0*2.XY|YX.", "0.0.AB.}AB.}]!"},
			{"1a1a", "1A1A", "b1b1."},
			{"3+*2+*1", "*3+3"},
		},
		Malformed: []string{"", " ", "+", "+3", "x(", "0*", "*16", "0*3|*", "0*3)", "251", "!3", "é"},
	})
}

func TestName(t *testing.T) {
	require.Equal(t, "sprouts", sprouts.New().Name())
	require.Equal(t, "sprouts-1/"+canon.Version, sprouts.New().Version())
}

// The expander tells canonical bytes from others, as Format does.
func TestCheck(t *testing.T) {
	g := sprouts.New()
	checker, ok := g.NewExpander().(interface{ Check(c []byte) error })
	require.True(t, ok)
	land := parse(t, "0*8.AB|0*3.AB").Components[0]
	require.NoError(t, checker.Check([]byte(land)))
	require.EqualError(t, checker.Check([]byte("\x00\x03\x00")), "sprouts: not in canonical form")
	require.EqualError(t, checker.Check([]byte("\x00\x80")), "sprouts: letter 0 of the land occurs 1 times, not twice")
	require.NoError(t, checker.Check([]byte(land)), "after an error")
}

// The nimbers of start positions that a program found by drawing, without
// strings, reductions or a canonical form.
func TestBruteForceAgreesWithTheRules(t *testing.T) {
	g := sprouts.New()
	brute := gametest.NewBruteForce(g)
	checked := 0
	for _, rule := range gametest.Rules(t) {
		if rule.Game != "sprouts" || rule.What != "nimber" || rule.Spots > 4 {
			continue
		}
		require.Equal(t, rule.Value, brute.Nimber(parse(t, fmt.Sprintf("0*%d", rule.Spots))).String(), "%d spots", rule.Spots)
		checked++
	}
	require.Positive(t, checked)
}

// In a list of another program "12" is a boundary of two spots.
func TestParseStrings(t *testing.T) {
	p, err := sprouts.ParseStrings("12")
	require.NoError(t, err)
	require.Equal(t, parse(t, "12.").Key(), p.Key())
	require.NotEqual(t, parse(t, "12").Key(), p.Key())

	for parser, f := range map[string]func(string) (game.Position, error){
		"Parse": sprouts.New().Parse, "ParseStrings": sprouts.ParseStrings,
	} {
		_, err = f("0*8.AB|0*3.A(")
		var parseError *game.ParseError
		require.ErrorAs(t, err, &parseError, parser)
		require.Equal(t, 12, parseError.Offset, parser)
	}
}

func TestFormatRefusesForeignBytes(t *testing.T) {
	_, err := sprouts.New().Format("\xff\xff")
	require.ErrorContains(t, err, "sprouts: ")
}

// Lives bound the moves that are left, so that they fall with every move.
func TestEveryMoveCostsALife(t *testing.T) {
	e := sprouts.New().NewExpander()
	for _, text := range []string{"12", "0*8.AB|0*3.AB", "0*4.A|0*4.A", "0*2.ABC|0.1ab1bc2ca.ACB"} {
		c := parse(t, text).Components[0]
		lives := e.Measure([]byte(c)).Lives
		e.Expand([]byte(c), func(option *game.Sum) bool {
			left := 0
			for i := range option.Len() {
				left += canon.Land(option.At(i)).Lives()
			}
			require.Less(t, left, lives, "an option of %s", text)
			return true
		})
	}
}

// Three spots more in a region lead to the same family with the other shift.
func TestAnalogy(t *testing.T) {
	e := sprouts.New().NewExpander()
	analogy := func(text string) (string, game.Nimber) {
		family, shift := e.Analogy([]byte(parse(t, text).Components[0]))
		return string(family), shift
	}
	for _, texts := range [][2]string{
		{"10", "13"}, {"0*6.AB|0*7.AB", "0*9.AB|0*7.AB"}, {"0*6.AB|0*7.AB", "0*6.AB|0*10.AB"},
	} {
		family, shift := analogy(texts[0])
		more, moreShift := analogy(texts[1])
		require.Equal(t, family, more, "%v", texts)
		require.Equal(t, shift^1, moreShift, "%v", texts)
	}
	few, _ := analogy("10")
	other, _ := analogy("11")
	require.NotEqual(t, few, other)
}

func Example() {
	g := sprouts.New()
	p, err := g.Parse("2")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, option := range game.Options(g.NewExpander(), p) {
		text, err := game.FormatPosition(g, option)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(text)
	}
	// Unordered output:
	// 0.AB|AB
	// a1a1
}
