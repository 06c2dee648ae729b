package lengths_test

import (
	"context"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/sprouts-solver/sprouts/canon"
	"github.com/sprouts-solver/sprouts/game/gametest"
	"github.com/sprouts-solver/sprouts/game/lengths"
)

// plain enumerates games: no bounds, no early stop, a set of numbers.
type plain struct {
	generator *canon.Generator
	lands     map[canon.Land]map[int]bool
}

func newPlain() *plain {
	return &plain{canon.NewGenerator(), map[canon.Land]map[int]bool{}}
}

// childrenOf returns the children of a land.
func childrenOf(g *canon.Generator, land canon.Land) (children [][]canon.Land) {
	g.Children([]byte(land), func(sum *canon.Lands) bool {
		child, start := []canon.Land{}, 0
		for _, end := range sum.Ends {
			child = append(child, canon.Land(sum.Keys[start:end]))
			start = end
		}
		children = append(children, child)
		return true
	})
	return children
}

// position returns the lengths of games from a sum.
func (p *plain) position(lands []canon.Land) map[int]bool {
	sums := map[int]bool{0: true}
	for _, land := range lands {
		longer := map[int]bool{}
		for m := range p.land(land) {
			for k := range sums {
				longer[k+m] = true
			}
		}
		sums = longer
	}
	return sums
}

func (p *plain) land(land canon.Land) map[int]bool {
	if set, ok := p.lands[land]; ok {
		return set
	}
	set := map[int]bool{}
	for _, child := range childrenOf(p.generator, land) {
		for m := range p.position(child) {
			set[1+m] = true
		}
	}
	p.lands[land] = set
	return set
}

func parse(t require.TestingT, text string) canon.Position {
	p, err := canon.Parse(text)
	require.NoError(t, err)
	return p
}

// setOf returns numbers as a Set.
func setOf(numbers map[int]bool) lengths.Set {
	return lengths.Of(slices.Collect(maps.Keys(numbers))...)
}

// TestPlainEnumeration compares starts and every land that can arise from them with
// plain enumeration, and the bounds with what there is. The early stop must leave
// nothing out.
func TestPlainEnumeration(t *testing.T) {
	most := 4
	if os.Getenv("SPROUTS_LONG") != "" {
		most = 6
	}
	witness := newPlain()
	for n := 1; n <= most; n++ {
		start := parse(t, strconv.Itoa(n))
		set, err := lengths.New(lengths.Options{}).Position(t.Context(), start)
		require.NoError(t, err)
		require.Equal(t, setOf(witness.position(start.Lands)).String(), set.String(), "%d spots", n)
	}
	solver, stopped, tight := lengths.New(lengths.Options{}), 0, 0
	for land, numbers := range witness.lands {
		set, err := solver.Position(t.Context(), canon.Position{Lands: []canon.Land{land}})
		require.NoError(t, err)
		if want := setOf(numbers); !want.Equal(set) {
			t.Fatalf("%s: lengths %s, not %s", land, set, want)
		}
		least, longest := lengths.LandBounds(land)
		all := slices.Collect(set.All())
		if least > all[0] || longest < all[len(all)-1] {
			t.Fatalf("%s: lengths %s are not within %d..%d", land, set, least, longest)
		}
		if least == all[0] {
			tight++
		}
		if set.Equal(lengths.Between(least, longest)) {
			stopped++
		}
	}
	t.Logf("%d lands; lower bound reached by %d, all of the bounds by %d", len(witness.lands), tight, stopped)
}

// TestOracle: the values of a program that knows the literal rules only.
func TestOracle(t *testing.T) {
	compared := 0
	for _, rule := range gametest.Rules(t) {
		if rule.Game != "sprouts" || rule.What != "lengths" {
			continue
		}
		set, err := lengths.New(lengths.Options{}).Position(t.Context(), parse(t, strconv.Itoa(rule.Spots)))
		require.NoError(t, err)
		var words []string
		for m := range set.All() {
			words = append(words, strconv.Itoa(m))
		}
		require.Equal(t, rule.Value, strings.Join(words, ","), "%d spots", rule.Spots)
		compared++
	}
	require.Equal(t, 4, compared)
}

// TestLargeStarts: every length within the bounds has a witness.
func TestLargeStarts(t *testing.T) {
	solver := lengths.New(lengths.Options{})
	for _, n := range []int{30, 47, lengths.MaxSpots} {
		set, err := solver.Position(t.Context(), parse(t, strconv.Itoa(n)))
		require.NoError(t, err)
		require.True(t, set.Equal(lengths.Between(2*n, 3*n-1)), "%d spots: %s", n, set)
	}
	set, err := solver.Position(t.Context(), parse(t, "30+20+*3"))
	require.NoError(t, err)
	require.Equal(t, "101..151", set.String())
	require.Equal(t, 4, solver.Len(), "no other land was looked at")
}

// TestWitnesses replays each witness with a generator: every step is a move, and no
// move is left at the end.
func TestWitnesses(t *testing.T) {
	g := canon.NewGenerator()
	for n := 1; n <= 9; n++ {
		least, most := lengths.Bounds(n)
		for m := least; m <= most; m++ {
			game, err := lengths.Witness(n, m)
			require.NoError(t, err)
			require.Len(t, game, m+1)
			require.Equal(t, parse(t, strconv.Itoa(n)), game[0])
			require.Empty(t, game[m].Lands)
			for i, p := range game[:m] {
				require.Len(t, p.Lands, 1)
				found := false
				for _, child := range childrenOf(g, p.Lands[0]) {
					slices.Sort(child)
					found = found || slices.Equal(child, game[i+1].Lands)
				}
				require.True(t, found, "%s to %s", p, game[i+1])
			}
			require.Equal(t, n+m, 3*lengths.Survivors(n, m)+lengths.Pharisees(n, m), "spots at the end")
		}
		for _, m := range []int{least - 1, most + 1} {
			_, err := lengths.Witness(n, m)
			require.Error(t, err)
		}
	}
	for _, n := range []int{-1, 0, lengths.MaxSpots + 1} {
		_, err := lengths.Witness(n, 2*n)
		require.Error(t, err)
	}
}

// TestRandomGames: no game leaves the bounds, of the start and of each land on the
// way.
func TestRandomGames(t *testing.T) {
	g := canon.NewGenerator()
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 7).Draw(t, "spots")
		lands := parse(t, strconv.Itoa(n)).Lands
		played, fewest, longest := 0, 2*n, 3*n-1
		for len(lands) > 0 {
			least, most := 0, 0
			for _, land := range lands {
				a, b := lengths.LandBounds(land)
				least, most = least+a, most+b
			}
			fewest, longest = max(fewest, played+least), min(longest, played+most)
			i := rapid.IntRange(0, len(lands)-1).Draw(t, "land")
			child := rapid.SampledFrom(childrenOf(g, lands[i])).Draw(t, "move")
			lands = slices.Concat(lands[:i], lands[i+1:], child)
			played++
		}
		require.LessOrEqual(t, played, longest)
		require.GreaterOrEqual(t, played, 2*n)
		require.LessOrEqual(t, fewest, played)
	})
}

func TestSums(t *testing.T) {
	solver := lengths.New(lengths.Options{})
	for text, want := range map[string]string{
		"!": "0", "*3": "1..3", "1": "2", "2": "4,5", "22.": "1", "12.": "2", "2+2": "8..10", "22.+12.+*1": "4",
	} {
		set, err := solver.Position(t.Context(), parse(t, text))
		require.NoError(t, err)
		require.Equal(t, want, set.String(), text)
	}
}

func TestLimits(t *testing.T) {
	p := parse(t, "0*6.AB|0*5.AB")
	_, err := lengths.New(lengths.Options{MaxLands: 1000}).Position(t.Context(), p)
	require.ErrorIs(t, err, lengths.ErrTooMuch)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = lengths.New(lengths.Options{}).Position(ctx, p)
	require.ErrorIs(t, err, context.Canceled)
}

// TestSet compares sets with maps.
func TestSet(t *testing.T) {
	numbers := rapid.SliceOf(rapid.IntRange(0, 200))
	rapid.Check(t, func(t *rapid.T) {
		a, b := numbers.Draw(t, "a"), numbers.Draw(t, "b")
		want := map[int]bool{}
		for _, m := range a {
			for _, k := range b {
				want[m+k] = true
			}
		}
		sum := lengths.Of(a...).Plus(lengths.Of(b...))
		require.Equal(t, len(want), sum.Len())
		require.True(t, slices.IsSorted(slices.Collect(sum.All())))
		for m := range 402 {
			require.Equal(t, want[m], sum.Contains(m), "%d", m)
		}
		require.False(t, sum.Contains(-1))
		require.True(t, sum.Equal(setOf(want)))
	})
	for want, numbers := range map[string][]int{
		"none": nil, "0": {0}, "4,5": {5, 4}, "6..8": {6, 7, 8}, "1,2,4..6,64": {64, 1, 2, 4, 5, 6, 2},
	} {
		require.Equal(t, want, lengths.Of(numbers...).String())
	}
}
