package record_test

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/sprouts-solver/sprouts/game/play"
	"github.com/sprouts-solver/sprouts/game/record"
)

// recorded returns the games of testdata by name, as ReadGame wants them.
func recorded(t *testing.T) map[string]string {
	t.Helper()
	data, err := os.ReadFile("testdata/games.txt")
	require.NoError(t, err)
	games := map[string]string{}
	for line := range strings.Lines(string(data)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		f := strings.Split(line, " | ")
		require.Len(t, f, 6, "%s", line)
		players, _, _ := strings.Cut(f[2], " (")
		games[f[0]] = f[1] + " (" + players + ") " + f[3] + " " + f[4]
	}
	require.Len(t, games, 17)
	return games
}

// TestRecordedGames replays what strong players wrote down. None was played to its end.
func TestRecordedGames(t *testing.T) {
	for name, text := range recorded(t) {
		t.Run(name, func(t *testing.T) {
			g, err := record.ReadGame(text)
			require.NoError(t, err)
			require.NotZero(t, g.Winner)
			require.True(t, g.Ordered)
			again, err := record.WriteGame(g)
			require.NoError(t, err)
			require.Equal(t, text, again)
			short := record.Game{Spots: g.Spots}
			steps := 0
			var last record.Position
			for step, err := range g.Replay() {
				require.NoError(t, err)
				steps++
				require.Equal(t, steps, step.Number)
				require.LessOrEqual(t, len(step.Move), len(step.Text))
				require.Equal(t, 3*g.Spots-steps, step.To.Lives())
				short.Moves, last = append(short.Moves, step.Move), step.To
			}
			require.Equal(t, len(g.Moves), steps)
			require.False(t, last.Finished())
			for step, err := range short.Replay() {
				require.NoError(t, err)
				require.Equal(t, step.Text, step.Move)
				if step.Number == steps {
					require.Equal(t, last.Abstract(), step.Abstract())
				}
			}
		})
	}
}

// TestFirstAmbiguousMove leaves out an @, and replay stops there.
func TestFirstAmbiguousMove(t *testing.T) {
	text := strings.Replace(recorded(t)["G02"], "6(16@2)14", "6(16)14", 1)
	g, err := record.ReadGame(text)
	require.NoError(t, err)
	steps := 0
	for step, err := range g.Replay() {
		steps++
		if step.Number < 8 {
			require.NoError(t, err)
			continue
		}
		require.Equal(t, "6(16)14", step.Text)
		require.ErrorContains(t, err, "move 8: ")
		var wrong *play.MoveError
		require.ErrorAs(t, err, &wrong)
		require.Equal(t, []string{"6(16@2)14", "6(16@7)14"}, wrong.Readings)
	}
	require.Equal(t, 8, steps)
}

// TestFourForms is about Hoey's exclam beside the spots: four drawings, which differ in
// the order in which the neighbours of 6 and 7 are met.
func TestFourForms(t *testing.T) {
	p := parse(t, "5+ 1(6)2 3(7)4")
	for move, want := range map[string]string{
		"6(8)7":   "1,6,8,7,4,7,3,7,8,6,2,6;5",
		"6(8)!7":  "1,6,8,7,3,7,4,7,8,6,2,6;5",
		"6!(8)7":  "1,6,2,6,8,7,4,7,3,7,8,6;5",
		"6!(8)!7": "1,6,2,6,8,7,3,7,4,7,8,6;5",
	} {
		to := after(t, p, move)
		require.Equal(t, want, to.String(), move)
		short, err := p.Shortest(move)
		require.NoError(t, err)
		require.Equal(t, move, short)
	}
	require.Equal(t, after(t, p, "6!(8)!7").String(), parse(t, mirror(t, after(t, p, "6(8)7").String())).String())
	require.Equal(t, after(t, p, "6!(8)7").String(), parse(t, mirror(t, after(t, p, "6(8)!7").String())).String())
}

// TestQuiz is about Hoey's exclam after the second spot. No recorded game has this move,
// so the position is made for it: 16 and 21 on a ring with 1 and 2, and 4, 5, 6 inside.
func TestQuiz(t *testing.T) {
	p := parse(t, "15+ 1(16)2 7(17)8 9(18)10 11(19)12 13(20)14 1(21)2![4-6] 3(22)15")
	want := after(t, p, "16(23)21![6]").String()
	for _, move := range []string{"16(23)21[1,4,5]", "16(23)21[2,6]", "16(23)21![2,6]", "21(23)16[6]", "16(23)21[4 & 5, 1]", " 16(23)21[ 1, 4-5 ] "} {
		require.Equal(t, want, after(t, p, move).String(), move)
	}
	require.NotEqual(t, want, after(t, p, "16(23)21[6]").String())
	require.Equal(t, after(t, p, "16(23)21[6]").String(), after(t, p, "16(23)21[2,4,5]").String())
	_, err := p.Play(play.Left, "16(23)21![1,4,5]")
	require.ErrorContains(t, err, "left")
}

// TestUnsaid is about what is taken for granted where the text does not say it.
func TestUnsaid(t *testing.T) {
	for _, c := range []struct{ game, move, same, other string }{
		// The list of a loop does not have what hangs on its spot.
		{"5+ 1(6)2", "1(7)1[3]", "1(7)1[2,4,5]", "1(7)1[2,3]"},
		// It is where the boundary has nothing to be listed.
		{"5+ 1(6)2 1(7)2", "1(8)6[3-5]", "1(8@3)6[2]", "1(8)6"},
		// A branch is cut off rather than all that it hangs on; no play tells 2!(9)8[3] from this.
		{"6+ 1(7)2 2(8)3", "2(9)8[3]", "2(9)!8[3]", "2(9)8[1]"},
		// Both sides have something: right, unless there is a mark.
		{"6+ 1(7)2 1(8)2[3-6]", "7(9@3)8[3]", "7(9)8![4-6]", "7(9)8[4-6]"},
	} {
		p := parse(t, c.game)
		short, err := p.Shortest(c.move)
		require.NoError(t, err, "%s %s", c.game, c.move)
		if c.same != "" {
			same, err := p.Shortest(c.same)
			require.NoError(t, err, "%s %s", c.game, c.same)
			require.Equal(t, same, short, "%s: %s and %s", c.game, c.move, c.same)
		}
		if c.other != "" {
			require.NotEqual(t, after(t, p, c.other).String(), after(t, p, c.move).String(), "%s: %s and %s", c.game, c.move, c.other)
		}
	}
}

func TestGamesAsText(t *testing.T) {
	for _, c := range []struct {
		text string
		want record.Game
	}{
		{"14+", record.Game{Spots: 14}},
		{" 3- \n", record.Game{Spots: 3, Misere: true}},
		{"3+ (Müller, Schmitz*)", record.Game{Spots: 3, Players: [2]string{"Müller", "Schmitz"}, Inviter: 2}},
		{"3+(A - B)1(4)2\n2(5)3 II", record.Game{Spots: 3, Players: [2]string{"A", "B"}, Ordered: true, Moves: []string{"1(4)2", "2(5)3"}, Winner: 2}},
		{"5- (A* - B) 1(6)1[2, 3 & 4] I", record.Game{Spots: 5, Misere: true, Players: [2]string{"A", "B"}, Ordered: true, Inviter: 1, Moves: []string{"1(6)1[2, 3 & 4]"}, Winner: 1}},
	} {
		g, err := record.ReadGame(c.text)
		require.NoError(t, err, "%q", c.text)
		require.Equal(t, c.want, g)
		text, err := record.WriteGame(g)
		require.NoError(t, err)
		again, err := record.ReadGame(text)
		require.NoError(t, err)
		require.Equal(t, g, again)
	}
	for _, g := range []record.Game{
		{}, {Spots: 251}, {Spots: 3, Winner: 3}, {Spots: 3, Inviter: -1}, {Spots: 3, Inviter: 1},
		{Spots: 3, Players: [2]string{"A", ""}}, {Spots: 3, Players: [2]string{"A*", "B"}}, {Spots: 3, Players: [2]string{"A,C", "B"}},
		{Spots: 3, Players: [2]string{"A - C", "B"}}, {Spots: 3, Moves: []string{"1(4)2 2(5)3"}}, {Spots: 3, Moves: []string{"II"}},
	} {
		_, err := record.WriteGame(g)
		require.Error(t, err, "%+v", g)
	}
}

// TestResult compares results with the end of the game where it was reached.
func TestResult(t *testing.T) {
	for text, wrong := range map[string]string{
		"1+ 1(2)1 1(3)2 II": "", "1- 1(2)1 1(3)2 I": "", "1+ 1(2)1 I": "", "1+ 1(2)1 1(3)2": "", "2+ I": "",
		"1+ 1(2)1 1(3)2 I":  "the result is I, but no move is left after move 2 and so II wins",
		"1- 1(2)1 1(3)2 II": "the result is II, but no move is left after move 2 and so I wins",
	} {
		g, err := record.ReadGame(text)
		require.NoError(t, err, text)
		var last error
		for _, err := range g.Replay() {
			last = err
		}
		if wrong == "" {
			require.NoError(t, last, text)
		} else {
			require.EqualError(t, last, wrong, text)
		}
	}
}
