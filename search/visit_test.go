package search

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/game/sprouts"
)

func TestLimitsAllow(t *testing.T) {
	l := limits{proof: 10, disproof: 20, both: 15, proofShift: 8, disproofShift: 3}
	for _, c := range []struct {
		numbers
		allowed bool
		why     string
	}{
		{numbers{5, 5}, true, "8 is the lesser of 13 and 8"},
		{numbers{10, 5}, false, "the proof number is there"},
		{numbers{5, 20}, false, "the disproof number is there"},
		{numbers{7, 12}, false, "15 is the lesser of 15 and 15"},
		{numbers{7, 11}, true, "14 is the lesser of 15 and 14"},
		{numbers{6, 19}, true, "14 is the lesser of 14 and 22"},
	} {
		require.Equal(t, c.allowed, l.allow(c.numbers), "%v: %s", c.numbers, c.why)
	}
	require.True(t, noLimits.allow(numbers{infinity - 1, infinity - 1}))
	require.False(t, noLimits.allow(wonNumbers))
	require.False(t, noLimits.allow(lostNumbers))
}

// A visit ends in one of two ways: the node is decided, or its numbers are beyond
// the limits. Otherwise the parent would visit it again, for ever.
func TestVisitEndsDecidedOrBeyondLimits(t *testing.T) {
	lands := []string{"7", "8", "0*5.AB|0*2.AB", "0*4.A|0*4.A", "0*3.1a1a", "0*6.2"}
	aLimit := rapid.Int64Range(1, 300)
	rapid.Check(t, func(t *rapid.T) {
		s := one(t, sprouts.New(), Options{})
		for range rapid.IntRange(1, 5).Draw(t, "visits") {
			var ids []uint32
			for _, text := range rapid.SliceOfNDistinct(rapid.SampledFrom(lands), 1, 3, rapid.ID[string]).Draw(t, "lands") {
				p, err := sprouts.New().Parse(text)
				require.NoError(t, err)
				for _, c := range p.Components {
					ids = append(ids, s.intern([]byte(c)))
				}
			}
			n := game.Nimber(rapid.IntRange(0, 3).Draw(t, "heap"))
			l := limits{
				proof: aLimit.Draw(t, "proof"), disproof: aLimit.Draw(t, "disproof"), both: aLimit.Draw(t, "both"),
				proofShift: aLimit.Draw(t, "proof shift"), disproofShift: aLimit.Draw(t, "disproof shift"),
			}
			s.sums = append(s.sums[:0], 77) // another sum's
			s.sums = append(s.sums, ids...)
			v := s.sum(1, n, l)
			require.Equal(t, uint32(77), s.sums[0])
			require.NoError(t, s.err)
			require.True(t, v == wonNumbers || v == lostNumbers || !l.allow(v), "%v within %v", v, l)
			require.Zero(t, s.stats.Depth)
		}
	})
}

// The best child is the one that is easiest to refute; among equals, the first in
// order. The second best sets the best one's limit.
func TestLookerFindsTheBestTwo(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := bare(t, 10)
		for id := range uint32(10) {
			s.record(id).lives = uint16(rapid.IntRange(1, 5).Draw(t, "lives"))
		}
		l := newLooker()
		var kids []kid
		for range rapid.IntRange(1, 20).Draw(t, "kids") {
			k := kid{
				numbers: numbers{rapid.Uint32Range(1, 50).Draw(t, "pn"), rapid.Uint32Range(1, 5).Draw(t, "dn")},
				n:       game.Nimber(rapid.IntRange(0, 3).Draw(t, "heap")),
				id:      rapid.Uint32Range(0, 9).Draw(t, "id"),
				count:   1,
			}
			kids = append(kids, k)
			l.add(s, k, nil)
		}
		v := l.view()
		require.Equal(t, game.Unknown, v.outcome)
		require.Equal(t, v.best.dn, v.pn, "as hard to win as the best child to refute")
		worse, hardest := uint32(infinity), uint32(0)
		bests := 0
		for _, k := range kids {
			require.LessOrEqual(t, v.best.dn, k.dn)
			hardest = max(hardest, k.pn)
			if k.numbers == v.best.numbers && k.id == v.best.id && k.n == v.best.n && bests == 0 {
				bests++
				continue
			}
			worse = min(worse, k.dn)
			if k.dn == v.best.dn {
				require.LessOrEqual(t, v.best.order, s.orderOf(&k, nil))
			}
		}
		require.Equal(t, 1, bests, "the best child is one of them")
		require.Equal(t, worse, v.second)
		require.GreaterOrEqual(t, v.dn, hardest, "as hard to lose as the hardest child to win, at least")
	})
}

// A tick between an error and the end of the search must not hide the error.
func TestFirstErrorStays(t *testing.T) {
	conflict := &game.ConflictError{}
	for name, o := range map[string]Options{
		"Tick is content":  {Tick: func(Stats) error { return nil }},
		"Tick fails, too":  {Tick: func(Stats) error { return errFull }},
		"node limit":       {MaxNodes: 1},
		"nothing to check": {},
	} {
		s := one(t, sprouts.New(), o)
		s.err, s.stats.Visits = conflict, 2*tickVisits
		s.tick()
		require.Same(t, conflict, s.err, name)
	}
}
