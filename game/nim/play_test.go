package nim_test

import (
	"context"
	"fmt"
	"iter"
	"math"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/game/gametest"
	"github.com/sprouts-solver/sprouts/game/nim"
	"github.com/sprouts-solver/sprouts/game/play"
)

func TestPlay(t *testing.T) {
	gametest.SuitePlay(t, nim.Rules(), gametest.PlaySamples{
		Positions: []string{"!", "0", "1", "0+2", "1+3+5+7", "3+3+3", "1+1+1+1", "1+1+2+2", "17"},
		Equal: [][]string{
			{"1+3+5+7", "1 3 5 7", " 01 + 3 5\t7 "},
			{"!", " ! "},
			{"0+0", "0 0"},
			{"18446744073709551615", "0018446744073709551615"},
		},
		Malformed: []string{"", " ", "+", "1+", "+1", "1++2", "x", "1x", "-1", "1,3", "*2", "!+1", "!!", "1.5", "é", "18446744073709551616"},
		Illegal: map[string][]string{
			"1+3+5+3": {
				"", " ", "2", "2:", ":2", "2:0", "2:4", "0:1", "5:1", "x:1", "2:x", "2:1:1", "2:-1", "-2:1", "2::1",
				"4-1", "5-6", "5-0", "3-1", "3-4", "5 1", "2:18446744073709551616", "18446744073709551616-1", "é", "2:1é",
			},
			"0+2": {"1:1", "0-1", "1:0"},
			"!":   {"1:1", "0-0"},
		},
	})
}

func TestMovesInAnyForm(t *testing.T) {
	p := parse(t, "1+3+5+3")
	for move, want := range map[string]string{
		"3:2": "1+3+3+3", " 3 : 2 ": "1+3+3+3", "5-2": "1+3+3+3", "5 - 2": "1+3+3+3",
		"1-1": "0+3+5+3", "4:3": "1+3+5+0", "03:005": "1+3+0+3",
	} {
		q, err := p.Play(play.Right, move)
		require.NoError(t, err, "%q", move)
		require.Equal(t, want, q.String(), "%q", move)
	}
}

func TestMoveErrorsNameThePlace(t *testing.T) {
	for _, c := range []struct {
		move, reason string
		offset       int
		readings     []string
	}{
		{"", "an empty text", 0, nil},
		{"two", `no ":" and no "-"`, 3, nil},
		{" 5:1", "there is no heap 5", 1, nil},
		{"2: 4", "heap 2 has only 3 objects", 3, nil},
		{"2:0", "a move takes at least one object", 2, nil},
		{"4-1", "no heap has 4 objects", 0, nil},
		{"3-2", "2 heaps have 3 objects", 0, []string{"2:2", "4:2"}},
		{"3-4", "heap 2 has only 3 objects", 2, nil},
		{"3:2é", "'é' is not part of a number", 3, nil},
		{"3: ", "a number is missing", 3, nil},
		{"1:99999999999999999999", "99999999999999999999 is too large", 2, nil},
	} {
		_, err := parse(t, "1+3+5+3").Play(play.Left, c.move)
		var wrong *play.MoveError
		require.ErrorAs(t, err, &wrong, "%q", c.move)
		require.Equal(t, c.reason, wrong.Reason, "%q", c.move)
		require.Equal(t, c.offset, wrong.Offset, "%q", c.move)
		require.Equal(t, c.readings, wrong.Readings, "%q", c.move)
		for _, reading := range wrong.Readings {
			_, err := parse(t, "1+3+5+3").Play(play.Left, reading)
			require.NoError(t, err)
		}
	}
}

// TestTheory is the table of all positions of four heaps of up to 5 objects, in both
// forms of play, from nothing but the rules.
func TestTheory(t *testing.T) {
	const most = 5
	for _, misere := range []bool{false, true} {
		lost := map[[4]int]bool{}
		for at := range heapsUpTo(most) {
			lost[at] = lostByRules(at, lost, misere)
			p := parse(t, strings.Trim(fmt.Sprint(at), "[]"))
			require.Equal(t, lost[at], judge(t, p, misere).Outcome == game.Loss, "%v, misère %t", at, misere)
		}
		require.Len(t, lost, 6*6*6*6)
	}
}

// heapsUpTo yields all fours of heaps, each after all that its moves lead to.
func heapsUpTo(most int) iter.Seq[[4]int] {
	return func(yield func([4]int) bool) {
		n := most + 1
		for i := range n * n * n * n {
			if !yield([4]int{i / n / n / n, i / n / n % n, i / n % n, i % n}) {
				return
			}
		}
	}
}

// lostByRules decides one position from those below it.
func lostByRules(at [4]int, lost map[[4]int]bool, misere bool) bool {
	moves := 0
	for i, h := range at {
		for left := range h {
			to := at
			to[i] = left
			moves++
			if lost[to] {
				return false
			}
		}
	}
	return !misere || moves > 0
}

// Heaps of any size: the winning moves are those that leave a lost position.
func TestLargeHeaps(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		heaps := rapid.SliceOfN(rapid.OneOf(rapid.Uint64(), rapid.Uint64Range(0, 3)), 1, 8).Draw(t, "heaps")
		misere := rapid.Bool().Draw(t, "misère")
		p := parse(t, strings.Trim(fmt.Sprint(heaps), "[]"))
		v := judge(t, p, misere)
		for _, move := range v.Moves {
			q, err := p.Play(play.Left, move)
			require.NoError(t, err)
			require.Equal(t, game.Loss, judge(t, q, misere).Outcome, "%s", move)
		}
		if v.Outcome == game.Loss {
			i := rapid.IntRange(0, len(heaps)-1).Draw(t, "heap")
			if heaps[i] == 0 {
				return
			}
			q, err := p.Play(play.Left, fmt.Sprintf("%d:%d", i+1, rapid.Uint64Range(1, heaps[i]).Draw(t, "take")))
			require.NoError(t, err)
			require.Equal(t, game.Win, judge(t, q, misere).Outcome)
		}
	})
}

func TestTheLargestHeap(t *testing.T) {
	p := parse(t, fmt.Sprint(uint64(math.MaxUint64)))
	require.Equal(t, []string{"1:18446744073709551615"}, judge(t, p, false).Moves)
	require.Equal(t, []string{"1:18446744073709551614"}, judge(t, p, true).Moves)
	n, err := nim.Rules().(play.Nimbers).Nimber(t.Context(), p)
	require.NoError(t, err)
	require.Equal(t, uint64(math.MaxUint64), n)
	next, stop := iter.Pull(p.Moves(play.Left))
	defer stop()
	move, ok := next()
	require.True(t, ok)
	require.Equal(t, "1:1", move.Text)
	require.Equal(t, "18446744073709551614", move.To.String())
}

func TestStart(t *testing.T) {
	for size, want := range map[int]string{0: "1+3+5+7", 1: "1", 4: "1+3+5+7", 5: "1+3+5+7+9"} {
		p, err := nim.Rules().Start(play.Options{Size: size, Seed: 7})
		require.NoError(t, err)
		require.Equal(t, want, p.String())
	}
	_, err := nim.Rules().Start(play.Options{Size: nim.MaxStart + 1})
	require.EqualError(t, err, "start of nim: 51 heaps; want 1 to 50")
}

func TestDraw(t *testing.T) {
	require.Equal(t, strings.Join([]string{
		"1: o                1",
		"2:                  0",
		"3: o o o            3",
		"4: o o o ... o o o  31",
		"",
	}, "\n"), parse(t, "1+0+3+31").Draw())
	require.Equal(t, "no heaps\n", parse(t, "!").Draw())
	for line := range strings.Lines(parse(t, "30+18446744073709551615").Draw()) {
		require.LessOrEqual(t, len(line), 100)
	}
}

func TestPositionsOfOtherGames(t *testing.T) {
	_, err := nim.Rules().Judge(t.Context(), nil, play.Left, false)
	require.EqualError(t, err, "judge: a <nil> is no position of nim")
}

// TestMillionGames lets a player who follows the judge play against chance: he must
// win from wherever the judge says so. A million games take a minute.
func TestMillionGames(t *testing.T) {
	if os.Getenv("SPROUTS_LONG") == "" {
		t.Skip("a million games; make games runs it")
	}
	playGames(t, 1_000_000)
}

func TestRandomGames(t *testing.T) { playGames(t, 3_000) }

func playGames(t *testing.T, games int) {
	t.Helper()
	chance := rand.New(rand.NewPCG(1901, 3))
	won := 0
	for range games {
		heaps := make([]uint64, 1+chance.IntN(6))
		for i := range heaps {
			heaps[i] = chance.Uint64() >> chance.IntN(64)
		}
		if playGame(t, chance, parse(t, strings.Trim(fmt.Sprint(heaps), "[]")), chance.IntN(2) == 0) {
			won++
		}
	}
	require.Greater(t, won, games/2, "games that the mover had won")
}

// playGame plays one game, both players by chance as long as nobody is winning by
// theory, and returns whether the first player was.
func playGame(t *testing.T, chance *rand.Rand, p play.Position, misere bool) (first bool) {
	t.Helper()
	first = judge(t, p, misere).Outcome == game.Win
	winner := play.Right
	if first {
		winner = play.Left
	}
	side := play.Left
	for ; hasMove(p, side); side = side.Other() {
		v := judge(t, p, misere)
		require.Equal(t, side == winner, v.Outcome == game.Win, "%s, misère %t", p, misere)
		move := randomMove(chance, p.String())
		if side == winner {
			move = v.Moves[chance.IntN(len(v.Moves))]
		}
		q, err := p.Play(side, move)
		require.NoError(t, err)
		p = q
	}
	require.Equal(t, misere, side == winner, "who cannot move at the end of %s", p)
	return first
}

func hasMove(p play.Position, s play.Side) bool {
	for range p.Moves(s) {
		return true
	}
	return false
}

// randomMove draws a heap, and then how much of it.
func randomMove(chance *rand.Rand, heaps string) string {
	sizes := strings.Split(heaps, "+")
	for {
		i := chance.IntN(len(sizes))
		var n uint64
		if _, err := fmt.Sscan(sizes[i], &n); err == nil && n > 0 {
			// A small part of a huge heap would make the game endless.
			return fmt.Sprintf("%d:%d", i+1, n-chance.Uint64N(n)>>chance.IntN(64))
		}
	}
}

func FuzzPlayParse(f *testing.F) {
	for _, text := range []string{"!", "1+3+5+7", "1 3 5 7", "18446744073709551615", "1+x"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, err := nim.Rules().Parse(text)
		if err != nil {
			var wrong *game.ParseError
			require.ErrorAs(t, err, &wrong)
			require.LessOrEqual(t, wrong.Offset, len(text))
			return
		}
		again, err := nim.Rules().Parse(p.String())
		require.NoError(t, err)
		require.Equal(t, p, again)
	})
}

func FuzzMove(f *testing.F) {
	for _, move := range []string{"2:3", "5-3", "3-1", " 4 : 7 ", "2:", "x"} {
		f.Add(move)
	}
	start, err := nim.Rules().Parse("1+3+5+3+18446744073709551615")
	require.NoError(f, err)
	f.Fuzz(func(t *testing.T, move string) {
		p, err := start.Play(play.Left, move)
		if err != nil {
			var wrong *play.MoveError
			require.ErrorAs(t, err, &wrong)
			require.LessOrEqual(t, wrong.Offset, len(move))
			return
		}
		was, is := strings.Split(start.String(), "+"), strings.Split(p.String(), "+")
		require.Len(t, is, len(was))
		changed := 0
		for i := range was {
			if was[i] != is[i] {
				changed++
			}
		}
		require.Equal(t, 1, changed, "%q changes one heap", move)
	})
}

func parse(t require.TestingT, text string) play.Position {
	p, err := nim.Rules().Parse(text)
	require.NoError(t, err)
	return p
}

func judge(t require.TestingT, p play.Position, misere bool) play.Verdict {
	v, err := nim.Rules().Judge(context.Background(), p, play.Left, misere)
	require.NoError(t, err)
	return v
}
