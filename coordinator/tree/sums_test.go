package tree

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/sprouts-solver/sprouts/game"
)

// The table of sums finds what a map finds, while it grows and shrinks.
func TestSumTable(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		root := game.Position{Components: []game.Component{"root"}}
		tree, err := New(blank{}, func([]byte) game.Fact { return 0 }, root, Outcome, Options{})
		require.NoError(t, err)
		want := map[string]uint32{}
		name := func(ids []uint32, heap game.Nimber) string { return fmt.Sprint(ids, heap) }
		draw := func() ([]uint32, game.Nimber) {
			components := rapid.SliceOfNDistinct(rapid.IntRange(0, 15), 2, 4, rapid.ID).Draw(t, "components")
			var ids []uint32
			for _, c := range components {
				id, _ := tree.component([]byte{byte(c)})
				ids = append(ids, id)
			}
			slices.Sort(ids)
			return ids, game.Nimber(rapid.IntRange(0, 3).Draw(t, "heap"))
		}
		for range rapid.IntRange(0, 200).Draw(t, "adds") {
			ids, heap := draw()
			if _, ok := want[name(ids, heap)]; !ok {
				require.Zero(t, tree.findSum(ids, heap))
				want[name(ids, heap)] = tree.addSum(ids, heap, guesses{tree})
			}
			require.Equal(t, want[name(ids, heap)], tree.findSum(ids, heap))
		}
		for name, id := range want { // equal hashes would not be enough
			ids := tree.componentsOf(tree.node(id), nil)
			require.True(t, tree.isSum(id, ids, tree.node(id).heap), name)
			ids[len(ids)-1]++
			require.False(t, tree.isSum(id, ids, tree.node(id).heap), name)
		}
		tree.orphans = tree.orphans[:0] // all stay, without a parent
		for range rapid.IntRange(0, 400).Draw(t, "removals") {
			ids, heap := draw()
			if id, ok := want[name(ids, heap)]; ok {
				tree.orphans = append(tree.orphans, id)
				tree.sweep()
				delete(want, name(ids, heap))
			}
			require.Equal(t, want[name(ids, heap)], tree.findSum(ids, heap))
			require.Equal(t, len(want), tree.sums.used)
			require.LessOrEqual(t, len(tree.sums.slots), max(64, 8*len(want)+8), "it shrinks")
		}
	})
}
