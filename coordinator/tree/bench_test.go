package tree_test

import (
	"encoding/binary"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/sprouts-solver/sprouts/coordinator/tree"
	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/game/sprouts"
	"github.com/sprouts-solver/sprouts/search"
)

// shelf is an expander that has the options of one component ready, so that the time
// of a call to the tree is the tree's own.
type shelf struct {
	game.Expander
	options []game.Position
	sum     game.Sum
}

func (s *shelf) fill(c game.Component) {
	s.options = s.options[:0]
	s.Expander.Expand([]byte(c), func(o *game.Sum) bool {
		s.options = append(s.options, o.Position())
		return true
	})
}

func (s *shelf) Expand(_ []byte, yield func(*game.Sum) bool) {
	for _, o := range s.options {
		s.sum.Reset()
		for _, c := range o.Components {
			s.sum.Append([]byte(c))
		}
		if !yield(&s.sum) {
			return
		}
	}
}

// report is what a group might say of a leaf whose options are on the shelf.
func (s *shelf) report(n game.Nimber, chance *rand.Rand) (children []search.Child) {
	for _, o := range s.options {
		for _, c := range o.Components {
			children = append(children, search.Child{
				Couple:  search.Couple{Component: c, Nimber: n},
				Numbers: search.Numbers{Proof: 1 + chance.Uint32N(50), Disproof: 1 + chance.Uint32N(5000)},
			})
		}
	}
	return children
}

// expandOne lets group 1 expand the most-proving leaf.
func expandOne(b *testing.B, t *tree.Tree, s *shelf, chance *rand.Rand) {
	b.Helper()
	leaf, ok := t.Select(1)
	require.True(b, ok)
	s.fill(leaf.Couple.Component)
	require.NoError(b, t.Expand(leaf.ID, leafNumbers, s.report(leaf.Couple.Nimber, chance)))
	t.Release(leaf.ID)
	t.Proven(func(game.Component, game.Fact) {})
}

// grow returns the tree of 40 spots with so many nodes, expanded without a search.
func grow(b *testing.B, nodes int) (*tree.Tree, *shelf, *rand.Rand) {
	b.Helper()
	g := sprouts.New()
	root, err := g.Parse("40")
	require.NoError(b, err)
	var memo sprouts.SmallLands
	_, err = memo.Load(0)
	require.NoError(b, err)
	s, chance := &shelf{Expander: g.NewExpander()}, rand.New(rand.NewPCG(1, 2))
	t, err := tree.New(s, memo.Lookup, root, tree.Outcome, tree.Options{})
	require.NoError(b, err)
	for t.Stats().Nodes < nodes {
		expandOne(b, t, s, chance)
	}
	t.Proven(func(game.Component, game.Fact) {})
	t.Dirty(func([]byte, []byte) {})
	return t, s, chance
}

const many = 100_000 // nodes

// Select and Release, while 64 other groups hold leaves.
func BenchmarkSelect(b *testing.B) {
	t, _, _ := grow(b, many)
	for g := range uint32(64) {
		_, ok := t.Select(g + 1)
		require.True(b, ok)
	}
	for b.Loop() {
		leaf, _ := t.Select(65)
		t.Release(leaf.ID)
	}
}

// Expand with a full report, without the work of the game.
func BenchmarkExpand(b *testing.B) {
	t, s, chance := grow(b, many)
	kids, start := 0, t.Stats()
	for b.Loop() {
		b.StopTimer()
		leaf, ok := t.Select(1)
		require.True(b, ok)
		s.fill(leaf.Couple.Component)
		children := s.report(leaf.Couple.Nimber, chance)
		kids += len(s.options)
		b.StartTimer()
		_ = t.Expand(leaf.ID, leafNumbers, children)
		t.Release(leaf.ID)
	}
	require.NoError(b, t.Learn(nil, 0), "no conflict")
	b.ReportMetric(float64(kids)/float64(b.N), "options/op")
	b.ReportMetric(float64(start.Memory)/float64(start.Nodes), "bytes/node")
	b.ReportMetric(float64(t.Stats().Solved-start.Solved)/float64(b.N), "solved/op")
}

// A fact about a component that is not in the tree, as most are.
func BenchmarkLearn(b *testing.B) {
	t, _, _ := grow(b, many)
	facts := make([][]byte, 1<<12)
	for i := range facts {
		facts[i] = binary.BigEndian.AppendUint64(make([]byte, 16), uint64(i))
	}
	i := 0
	for b.Loop() {
		_ = t.Learn(facts[i&(1<<12-1)], game.Known(1))
		i++
	}
}

// A million nodes: their memory, their journal, and how long it takes to restore
// them.
func BenchmarkMillion(b *testing.B) {
	for b.Loop() {
		t := plantWide(b, &wide{})
		growWide(b, t, 1_000_000)
		stats := t.Stats()
		journal, size := map[string][]byte{}, 0
		t.Dirty(func(key, value []byte) {
			journal[string(key)] = slices.Clone(value)
			size += len(key) + len(value)
		})
		again, start := plantWide(b, &wide{}), time.Now()
		for _, key := range slices.Sorted(maps.Keys(journal)) {
			require.NoError(b, again.Restore([]byte(key), journal[key]))
		}
		require.NoError(b, again.Restored())
		b.ReportMetric(time.Since(start).Seconds(), "restore-s")
		require.Equal(b, stats.Nodes, again.Stats().Nodes)
		require.Equal(b, t.Numbers(), again.Numbers())
		b.ReportMetric(float64(stats.Memory)/float64(stats.Nodes), "bytes/node")
		b.ReportMetric(float64(size)/float64(stats.Nodes), "journal-bytes/node")
		b.ReportMetric(float64(stats.Edges)/float64(stats.Nodes), "edges/node")
		b.ReportMetric(float64(stats.Sums)/float64(stats.Nodes), "sums/node")
		b.ReportMetric(float64(stats.Components)/float64(stats.Nodes), "components/node")
	}
}
