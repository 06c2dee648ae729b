package tree_test

import (
	"encoding/binary"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/sprouts-solver/sprouts/coordinator/tree"
	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/internal/intern"
)

// wide is a game of no sense that makes large trees fast: a component is its depth
// and 23 bytes, as long as one of 22 spots, and has 30 options, a third of them sums.
// Each turn is another game.
type wide struct {
	sum  game.Sum
	turn uint64
}

func (w *wide) Expand(c []byte, yield func(*game.Sum) bool) {
	chance := rand.New(rand.NewPCG(intern.Hash(c), w.turn))
	for i := range 30 {
		w.sum.Reset()
		for range 1 + (i+1)%3/2 {
			var next [24]byte
			next[0], next[1] = c[0]+1, byte(w.turn)
			binary.BigEndian.PutUint64(next[8:], uint64(chance.Uint32N(1<<22)))
			w.sum.Append(next[:])
		}
		if !yield(&w.sum) {
			return
		}
	}
}

func (w *wide) Measure(c []byte) game.Measure {
	return game.Measure{Lives: 255 - int(c[0]), Moves: float64(intern.Hash(c) % 1000)}
}

func (w *wide) Analogy([]byte) ([]byte, game.Nimber) { return nil, 0 }

func plantWide(t tb, g *wide) *tree.Tree {
	t.Helper()
	root := game.Position{Components: []game.Component{game.Component(make([]byte, 24))}}
	planted, err := tree.New(g, nothing, root, tree.Outcome, tree.Options{})
	require.NoError(t, err)
	return planted
}

// growWide expands the most-proving leaf until there are so many nodes.
func growWide(t tb, of *tree.Tree, nodes int) {
	t.Helper()
	for of.Stats().Nodes < nodes {
		leaf, ok := of.Select(1)
		require.True(t, ok)
		require.NoError(t, of.Expand(leaf.ID, leafNumbers, nil))
		of.Release(leaf.ID)
	}
}

// TestMemoryPerNode keeps the cost that the package documentation states.
func TestMemoryPerNode(t *testing.T) {
	grown := plantWide(t, &wide{})
	growWide(t, grown, 100_000)
	stats := grown.Stats()
	require.NoError(t, grown.Check())
	require.Less(t, stats.Memory/int64(stats.Nodes), int64(190))
	require.Greater(t, stats.Memory/int64(stats.Nodes), int64(40+20+24), "a node, an edge, a key")
}

// Memory follows the tree: what is dropped makes room for what comes, here always
// other components.
func TestMemoryIsUsedAgain(t *testing.T) {
	g := &wide{}
	grown := plantWide(t, g)
	most := int64(0)
	for turn := range uint64(6) {
		g.turn = turn
		growWide(t, grown, 40_000)
		if turn == 0 {
			most = grown.Stats().Memory
		}
		require.LessOrEqual(t, grown.Stats().Memory, most+most/2, "turn %d", turn)
		require.Equal(t, int64(0), grown.Stats().Solved)
		grown.Forget()
		require.Equal(t, 1, grown.Stats().Nodes)
		require.NoError(t, grown.Check())
	}
}
