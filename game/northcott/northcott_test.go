package northcott_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/game/gametest"
	"github.com/sprouts-solver/sprouts/game/northcott"
	"github.com/sprouts-solver/sprouts/game/play"
)

// small are boards whose games are explored to the end.
var small = []string{
	"2: 1-2", "2: 1-2 1-2 1-2", "12: 3-6", "3: 1-3 1-3 1-3", "4: 1-4 2-3 1-3", "5: 1-5 2-4", "6: 1-2 5-6",
}

func TestPlay(t *testing.T) {
	gametest.SuitePlay(t, northcott.Rules(), gametest.PlaySamples{
		Positions: small,
		Equal: [][]string{
			{"8: 1-5 2-7", "8:1-5 2-7", " 08 : 1 - 5\t02- 7 "},
		},
		Malformed: []string{
			"", " ", "8", "8:", "8: ", ":", "8 1-5", "8: 1", "8: 1-", "8: -5", "8: 5-1", "8: 3-3", "8: 0-3", "8: 1-9", "8: 1-5,2-7",
			"8: 1-5 2-72-3", "8: 1-5 2", "8: 1-5 x", "x", "8; 1-5", "1: 1-1", "33: 1-5", "99999999999999999999: 1-2", "8: 1-99999999999999999999",
			"é", "8: 1-5é", "8:: 1-5", "8: 1--5", "2:" + strings.Repeat(" 1-2", 33),
		},
		Illegal: map[string][]string{
			"8: 2-6 1-7 3-4": {
				"", " ", "2", "2:", ":3", "2:1", "2:7", "2:8", "1:0", "1:9", "0:1", "4:1", "x:1", "2:x", "2:3x", "2:3 4", "2:+0", "2:-1", "2:+6",
				"3:+1", "3:4", "3:5", "2::3", "2:++1", "2-3", "é", "2:3é", "1:99999999999999999999", "1:+99999999999999999999",
				"99999999999999999999:1",
			},
			"2: 1-2": {"1:1", "1:2", "1:3"},
		},
	})
}

// TestNobodyDraws looks for positions that can be drawn out for ever, by analysis
// backwards from the ends of play: there are none, although moves can be taken back.
func TestNobodyDraws(t *testing.T) {
	for _, text := range append(small, "4: 1-4 1-4 1-4 1-4", "32: 1-32") {
		p := parse(t, text)
		graph := gametest.NewPlayGraph(p)
		outcomes := graph.Outcomes(false)
		require.Len(t, outcomes, 2*graph.Len())
		lost := 0
		for turn, o := range outcomes {
			require.NotEqual(t, game.Unknown, o, "%v", turn)
			if o == game.Loss {
				lost++
			}
			require.Equal(t, o, judge(t, parse(t, turn.Position), turn.Side).Outcome, "%v", turn)
		}
		require.Positive(t, lost)
	}
}

func TestMovesInAnyForm(t *testing.T) {
	for _, c := range []struct {
		side       play.Side
		move, want string
	}{
		{play.Left, "1:5", "8: 5-6 1-7"},
		{play.Left, " 1 : 5 ", "8: 5-6 1-7"},
		{play.Left, "01:+3", "8: 5-6 1-7"},
		{play.Left, "1:-1", "8: 1-6 1-7"},
		{play.Right, "1:+3", "8: 2-3 1-7"},
		{play.Right, "1:-2", "8: 2-8 1-7"},
		{play.Right, "2:8", "8: 2-6 1-8"},
		{play.Right, "2: + 1", "8: 2-6 1-6"},
	} {
		p := parse(t, "8: 2-6 1-7")
		q, err := p.Play(c.side, c.move)
		require.NoError(t, err, "%s", c.move)
		require.Equal(t, c.want, q.String(), "%s", c.move)
	}
}

func TestErrorsNameThePlace(t *testing.T) {
	for _, c := range []struct {
		text, reason string
		offset       int
	}{
		{"", "a number is missing", 0},
		{"8", "':' is missing", 1},
		{"40: 1-2", "rows of 40 squares", 0},
		{"8: 1-5 2 7", "'-' is missing", 9},
		{"8: 1-5 4-3", "Black's piece on column 3 is not to the right of White's", 9},
		{"8: 1-9", "there is no column 9", 5},
		{"8: 1-5x", "'x' does not belong here", 6},
	} {
		_, err := northcott.Rules().Parse(c.text)
		var wrong *game.ParseError
		require.ErrorAs(t, err, &wrong, "%q", c.text)
		require.Equal(t, c.reason, wrong.Reason, "%q", c.text)
		require.Equal(t, c.offset, wrong.Offset, "%q", c.text)
	}
	for _, c := range []struct {
		move, reason, remedy string
		offset               int
	}{
		{"1:6", "the opponent's piece is on column 6, and there is no way over it", "it can go to column 1 or 3 to 5", 2},
		{"1:2", "the piece is on column 2 already", "it can go to column 1 or 3 to 5", 2},
		{"1:-4", "this is off the board", "it can go to column 1 or 3 to 5", 2},
		{"2:5", "the opponent's piece is on column 2, and there is no way over it", "in this row no move is left: take another row", 2},
		{" 3:1", "there is no row 3", "rows have the numbers 1 to 2", 1},
	} {
		_, err := parse(t, "8: 2-6 1-2").Play(play.Left, c.move)
		var wrong *play.MoveError
		require.ErrorAs(t, err, &wrong, "%q", c.move)
		require.Equal(t, c.reason, wrong.Reason, "%q", c.move)
		require.Equal(t, c.remedy, wrong.Remedy, "%q", c.move)
		require.Equal(t, c.offset, wrong.Offset, "%q", c.move)
	}
}

// A retreat that makes the xor 0 keeps the win: Judge knows of it, but does not
// recommend it.
func TestRetreatsAreNotRecommended(t *testing.T) {
	p := parse(t, "8: 3-5 1-4")
	v := judge(t, p, play.Left)
	require.Equal(t, []string{"2:2"}, v.Moves)
	require.False(t, v.All, "1:2 makes the xor 0 as well")
	q, err := p.Play(play.Left, "1:2")
	require.NoError(t, err)
	require.Equal(t, game.Loss, judge(t, q, play.Right).Outcome)
	require.True(t, judge(t, parse(t, "3: 1-3 1-2"), play.Left).All)
}

// From a lost position a retreat by some squares is answered by following as many in
// the same row: this is among the moves that Judge recommends.
func TestRetreatsAreFollowed(t *testing.T) {
	p := parse(t, "9: 4-6 6-8 3-7 4-8")
	require.Equal(t, game.Loss, judge(t, p, play.Left).Outcome)
	retreats := 0
	for i, white := range []int{4, 6, 3, 4} {
		for squares := 1; white-squares >= 1; squares++ {
			q, err := p.Play(play.Left, fmt.Sprintf("%d:-%d", i+1, squares))
			require.NoError(t, err)
			black := []int{6, 8, 7, 8}[i]
			require.Contains(t, judge(t, q, play.Right).Moves, fmt.Sprintf("%d:%d", i+1, black-squares))
			retreats++
		}
	}
	require.Equal(t, 13, retreats)
}

// Starts are reproducible, square, and such that the first player has to find a win.
func TestStart(t *testing.T) {
	seen := map[string]bool{}
	for _, size := range []int{0, 6, 8, 10} {
		for seed := range uint64(500) {
			p, err := northcott.Rules().Start(play.Options{Size: size, Seed: seed})
			require.NoError(t, err)
			again, err := northcott.Rules().Start(play.Options{Size: size, Seed: seed})
			require.NoError(t, err)
			require.Equal(t, p, again)
			require.Equal(t, p, parse(t, p.String()))
			seen[p.String()] = true
			rows := max(size, 6)
			if size == 0 {
				rows = northcott.DefaultSize
			}
			require.True(t, strings.HasPrefix(p.String(), fmt.Sprintf("%d: ", rows)))
			require.Len(t, strings.Fields(p.String()), rows+1)
			require.Equal(t, game.Win, judge(t, p, play.Left).Outcome)
			require.Equal(t, game.Win, judge(t, p, play.Right).Outcome)
		}
	}
	require.Len(t, seen, 1500, "sizes 0 and 8 are the same, all else differs")
	for _, size := range []int{1, 7, 9, 12} {
		_, err := northcott.Rules().Start(play.Options{Size: size})
		require.Error(t, err, "size %d", size)
	}
}

func TestDraw(t *testing.T) {
	p := parse(t, "8: 2-6 1-7 3-4")
	require.Equal(t, `  1 2 3 4 5 6 7 8 gap
1 . W . . . B . .   3
2 W . . . . . B .   5
3 . . W B . . . .   0
`, p.Draw())
	require.Equal(t, `  1 2 3 4 5 6 7 8 gap
1 . W . . . B . .   3
2 W . . . * . B .   5
3 . . W B . . . .   0
`, judge(t, p, play.Right).Hint)
	for line := range strings.Lines(parse(t, "30: 1-30").Draw()) {
		require.LessOrEqual(t, len(line), 100)
	}
}

func TestPositionsOfOtherGames(t *testing.T) {
	_, err := northcott.Rules().Judge(t.Context(), nil, play.Left, false)
	require.EqualError(t, err, "judge: a <nil> is no position of northcott")
}

// TestMillionGames lets a player who follows the judge play against chance, who
// retreats as often as he advances: the player must win from wherever the judge says
// so, within the bound of the package comment.
func TestMillionGames(t *testing.T) {
	if os.Getenv("SPROUTS_LONG") == "" {
		t.Skip("a million games; make games runs it")
	}
	playGames(t, 1_000_000)
}

func TestRandomGames(t *testing.T) { playGames(t, 300) }

func playGames(t *testing.T, games int) {
	t.Helper()
	chance := rand.New(rand.NewPCG(1960, 1))
	longest := 0
	for range games {
		p, err := northcott.Rules().Start(play.Options{Size: []int{6, 8, 10}[chance.IntN(3)], Seed: chance.Uint64()})
		require.NoError(t, err)
		longest = max(longest, playGame(t, chance, p))
	}
	t.Logf("longest game: %d moves of the winner", longest)
}

// playGame plays one game and returns the number of moves of the winner.
func playGame(t *testing.T, chance *rand.Rand, p play.Position) (moves int) {
	t.Helper()
	winner := play.Side(chance.IntN(2))
	size := len(strings.Fields(p.String())) - 1
	for {
		v := judge(t, p, winner)
		require.Equal(t, game.Win, v.Outcome, "%s", p)
		q, err := p.Play(winner, v.Moves[chance.IntN(len(v.Moves))])
		require.NoError(t, err)
		p = q
		moves++
		require.LessOrEqual(t, moves, size*(size-2))
		if !hasMove(p, winner.Other()) {
			return moves
		}
		p = randomMove(chance, p, winner.Other(), size)
	}
}

func hasMove(p play.Position, s play.Side) bool {
	for range p.Moves(s) {
		return true
	}
	return false
}

// randomMove tries squares until one can be reached.
func randomMove(chance *rand.Rand, p play.Position, s play.Side, size int) play.Position {
	for {
		q, err := p.Play(s, fmt.Sprintf("%d:%d", 1+chance.IntN(size), 1+chance.IntN(size)))
		if err == nil {
			return q
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, text := range []string{"8: 1-5 2-7 3-8", "2:1-2", "32: 1 - 32", "8: 5-1", "8"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, err := northcott.Rules().Parse(text)
		if err != nil {
			var wrong *game.ParseError
			require.ErrorAs(t, err, &wrong)
			require.LessOrEqual(t, wrong.Offset, len(text))
			return
		}
		again, err := northcott.Rules().Parse(p.String())
		require.NoError(t, err)
		require.Equal(t, p, again)
	})
}

func FuzzMove(f *testing.F) {
	for _, move := range []string{"1:3", "2:+2", "3:-1", " 1 : 8 ", "1:+", "4:1"} {
		f.Add(move, false)
		f.Add(move, true)
	}
	start, err := northcott.Rules().Parse("8: 2-6 1-7 3-4")
	require.NoError(f, err)
	f.Fuzz(func(t *testing.T, move string, black bool) {
		side := play.Left
		if black {
			side = play.Right
		}
		p, err := start.Play(side, move)
		if err != nil {
			var wrong *play.MoveError
			require.ErrorAs(t, err, &wrong)
			require.LessOrEqual(t, wrong.Offset, len(move))
			return
		}
		again, err := northcott.Rules().Parse(p.String())
		require.NoError(t, err, "%q", move)
		require.Equal(t, p, again)
		reached := false
		for m := range start.Moves(side) {
			reached = reached || m.To.String() == p.String()
		}
		require.True(t, reached, "%q leads to %s, which is no move", move, p)
	})
}

func parse(t require.TestingT, text string) play.Position {
	p, err := northcott.Rules().Parse(text)
	require.NoError(t, err, "%q", text)
	return p
}

func judge(t require.TestingT, p play.Position, s play.Side) play.Verdict {
	v, err := northcott.Rules().Judge(context.Background(), p, s, false)
	require.NoError(t, err)
	return v
}
