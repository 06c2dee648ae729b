package tree_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/sprouts-solver/sprouts/coordinator/tree"
	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/game/gametest"
	"github.com/sprouts-solver/sprouts/search"
)

// plain says what the package documentation says, as plainly as it goes: it sees the
// tree as it is shown, computes everything anew, and keeps nothing.
type plain struct{ *run }

// kids returns the kids of a node.
func (p plain) kids(n tree.Node) (kids []tree.Node) {
	p.Kids(n.ID, func(kid tree.Node) bool {
		kids = append(kids, kid)
		return true
	})
	return kids
}

// isCouple tells couples from sums, and from a root that needs every nimber.
func (p plain) isCouple(n tree.Node) bool {
	root, _ := p.Root()
	return len(n.Components) == 1 && (p.goal == tree.Outcome || n.ID != root.ID)
}

// numbers computes the numbers of a node from those of all leaves below it.
func (p plain) numbers(n tree.Node) search.Numbers {
	kids := p.kids(n)
	if len(kids) == 0 {
		return n.Numbers
	}
	var least, largest, sum int
	least = search.Infinity
	for _, kid := range kids {
		v := p.numbers(kid)
		least = min(least, int(v.Disproof))
		largest = max(largest, int(v.Proof))
		sum += int(min(v.Proof, v.Disproof))
	}
	below := func(n int) uint32 { return uint32(min(n, search.Infinity-1)) }
	if p.isCouple(n) {
		return search.Numbers{Proof: below(least), Disproof: below(largest + len(kids) - 1)}
	}
	return search.Numbers{Proof: below(sum), Disproof: below(sum)}
}

// free reports whether a leaf at or below a node can be selected.
func (p plain) free(n tree.Node) bool {
	kids := p.kids(n)
	return len(kids) == 0 && !n.Held || slices.ContainsFunc(kids, p.free)
}

// path returns the way to the leaf that a group gets.
func (p plain) path(n tree.Node, group uint32) []tree.Node {
	kids := slices.DeleteFunc(p.kids(n), func(kid tree.Node) bool { return !p.free(kid) })
	if len(kids) == 0 {
		return []tree.Node{n}
	}
	best := kids[0]
	for _, kid := range kids[1:] {
		if p.before(n, kid, best, group) {
			best = kid
		}
	}
	return append([]tree.Node{n}, p.path(best, group)...)
}

// before reports whether a group takes kid a of a node rather than kid b.
func (p plain) before(parent, a, b tree.Node, group uint32) bool {
	if !p.isCouple(parent) {
		if a.Lives != b.Lives {
			return a.Lives < b.Lives
		}
	} else if va, vb := vdn(a, group), vdn(b, group); va != vb {
		return va < vb
	}
	if oa, ob := a.Lives+4*int(a.Heap), b.Lives+4*int(b.Heap); oa != ob {
		return oa < ob
	}
	return len(a.Components) > len(b.Components)
}

// vdn is the disproof number with virtual loss.
func vdn(n tree.Node, group uint32) float64 {
	v := float64(n.Numbers.Disproof)*(1+0.25*float64(n.Marks)) + float64(n.Marks)
	if n.Group != group {
		v *= 1.25
	}
	return v
}

// requirePlain compares all numbers of the tree.
func (p plain) requirePlain() {
	p.Helper()
	root, ok := p.Root()
	if !ok {
		return
	}
	seen := map[tree.NodeID]bool{}
	var visit func(n tree.Node)
	visit = func(n tree.Node) {
		if seen[n.ID] {
			return
		}
		seen[n.ID] = true
		require.Equal(p, p.numbers(n), n.Numbers, "%v *%d", n.Components, n.Heap)
		for _, kid := range p.kids(n) {
			visit(kid)
		}
	}
	visit(root)
}

// requireSelect has a group select a leaf, and compares the way there.
func (p plain) requireSelect(group uint32) {
	p.Helper()
	root, undecided := p.Root()
	if !undecided || !p.free(root) {
		_, ok := p.take(group)
		require.False(p, ok)
		return
	}
	var want []search.Couple
	path := p.path(root, group)
	for _, n := range path {
		if p.isCouple(n) {
			want = append(want, search.Couple{Component: n.Components[0], Nimber: n.Heap})
		}
	}
	leaf, ok := p.take(group)
	require.True(p, ok)
	require.Equal(p, want, append(slices.Clone(leaf.Path), leaf.Couple))
	require.Equal(p, path[len(path)-1].ID, tree.NodeID(leaf.ID))
	for _, before := range path {
		now, ok := p.Node(before.ID)
		require.True(p, ok)
		require.Equal(p, before.Marks+1, now.Marks)
		require.Equal(p, before.Numbers, now.Numbers, "marks are not in the numbers")
		require.Equal(p, group, now.Group)
	}
}

// Whatever has happened, numbers and selection are what the documentation says.
func TestPlain(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := drawToy(t)
		components := rapid.SliceOfN(rapid.ByteRange(0, byte(len(g.options)-1)), 1, 4).Draw(t, "root")
		root := toyPosition(game.Nimber(rapid.IntRange(0, 3).Draw(t, "heap")), components...)
		p := plain{newRun(t, g, root, rapid.SampledFrom([]tree.Goal{tree.Outcome, tree.Nimber}).Draw(t, "goal"))}
		force := gametest.NewBruteForce(g)
		for range rapid.IntRange(0, 20).Draw(t, "steps") {
			p.requireSelect(uint32(rapid.IntRange(0, 3).Draw(t, "group")))
			step(t, p.run, g, force)
			p.requirePlain()
		}
	})
}

// What the tree proves is true, and is told once.
func TestProvenFactsAreTrue(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := drawToy(t)
		top := byte(len(g.options) - 1)
		r := newRun(t, g, toyPosition(0, top), tree.Nimber)
		force := gametest.NewBruteForce(g)
		proofs := 0
		tell := func(c game.Component, f game.Fact) {
			proofs++
			n := force.Nimber(game.Position{Components: []game.Component{c}})
			require.Equal(t, f.IsKnown(), f == game.Known(n), "%x is %d, told as %s", c, n, f)
			require.False(t, f.Contradicts(game.Known(n)))
			require.NotEqual(t, r.known[c], r.known[c]|f, "told twice")
			r.note(c, f)
		}
		for !r.Decided() {
			leaf, ok := r.take(uint32(rapid.IntRange(1, 3).Draw(t, "group")))
			require.True(t, ok)
			require.NoError(t, r.Expand(leaf.ID, leafNumbers, nil))
			r.Proven(tell)
			r.Proven(func(game.Component, game.Fact) { t.Fatal("told again") })
			r.release(0)
		}
		require.Positive(t, proofs)
		n, known := r.known[toyPosition(0, top).Components[0]].Nimber()
		require.True(t, known)
		require.Equal(t, force.Nimber(toyPosition(0, top)), n)
	})
}
