package game_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/game/nim"
)

// components draws sums of a few different components, so that pairs occur.
func components() *rapid.Generator[[]game.Component] {
	one := rapid.SampledFrom([]game.Component{"a", "aa", "ab", "b", "c"})
	return rapid.SliceOfN(one, 0, 9)
}

// position draws a position of such components.
func position() *rapid.Generator[game.Position] {
	return rapid.Custom(func(t *rapid.T) game.Position {
		heap := rapid.ByteRange(0, game.MaxNimber).Draw(t, "heap")
		return game.NewPosition(components().Draw(t, "components"), game.Nimber(heap))
	})
}

// count returns how often c occurs in cs.
func count(cs []game.Component, c game.Component) int {
	n := 0
	for _, other := range cs {
		if other == c {
			n++
		}
	}
	return n
}

func TestNewPositionKeepsOneOfAnOddNumber(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		cs := components().Draw(t, "components")
		p := game.NewPosition(slices.Clone(cs), 5)
		require.True(t, slices.IsSorted(p.Components))
		require.Equal(t, game.Nimber(5), p.Heap)
		for _, c := range append(cs, p.Components...) {
			require.Equal(t, count(cs, c)%2, count(p.Components, c), "%q in %q", c, cs)
		}
	})
}

func TestAddIsAGroupWhereEverythingIsItsOwnOpposite(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, q, r := position().Draw(t, "p"), position().Draw(t, "q"), position().Draw(t, "r")
		before := p.Key()
		require.Equal(t, p.Add(q).Key(), q.Add(p).Key())
		require.Equal(t, p.Add(q).Add(r).Key(), p.Add(q.Add(r)).Key())
		require.Equal(t, p.Key(), p.Add(game.Position{}).Key())
		require.Equal(t, game.Position{}.Key(), p.Add(p).Key())
		require.Equal(t, q.Key(), p.Add(p.Add(q)).Key())
		require.Equal(t, before, p.Key(), "adding must not change the summands")
	})
}

func TestKeyIsEqualForEqualPositionsOnly(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, q := position().Draw(t, "p"), position().Draw(t, "q")
		equal := cmp.Equal(p, q, cmpopts.EquateEmpty())
		require.Equal(t, equal, p.Key() == q.Key(), "%v %v", p, q)
	})
}

func TestKeyDoesNotRunComponentsTogether(t *testing.T) {
	together := game.NewPosition([]game.Component{"ab"}, 0)
	apart := game.NewPosition([]game.Component{"a", "b"}, 0)
	require.NotEqual(t, together.Key(), apart.Key())
}

func TestSumHoldsComponentsEndToEnd(t *testing.T) {
	var sum game.Sum
	for range 2 { // the second round works in the buffers of the first
		sum.Reset()
		require.Zero(t, sum.Len())
		sum.Append([]byte("b"))
		sum.Append([]byte("a2"))
		sum.Append([]byte("c"))
		require.Equal(t, 3, sum.Len())
		require.Equal(t, "b", string(sum.At(0)))
		require.Equal(t, "a2", string(sum.At(1)))
		require.Equal(t, "c", string(sum.At(2)))
	}
	p := sum.Position()
	require.Equal(t, []game.Component{"a2", "b", "c"}, p.Components)
	sum.Reset()
	sum.Append([]byte("zzz"))
	require.Equal(t, []game.Component{"a2", "b", "c"}, p.Components, "a position owns its bytes")
}

func TestSumUsesBytesOfTheCaller(t *testing.T) {
	var sum game.Sum
	sum.Append([]byte("old"))
	sum.Use([]byte("ba2c"), []int{1, 3, 4})
	require.Equal(t, []game.Component{"a2", "b", "c"}, sum.Position().Components)
	sum.Use(nil, nil)
	require.Zero(t, sum.Len())
}

func TestOptions(t *testing.T) {
	g := nim.New()
	for _, c := range []struct {
		position string
		want     []string
	}{
		{"!", nil},
		{"*2", []string{"!", "*1"}},
		{"1", []string{"!"}},
		{"2+*1", []string{"2", "*1", "1+*1"}},
		{"1+3", []string{"3", "1", "!", "1+2"}}, // 3 becomes 1, and 1+1 cancels
		{"1+2", []string{"2", "1", "!"}},
	} {
		p, err := g.Parse(c.position)
		require.NoError(t, err)
		var got []string
		for _, option := range game.Options(g.NewExpander(), p) {
			text, err := game.FormatPosition(g, option)
			require.NoError(t, err)
			got = append(got, text)
		}
		require.Equal(t, c.want, got, c.position)
	}
}

// repeating is a game whose one component has the same option three times, and a
// second one, to end the list.
type repeating struct{ game.Expander }

func (repeating) Expand(_ []byte, yield func(*game.Sum) bool) {
	var same, last game.Sum
	same.Append([]byte("s"))
	last.Append([]byte("t"))
	for _, option := range []*game.Sum{&same, &same, &same, &last} {
		if !yield(option) {
			return
		}
	}
}

func TestOptionsAreDifferentAndLeaveThePositionAlone(t *testing.T) {
	p := game.NewPosition([]game.Component{"x", "y"}, 1)
	before := p.Key()
	var got []game.Position
	for _, option := range game.Options(repeating{}, p) {
		require.Equal(t, option, game.NewPosition(slices.Clone(option.Components), option.Heap))
		got = append(got, option)
	}
	require.Equal(t, []game.Position{
		{Components: []game.Component{"x", "y"}, Heap: 0},
		{Components: []game.Component{"s", "y"}, Heap: 1},
		{Components: []game.Component{"t", "y"}, Heap: 1},
		{Components: []game.Component{"s", "x"}, Heap: 1},
		{Components: []game.Component{"t", "x"}, Heap: 1},
	}, got)
	require.Equal(t, before, p.Key())
}

func TestFormatPosition(t *testing.T) {
	g := nim.New()
	text, err := game.FormatPosition(g, game.NewPosition([]game.Component{"\x05", "\x01"}, 3))
	require.NoError(t, err)
	require.Equal(t, "1+5+*3", text)
	text, err = game.FormatPosition(g, game.Position{})
	require.NoError(t, err)
	require.Equal(t, "!", text)
	_, err = game.FormatPosition(g, game.NewPosition([]game.Component{"\x01", "\xff"}, 0))
	require.ErrorContains(t, err, "component 2: ")
}

func TestParseErrorIsOneLine(t *testing.T) {
	err := &game.ParseError{Input: "1+\n", Offset: 2, Reason: "bad byte", Remedy: "use digits"}
	require.EqualError(t, err, `position "1+\n", column 3: bad byte; use digits`)
	err.Remedy = ""
	require.EqualError(t, err, `position "1+\n", column 3: bad byte`)
}
