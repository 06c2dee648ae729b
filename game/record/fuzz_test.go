package record_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/game/play"
	"github.com/sprouts-solver/sprouts/game/record"
)

func FuzzParse(f *testing.F) {
	for _, text := range []string{"1;2;3", "1,3,2,3", "1,4;2/1,4;3", "8+ 1(9)2 1(10)1[3,4]", "2+", "1,2,1,2", "1/2", "3+ (A - B) I"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, err := record.Parse(text)
		if err != nil {
			var wrong *game.ParseError
			require.ErrorAs(t, err, &wrong)
			require.Equal(t, text, wrong.Input)
			require.True(t, 0 <= wrong.Offset && wrong.Offset <= len(text))
			return
		}
		again, err := record.Parse(p.String())
		require.NoError(t, err)
		require.Equal(t, p, again)
		require.Equal(t, p.Finished(), p.Abstract() == "!")
	})
}

func FuzzMove(f *testing.F) {
	games := []string{
		"5+ 1(6)2 3(7)4", "15+ 1(16)2 7(17)8 9(18)10 11(19)12 13(20)14 1(21)2![4-6] 3(22)15",
		"8+ 1(9)2 1(10)1[3,4] 3(11)10 2(12)5 5(13)5 6(14)6[7,8] 7(15)8",
	}
	for i, move := range []string{"6!(8)!7", "16(23)21![6]", "6(16@2)14", "1(8)1[2-4&5]", "6(8)7[ ]", "1!(2)3"} {
		f.Add(uint8(i), move)
	}
	f.Fuzz(func(t *testing.T, which uint8, move string) {
		p := parse(t, games[int(which)%len(games)])
		to, err := p.Play(play.Left, move)
		if err != nil {
			var wrong *play.MoveError
			require.ErrorAs(t, err, &wrong)
			require.Equal(t, move, wrong.Move)
			require.True(t, 0 <= wrong.Offset && wrong.Offset <= len(move))
			for _, reading := range wrong.Readings {
				after(t, p, reading)
			}
			return
		}
		again := parse(t, to.String())
		require.Equal(t, to, again)
		short, err := p.Shortest(move)
		require.NoError(t, err)
		require.Equal(t, to.(record.Position).Abstract(), after(t, p, short).Abstract())
	})
}

func FuzzReadGame(f *testing.F) {
	for _, text := range []string{"14+", "3- (Müller, Schmitz*) 1(4)2 II", "3+(A - B)1(4)1[2, 3]\n2(5)3 I", "3+ (A*, B*)", "+"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		g, err := record.ReadGame(text)
		if err != nil {
			var wrong *game.ParseError
			require.ErrorAs(t, err, &wrong)
			require.True(t, 0 <= wrong.Offset && wrong.Offset <= len(text))
			return
		}
		written, err := record.WriteGame(g)
		require.NoError(t, err)
		again, err := record.ReadGame(written)
		require.NoError(t, err)
		require.Equal(t, g, again)
	})
}
