package antwerp_test

import (
	"context"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/game/antwerp"
	"github.com/sprouts-solver/sprouts/game/gametest"
	"github.com/sprouts-solver/sprouts/game/play"
)

// long skips a test that takes minutes.
func long(t *testing.T) {
	t.Helper()
	if os.Getenv("SPROUTS_LONG") == "" {
		t.Skip("takes minutes; make games runs it")
	}
}

func sides() []play.Side { return []play.Side{play.Left, play.Right} }

// judge returns the outcome for a side to move, which must be known.
func judge(t *testing.T, rules play.Rules, p play.Position, s play.Side, misere bool) game.Outcome {
	t.Helper()
	v, err := rules.Judge(t.Context(), p, s, misere)
	require.NoError(t, err)
	require.NotEqual(t, game.Unknown, v.Outcome, "%s: %s", p, v.Why)
	return v.Outcome
}

// spots returns a start position.
func spots(t *testing.T, rules play.Rules, n int) play.Position {
	t.Helper()
	p, err := rules.Start(play.Options{Size: n})
	require.NoError(t, err)
	return p
}

func outcome(win bool) game.Outcome {
	if win {
		return game.Win
	}
	return game.Loss
}

// TestStartByBruteForce compares the judge with the drawings.
func TestStartByBruteForce(t *testing.T) {
	for _, rules := range games() {
		for n := 1; n <= 3; n++ {
			for _, s := range sides() {
				for _, misere := range []bool{false, true} {
					want := outcome(draft(rules == antwerp.Hot(), n).wins(s, misere))
					require.Equal(t, want, judge(t, rules, spots(t, rules, n), s, misere), "%s %d, %s, misère %t", rules.Name(), n, s, misere)
				}
			}
		}
	}
}

// starts are the outcomes for who moves first, from 1 spot on.
var starts = map[string]string{
	"antwerp-cold": "LLLLL", "antwerp-cold misère": "WLLLL",
	"antwerp-hot": "WWWWW", "antwerp-hot misère": "LWWWW",
}

// TestStartsAreThoseOfTheOracle compares the table with what a program has found that
// shares nothing with this one.
func TestStartsAreThoseOfTheOracle(t *testing.T) {
	checked := 0
	for _, entry := range gametest.Rules(t) {
		if row := starts[entry.Game]; row != "" {
			letter := row[entry.Spots-1 : entry.Spots]
			require.Equal(t, entry.Value, letter+"/"+letter, "%s, %d spots", entry.Game, entry.Spots)
			checked++
		}
	}
	require.Equal(t, 8, checked)
}

func checkStarts(t *testing.T, most int) {
	t.Helper()
	for _, rules := range games() {
		for _, misere := range []bool{false, true} {
			name := rules.Name()
			if misere {
				name += " misère"
			}
			for n := 1; n <= most; n++ {
				for _, s := range sides() {
					want := outcome(starts[name][n-1] == 'W')
					require.Equal(t, want, judge(t, rules, spots(t, rules, n), s, misere), "%s, %d spots, %s", name, n, s)
				}
			}
		}
	}
}

func TestStarts(t *testing.T) { checkStarts(t, 3) }

func TestStartsLong(t *testing.T) {
	long(t)
	checkStarts(t, 5)
}

// TestSixColdSpots goes two further than the oracle. The value is found to be 0 by two
// searches, of one winning answer to each first move.
func TestSixColdSpots(t *testing.T) {
	long(t)
	rules := antwerp.Cold()
	value, err := rules.(play.Values).Value(t.Context(), spots(t, rules, 6))
	require.NoError(t, err)
	require.Equal(t, "0", value)
}

// TestMirrorStrategy plays the strategy behind the theorem on odd numbers of spots:
// the position after its first move is lost for the opponent, by search.
func TestMirrorStrategy(t *testing.T) {
	rules := antwerp.Hot()
	for _, n := range []int{1, 3, 59} {
		for _, s := range sides() {
			p := spots(t, rules, n)
			v, err := rules.Judge(t.Context(), p, s, false)
			require.NoError(t, err)
			require.Equal(t, game.Win, v.Outcome)
			require.Len(t, v.Moves, 1)
			to, err := p.Play(s, v.Moves[0])
			require.NoError(t, err)
			if n < 5 {
				require.Equal(t, game.Loss, judge(t, rules, to, s.Other(), false), "%d spots, %s", n, v.Moves[0])
			}
		}
	}
}

// TestChildrenOfDrawings follows random games in drawings, and wants the moves of
// each position to lead where lines in its drawing lead.
func TestChildrenOfDrawings(t *testing.T) {
	chance := rand.New(rand.NewPCG(1, 2))
	for i := range 120 {
		rules := games()[i%2]
		draft(i%2 == 1, 1+i/2%5).random(chance, func(d drawing, s play.Side, strokes []stroke) {
			p, err := rules.Parse(d.String())
			require.NoError(t, err)
			want := map[string]bool{}
			for _, l := range strokes {
				child, err := rules.Parse(d.draw(l, s).String())
				require.NoError(t, err)
				want[child.String()] = true
			}
			have := map[string]bool{}
			for m := range p.Moves(s) {
				require.False(t, have[m.To.String()], "%s: two moves to %s", p, m.To)
				have[m.To.String()] = true
			}
			require.Equal(t, want, have, "%s, drawn as %s, %s", p, d, s)
		})
	}
}

// playOut plays random games of drawings to the end and checks the account of lives:
// 3 for each spot at the start, and one less with each move.
func playOut(t *testing.T, count int) {
	t.Helper()
	chance := rand.New(rand.NewPCG(3, 4))
	for i := range count {
		n := 1 + i/2%5
		draft(i%2 == 1, n).random(chance, func(d drawing, s play.Side, strokes []stroke) {
			if d.lives() != 3*n-d.moves || d.moves > 3*n-1 {
				t.Fatalf("%s: %d lives after %d moves from %d spots", d, d.lives(), d.moves, n)
			}
			if len(strokes) > 0 {
				return
			}
			p, err := games()[i%2].Parse(d.String())
			require.NoError(t, err)
			require.Empty(t, slices.Collect(p.Moves(s)), "%s, drawn as %s, %s", p, d, s)
		})
	}
}

func TestRandomGames(t *testing.T) { playOut(t, 2000) }

func TestMillionGames(t *testing.T) {
	long(t)
	playOut(t, 1_000_000)
}

func TestJudgeStopsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, rules := range games() {
		p := spots(t, rules, 6)
		v, err := rules.Judge(ctx, p, play.Left, false)
		require.NoError(t, err)
		require.Equal(t, game.Unknown, v.Outcome)
		require.Contains(t, v.Why, "in the time that was given")
		_, err = rules.(play.Values).Value(ctx, p)
		require.ErrorIs(t, err, context.Canceled)
	}
}

func TestPositionsOfAnotherGame(t *testing.T) {
	p := spots(t, antwerp.Hot(), 2)
	_, err := antwerp.Cold().Judge(t.Context(), p, play.Left, false)
	require.ErrorContains(t, err, "none of antwerp-cold")
	_, err = antwerp.Cold().(play.Values).Value(t.Context(), p)
	require.ErrorContains(t, err, "none of antwerp-cold")
}
