package canon

import (
	"bytes"
	"maps"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// childrenOf returns the children of a land in the order in which they come, each
// as its keys.
func childrenOf(g *Generator, land Land) (children [][]Land) {
	g.Children([]byte(land), func(l *Lands) bool {
		sum := []Land{}
		for i := range l.len() {
			sum = append(sum, Land(l.at(i)))
		}
		children = append(children, sum)
		return true
	})
	return children
}

// TestSmallLands checks every land below 5 spots: it survives text and bytes, and
// its measures are right. As every child of such a land is among them, so is every
// child a key.
func TestSmallLands(t *testing.T) {
	var m int
	for land := range reachable(5) {
		read, err := Parse(land.String())
		require.NoError(t, err)
		decoded, err := DecodeKey([]byte(land))
		require.NoError(t, err)
		if len(read.Lands) != 1 || read.Lands[0] != land || decoded != land { // require.Equal is slow
			require.Equal(t, []Land{land, land}, append(read.Lands, decoded))
		}
		lives, moves := Measure([]byte(land))
		require.Equal(t, land.Lives(), lives, "%s", land)
		require.Positive(t, moves, "%s", land)
		m++
	}
	require.Equal(t, 13342, m)
}

// TestLargeLands does the same for lands met in random games from many spots.
func TestLargeLands(t *testing.T) {
	g := NewGenerator()
	for _, land := range sampleLands(60) {
		requireSound(t, land)
		lives, _ := Measure([]byte(land))
		require.Equal(t, land.Lives(), lives)
		for _, child := range childrenOf(g, land) {
			total := 0
			for _, l := range child {
				decoded, err := DecodeKey([]byte(l))
				require.NoError(t, err, "%s", l)
				require.Equal(t, l, decoded)
				total += l.Lives()
			}
			require.Less(t, total, lives, "a move costs a life: %s", land)
		}
	}
}

// TestChildrenRepeat checks that what a generator did before changes nothing: not
// its buffers, not its memory of keys.
func TestChildrenRepeat(t *testing.T) {
	warm := NewGenerator()
	lands := sampleLands(100)
	for _, land := range lands {
		childrenOf(warm, land)
	}
	for _, land := range lands {
		want := childrenOf(NewGenerator(), land)
		require.NotEmpty(t, want)
		if got := childrenOf(warm, land); !slices.EqualFunc(got, want, slices.Equal) {
			require.Equal(t, want, got, "%s", land)
		}
	}
}

// TestChildrenStop: yield is not called again once it has returned false.
func TestChildrenStop(t *testing.T) {
	g := NewGenerator()
	for _, land := range sampleLands(1) {
		all := len(childrenOf(g, land))
		for stop := 1; stop <= all; stop++ {
			calls := 0
			g.Children([]byte(land), func(*Lands) bool { calls++; return calls < stop })
			require.Equal(t, stop, calls, "%s", land)
		}
	}
}

// TestChildrenByHand lists the children of lands that one can draw.
func TestChildrenByHand(t *testing.T) {
	g := NewGenerator()
	for land, want := range map[string][]string{
		"0.":      {"AB|AB"},
		"0.0":     {"1a1a", "0.AB|AB"},
		"1a1a":    {"2a1a", "1AB|AB", "ABCD|ABCD"},
		"0.AB|AB": {"0.", "AB.CD|AB|CD", "1a2a", "0.2"},
		"22.":     {"!"},
		"AB|AB":   {"!"},
		"12.":     {"AB|AB", "22."},
		"222.":    {"22."},
		"0*3":     {"0.1a1a", "0*2.AB|AB", "0.AB|0.AB"},
		"0*3.0*2": {"0*3.1a1a", "0*4.AB|AB", "0*3.AB|0.AB", "0*2.AB|0*2.AB"},
	} {
		p, err := Parse(land)
		require.NoError(t, err)
		require.Len(t, p.Lands, 1)
		got := childTexts(g, p.Lands[0])
		expected := map[string]bool{}
		for _, text := range want {
			child, err := Parse(text)
			require.NoError(t, err)
			expected[child.String()] = true
		}
		require.Equal(t, expected, got, "%s", land)
	}
}

// TestBareChildrenByHand lists what lines without a new spot lead to.
func TestBareChildrenByHand(t *testing.T) {
	bare, both := NewLineGenerator(Bare), NewLineGenerator(Spotted|Bare)
	for land, want := range map[string][]string{
		"0.":      {"!"},
		"0.0":     {"11.", "0.2"},
		"0*3":     {"0.11", "0*2.2", "0.A|0.A"},
		"11.":     {"1.", "AB|AB"},
		"1a1a":    {"12.", "ABC|ABC"},
		"22.":     {"!"},
		"AB|AB":   {"!"},
		"0.AB|AB": {"0.", "12.", "2AB|AB"},
	} {
		p, err := Parse(land)
		require.NoError(t, err)
		require.Len(t, p.Lands, 1)
		got, spotted := childTexts(bare, p.Lands[0]), childTexts(NewGenerator(), p.Lands[0])
		expected := map[string]bool{}
		for _, text := range want {
			child, err := Parse(text)
			require.NoError(t, err)
			expected[child.String()] = true
		}
		require.Equal(t, expected, got, "%s", land)
		maps.Copy(spotted, got)
		require.Equal(t, spotted, childTexts(both, p.Lands[0]), "%s, both kinds", land)
	}
}

// childTexts returns the different children of a land as texts.
func childTexts(g *Generator, land Land) map[string]bool {
	texts := map[string]bool{}
	for _, child := range childrenOf(g, land) {
		slices.Sort(child)
		texts[(Position{Lands: child}).String()] = true
	}
	return texts
}

// TestChildrenAllocateNothing: a generator whose buffers have grown makes children
// without allocation.
func TestChildrenAllocateNothing(t *testing.T) {
	g := NewGenerator()
	var lands [][]byte
	for _, land := range sampleLands(5) {
		lands = append(lands, []byte(land))
	}
	children := 0
	count := func(*Lands) bool { children++; return true }
	all := func() {
		for _, land := range lands {
			g.Children(land, count)
		}
	}
	all()
	require.Zero(t, testing.AllocsPerRun(1, all))
	require.Greater(t, children, 1000)
}

// TestFamily checks the analogy family: members have one key, and the parity tells
// how many threes were taken away.
func TestFamily(t *testing.T) {
	g := NewGenerator()
	family := func(text string) (Land, uint8) {
		p, err := Parse(text)
		require.NoError(t, err)
		key, parity := g.Analogy([]byte(p.Lands[0]))
		return Land(bytes.Clone(key)), parity
	}
	for n, c := range map[string]struct {
		family string
		parity uint8
	}{
		"0*3":           {"0*3", 0},
		"0*4":           {"0", 1},
		"0*7":           {"0", 0},
		"0*12":          {"0*3", 1},
		"0*8.AB|0*3.AB": {"0*2.AB|0*3.AB", 0},
		"0*8.AB|0*4.AB": {"0*2.AB|0.AB", 1},
		"1*8":           {"1*8", 0},
	} {
		want, err := ParseStrings(c.family)
		require.NoError(t, err)
		got, parity := family(n)
		require.Equal(t, want.Lands[0], got, "%s", n)
		require.Equal(t, c.parity, parity, "%s", n)
	}
}
