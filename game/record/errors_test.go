package record_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/game/play"
	"github.com/sprouts-solver/sprouts/game/record"
)

func TestMoveErrors(t *testing.T) {
	for _, c := range []struct {
		game, move string
		offset     int
		reason     string
	}{
		{"3+", "", 0, "the end of the text stands where the number of the first spot is wanted"},
		{"3+", "1", 1, "the end of the text stands where the new spot in parentheses is wanted"},
		{"3+", "1(4", 3, "the end of the text stands where a closing parenthesis is wanted"},
		{"3+", "1(4)", 4, "the end of the text stands where the number of the second spot is wanted"},
		{"3+", "1(4)é", 4, "'é' stands where the number of the second spot is wanted"},
		{"3+", "1(4)2x", 5, "'x' is not part of a move"},
		{"3+", "1(4)1[2", 7, "the end of the text stands in the list"},
		{"3+", "1(4)1[2;3]", 7, "';' stands in the list"},
		{"3+", "1(4)1[3-2]", 6, "the range 3-2 goes down"},
		{"3+", "1(4)1[2-9999]", 8, "no drawing has a spot 9999"},
		{"3+", "1(4)1[2,]", 8, "']' stands where the number of a spot is wanted"},
		{"3+", "0(4)2", 0, "0 is no number of a spot"},
		{"3+", "1(99999999999999999999)2", 2, "99999999999999999999 is no number of a spot"},
		{"3+", "1(5)2", 2, "the next new spot is 4, not 5"},
		{"3+", "1(4)7", 4, "there is no spot 7"},
		{"3+", "1(4@9)2", 4, "there is no spot 9"},
		{"3+ 1(4)1 1(5)2", "1(6)3", 0, "spot 1 is dead: three lines end there"},
		{"3+ 1(4)1 1(5)2", "2(6@1)3", 4, "spot 1 is dead: three lines end there"},
		{"3+ 1(4)2", "4(5)4", 4, "spot 4 has one life left, and a line to itself takes two"},
		{"3+ 1(4)1[2]", "2(5)3", 4, "no region has both spot 2 and spot 3"},
		{"3+ 1(4)1[2]", "1(5@2)3", 4, "spot 2 cannot be reached from a line between 1 and 3"},
		{"3+", "1(4)2[3]", 6, "a line from 1 to 2 joins two pieces and cuts nothing off"},
		{"3+", "1(4)2!", 5, "the ! after 2 tells two sides of a line, and this one joins two pieces"},
		{"3+", "1(4)1![2]", 5, "the ! after 1 tells two sides of a line, not of a loop"},
		{"3+", "1!(4)2", 1, "the ! beside 1 says nothing: there is one way to reach it"},
		{"3+", "1(4)!2", 4, "the ! beside 2 says nothing: there is one way to reach it"},
		{"3+ 1(4)1[2]", "3(5)3[2]", 6, "spot 2 is not in the region of the line from 3 to 3"},
		{"3+ 1(4)2", "1(5)2[4]", 6, "spot 4 lies on both sides of the line"},
		{"3+ 1(4)2", "1(5)1[1]", 6, "spot 1 lies on both sides of the line"},
		{"4+ 1(5)2 1(6)2[3]", "5(7)6[1,2]", 8, "spot 2 lies on the other side of the line than spots listed before"},
	} {
		p := parse(t, c.game)
		_, err := p.Play(play.Left, c.move)
		var wrong *play.MoveError
		require.ErrorAs(t, err, &wrong, "%s: %q", c.game, c.move)
		require.Equal(t, c.reason, wrong.Reason, "%s: %q", c.game, c.move)
		require.Equal(t, c.offset, wrong.Offset, "%s: %q", c.game, c.move)
		require.Equal(t, c.move, wrong.Move)
		require.NotEmpty(t, wrong.Remedy)
		require.Empty(t, wrong.Readings)
		_, again := p.Shortest(c.move)
		require.Equal(t, err, again)
	}
}

func TestParseErrors(t *testing.T) {
	for _, c := range []struct {
		text   string
		offset int
		reason string
	}{
		{"", 0, "the number of a spot is missing"},
		{"1;", 2, "the number of a spot is missing"},
		{"1;0", 2, "0 is no number of a spot"},
		{"1;1000", 2, "1000 is no number of a spot"},
		{"1;2é", 3, "'é' stands after a spot"},
		{"1 2", 2, "'2' stands after a spot"},
		{"1;3", 2, "there is a spot 3 but no spot 2"},
		{"1;1", 0, "spot 1 is a boundary by itself and something else"},
		{"1/2", 0, "the regions fall apart"},
		{"1,1", 0, "the line from 1 to 1 is not passed once on each side"},
		{"1,3,2,3;1", 0, "spot 1 is a boundary by itself and something else"},
		{"1,3,2,4/2,3,1", 0, "the line from 1 to 2 is not passed once on each side"},
		{"1,3,2,3,1,4,2,4", 4, "a boundary turns back at spot 2, where other lines end"},
		{"1,3,2,4,1,3,2,4", 0, "the line from 1 to 3 is not passed once on each side"},
		{"1,2,1,2", 0, "the piece of spot 1 cannot be drawn"},
		{"1,2,3,2", 2, "spot 2 ends 1 such lines"},
		{"1,3,2;4/1,3,2;4", 0, "the line from 1 to 3 is not passed once on each side"},
		{"1,2/1,2;3", 8, "spot 3 looks like a start spot, and spot 2 does not"},
		{"+", 0, "the number of spots is missing"},
		{"0+", 0, "0 is no number of start spots"},
		{"251-", 0, "251 is no number of start spots"},
		{"3 (A, B)", 1, "+ or - is missing after the number of spots"},
		{"3+1(4)2", 2, "a blank is missing after the number of spots"},
		{"3+ (A, B", 3, "the names of the players do not end"},
		{"3+ (A)", 3, "there are not two names"},
		{"3+ (A*, B*)", 3, "both players are marked as the one who invited"},
		{"3+ (A, )", 3, `"" is no name of a player`},
		{"3+ I 1(4)2", 5, "something follows the result"},
		{"3+ 1(4)2 2(5)", 13, "in the move 2(5), the end of the text stands where the number of the second spot is wanted"},
		{"3+ 1(4)2 4(5)4", 13, "in the move 4(5)4, spot 4 has one life left, and a line to itself takes two"},
	} {
		_, err := record.Parse(c.text)
		var wrong *game.ParseError
		require.ErrorAs(t, err, &wrong, "%q", c.text)
		require.Equal(t, c.reason, wrong.Reason, "%q", c.text)
		require.Equal(t, c.offset, wrong.Offset, "%q", c.text)
		require.Equal(t, c.text, wrong.Input)
		require.NotEmpty(t, wrong.Remedy)
	}
	_, err := record.Parse(strings.Repeat("1;", 5) + "2")
	require.Error(t, err)
}
