package brussels_test

import (
	"context"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/game/brussels"
	"github.com/sprouts-solver/sprouts/game/gametest"
	"github.com/sprouts-solver/sprouts/game/play"
	"github.com/sprouts-solver/sprouts/search"
)

var (
	equal = [][]string{
		{"!", " ! ", "0", "(1)", "0+(1)+0"},
		{"3", "(4.4.4)", "(4*3)", " ( 4 . 4*2 ) ", "003", "(1)+3"},
		{"(4*2.3)", "(3.4.4)", "(4.3.4)"},
		{"(5.4)+2+(3)", "(3)+(4.5)+(4.4)", "2+(3)+(5.4)"},
	}
	malformed = []string{
		"", " ", "+", "1+", "+1", "1++2", "()", "(", "(4", "4)", "(4.)", "(.4)", "(0)", "(4*0)", "(4*)", "4*2", "-1",
		"251", "(1001)", "(500*3)", "125+126", "999999999999999999999999", "x", "1x", "1 3", "!+1", "!!", "(4,3)", "é", "(4*é)",
		"\x00", "1\x00",
	}
)

func TestGame(t *testing.T) {
	gametest.Suite(t, brussels.New(), gametest.Samples{
		Positions: []string{"1", "2", "3", "(5.2)", "(1.1)+(2)", "(3*2.1)+1+*6"},
		Equal:     append([][]string{{"*5+*5", "2+2", "!"}, {"1+*3", "*2+(4)+*1"}}, equal...),
		Malformed: append([]string{"*", "*16", "1+*", "**1"}, malformed...),
	})
}

func TestPlay(t *testing.T) {
	gametest.SuitePlay(t, brussels.Rules(), gametest.PlaySamples{
		Positions: []string{"!", "1", "2", "1+1", "(4)+(3.1)", "(3*2.1)+(2)", "(2)+(2)+(1.1)"},
		Equal:     equal,
		Malformed: append([]string{"*2", "1+*1"}, malformed...),
		Illegal: map[string][]string{
			"!":       {"", "4-4", "1:4-4", "4(1)"},
			"2":       {"", " ", "4", "4-", "-4", "4-3", "4-4-4", "4(3)", "4(1", "4(1)[", "4(1)[]", "4(1)[4.4]", "2:4-4", "0:4-4", ":4-4", "x", "4-4 x", "4(1)[3]", "4-4\x00", "1:", "4-0", "3(1)"},
			"(4.4.3)": {"3-3", "4-4-3", "3(1)[3]", "4(0)[4.4]", "4(2)[4*2]"},
			"1+(3.4)": {"4(1)", "2:3-4", "3:4-3"},
		},
	})
}

// TestAmbiguousMove: a line that fits in two different regions needs a number, one
// that fits in equal ones does not.
func TestAmbiguousMove(t *testing.T) {
	p, err := brussels.Rules().Parse("(4.3)+(4)+(4)")
	require.NoError(t, err)
	_, err = p.Play(play.Left, "4(1)")
	var wrong *play.MoveError
	require.ErrorAs(t, err, &wrong)
	require.Equal(t, []string{"1:4(1)", "2:4(1)"}, wrong.Readings)
	for move, want := range map[string]string{
		"4-3": "(7)+1+1", "3-4": "(7)+1+1", "1:4-3": "(7)+1+1",
		"1:4(1)": "(3.2)+1+1+(2)", "1:4(1)[3]": "(3.2)+1+1+(2)", "2:4(1)": "(4.3)+1+(2)+(2)", "3:4(1)": "(4.3)+1+(2)+(2)",
		"3(1)": "(4.1)+1+1+(2)", "1:4(0)[3]": "1+1+(3.1)+(3)", "1 : 4( 2 )[ 3 ]": "1+1+(3.3)",
	} {
		next, err := p.Play(play.Left, move)
		require.NoError(t, err, move)
		wanted, err := brussels.Rules().Parse(want)
		require.NoError(t, err)
		require.Equal(t, wanted.String(), next.String(), move)
	}
}

// TestBruteForce plays everything through, as a sum of regions and as positions,
// and finds the published parity: the oracle knows 1 to 3 crosses.
func TestBruteForce(t *testing.T) {
	g := brussels.New()
	brute := gametest.NewBruteForce(g)
	known := map[int]string{}
	for _, rule := range gametest.Rules(t) {
		if rule.Game == "brussels" && rule.What == "nimber" {
			known[rule.Spots] = rule.Value
		}
	}
	require.Len(t, known, 3)
	for n := 1; n <= 7; n++ {
		p, err := g.Parse(strconv.Itoa(n))
		require.NoError(t, err)
		nimber := brute.Nimber(p)
		require.Equal(t, game.Nimber(n%2), nimber, "%d crosses", n)
		require.Equal(t, 5*n-2, brute.Longest(p.Components[0]), "%d crosses", n)
		if value, ok := known[n]; ok {
			require.Equal(t, value, nimber.String(), "%d crosses", n)
		}
	}
}

// TestAllGames follows every game from 4 crosses, and from 6 where long tests
// are asked for, in positions: none is shorter or longer than Length says, so none
// is ever decided by play.
func TestAllGames(t *testing.T) {
	crosses := 4
	if os.Getenv("SPROUTS_LONG") != "" {
		crosses = 6
	}
	start, err := brussels.Rules().Start(play.Options{Size: crosses})
	require.NoError(t, err)
	seen := map[string]bool{}
	var visit func(p play.Position, left int)
	visit = func(p play.Position, left int) {
		if seen[p.String()] {
			return
		}
		seen[p.String()] = true
		n, err := brussels.Length(p)
		require.NoError(t, err)
		if n != left {
			require.Equal(t, left, n, p.String())
		}
		moves := 0
		for m := range p.Moves(play.Left) {
			moves++
			visit(m.To, left-1)
		}
		require.Equal(t, left == 0, moves == 0, p.String())
	}
	visit(start, 5*crosses-2)
	t.Logf("%d crosses: %d positions", crosses, len(seen))
}

// TestLiteral plays at random with named arms: the moves must lead where the moves
// of the package lead, and each must be readable.
func TestLiteral(t *testing.T) {
	rules := brussels.Rules()
	canonical := func(t require.TestingT, text string) string {
		p, err := rules.Parse(text)
		require.NoError(t, err)
		return p.String()
	}
	rapid.Check(t, func(t *rapid.T) {
		p := literalCrosses(rapid.IntRange(1, 4).Draw(t, "crosses"))
		for {
			position, err := rules.Parse(p.String())
			require.NoError(t, err)
			drawn, written := map[string]bool{}, map[string]bool{}
			choices := p.choices()
			for _, c := range choices {
				drawn[canonical(t, p.play(c).String())] = true
			}
			for m := range position.Moves(play.Right) {
				written[m.To.String()] = true
			}
			require.Equal(t, drawn, written, position.String())
			if len(choices) == 0 {
				return
			}
			p = p.play(rapid.SampledFrom(choices).Draw(t, "move"))
		}
	})
}

// playGames plays random games with named arms and returns their moves in all.
func playGames(t *testing.T, games int) (moves int) {
	t.Helper()
	r := rand.New(rand.NewPCG(5, 2))
	for range games {
		n := 1 + r.IntN(8)
		p, length := literalCrosses(n), 0
		for {
			c, ok := p.random(r)
			if !ok {
				break
			}
			p = p.play(c)
			length++
		}
		if length != 5*n-2 {
			t.Fatalf("a game of %d crosses ended after %d moves, not %d", n, length, 5*n-2)
		}
		moves += length
	}
	return moves
}

func TestThousandsOfGames(t *testing.T) { playGames(t, 20_000) }

func TestMillionGames(t *testing.T) {
	if os.Getenv("SPROUTS_LONG") == "" {
		t.Skip("a million random games take a minute; make games runs it")
	}
	t.Logf("1000000 games, %d moves", playGames(t, 1_000_000))
}

// TestStars: boundaries of any number of arms obey the law with their arms.
func TestStars(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		stars := rapid.SliceOfN(rapid.IntRange(1, 9), 1, 5).Draw(t, "stars")
		sum := 0
		var words []string
		for _, arms := range stars {
			sum += arms
			words = append(words, strconv.Itoa(arms))
		}
		p, err := brussels.Rules().Parse("(" + strings.Join(words, ".") + ")")
		require.NoError(t, err)
		played := 0
		for {
			var next []play.Position
			for m := range p.Moves(play.Left) {
				if next = append(next, m.To); len(next) == 1000 {
					break
				}
			}
			if len(next) == 0 {
				break
			}
			p = rapid.SampledFrom(next).Draw(t, "move")
			played++
		}
		require.Equal(t, sum+len(stars)-2, played)
	})
}

// TestSearch: a solver that knows nothing of the closed form agrees with it.
func TestSearch(t *testing.T) {
	solver, err := search.New(brussels.New(), search.Options{})
	require.NoError(t, err)
	for _, text := range []string{"4", "(5.5.4)", "3+(6.2)"} {
		p, err := brussels.New().Parse(text)
		require.NoError(t, err)
		got, err := solver.Nimber(p)
		require.NoError(t, err)
		position, err := brussels.Rules().Parse(text)
		require.NoError(t, err)
		want, err := brussels.Rules().(play.Nimbers).Nimber(context.Background(), position)
		require.NoError(t, err)
		require.EqualValues(t, want, got, text)
	}
}

// TestLargeStarts: 250 crosses are written, drawn, judged and played at once.
func TestLargeStarts(t *testing.T) {
	rules := brussels.Rules()
	_, err := rules.Start(play.Options{Size: brussels.MaxCrosses + 1})
	require.Error(t, err)
	p, err := rules.Start(play.Options{Size: brussels.MaxCrosses})
	require.NoError(t, err)
	require.Equal(t, "250", p.String())
	for line := range strings.Lines(p.Draw()) {
		require.LessOrEqual(t, len(line), 100)
	}
	for misere, want := range map[bool]game.Outcome{false: game.Loss, true: game.Win} {
		v, err := rules.Judge(t.Context(), p, play.Left, misere)
		require.NoError(t, err)
		require.Equal(t, want, v.Outcome)
		require.Equal(t, !misere, v.All, "a start of 250 crosses has more moves than are listed")
	}
	next, err := p.Play(play.Left, "4(1)[4*100]")
	require.NoError(t, err)
	require.Equal(t, "(4*149.2)+(4*100.2)", next.String())
}

func TestDrawing(t *testing.T) {
	p, err := brussels.Rules().Parse("(4.3.25)+(30.30.30.30.30.30.30.30.30.30.30.30.30.30.30.30)")
	require.NoError(t, err)
	require.Equal(t, "1:"+strings.Repeat(" |x30", 15)+"\n   |x30\n2: |x25 |||| |||\nmoves left: 527\n", p.Draw())
}

// TestForeignPosition: a position of another game is refused.
func TestForeignPosition(t *testing.T) {
	_, err := brussels.Length(nil)
	require.Error(t, err)
	_, err = brussels.Rules().Judge(t.Context(), nil, play.Left, false)
	require.Error(t, err)
}
