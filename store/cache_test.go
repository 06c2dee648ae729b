package store_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/store"
	"github.com/sprouts-solver/sprouts/store/storetest"
)

// flaky is a memory store that counts calls and fails on demand.
type flaky struct {
	*store.Memory
	failure atomic.Pointer[error]
	puts    atomic.Int64
	syncs   atomic.Int64
}

func newFlaky() *flaky { return &flaky{Memory: store.NewMemory(storetest.Identity)} }

func (f *flaky) fail(err error) { f.failure.Store(&err) }

func (f *flaky) Put(entries []store.Entry) error {
	f.puts.Add(1)
	if err := f.failure.Load(); err != nil && *err != nil {
		return *err
	}
	return f.Memory.Put(entries)
}

func (f *flaky) Sync() error {
	f.syncs.Add(1)
	return f.Memory.Sync()
}

func (f *flaky) Get(c game.Component) (game.Fact, error) {
	if err := f.failure.Load(); err != nil && *err != nil {
		return 0, *err
	}
	return f.Memory.Get(c)
}

func stored(t *testing.T, s store.Store, c game.Component) game.Fact {
	t.Helper()
	f, err := s.Get(c)
	require.NoError(t, err)
	return f
}

func TestCacheLookup(t *testing.T) {
	s := newFlaky()
	require.NoError(t, s.Put(storetest.Entries(1000)))
	c := store.NewCache(s, store.CacheOptions{KeepExclusions: true})
	check := func() {
		t.Helper()
		for i := range 1000 {
			e := storetest.EntryAt(i)
			require.Equal(t, e.Fact, c.Lookup([]byte(e.Component)))
		}
		require.Zero(t, c.Lookup([]byte("nobody")))
	}
	check()
	require.Zero(t, c.Stats().Components, "before Load the store answers")
	require.NoError(t, c.LoadAll())
	require.Equal(t, 1000, c.Stats().Components)
	s.fail(errors.New("the store must not be asked"))
	check()
	require.NoError(t, c.LoadAll(), "a second Load does nothing")
}

func TestCacheLeavesExclusionsOut(t *testing.T) {
	s := store.NewMemory(storetest.Identity)
	require.NoError(t, s.Put([]store.Entry{{Component: "x", Fact: game.Excluded(1)}, {Component: "n", Fact: game.Known(1)}}))
	c := store.NewCache(s, store.CacheOptions{})
	require.NoError(t, c.LoadAll())
	require.Equal(t, 1, c.Stats().Components)
	require.Equal(t, game.Known(1), c.Lookup([]byte("n")))
	require.NoError(t, c.Record([]byte("y"), game.Excluded(2)))
	require.NoError(t, c.Close())
	require.Zero(t, stored(t, s, "y"))
}

func TestCacheRecord(t *testing.T) {
	s := store.NewMemory(storetest.Identity)
	c := store.NewCache(s, store.CacheOptions{KeepExclusions: true})
	require.NoError(t, c.Record([]byte("a"), game.Excluded(0)))
	require.NoError(t, c.Record([]byte("a"), game.Excluded(0)))
	require.NoError(t, c.Record([]byte("a"), game.Known(3)))
	require.Equal(t, game.Known(3), c.Lookup([]byte("a")), "before it is written")
	require.Zero(t, stored(t, s, "a"))
	require.Equal(t, 2, c.Stats().Pending, "what says nothing new is not written")

	require.NoError(t, c.Flush())
	require.Equal(t, game.Known(3), stored(t, s, "a"))
	require.Zero(t, c.Stats().Pending)
	require.EqualValues(t, 2, c.Stats().Written)

	require.NoError(t, c.Record([]byte("b"), game.Known(1)))
	require.NoError(t, c.Close())
	require.Equal(t, game.Known(1), stored(t, s, "b"))
	require.ErrorIs(t, c.Record([]byte("c"), game.Known(1)), store.ErrClosed)
	require.Equal(t, game.Known(1), c.Lookup([]byte("b")))
}

// TestCacheRecordBeforeLoad keeps what was recorded when the store is loaded.
func TestCacheRecordBeforeLoad(t *testing.T) {
	s := store.NewMemory(storetest.Identity)
	require.NoError(t, s.Put([]store.Entry{{Component: "old", Fact: game.Known(1)}}))
	c := store.NewCache(s, store.CacheOptions{})
	require.NoError(t, c.Record([]byte("new"), game.Known(2)))
	require.NoError(t, c.LoadAll())
	require.Equal(t, game.Known(1), c.Lookup([]byte("old")))
	require.Equal(t, game.Known(2), c.Lookup([]byte("new")))

	c = store.NewCache(s, store.CacheOptions{})
	require.NoError(t, c.Record([]byte("old"), game.Known(2)))
	var conflict *game.ConflictError
	require.ErrorAs(t, c.LoadAll(), &conflict)
	require.ErrorAs(t, c.Close(), &conflict, "nothing is written any more")
	require.Equal(t, game.Known(1), stored(t, s, "old"))
}

func TestCacheConflict(t *testing.T) {
	s := store.NewMemory(storetest.Identity)
	require.NoError(t, s.Put([]store.Entry{{Component: "a", Fact: game.Known(1)}}))

	loaded := store.NewCache(s, store.CacheOptions{})
	require.NoError(t, loaded.LoadAll())
	var conflict *game.ConflictError
	require.ErrorAs(t, loaded.Record([]byte("a"), game.Known(2)), &conflict)
	require.Equal(t, game.Known(1), conflict.Have)
	require.Equal(t, game.Known(2), conflict.New)
	require.NotEmpty(t, conflict.HaveFrom)
	require.NotEmpty(t, conflict.NewFrom)

	cold := store.NewCache(s, store.CacheOptions{})
	require.NoError(t, cold.Record([]byte("a"), game.Known(2)), "nobody has looked yet")
	require.ErrorAs(t, cold.Flush(), &conflict)
	for _, c := range []*store.Cache{loaded, cold} {
		require.ErrorAs(t, c.Record([]byte("b"), game.Known(2)), &conflict, "it stays")
		require.ErrorAs(t, c.Close(), &conflict)
	}
	require.Len(t, storetest.All(t, s), 1)
}

// TestCacheWriteError keeps facts that could not be written, and says so.
func TestCacheWriteError(t *testing.T) {
	s := newFlaky()
	c := store.NewCache(s, store.CacheOptions{})
	require.NoError(t, c.LoadAll())
	require.NoError(t, c.Record([]byte("a"), game.Known(1)))
	s.fail(store.ErrDiskFull)
	require.ErrorIs(t, c.Flush(), store.ErrDiskFull)
	require.ErrorIs(t, c.Record([]byte("b"), game.Known(1)), store.ErrDiskFull)
	require.Equal(t, 1, c.Stats().Pending)
	require.ErrorIs(t, c.Close(), store.ErrDiskFull)
	s.fail(nil)
	require.NoError(t, c.Close(), "there is room again")
	require.Equal(t, game.Known(1), stored(t, s, "a"))
}

func TestCacheReadError(t *testing.T) {
	s := newFlaky()
	c := store.NewCache(s, store.CacheOptions{})
	broken := errors.New("broken")
	s.fail(broken)
	require.Zero(t, c.Lookup([]byte("a")))
	require.ErrorIs(t, c.Record([]byte("a"), game.Known(1)), broken)
}

// TestCacheWritesBehind runs the writer in virtual time.
func TestCacheWritesBehind(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newFlaky()
		c := store.NewCache(s, store.CacheOptions{})
		ctx, stop := context.WithCancel(t.Context())
		var wg sync.WaitGroup
		wg.Go(func() {
			if err := c.Run(ctx); err != nil {
				t.Errorf("run: %v", err)
			}
		})
		advance := func(d time.Duration) { // no waiting: the clock is virtual
			<-time.After(d)
			synctest.Wait()
		}
		advance(time.Second)
		require.NoError(t, c.Record([]byte("a"), game.Known(1)))
		advance(3 * time.Second)
		require.Zero(t, stored(t, s, "a"))
		advance(time.Second)
		require.Equal(t, game.Known(1), stored(t, s, "a"), "on disk after 5 s")
		require.EqualValues(t, 1, s.syncs.Load())

		advance(time.Minute)
		require.EqualValues(t, 1, s.puts.Load(), "nothing to write, nothing written")

		s.fail(store.ErrDiskFull)
		require.NoError(t, c.Record([]byte("b"), game.Known(1)))
		advance(5 * time.Second)
		require.ErrorIs(t, c.Record([]byte("c"), game.Known(1)), store.ErrDiskFull, "the writer's error")
		s.fail(nil)
		advance(5 * time.Second)
		require.Equal(t, game.Known(1), stored(t, s, "b"), "the writer tries again")
		require.NoError(t, c.Record([]byte("c"), game.Known(1)))
		stop()
		wg.Wait()
		require.Equal(t, game.Known(1), stored(t, s, "c"), "a last write at the end")
	})
}

// TestCacheManyFacts writes without being told when many facts wait.
func TestCacheManyFacts(t *testing.T) {
	const n = 100_000
	record := func(t *testing.T, c *store.Cache) {
		t.Helper()
		for i := range n {
			require.NoError(t, c.Record(fmt.Append(nil, i), game.Known(1)))
		}
	}
	t.Run("without a writer", func(t *testing.T) {
		c := store.NewCache(newFlaky(), store.CacheOptions{})
		record(t, c)
		require.Less(t, c.Stats().Pending, n/2)
		require.NoError(t, c.Close())
		require.EqualValues(t, n, c.Stats().Written)
	})
	t.Run("with a writer", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			c := store.NewCache(newFlaky(), store.CacheOptions{FlushEvery: time.Hour})
			ctx, stop := context.WithCancel(t.Context())
			var wg sync.WaitGroup
			wg.Go(func() { _ = c.Run(ctx) })
			synctest.Wait()
			record(t, c)
			synctest.Wait()
			require.Less(t, c.Stats().Pending, n, "long before the hour is over")
			stop()
			wg.Wait()
			require.EqualValues(t, n, c.Stats().Written)
		})
	})
}

// TestCacheMemory bounds the table, prefers nimbers, and loses nothing: what does
// not fit is looked up in the store.
func TestCacheMemory(t *testing.T) {
	const n, limit = 200_000, 6 << 20
	s := newFlaky()
	require.NoError(t, s.Put(storetest.Entries(n)))
	c := store.NewCache(s, store.CacheOptions{MaxMemory: limit, KeepExclusions: true})
	require.NoError(t, c.LoadAll())
	stats := c.Stats()
	require.LessOrEqual(t, stats.Memory, int64(limit))
	require.Greater(t, stats.Components, limit/120)
	require.Less(t, stats.Components, n/2)
	require.True(t, stats.Full)
	for i := range n {
		e := storetest.EntryAt(i)
		require.Equal(t, e.Fact, c.Lookup([]byte(e.Component)))
	}
	require.Zero(t, c.Lookup([]byte("nobody")))
	require.Equal(t, stats, c.Stats(), "the table stays as it is")
	require.NoError(t, c.Record([]byte("late"), game.Known(7)))
	require.NoError(t, c.Close())
	require.Equal(t, game.Known(7), c.Lookup([]byte("late")), "no room in the table, but in the store")

	s.fail(errors.New("the store cannot be asked"))
	found := 0
	for i := range n {
		e := storetest.EntryAt(i)
		if f := c.Lookup([]byte(e.Component)); f != 0 {
			require.True(t, f.IsKnown(), "nimbers come first")
			found++
		}
	}
	require.Equal(t, stats.Components, found)
}

func TestCacheAllocatesNothing(t *testing.T) {
	s := store.NewMemory(storetest.Identity)
	require.NoError(t, s.Put(storetest.Entries(1000)))
	c := store.NewCache(s, store.CacheOptions{})
	require.NoError(t, c.LoadAll())
	hit, miss := []byte(storetest.EntryAt(0).Component), []byte("nobody")
	require.Zero(t, testing.AllocsPerRun(100, func() {
		c.Lookup(hit)
		c.Lookup(miss)
	}))
}

// TestCacheConcurrent is for the race detector.
func TestCacheConcurrent(t *testing.T) {
	s := store.NewMemory(storetest.Identity)
	require.NoError(t, s.Put(storetest.Entries(1000)))
	c := store.NewCache(s, store.CacheOptions{KeepExclusions: true})
	ctx, stop := context.WithCancel(t.Context())
	var writer, searches sync.WaitGroup
	writer.Go(func() { _ = c.Run(ctx) })
	for g := range 4 {
		searches.Go(func() {
			for i := g * 300; i < g*300+800; i++ {
				e := storetest.EntryAt(i)
				if err := c.Record([]byte(e.Component), e.Fact); err != nil {
					t.Errorf("record: %v", err)
				}
				if f := c.Lookup([]byte(e.Component)); f != e.Fact {
					t.Errorf("entry %d: %v, not %v", i, f, e.Fact)
				}
				if i == 500 {
					if err := errors.Join(c.LoadAll(), c.Flush()); err != nil {
						t.Errorf("load: %v", err)
					}
				}
			}
		})
	}
	searches.Wait()
	stop()
	writer.Wait()
	require.NoError(t, c.Close())
	require.Len(t, storetest.All(t, s), 1700)
}
