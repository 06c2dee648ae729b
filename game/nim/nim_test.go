package nim_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/game/gametest"
	"github.com/sprouts-solver/sprouts/game/nim"
)

func TestContract(t *testing.T) {
	gametest.Suite(t, nim.New(), gametest.Samples{
		Positions: []string{"1", "2", "15", "1+2", "1+3+5", "1+3+5+7", "4+9+12+*6"},
		Equal: [][]string{
			{"!", "0", "*0", "0+0", "3+3", "*5+*5", " ! "},
			{"1+3+5", "5+3+1", "3 + 5 + 1", "0+1+3+5", "1+3+5+7+7", "007+7+1+3+5", "1 3 5", " 1\t3 + 5 "},
			{"2+*3", "*3+2", "*1+2+*2", "2 *3"},
		},
		Malformed: []string{"", " ", "+", "1+", "+1", "1++2", "16", "1+999999999999", "*16", "*", "**1", "x", "1x", "-1", "1,3", "1*3", "* 3", "!+1", "!!", "1.5", "é"},
	})
}

// TestBouton checks Bouton's theorem against brute force, which knows nothing
// of it.
func TestBouton(t *testing.T) {
	g := nim.New()
	brute := gametest.NewBruteForce(g)
	rapid.Check(t, func(t *rapid.T) {
		sizes := rapid.SliceOfN(rapid.ByteRange(1, nim.MaxHeap), 0, 6).Draw(t, "sizes")
		var heaps []game.Component
		var want game.Nimber
		for _, n := range sizes {
			heaps = append(heaps, game.Component([]byte{n}))
			want ^= game.Nimber(n)
		}
		require.Equal(t, want, brute.Nimber(game.NewPosition(heaps, 0)))
	})
}

func TestParseErrorsNameThePlace(t *testing.T) {
	for _, c := range []struct {
		text, reason string
		offset       int
	}{
		{"", "a heap size is missing", 0},
		{"1+", "a heap size is missing", 2},
		{"1+ *", "a heap size is missing", 4},
		{"1+ x", "'x' is not part of a heap size", 3},
		{"12 x", "'x' is not part of a heap size", 3},
		{"12 + ", "a heap size is missing", 5},
		{"1++2", "a heap size is missing", 2},
		{"1+2+99", "a heap of 99 is too large", 4},
		{"*16", "a heap of 16 is too large", 1},
		{"1+é", "'é' is not part of a heap size", 2},
	} {
		_, err := nim.New().Parse(c.text)
		var parseError *game.ParseError
		require.ErrorAs(t, err, &parseError, "%q", c.text)
		require.Equal(t, c.reason, parseError.Reason, "%q", c.text)
		require.Equal(t, c.offset, parseError.Offset, "%q", c.text)
		require.Equal(t, c.text, parseError.Input)
		require.NotEmpty(t, parseError.Remedy)
	}
}

func TestBytesThatAreNoHeap(t *testing.T) {
	for _, c := range []string{"", "\x00", "\x10", "\x01\x01"} {
		_, err := nim.New().Format(game.Component(c))
		require.Error(t, err, "%x", c)
		require.Panics(t, func() {
			nim.New().NewExpander().Expand([]byte(c), func(*game.Sum) bool { return true })
		}, "%x", c)
	}
}

func TestMeasureIsExact(t *testing.T) {
	e := nim.New().NewExpander()
	for n := byte(1); n <= nim.MaxHeap; n++ {
		require.Equal(t, game.Measure{Lives: int(n), Moves: float64(n)}, e.Measure([]byte{n}))
	}
}

func FuzzParse(f *testing.F) {
	for _, text := range []string{"!", "1+3+5", "*2+7", " 4 + 4", "16", "1+x"} {
		f.Add(text)
	}
	g := nim.New()
	f.Fuzz(func(t *testing.T, text string) {
		p, err := g.Parse(text)
		if err != nil {
			var parseError *game.ParseError
			require.ErrorAs(t, err, &parseError)
			require.LessOrEqual(t, parseError.Offset, len(text))
			return
		}
		canonical, err := game.FormatPosition(g, p)
		require.NoError(t, err)
		again, err := g.Parse(canonical)
		require.NoError(t, err)
		require.Equal(t, p.Key(), again.Key())
	})
}
