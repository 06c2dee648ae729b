package tree_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/sprouts-solver/sprouts/coordinator/tree"
	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/search"
)

// leafNumbers are what a group says that has not looked.
var leafNumbers = search.Numbers{Proof: 1, Disproof: 1}

func TestShow(t *testing.T) {
	g := newToy(nil, [][]byte{{}}, [][]byte{{0}, {1}}, [][]byte{{2, 1}, {2}, {0}})
	r := newRun(t, g, toyPosition(2, 3), tree.Outcome)
	leaf, ok := r.Select(7)
	require.True(t, ok)
	require.NoError(t, r.Expand(leaf.ID, leafNumbers, nil))

	root, ok := r.Root()
	require.True(t, ok)
	require.Equal(t, tree.Node{
		ID: tree.NodeID(leaf.ID), Components: []game.Component{"\x03"}, Heap: 2, Lives: 3, Kids: 5,
		Numbers: root.Numbers, Marks: 1, Held: true, Group: 7,
	}, root)

	var kids []tree.Node
	r.Kids(root.ID, func(n tree.Node) bool {
		kids = append(kids, n)
		return true
	})
	require.Len(t, kids, 5, "*0 and *1 too")
	sum := kids[2]
	require.ElementsMatch(t, []game.Component{"\x01", "\x02"}, sum.Components)
	require.Equal(t, game.Nimber(2), sum.Heap)
	require.Equal(t, 3, sum.Lives)
	again, ok := r.Node(sum.ID)
	require.True(t, ok)
	require.Equal(t, sum, again)

	stopped := 0
	r.Kids(root.ID, func(tree.Node) bool {
		stopped++
		return false
	})
	require.Equal(t, 1, stopped)

	require.NoError(t, r.Learn([]byte{3}, game.Known(2)))
	_, ok = r.Root()
	require.False(t, ok)
	for _, id := range []tree.NodeID{0, root.ID, sum.ID, 1 << 30} {
		_, ok = r.Node(id)
		require.False(t, ok, "gone, a tombstone, or never there")
		r.Kids(id, func(tree.Node) bool {
			t.Fatal("a kid of nothing")
			return false
		})
	}
}

// Calls about leaves that nobody holds are bugs of the caller; only Wanted may ask.
func TestOnlyHeldLeaves(t *testing.T) {
	g := newToy(nil, [][]byte{{0}}, [][]byte{{1}, {0}})
	r := newRun(t, g, toyPosition(0, 2), tree.Outcome)
	leaf, ok := r.Select(1)
	require.True(t, ok)
	require.True(t, r.Wanted(leaf.ID))
	r.Release(leaf.ID)
	require.False(t, r.Wanted(leaf.ID))
	require.PanicsWithValue(t, "tree: leaf 1 is not held", func() { r.Release(leaf.ID) })
	require.PanicsWithValue(t, "tree: leaf 1 is not held", func() { r.Update(leaf.ID, leafNumbers, nil) })
	require.PanicsWithValue(t, "tree: leaf 1 is not held", func() { _ = r.Expand(leaf.ID, leafNumbers, nil) })
	require.NoError(t, r.Check())
}

// What a leaf is asked to learn about components that are not in the tree is not
// kept, since the callback knows it.
func TestLearnKeepsNothingElse(t *testing.T) {
	g := newToy(nil, [][]byte{{0}}, [][]byte{{1}, {0}})
	r := newRun(t, g, toyPosition(0, 2), tree.Outcome)
	before := r.Stats()
	require.NoError(t, r.Learn([]byte{1}, game.Known(1)))
	require.Equal(t, before, r.Stats())
	r.Proven(func(game.Component, game.Fact) { t.Fatal("told back") })
}
