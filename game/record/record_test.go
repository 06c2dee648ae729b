package record_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/sprouts-solver/sprouts/canon"
	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/game/gametest"
	"github.com/sprouts-solver/sprouts/game/play"
	"github.com/sprouts-solver/sprouts/game/record"
)

// bruteForce decides positions through gametest's plain moves, which share no code with
// this package and package canon's generator.
func bruteForce(t *testing.T) record.Decide {
	t.Helper()
	known := map[bool]map[string]game.Outcome{false: {}, true: {}}
	var decide record.Decide
	decide = func(ctx context.Context, abstract string, misere bool) (game.Outcome, error) {
		if o := known[misere][abstract]; o != game.Unknown {
			return o, nil
		}
		moves, err := gametest.PlainMoves(abstract)
		if err != nil {
			return game.Unknown, err
		}
		outcome := game.Loss
		if len(moves) == 0 && misere {
			outcome = game.Win
		}
		for _, m := range moves {
			p, err := canon.ParseStrings(m)
			if err != nil {
				return game.Unknown, err
			}
			if o, err := decide(ctx, p.String(), misere); err != nil {
				return game.Unknown, err
			} else if o == game.Loss {
				outcome = game.Win
			}
		}
		known[misere][abstract] = outcome
		return outcome, nil
	}
	return decide
}

func TestContract(t *testing.T) {
	samples := gametest.PlaySamples{
		Positions: []string{"1", "1;2", "3+ 1(4)1[2] 3(5)3 1(6)3", "3- 1(4)2 2(5)3 1(6)3 4(7)5", "4+ 1(5)2 2(6)3 3(7)4 1(8)4 1(9)2 5(10)7"},
		Equal: [][]string{
			{"1;2", "2", "2;1", " 1 ; 2 ", "2+", "2- (A - B) I"},
			{"1,3,2,3", "3,1,3,2", "2,3,1,3", "2+ 1(3)2", "2+ 2(3)1"},
			{"1,6,2,6;3,7,4,7;5", "5+ 1(6)2 3(7)4"},
			{"1,4;2/1,4;3", "1,4;3/4,1;2", "3+ 1(4)1[2]", "3+ 1(4)1[3]"},
		},
		Malformed: []string{"", " ", "x", "1;", ";1", "1,", "1/", "1;1", "1;3", "0", "251", "1/2", "1,1", "1,2", "1,2,1,2", "1.2", "-1", "é", "1 2", "1,2/1,2/1,2", "+", "3+ 1(5)2", "3+ x"},
		Illegal: map[string][]string{
			"1;2":      {"", "1", "1(3)", "1(4)2", "1(3)3", "3(3)1", "1(3)2[1]", "1(3)1[3]", "1(3)1!", "1(3)2!", "1!(3)2", "1(3@3)2", "é", "1(3)2 1"},
			"1,3,2,3":  {"3(4)3", "1(4)2[3]", "1(4)1[1]", "1!(4)2"},
			"2+ 1(3)1": {"3(4)3", "1(4)1", "1!(4)2"},
		},
	}
	t.Run("decided", func(t *testing.T) { gametest.SuitePlay(t, record.New(bruteForce(t)), samples) })
	samples.Undecided = true
	t.Run("undecided", func(t *testing.T) { gametest.SuitePlay(t, record.New(nil), samples) })
}

func TestStart(t *testing.T) {
	rules := record.New(nil)
	for size, want := range map[int]string{0: "1;2;3;4;5;6", 1: "1", 3: "1;2;3"} {
		p, err := rules.Start(play.Options{Size: size})
		require.NoError(t, err)
		require.Equal(t, want, p.String())
	}
	for _, size := range []int{-1, record.MaxSpots + 1} {
		_, err := rules.Start(play.Options{Size: size})
		require.Error(t, err)
	}
	p, err := rules.Start(play.Options{Size: record.MaxSpots})
	require.NoError(t, err)
	require.Equal(t, "0*250", p.(record.Position).Abstract())
}

// TestOpenings has the moves of a start position: a loop round up to half of the others,
// and the line from 1 to 2.
func TestOpenings(t *testing.T) {
	var texts []string
	for m := range parse(t, "7+").Moves(play.Left) {
		texts = append(texts, m.Text)
	}
	require.Equal(t, []string{"1(8)1", "1(8)1[2]", "1(8)1[2,3]", "1(8)1[2-4]", "1(8)2"}, texts)
	require.Len(t, slices.Collect(parse(t, "14+").Moves(play.Right)), 8)
}

// TestJudgeAsksOnce counts questions: equal positions without names are asked for once.
func TestJudgeAsksOnce(t *testing.T) {
	asked := map[string]int{}
	decide := bruteForce(t)
	rules := record.New(func(ctx context.Context, abstract string, misere bool) (game.Outcome, error) {
		asked[abstract]++
		return decide(ctx, abstract, misere)
	})
	p := parse(t, "3+ 1(4)2")
	v, err := rules.Judge(t.Context(), p, play.Left, false)
	require.NoError(t, err)
	require.Equal(t, game.Loss, v.Outcome)
	v, err = rules.Judge(t.Context(), after(t, p, "1(5)1[2]"), play.Left, false)
	require.NoError(t, err)
	require.Equal(t, game.Win, v.Outcome)
	require.True(t, v.All)
	require.Greater(t, len(asked), 4)
	for abstract, times := range asked {
		require.Equal(t, 1, times, abstract)
	}
}

func TestJudgeWithoutAnswer(t *testing.T) {
	p := parse(t, "3+")
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	broken := errors.New("broken")
	fails := func(context.Context, string, bool) (game.Outcome, error) { return game.Unknown, broken }
	silent := func(context.Context, string, bool) (game.Outcome, error) { return game.Unknown, nil }
	wins := func(_ context.Context, abstract string, _ bool) (game.Outcome, error) {
		if abstract == "0*3" {
			return game.Win, nil
		}
		return game.Unknown, nil
	}
	_, err := record.New(fails).Judge(t.Context(), p, play.Left, false)
	require.ErrorIs(t, err, broken)
	for _, c := range []struct {
		ctx    context.Context
		decide record.Decide
	}{{gone, fails}, {gone, bruteForce(t)}, {t.Context(), nil}, {t.Context(), silent}, {t.Context(), wins}} {
		v, err := record.New(c.decide).Judge(c.ctx, p, play.Left, false)
		require.NoError(t, err)
		require.Equal(t, game.Unknown, v.Outcome)
		require.Empty(t, v.Moves)
		require.NotEmpty(t, v.Why)
	}
	_, err = record.New(nil).Judge(t.Context(), other{}, play.Left, false)
	require.Error(t, err)
}

// other is a position of another game.
type other struct{ play.Position }

// TestDraw looks at a page: no line is too long.
func TestDraw(t *testing.T) {
	require.Equal(t, "3 spots, 2 moves made, 7 lives\n"+
		"region 1: 3 (1x 4 2 4 1x 5)\n"+
		"region 2: (1x 5)\n", parse(t, "3+ 1(4)2 1(5)1").Draw())
	require.Equal(t, "1 spot, 2 moves made, 1 life\n"+
		"region 1: (1x 2x)\nregion 2: (1x 2x 3)\nregion 3: (1x 3 2x)\n", parse(t, "1+ 1(2)1 1(3)2").Draw())
}
