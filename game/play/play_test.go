package play_test

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/game/gametest"
	"github.com/sprouts-solver/sprouts/game/play"
)

func find(name string) (play.Rules, error) {
	if name != "heap" {
		return nil, errors.New("there is no game \"" + name + "\"; there is heap")
	}
	return heaps{}, nil
}

// match plays moves from a heap.
func match(t *testing.T, start int, misere bool, moves ...string) *play.Match {
	t.Helper()
	m, err := play.NewMatch(heaps{}, heap(start), play.Left, misere)
	require.NoError(t, err)
	for _, move := range moves {
		require.NoError(t, m.Play(move))
	}
	return m
}

func TestSuiteHolds(t *testing.T) {
	gametest.SuitePlay(t, heaps{}, gametest.PlaySamples{
		Positions: []string{"9"}, Equal: [][]string{{"7", "07"}}, Malformed: []string{"x", ""},
		Illegal: map[string][]string{"3": {"3", "0", "x", ""}, "0": {"1"}},
	})
}

func TestMatch(t *testing.T) {
	m := match(t, 4, false, "2", "1")
	require.Equal(t, play.Left, m.Turn())
	require.False(t, m.Over())
	_, over := m.Winner()
	require.False(t, over)

	var wrong *play.MoveError
	require.ErrorAs(t, m.Play("2"), &wrong)
	require.Equal(t, "1", m.Position().String(), "an illegal move changes nothing")

	require.NoError(t, m.Play("1"))
	require.ErrorIs(t, m.Play("1"), play.ErrOver)
	winner, over := m.Winner()
	require.True(t, over)
	require.Equal(t, play.Left, winner, "made the last move")

	m = match(t, 4, true, "2", "1", "1")
	winner, _ = m.Winner()
	require.Equal(t, play.Right, winner, "misère: the last move loses")
}

func TestUndoAndResign(t *testing.T) {
	m := match(t, 4, false, "2")
	m.Resign()
	require.True(t, m.Over())
	winner, _ := m.Winner()
	require.Equal(t, play.Left, winner)
	require.True(t, m.Undo())
	require.False(t, m.Over())
	require.True(t, m.Undo())
	require.Equal(t, "4", m.Position().String())
	require.False(t, m.Undo())

	m = match(t, 2, false, "2")
	m.Resign()
	require.False(t, m.Resigned(), "who has lost need not resign")
}

func TestRecord(t *testing.T) {
	for _, misere := range []bool{false, true} {
		m := match(t, 7, misere, "2", "1", "2")
		m.Computer[play.Right], m.Seed = misere, 4711
		m.Resign()
		again, err := play.ReadMatch("# a comment\n\n"+m.String(), find)
		require.NoError(t, err)
		require.Equal(t, m.String(), again.String())
		require.True(t, again.Resigned())
		require.Equal(t, misere, again.Misere())
		require.Equal(t, m.Computer, again.Computer)
		require.EqualValues(t, 4711, again.Seed)
	}
}

func TestWrongRecords(t *testing.T) {
	const head = "sprouts-match-1\ngame heap\nplay normal\nfirst Left\nstart 7\n"
	for text, want := range map[string]string{
		"":                             `record, line 1 "": the record ends early; a line "sprouts-match-1" comes next`,
		"sprouts-match-2":              `record, line 1 "sprouts-match-2": "sprouts-match-2" is not what comes here; a line "sprouts-match-1" comes next`,
		"sprouts-match-1\ngame nim":    `record, line 2 "game nim": there is no game "nim"; there is heap`,
		"sprouts-match-1\ngame heap\n": `record, line 3 "": the record ends early; a line "play normal" comes next`,
		head + "move 2\nmove 3":        `record, line 7 "move 3": move "3", column 1: no move; take 1 or 2`,
		"sprouts-match-1\ngame heap\nplay normal\nfirst Left\nleft robot": `record, line 5 "left robot": "robot" is not known here; write person or computer`,
		"sprouts-match-1\ngame heap\nplay normal\nfirst Left\nseed -1":    `record, line 5 "seed -1": "-1" is no seed; write a number from 0 to 2^64-1`,
		head + "move 2\nmove 2\nmove 2\nmove 1\nresign":                   `record, line 10 "resign": the game is over; who has lost need not resign`,
		head + "resign\nmove 1":                                           `record, line 7 "move 1": the game was resigned before; nothing comes after a resignation`,
		head + "moves 1":                                                  `record, line 6 "moves 1": "moves" is not what comes here; after the start come lines "move MOVE" and at most one "resign"`,
		head + "move 2\nmove 2\nmove 2\nmove 1\nmove 1":                   `record, line 10 "move 1": the game is over`,
		"sprouts-match-1\ngame heap\nplay both":                           `record, line 3 "play both": "both" is not known here; write normal or misere`,
		"sprouts-match-1\ngame heap\nplay normal\nfirst Left\nstart x":    `record, line 5 "start x": position "x", column 1: no number; write one`,
	} {
		_, err := play.ReadMatch(text, find)
		var wrong *play.RecordError
		require.ErrorAs(t, err, &wrong, "%q", text)
		require.EqualError(t, err, want)
	}
}

// TestChooseWins lets the opponent play from all heaps against each reply.
func TestChooseWins(t *testing.T) {
	for _, rules := range []heaps{{}, {blind: true}} {
		for start := 1; start <= 5; start++ {
			v, err := heaps{}.Judge(context.Background(), heap(start), play.Left, false)
			require.NoError(t, err)
			c, ok, err := play.Choose(t.Context(), rules, heap(start), play.Left, false, 1)
			require.NoError(t, err)
			require.True(t, ok)
			if v.Outcome == game.Win {
				require.Equal(t, v.Moves[0], c.Move, "from %d", start)
			}
		}
	}
	_, ok, err := play.Choose(t.Context(), heaps{}, heap(0), play.Left, false, 1)
	require.NoError(t, err)
	require.False(t, ok)
}

func TestMisereIsRefusedWhereThereIsNone(t *testing.T) {
	_, err := play.NewMatch(normalOnly{}, heap(3), play.Left, true)
	require.EqualError(t, err, "Heap has no misère form")
}

type normalOnly struct{ heaps }

func (normalOnly) About() play.About { return play.About{Title: "Heap"} }

func FuzzReadMatch(f *testing.F) {
	f.Add("sprouts-match-1\ngame heap\nplay normal\nfirst Left\nstart 7\nmove 1\nresign\n")
	f.Fuzz(func(t *testing.T, text string) {
		m, err := play.ReadMatch(text, find)
		if err != nil {
			var wrong *play.RecordError
			require.ErrorAs(t, err, &wrong)
			return
		}
		again, err := play.ReadMatch(m.String(), find)
		require.NoError(t, err)
		require.Equal(t, m.String(), again.String())
	})
}
