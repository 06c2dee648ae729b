package search

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/game/nim"
)

// option is one option of a child list, in a form that is easy to check.
type option struct {
	heap game.Nimber
	ids  []uint32
}

// optionsOf reads a child list.
func optionsOf(t require.TestingT, list []uint32) (mask uint32, options []option) {
	require.Len(t, list, listHead+int(list[listUsed]))
	for at := listHead; at < len(list); {
		n := int(list[at] & optionIDs)
		require.Positive(t, n, "an option without components")
		options = append(options, option{game.Nimber(list[at] >> heapOffset), slices.Clone(list[at+1 : at+1+n])})
		at += 1 + n
	}
	return list[listMask], options
}

// someOptions draws options over a few components, many of them equal.
func someOptions(components uint32) *rapid.Generator[[]option] {
	return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) option {
		ids := rapid.SliceOfNDistinct(rapid.Uint32Range(0, components-1), 1, 3, rapid.ID[uint32]).Draw(t, "ids")
		slices.Sort(ids)
		return option{game.Nimber(rapid.IntRange(0, 3).Draw(t, "heap")), ids}
	}), 0, 400)
}

// unique keeps the first of equal options.
func unique(options []option) []option {
	var kept []option
	seen := map[string]bool{}
	for _, o := range options {
		if name := fmt.Sprint(o); !seen[name] {
			seen[name] = true
			kept = append(kept, o)
		}
	}
	return kept
}

func TestBuilderKeepsEachOptionOnce(t *testing.T) {
	var b builder
	rapid.Check(t, func(t *rapid.T) {
		options := someOptions(rapid.Uint32Range(3, 30).Draw(t, "components")).Draw(t, "options")
		b.reset()
		for _, o := range options {
			b.add(o.ids, o.heap)
		}
		mask, got := optionsOf(t, b.list())
		require.Zero(t, mask)
		require.Equal(t, unique(options), got)
	})
}

// Options whose hashes fall into one slot are told apart by their bytes.
func TestBuilderTellsCollisionsApart(t *testing.T) {
	var b builder
	b.reset()
	var want []option
	for id := uint32(0); len(want) < 100; id++ {
		if o := (option{0, []uint32{id}}); b.slotOf(1, o.ids) == 0 {
			want = append(want, o)
		}
	}
	for range 3 {
		for _, o := range want {
			b.add(o.ids, o.heap)
		}
	}
	_, got := optionsOf(t, b.list())
	require.Equal(t, want, got)
}

// A huge list makes the builder large, and does not make it slow afterwards.
func TestBuilderShrinksAfterHugeList(t *testing.T) {
	var b builder
	b.reset()
	for id := range uint32(50_000) {
		b.add([]uint32{id}, 0)
	}
	require.Equal(t, 50_000, b.count)
	b.reset()
	require.Zero(t, b.count)
	require.Len(t, b.slots, 256)
	b.add([]uint32{7}, 0)
	_, got := optionsOf(t, b.list())
	require.Equal(t, []option{{0, []uint32{7}}}, got)
}

// bare returns a solver with components that have no bytes, only records.
func bare(t require.TestingT, components uint32) *thread {
	s := one(t, nim.New(), Options{})
	for range components {
		s.components.records.Append(record{})
	}
	return s
}

// addList gives component id a child list with these options.
func (s *thread) addList(id uint32, options []option) {
	s.building.reset()
	for _, o := range options {
		s.building.add(o.ids, o.heap)
	}
	s.record(id).kids = s.lists.Add(s.building.list()) + 1
}

// folded is fold the slow way, from the options as they were at first.
func (s *thread) folded(options []option) (mask uint32, open []option) {
	for _, o := range options {
		rest := option{heap: o.heap}
		for _, id := range o.ids {
			if x, known := s.fact(id).Nimber(); known {
				rest.heap ^= x
			} else {
				rest.ids = append(rest.ids, id)
			}
		}
		if len(rest.ids) == 0 {
			mask |= 1 << rest.heap
		} else {
			open = append(open, rest)
		}
	}
	return mask, open
}

// Facts come in one by one; after each, the list that was rewritten in place says
// the same as one made from scratch. Its neighbours in the arena stay as they are.
func TestFold(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const components = 12
		s := bare(t, components)
		lists := make([][]option, 3)
		for id := range lists {
			lists[id] = unique(someOptions(components).Draw(t, "options"))
			s.addList(uint32(id), lists[id])
		}
		learnt := rapid.Permutation([]uint32{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}).Draw(t, "order")
		for _, id := range learnt {
			if rapid.Bool().Draw(t, "excluded") {
				s.record(id).fact |= game.Excluded(9) // no nimber yet: changes nothing
			}
			s.record(id).fact = game.Known(game.Nimber(rapid.IntRange(0, 7).Draw(t, "nimber")))
			list := uint32(rapid.IntRange(0, len(lists)-1).Draw(t, "list"))
			mask, got := optionsOf(t, s.fold(list))
			wantMask, want := s.folded(lists[list])
			require.Equal(t, wantMask, mask)
			require.Equal(t, want, got)
		}
		for id := range lists {
			mask, got := optionsOf(t, s.fold(uint32(id)))
			wantMask, _ := s.folded(lists[id])
			require.Equal(t, wantMask, mask)
			require.Empty(t, got)
		}
	})
}

// What is left of a sum is worth the same as the sum.
func TestFoldSum(t *testing.T) {
	s := bare(t, 5)
	s.record(1).fact = game.Known(3)
	s.record(3).fact = game.Known(6)
	s.record(4).fact = game.Excluded(0)
	s.sums = []uint32{1, 0, 1, 2, 3, 4}
	require.Equal(t, game.Nimber(3^6^2), s.foldSum(2, 2))
	require.Equal(t, []uint32{1, 0, 2, 4}, s.sums, "what lies below the sum is another sum's")
}

func TestCancelPairs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ids := rapid.SliceOfN(rapid.Uint32Range(0, 5), 0, 20).Draw(t, "ids")
		slices.Sort(ids)
		var want []uint32
		for id := range uint32(6) {
			n := 0
			for _, x := range ids {
				if x == id {
					n++
				}
			}
			if n%2 == 1 {
				want = append(want, id)
			}
		}
		require.ElementsMatch(t, want, rules{}.cancelPairs(ids))
	})
}

func TestNormalPlay(t *testing.T) {
	var rules rules
	require.Equal(t, game.Loss, rules.heapOutcome(0))
	require.Equal(t, game.Win, rules.heapOutcome(1))
	require.Equal(t, game.Known(3), rules.proves(game.Loss, 3))
	require.Equal(t, game.Excluded(3), rules.proves(game.Win, 3))
}
