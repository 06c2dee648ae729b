package worker

import (
	"fmt"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/sprouts-solver/sprouts/game"
)

// While nothing is forgotten, facts are a map that merges.
func TestFactsAgainstAMap(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		threads := rapid.SampledFrom([]int{1, 2, 8, 1000}).Draw(t, "threads")
		f, model := newFacts(1<<30, threads), map[string]game.Fact{}
		key := rapid.StringN(0, 3, 3)
		for range rapid.IntRange(0, 50).Draw(t, "steps") {
			c := key.Draw(t, "component")
			x := game.FactFromMask(rapid.Uint16Range(1, 0xfffe).Draw(t, "mask"))
			if rapid.Bool().Draw(t, "known") {
				x = game.Known(x.FirstOpen())
			}
			merged, agree := model[c].Merge(x)
			old, ok := f.put([]byte(c), x)
			require.Equal(t, model[c], old)
			require.Equal(t, agree, ok)
			model[c] = merged
		}
		for c, x := range model {
			require.Equal(t, x, f.lookup([]byte(c)))
		}
		require.Zero(t, f.lookup([]byte("something else")))
		hits, misses := f.requests()
		require.Equal(t, int64(len(model)), hits)
		require.Equal(t, int64(1), misses)
		require.False(t, f.full())
	})
}

// Full facts forget what nobody asks for, and never say anything wrong.
func TestFactsForget(t *testing.T) {
	f := newFacts(1, 1) // as little as there can be
	key := func(i int) []byte { return fmt.Appendf(nil, "component number %20d", i) }
	value := func(i int) game.Fact { return game.Known(game.Nimber(i % 16)) }
	const n = 200_000
	asked := key(7)
	for i := range n {
		_, ok := f.put(key(i), value(i))
		require.True(t, ok)
		if i > 7 && i%1_000 == 0 {
			require.Equal(t, value(7), f.lookup(asked), "what is asked for is kept")
		}
	}
	require.True(t, f.full())
	kept := 0
	for i := range n {
		if x := f.lookup(key(i)); x != 0 {
			require.Equal(t, value(i), x)
			kept++
		}
	}
	require.Less(t, kept, n/2)
	require.Greater(t, kept, 1_000)
	s := &f.shards[0]
	memory := s.young.keys.Memory() + s.young.facts.Memory() + s.old.keys.Memory() + s.old.facts.Memory()
	require.Less(t, memory, int64(4*leastGeneration))
	require.Equal(t, value(n-1), f.lookup(key(n-1)), "the newest is there")
}

// A fact that is known in the old generation only is merged all the same.
func TestFactsMergeAcrossGenerations(t *testing.T) {
	f := newFacts(1, 1)
	c := []byte("x")
	f.put(c, game.Excluded(3))
	f.shards[0].old, f.shards[0].young = f.shards[0].young, &generation{room: roomStep}
	_, ok := f.put(c, game.Known(3))
	require.False(t, ok)
	old, ok := f.put(c, game.Excluded(4))
	require.True(t, ok)
	require.Equal(t, game.Excluded(3), old)
	require.Equal(t, game.FactFromMask(1<<3|1<<4), f.lookup(c))
}

func TestFactsConcurrently(t *testing.T) {
	f := newFacts(1<<20, 16)
	require.Len(t, f.shards, 8)
	var wait sync.WaitGroup
	for range 4 {
		wait.Go(func() {
			for i := range 20_000 {
				c := fmt.Appendf(nil, "component %d", i)
				f.put(c, game.Known(game.Nimber(i%16)))
				if n, ok := f.lookup(c).Nimber(); !ok || n != game.Nimber(i%16) {
					panic("lost")
				}
			}
		})
	}
	wait.Wait()
	hits, misses := f.requests()
	require.Equal(t, int64(80_000), hits)
	require.Zero(t, misses)
}

// The filter forgets nothing, and takes few strangers for friends.
func TestMet(t *testing.T) {
	const memory = 1 << 20
	m := newMet(memory)
	require.Len(t, *m.words.Load(), memory/memoryPerBit/64)
	key := func(i int) []byte { return fmt.Appendf(nil, "%dth", i) }
	const n = memory / 128
	for i := range n {
		m.add(key(i))
	}
	strangers := 0
	for i := range n {
		require.True(t, m.has(key(i)))
		if m.has(key(n + i)) {
			strangers++
		}
	}
	require.Less(t, strangers, n/7)
	m.clear()
	for i := range n {
		require.False(t, m.has(key(i)))
	}
	require.Len(t, *newMet(0).words.Load(), 1)
}
