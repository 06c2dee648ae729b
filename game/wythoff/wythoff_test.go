package wythoff_test

import (
	"context"
	"fmt"
	"iter"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/game/gametest"
	"github.com/sprouts-solver/sprouts/game/play"
	"github.com/sprouts-solver/sprouts/game/wythoff"
)

// TestPlay compares single pairs and sums, normal and misère, with brute force.
func TestPlay(t *testing.T) {
	gametest.SuitePlay(t, wythoff.Rules(), gametest.PlaySamples{
		Positions: []string{
			"0,0", "17,13", "0,9", "12,12",
			"0,0+0,0", "3,5+2,2", "2,2+1,2+2,1", "4,4+0,3", "1,3+2,0+0,1", "0,0+4,6", "3,3+3,3",
		},
		Equal: [][]string{
			{"12,20", "12 20", " 12 , 20 ", "012,\t20"},
			{"3,5+1,2", "3 5+1 2", " 3,5 + 1 2 "},
			{"18446744073709551615,0", "0018446744073709551615 0"},
		},
		Malformed: []string{
			"", " ", "3", "3,", ",3", "3 ", "3,5,7", "3 5 7", "3,5+", "+3,5", "3,5++1,2", "3+5", "x", "3,x", "3x5", "-3,5", "3,-5",
			"3,,5", "!", "é,1", "1,é", "18446744073709551616,0", "0,18446744073709551616", "3;5", "3,5+1", "Q",
		},
		Illegal: map[string][]string{
			"3,5": {
				"", " ", "a", "a-", "-3", "a-0", "a-4", "b-6", "ab-4", "ab-0", "ba-1", "aa-1", "c-1", "a3", "a--1", "a-1x", "a-1 1", "to",
				"to 4", "3,5", "4,5", "3,6", "2,3", "1", "1,", "1,1,1", "tea 1,1", "2:a-1", "0:a-1", "1:", "x:a-1", "1x:a-1", "1:1:a-1",
				"a-18446744073709551616", "to é", "é", "a-1é", "18446744073709551617:a-1", "A-1",
			},
			"3,5+1,2":     {"a-1", "b-2", "ab-1", "a-4", "3:a-1", "2:a-2", "1:1,2", "5,5", "2:1,2", ":a-1"},
			"0,0":         {"a-1", "0,0", "a-0"},
			"0,0+0,0+1,1": {"1:a-1", "a-2"},
		},
	})
}

func TestMovesInAnyForm(t *testing.T) {
	for _, c := range []struct{ position, move, want string }{
		{"10,7", "a-3", "7,7"},
		{"10,7", " b - 2 ", "10,5"},
		{"10,7", "ab-4", "6,3"},
		{"10,7", "6,3", "6,3"},
		{"10,7", "to 4,7", "4,7"},
		{"10,7", "to4 7", "4,7"},
		{"10,7", "1:4,7", "4,7"},
		{"3,5+1,2", "2:a-1", "3,5+0,2"},
		{"3,5+1,2", " 1 : to 3,1 ", "3,1+1,2"},
		{"3,5+1,2", "a-2", "1,5+1,2"},
		{"3,5+1,2", "0,1", "3,5+0,1"},
		{"18446744073709551615,18446744073709551615", "ab-18446744073709551615", "0,0"},
	} {
		p, err := parse(t, c.position).Play(play.Right, c.move)
		require.NoError(t, err, "%s: %q", c.position, c.move)
		require.Equal(t, c.want, p.String(), "%s: %q", c.position, c.move)
	}
}

func TestErrorsNameThePlace(t *testing.T) {
	for _, c := range []struct {
		text, reason string
		offset       int
	}{
		{"", "a number is missing", 0},
		{"12", "the second heap is missing", 2},
		{"1,2+3", "the second heap is missing", 5},
		{"1,2 3", "'3' does not belong here", 4},
		{"1,2+x", "'x' does not belong here", 4},
		{"1,2+3,99999999999999999999", "99999999999999999999 is too large", 6},
	} {
		_, err := wythoff.Rules().Parse(c.text)
		var wrong *game.ParseError
		require.ErrorAs(t, err, &wrong, "%q", c.text)
		require.Equal(t, c.reason, wrong.Reason, "%q", c.text)
		require.Equal(t, c.offset, wrong.Offset, "%q", c.text)
	}
	for _, c := range []struct {
		move, reason string
		offset       int
		readings     []string
	}{
		{"a-1", "this is possible in several pairs", 0, []string{"1:a-1", "2:a-1"}},
		{"2: a-2", "2 is more than there is in 1,2", 5, nil},
		{"2:ab-0", "a move takes at least one object", 5, nil},
		{" 7:a-1", "there is no pair 7", 1, nil},
		{"1:2,3", "no move leads from 3,5 to 2,3", 2, nil},
		{"a-9", "this is possible in no pair of 3,5+1,2", 0, nil},
		{"a3", `"-" is missing`, 1, nil},
		{"ba-1", `"ba" is no choice of heaps`, 0, nil},
	} {
		_, err := parse(t, "3,5+1,2").Play(play.Left, c.move)
		var wrong *play.MoveError
		require.ErrorAs(t, err, &wrong, "%q", c.move)
		require.Equal(t, c.reason, wrong.Reason, "%q", c.move)
		require.Equal(t, c.offset, wrong.Offset, "%q", c.move)
		require.Equal(t, c.readings, wrong.Readings, "%q", c.move)
	}
}

// Sums beyond the table: what is known is said, the rest is Unknown.
func TestLargeSums(t *testing.T) {
	const huge = "18446744073709551615"
	for _, c := range []struct {
		position string
		misere   bool
		outcome  game.Outcome
		moves    []string
		all      bool
	}{
		{"0,0+" + huge + "," + huge, false, game.Win, []string{"2:ab-" + huge}, false},
		{"5000,1+0,0+1,2+0,0", false, game.Win, []string{"1:a-4998"}, false},
		{"5000,1+1,2", true, game.Win, []string{"1:a-5000"}, false},
		{"5000,1+1,2+3,5", true, game.Win, []string{"1:a-4998"}, false},
		{"5000,1+0,1", false, game.Unknown, nil, false},
		{"5000,1+6000,1", false, game.Unknown, nil, false},
		{"6471,3999+3,5", false, game.Loss, nil, false},
		{"0," + huge + "+18446744073709551614,0", false, game.Win, []string{"1:b-1"}, true},
		{"0," + huge + "+18446744073709551614,0", true, game.Win, []string{"1:b-1"}, true},
		{"0," + huge + "+" + huge + ",0", true, game.Loss, nil, false},
		{"0," + huge + "+1,0", true, game.Win, []string{"1:b-" + huge}, true},
		{"6471,3999+0,7", false, game.Win, []string{"2:b-7"}, false},
	} {
		v := judge(t, parse(t, c.position), c.misere)
		require.Equal(t, c.outcome, v.Outcome, c.position)
		require.NotEmpty(t, v.Why)
		require.Subset(t, v.Moves, c.moves, c.position)
		if c.all {
			require.True(t, v.All, c.position)
			require.Len(t, v.Moves, len(c.moves), c.position)
		}
	}
	_, err := wythoff.Rules().(play.Nimbers).Nimber(t.Context(), parse(t, "5000,1+0,1"))
	require.EqualError(t, err, "nimber of 5000,1: no closed form is known, and the table ends at heaps of 4095")
}

func TestNoTime(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	v, err := wythoff.Rules().Judge(ctx, parse(t, "3,5+2,2"), play.Left, false)
	require.NoError(t, err)
	require.Equal(t, game.Unknown, v.Outcome)
	require.Contains(t, v.Why, "context canceled")
	v, err = wythoff.Rules().Judge(ctx, parse(t, "3,5"), play.Left, false)
	require.NoError(t, err)
	require.Equal(t, game.Loss, v.Outcome, "one pair needs no time")
}

// Starts are reproducible, in the far quarter, and neither lost nor over in a move.
func TestStart(t *testing.T) {
	seen := map[string]bool{}
	for _, size := range []int{0, wythoff.MinSize, 5, 20, 1000, wythoff.MaxSize} {
		for seed := range uint64(200) {
			p, err := wythoff.Rules().Start(play.Options{Size: size, Seed: seed})
			require.NoError(t, err)
			again, err := wythoff.Rules().Start(play.Options{Size: size, Seed: seed})
			require.NoError(t, err)
			require.Equal(t, p, again)
			seen[p.String()] = true
			board := size
			if size == 0 {
				board = wythoff.DefaultSize
			}
			var a, b int
			_, err = fmt.Sscanf(p.String(), "%d,%d", &a, &b)
			require.NoError(t, err)
			require.True(t, board/2 <= min(a, b) && max(a, b) < board && a != b, "%s on a board of %d", p, board)
			for _, misere := range []bool{false, true} {
				require.Equal(t, game.Win, judge(t, p, misere).Outcome, "%s", p)
			}
		}
	}
	require.Greater(t, len(seen), 400, "different starts")
	for _, size := range []int{1, wythoff.MinSize - 1, wythoff.MaxSize + 1} {
		_, err := wythoff.Rules().Start(play.Options{Size: size})
		require.Error(t, err, "size %d", size)
	}
}

func TestDraw(t *testing.T) {
	require.Equal(t, `1: 2,1
b
1 . . Q
0 . . .
  0 1 2 a
2: 31,0
heap a: 31
heap b: 0
`, parse(t, "2,1+31,0").Draw())
	for line := range strings.Lines(parse(t, "30,30").Draw()) {
		require.LessOrEqual(t, len(line), 100)
	}
	large := judge(t, parse(t, "40,31"), false).Hint
	require.Equal(t, "heap a: 40\nheap b: 31\naim for 19,31 23,14\n", large)
	sum := judge(t, parse(t, "1,0+31,0"), false)
	require.Equal(t, []string{"2:a-30"}, sum.Moves)
	require.Equal(t, "1: 1,0\nb\n0 . Q\n  0 1 a\n2: 31,0\nheap a: 31\nheap b: 0\naim for 1,0\n", sum.Hint)
}

func TestPositionsOfOtherGames(t *testing.T) {
	_, err := wythoff.Rules().Judge(t.Context(), nil, play.Left, false)
	require.EqualError(t, err, "judge: a <nil> is no position of wythoff")
	_, err = wythoff.Rules().(play.Nimbers).Nimber(t.Context(), nil)
	require.EqualError(t, err, "a <nil> is no position of wythoff")
}

func TestMovesAreLazy(t *testing.T) {
	next, stop := iter.Pull(parse(t, fmt.Sprintf("%d,5", uint64(math.MaxUint64))).Moves(play.Left))
	defer stop()
	move, ok := next()
	require.True(t, ok)
	require.Equal(t, "a-1", move.Text)
	require.Equal(t, "18446744073709551614,5", move.To.String())
}

func FuzzParse(f *testing.F) {
	for _, text := range []string{"3,5", "12 20", "3,5+1,2+4,4", "18446744073709551615,0", "1,x"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, err := wythoff.Rules().Parse(text)
		if err != nil {
			var wrong *game.ParseError
			require.ErrorAs(t, err, &wrong)
			require.LessOrEqual(t, wrong.Offset, len(text))
			return
		}
		again, err := wythoff.Rules().Parse(p.String())
		require.NoError(t, err)
		require.Equal(t, p, again)
	})
}

func FuzzMove(f *testing.F) {
	for _, move := range []string{"a-3", "2:b-2", "ab-1", "to 4,7", "3:1 1", "1:"} {
		f.Add(move)
	}
	start, err := wythoff.Rules().Parse("9,7+2,2+18446744073709551615,5")
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
		require.Equal(t, 1, changed, "%q changes one pair", move)
	})
}

func parse(t require.TestingT, text string) play.Position {
	p, err := wythoff.Rules().Parse(text)
	require.NoError(t, err, "%q", text)
	return p
}

func judge(t require.TestingT, p play.Position, misere bool) play.Verdict {
	v, err := wythoff.Rules().Judge(context.Background(), p, play.Left, misere)
	require.NoError(t, err)
	return v
}
