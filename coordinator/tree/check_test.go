package tree

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/search"
)

// chain is a game in which component i can become one of the two below it, or their
// sum. It has no end, as far as a test goes.
type chain struct{ sum game.Sum }

func (g *chain) Expand(c []byte, yield func(*game.Sum) bool) {
	one, two := []byte{c[0] - 1}, []byte{c[0] - 2}
	for _, option := range [][][]byte{{one}, {two}, {one, two}} {
		g.sum.Reset()
		for _, part := range option {
			g.sum.Append(part)
		}
		if !yield(&g.sum) {
			return
		}
	}
}

func (*chain) Measure(c []byte) game.Measure {
	return game.Measure{Lives: int(c[0]), Moves: float64(c[0])}
}
func (*chain) Analogy([]byte) (f []byte, s game.Nimber) { return nil, 0 }

// damageable returns a tree with a held leaf, a tombstone and a sum.
func damageable(t *testing.T) *Tree {
	t.Helper()
	root := game.Position{Components: []game.Component{"\x28"}, Heap: 1}
	tree, err := New(&chain{}, func([]byte) game.Fact { return 0 }, root, Outcome, Options{})
	require.NoError(t, err)
	for i := range 4 {
		leaf, ok := tree.Select(1)
		require.True(t, ok)
		require.NoError(t, tree.Expand(leaf.ID, search.Numbers{Proof: 1, Disproof: 1}, nil))
		if i < 2 {
			tree.Release(leaf.ID)
		} else if i == 2 {
			require.NoError(t, tree.Learn([]byte(leaf.Couple.Component), game.Excluded(leaf.Couple.Nimber)))
		}
	}
	_, ok := tree.Select(1)
	require.True(t, ok)
	require.NoError(t, tree.Check())
	return tree
}

// find returns the first node that is as wanted.
func find(tree *Tree, wanted func(x *node) bool) *node {
	for id := uint32(1); int(id) < tree.nodes.Len(); id++ {
		if x := tree.node(id); x.kind != kindFree && id != tree.root && wanted(x) {
			return x
		}
	}
	panic("no such node")
}

// Check sees whatever is wrong.
func TestCheckSeesDamage(t *testing.T) {
	expanded := func(x *node) bool { return x.kind == kindCouple && x.has(flagExpanded) }
	leaf := func(x *node) bool {
		return x.kind == kindCouple && !x.has(flagExpanded) && !x.has(flagHeld) && !x.has(flagTombstone)
	}
	held := func(x *node) bool { return x.has(flagHeld) && !x.has(flagTombstone) && !x.has(flagExpanded) }
	tombstone := func(x *node) bool { return x.has(flagTombstone) }
	sum := func(x *node) bool { return x.kind == kindSum }
	for _, test := range []struct {
		name, want string
		damage     func(tree *Tree)
	}{
		{"proof number", "numbers", func(tree *Tree) { find(tree, expanded).pn++ }},
		{"disproof number of a sum", "numbers", func(tree *Tree) { find(tree, sum).dn++ }},
		{"number of a leaf", "the kids give", func(tree *Tree) { find(tree, leaf).pn = 5000 }},
		{"decided number", "numbers", func(tree *Tree) { find(tree, leaf).pn = 0 }},
		{"mark", "1 stored paths", func(tree *Tree) { find(tree, held).marks++ }},
		{"held without a hold", "flagged as held", func(tree *Tree) { find(tree, leaf).set(flagHeld, true) }},
		{"hold without a flag", "but not flagged", func(tree *Tree) { find(tree, held).set(flagHeld, false) }},
		{"free", "free", func(tree *Tree) { find(tree, expanded).set(flagFree, false) }},
		{"free leaf", "leaf, free", func(tree *Tree) { find(tree, held).set(flagFree, true) }},
		{"free tombstone", "tombstone, free", func(tree *Tree) {
			x := find(tree, tombstone)
			tree.components.at(x.component).fact = 0
			x.set(flagFree, !x.has(flagFree))
		}},
		{"tombstone without marks", "tombstone with", func(tree *Tree) { find(tree, tombstone).marks = 0 }},
		{"number of kids", "counted", func(tree *Tree) { find(tree, expanded).kids++ }},
		{"cut edge", "edge to a kid", func(tree *Tree) { tree.cut(find(tree, expanded).out) }},
		{"edge in one list only", "edges out", func(tree *Tree) { find(tree, leaf).in = 0 }},
		{"orphan", "orphan", func(tree *Tree) { find(tree, leaf).in = 0 }},
		{"link back", "edge from a parent", func(tree *Tree) { tree.edge(find(tree, leaf).in).prevIn = 7 }},
		{"decided couple", "decided couple", func(tree *Tree) {
			x := find(tree, leaf)
			tree.components.at(x.component).fact = game.Excluded(x.heap)
		}},
		{"sum behind the facts", "for a component that is", func(tree *Tree) {
			x := tree.node(tree.edge(find(tree, sum).out).to)
			tree.components.at(x.component).fact = game.Excluded(x.heap)
		}},
		{"sum out of the table", "cannot be found", func(tree *Tree) { clear(tree.sums.slots) }},
		{"heap of a sum", "cannot be found", func(tree *Tree) { find(tree, sum).heap ^= 8 }},
		{"two of a kind", "equal to node", func(tree *Tree) {
			x := find(tree, leaf)
			tree.node(x.next).heap = x.heap
		}},
		{"couple out of its list", "not in the list", func(tree *Tree) { tree.components.at(find(tree, leaf).component).couples = 0 }},
		{"expanded leaf", "flagged as expanded", func(tree *Tree) { find(tree, leaf).set(flagExpanded, true) }},
		{"dirty leaf", "dirty", func(tree *Tree) { find(tree, leaf).set(flagDirty, true) }},
		{"counts", "counts", func(tree *Tree) { tree.counts.sums++ }},
		{"number of nodes", "counted", func(tree *Tree) { tree.nodeCount++ }},
		{"live components", "with couples", func(tree *Tree) { tree.components.live++ }},
		{"unfinished work", "waits for settle", func(tree *Tree) { tree.stale.push(1) }},
		{"unfinished node", "waits for settle", func(tree *Tree) { find(tree, leaf).set(flagQueued, true) }},
		{"decided root", "decided, but", func(tree *Tree) { tree.root = 0 }},
		{"path", "path ends elsewhere", func(tree *Tree) {
			for _, h := range tree.held {
				h.path = h.path[:len(h.path)-1]
			}
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			tree := damageable(t)
			test.damage(tree)
			require.ErrorContains(t, tree.Check(), test.want)
		})
	}
}
