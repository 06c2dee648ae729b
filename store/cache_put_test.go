package store_test

import (
	"errors"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/store"
	"github.com/sprouts-solver/sprouts/store/storetest"
)

func (f *flaky) PutFrom(entries []store.Entry, first uint64) error {
	f.puts.Add(1)
	if err := f.failure.Load(); err != nil && *err != nil {
		return *err
	}
	return f.Memory.PutFrom(entries, first)
}

// TestCachePutFrom writes through, before and after the store is loaded.
func TestCachePutFrom(t *testing.T) {
	s := newFlaky()
	require.NoError(t, s.Put(storetest.Entries(100)))
	c := store.NewCache(s, store.CacheOptions{KeepExclusions: true})
	require.NoError(t, c.PutFrom(entriesFrom(100, 100), 101))
	require.NoError(t, c.LoadAll())
	require.NoError(t, c.PutFrom(entriesFrom(200, 100), 201))
	require.Len(t, storetest.RequireTrue(t, s), 300, "at once, with numbers")
	require.Zero(t, s.syncs.Load())
	require.Zero(t, c.Stats().Pending)

	s.fail(errors.New("the store must not be asked"))
	for i := range 300 {
		e := storetest.EntryAt(i)
		require.Equal(t, e.Fact, c.Lookup([]byte(e.Component)))
	}
	require.Error(t, c.PutFrom([]store.Entry{{Component: "late", Fact: game.Known(0)}}, 301))
	require.Zero(t, c.Lookup([]byte("late")), "what is not written is not known")
	s.fail(nil)
	require.NoError(t, c.Close())
	require.ErrorIs(t, c.PutFrom(nil, 1), store.ErrClosed)
}

// TestCachePutFromExclusions writes exclusions also where the table keeps none.
func TestCachePutFromExclusions(t *testing.T) {
	s := store.NewMemory(storetest.Identity)
	c := store.NewCache(s, store.CacheOptions{})
	require.NoError(t, c.LoadAll())
	require.NoError(t, c.PutFrom([]store.Entry{{Component: "x", Fact: game.Excluded(1)}, {Component: "n", Fact: game.Known(1)}}, 1))
	require.Equal(t, game.Excluded(1), stored(t, s, "x"))
	require.Equal(t, game.Known(1), c.Lookup([]byte("n")))
	require.Equal(t, 1, c.Stats().Components)
}

// TestCacheKnowsAll looks up, before the store is loaded, a component of which the
// store knows one half and the table the other.
func TestCacheKnowsAll(t *testing.T) {
	s := store.NewMemory(storetest.Identity)
	require.NoError(t, s.Put([]store.Entry{{Component: "c", Fact: game.Excluded(0)}}))
	c := store.NewCache(s, store.CacheOptions{KeepExclusions: true})
	require.NoError(t, c.Record([]byte("c"), game.Excluded(1)))
	require.NoError(t, c.PutFrom([]store.Entry{{Component: "c", Fact: game.Excluded(2)}}, 7))
	require.Equal(t, game.FactFromMask(0b111), c.Lookup([]byte("c")))
	require.NoError(t, c.LoadAll())
	require.Equal(t, game.FactFromMask(0b111), c.Lookup([]byte("c")))
}

// TestCachePutFromConflict goes on after facts that the store refuses, and stops
// after one that contradicts what Record took.
func TestCachePutFromConflict(t *testing.T) {
	s := store.NewMemory(storetest.Identity)
	c := store.NewCache(s, store.CacheOptions{})
	one := func(f game.Fact) []store.Entry { return []store.Entry{{Component: "c", Fact: f}} }
	require.NoError(t, c.PutFrom(one(game.Known(1)), 1))
	var conflict *game.ConflictError
	require.ErrorAs(t, c.PutFrom(one(game.Known(2)), 2), &conflict)
	require.Equal(t, game.Known(1), c.Lookup([]byte("c")))
	require.NoError(t, c.PutFrom(one(game.Known(1)), 3))

	require.NoError(t, c.Record([]byte("r"), game.Known(4)))
	require.ErrorAs(t, c.PutFrom([]store.Entry{{Component: "r", Fact: game.Known(5)}}, 4), &conflict)
	require.ErrorAs(t, c.PutFrom(one(game.Known(1)), 5), &conflict, "one of the two is wrong")
	require.ErrorAs(t, c.Close(), &conflict)
}

// TestCachePutFromWhenFull loads a store after a small table has passed facts over.
func TestCachePutFromWhenFull(t *testing.T) {
	const n = 30_000
	s := store.NewMemory(storetest.Identity)
	c := store.NewCache(s, store.CacheOptions{MaxMemory: 3 << 20, KeepExclusions: true})
	require.NoError(t, c.PutFrom(storetest.Entries(n), 1))
	require.True(t, c.Stats().Full)
	require.NoError(t, c.LoadAll())
	for i := range n {
		e := storetest.EntryAt(i)
		require.Equal(t, e.Fact, c.Lookup([]byte(e.Component)))
	}
}

// TestCachePutFromConcurrent looks up while facts arrive from several goroutines and
// the store is loaded.
func TestCachePutFromConcurrent(t *testing.T) {
	s := open(t, t.TempDir(), store.Options{})
	require.NoError(t, s.Put(storetest.Entries(1000)))
	c := store.NewCache(s, store.CacheOptions{KeepExclusions: true})
	const goroutines, batches, size = 4, 40, 10
	var wg sync.WaitGroup
	for g := range goroutines {
		wg.Go(func() {
			for i := range batches {
				from := 1000 + (g*batches+i)*size
				if err := c.PutFrom(entriesFrom(from, size), uint64(from+1)); err != nil {
					t.Errorf("put: %v", err)
				}
				for _, e := range append(entriesFrom(from, size), storetest.EntryAt(i)) {
					if f := c.Lookup([]byte(e.Component)); f != e.Fact {
						t.Errorf("%x: %v, not %v", string(e.Component), f, e.Fact)
					}
				}
				if g == 0 && i == batches/2 {
					if err := c.LoadAll(); err != nil {
						t.Errorf("load: %v", err)
					}
				}
			}
		})
	}
	wg.Wait()
	require.NoError(t, c.Close())
	require.Len(t, storetest.RequireTrue(t, s), 1000+goroutines*batches*size)
}
