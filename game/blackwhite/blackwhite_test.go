package blackwhite_test

import (
	"context"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/game/blackwhite"
	"github.com/sprouts-solver/sprouts/game/gametest"
	"github.com/sprouts-solver/sprouts/game/play"
	"github.com/sprouts-solver/sprouts/search"
)

var (
	equal = [][]string{
		{"!", "0", "A|A", "2."},
		{"2", "0*2", "0.0", " 2 ", "0.0.}]!"},
		{"0*2.AB|AB", "XY.0.0|YX", "AB|0*2.BA"},
	}
	malformed = []string{"", " ", "+", "x", "0*", "1Z|Z|Z", "0*0x", "251", "é", "*", "*16", "!+1"}
)

func TestGame(t *testing.T) {
	gametest.Suite(t, blackwhite.New(), gametest.Samples{
		Positions: []string{"1", "2", "3", "22.+0*2.AB|AB", "1a1a+*6"},
		Equal:     append([][]string{{"!", "2+2", "*5+*5"}, {"1+*3", "*2+1+*1"}}, equal...),
		Malformed: malformed,
	})
}

func TestPlay(t *testing.T) {
	gametest.SuitePlay(t, blackwhite.Rules(), gametest.PlaySamples{
		Positions: []string{"!", "1", "2", "3", "1+1", "22.+0.AB|AB"},
		Equal:     equal,
		Malformed: append([]string{"*2", "1+*1", "*0", "*1+2+*1", "0.] *3"}, malformed...),
		Illegal: map[string][]string{
			"!": {"", "o:", "o:!", "-:!", "!"},
			"2": {"", "x", "o:", "-:", "o", "o:2", "o:11.", "-:1a1a", "o:1a1a+*1", "-:o:11.", "0.AB|AB x", "!"},
			// Both lines between its spots leave nothing to play.
			"22.": {"!", " !", "-:1"},
		},
	})
}

// TestAmbiguousMove: a move without a mark is taken if only one kind of line fits.
func TestAmbiguousMove(t *testing.T) {
	p, err := blackwhite.Rules().Parse("22.")
	require.NoError(t, err)
	_, err = p.Play(play.Left, "!")
	var wrong *play.MoveError
	require.ErrorAs(t, err, &wrong)
	require.Equal(t, []string{"o:!", "-:!"}, wrong.Readings)
	p, err = blackwhite.Rules().Parse("2")
	require.NoError(t, err)
	for move, want := range map[string]string{
		"1a1a": "a1a1", "1b1b": "a1a1", "o:1a1a": "a1a1", " o: a1a1": "a1a1", "11.": "11.", "-: 11.": "11.", "-:1.1.": "",
	} {
		next, err := p.Play(play.Left, move)
		if want == "" {
			require.Error(t, err, move)
			continue
		}
		require.NoError(t, err, move)
		require.Equal(t, want, next.String(), move)
	}
}

// known returns the oracle's values of a game, by spots.
func known(t *testing.T, name string) map[int]string {
	t.Helper()
	values := map[int]string{}
	for _, rule := range gametest.Rules(t) {
		if rule.Game == name {
			values[rule.Spots] = rule.Value
		}
	}
	require.NotEmpty(t, values)
	return values
}

// nimbers are those of 1, 2, ... spots. The oracle knows the first five.
var nimbers = []game.Nimber{2, 2, 1, 0, 1, 3, 0, 0, 6}

// TestNimbers solves starts by search: 8 spots at once, 9 where long tests are asked
// for. With 4, 7 and 8 spots the second player wins.
func TestNimbers(t *testing.T) {
	g := blackwhite.New()
	solver, err := search.New(g, search.Options{})
	require.NoError(t, err)
	oracle := known(t, "black-and-white")
	require.Len(t, oracle, 5)
	most := 8
	if os.Getenv("SPROUTS_LONG") != "" {
		most = 9
	}
	for n := 1; n <= most; n++ {
		p, err := g.Parse(strconv.Itoa(n))
		require.NoError(t, err)
		got, err := solver.Nimber(p)
		require.NoError(t, err)
		require.Equal(t, nimbers[n-1], got, "%d spots", n)
		if want, ok := oracle[n]; ok {
			require.Equal(t, want, got.String(), "%d spots", n)
		}
	}
}

// TestBruteForce finds the same without a search.
func TestBruteForce(t *testing.T) {
	brute := gametest.NewBruteForce(blackwhite.New())
	most := 4
	if os.Getenv("SPROUTS_LONG") != "" {
		most = 6
	}
	for n := 1; n <= most; n++ {
		p, err := blackwhite.New().Parse(strconv.Itoa(n))
		require.NoError(t, err)
		require.Equal(t, nimbers[n-1], brute.Nimber(p), "%d spots", n)
	}
}

// TestClaim refutes what is often said, that the first player always wins.
func TestClaim(t *testing.T) {
	p, err := blackwhite.Rules().Start(play.Options{Size: 4})
	require.NoError(t, err)
	v, err := blackwhite.Rules().Judge(t.Context(), p, play.Left, false)
	require.NoError(t, err)
	require.Equal(t, game.Loss, v.Outcome, "the second player wins from 4 spots")
}

// TestMisere: the outcomes of 1, 2, ... spots in misère play.
func TestMisere(t *testing.T) {
	oracle := known(t, "black-and-white-misere")
	require.Len(t, oracle, 3)
	outcomes := []game.Outcome{game.Win, game.Win, game.Loss, game.Loss, game.Win, game.Win, game.Win}
	most := 4
	if os.Getenv("SPROUTS_LONG") != "" {
		most = 7
	}
	for n := 1; n <= most; n++ {
		p, err := blackwhite.Rules().Start(play.Options{Size: n})
		require.NoError(t, err)
		v, err := blackwhite.Rules().Judge(t.Context(), p, play.Left, true)
		require.NoError(t, err)
		t.Logf("%d spots: %s. %s", n, v.Outcome, v.Why)
		require.Equal(t, outcomes[n-1], v.Outcome, "%d spots", n)
		if want, ok := oracle[n]; ok {
			require.Equal(t, want, strings.ToUpper(v.Outcome.String()[:1]), "%d spots", n)
		}
	}
}

// TestUnknown: what is too large, and what was stopped, is no error of Judge.
func TestUnknown(t *testing.T) {
	rules := blackwhite.Rules()
	start := func(n int) play.Position {
		p, err := rules.Start(play.Options{Size: n})
		require.NoError(t, err)
		return p
	}
	stopped, cancel := context.WithCancel(t.Context())
	cancel()
	for _, c := range []struct {
		ctx    context.Context
		spots  int
		misere bool
		why    string
	}{
		{t.Context(), 7, false, "21 lives is too much"},
		{t.Context(), 8, true, "24 lives is too much"},
		{stopped, 5, false, "stopped"},
		{stopped, 5, true, "stopped"},
	} {
		v, err := rules.Judge(c.ctx, start(c.spots), play.Left, c.misere)
		require.NoError(t, err)
		require.Equal(t, game.Unknown, v.Outcome)
		require.Empty(t, v.Moves)
		require.Contains(t, v.Why, c.why)
	}
	for ctx, n := range map[context.Context]int{t.Context(): 7, stopped: 5} {
		_, err := rules.(play.Nimbers).Nimber(ctx, start(n))
		require.Error(t, err)
	}
}

// TestLargeStarts: 250 spots are written and drawn, and moves come one by one.
func TestLargeStarts(t *testing.T) {
	rules := blackwhite.Rules()
	_, err := rules.Start(play.Options{Size: blackwhite.MaxSpots + 1})
	require.Error(t, err)
	p, err := rules.Start(play.Options{Size: 40})
	require.NoError(t, err)
	require.Equal(t, "0*40", p.String())
	next, err := p.Play(play.Left, "-:0*38.11")
	require.NoError(t, err)
	require.Equal(t, "0*38.11", next.String())
}

func TestDrawing(t *testing.T) {
	p, err := blackwhite.Rules().Parse("0*8.AB|0*3.AB+22." + strings.Repeat("+0.1a1a", 2) + "+" + strings.Repeat("1a1a.", 20))
	require.NoError(t, err)
	drawing := p.Draw()
	require.Contains(t, drawing, "  0*8  AB\n        0*3  AB\n")
	require.True(t, strings.HasSuffix(drawing, "\nlives: 153\n"), drawing)
	for line := range strings.Lines(drawing) {
		require.LessOrEqual(t, len(line), 100)
	}
}

// TestForeignPosition: a position of another game is refused.
func TestForeignPosition(t *testing.T) {
	_, err := blackwhite.Rules().Judge(t.Context(), nil, play.Left, false)
	require.Error(t, err)
	_, err = blackwhite.Rules().(play.Nimbers).Nimber(t.Context(), nil)
	require.Error(t, err)
}
