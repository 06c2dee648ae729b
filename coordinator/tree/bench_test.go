package tree_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/sprouts-solver/sprouts/coordinator/tree"
	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/game/sprouts"
	"github.com/sprouts-solver/sprouts/search"
)

// grow returns the tree of a root of Sprouts, expanded by its own guesses alone
// until it has so many nodes.
func grow(b *testing.B, text string, nodes int) *tree.Tree {
	b.Helper()
	g := sprouts.New()
	root, err := g.Parse(text)
	require.NoError(b, err)
	var memo sprouts.SmallLands
	_, err = memo.Load(0)
	require.NoError(b, err)
	t, err := tree.New(g.NewExpander(), memo.Lookup, root, tree.Outcome, tree.Options{})
	require.NoError(b, err)
	for t.Stats().Nodes < nodes {
		expandOne(b, t)
	}
	return t
}

func expandOne(b *testing.B, t *tree.Tree) {
	b.Helper()
	leaf, ok := t.Select(1)
	require.True(b, ok)
	require.NoError(b, t.Expand(leaf.ID, search.Numbers{Proof: 1, Disproof: 1}, nil))
	t.Release(leaf.ID)
	t.Proven(func(game.Component, game.Fact) {})
	t.Dirty(func([]byte, []byte) {})
}

func BenchmarkGrow(b *testing.B) {
	start := time.Now()
	t := grow(b, "40", 100_000)
	b.Logf("%v %+v bytes/node %d", time.Since(start), t.Stats(), t.Stats().Memory/int64(t.Stats().Nodes))
	require.NoError(b, t.Check())
	for b.Loop() {
		expandOne(b, t)
	}
	b.Logf("%+v bytes/node %d", t.Stats(), t.Stats().Memory/int64(t.Stats().Nodes))
}
