package store_test

import (
	"context"
	"fmt"
	"os"
	"runtime"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/game/sprouts"
	"github.com/sprouts-solver/sprouts/internal/intern"
	"github.com/sprouts-solver/sprouts/store"
	"github.com/sprouts-solver/sprouts/store/storetest"
)

// benchLands is the number of lands that most benchmarks work on.
const benchLands = 100_000

// lands returns lands of Sprouts with made-up nimbers: those within reach of 9
// spots, breadth first.
var lands = sync.OnceValue(func() []store.Entry { return landsOf("0*9", benchLands) })

// landsOf returns the first n lands within reach of another, breadth first.
func landsOf(start string, n int) []store.Entry {
	g := sprouts.New()
	p, err := g.Parse(start)
	if err != nil {
		panic(err)
	}
	var seen intern.Table
	for _, c := range p.Components {
		seen.Intern([]byte(c))
	}
	expander := g.NewExpander()
	for i := 0; seen.Len() < n; i++ {
		expander.Expand(seen.Bytes(uint32(i)), func(option *game.Sum) bool {
			for j := range option.Len() {
				seen.Intern(option.At(j))
			}
			return seen.Len() < n
		})
	}
	entries := make([]store.Entry, n)
	for i := range entries {
		entries[i] = store.Entry{Component: game.Component(seen.Bytes(uint32(i))), Fact: game.Known(game.Nimber(i * i % 5))}
	}
	return entries
}

func filled(b *testing.B) (string, []store.Entry) {
	b.Helper()
	entries := lands()
	dir := b.TempDir()
	s, err := store.Open(dir, storetest.Identity, store.Options{})
	require.NoError(b, err)
	require.NoError(b, s.Put(entries))
	require.NoError(b, s.Close())
	return dir, entries
}

// BenchmarkQuestion is what a question costs that was answered before: open,
// one lookup, close.
func BenchmarkQuestion(b *testing.B) {
	b.Run("fresh", func(b *testing.B) {
		for b.Loop() {
			question(b, b.TempDir(), "0")
		}
	})
	b.Run(fmt.Sprintf("of %d", benchLands), func(b *testing.B) {
		dir, entries := filled(b)
		for b.Loop() {
			question(b, dir, entries[1000].Component)
		}
	})
}

func question(b *testing.B, dir string, c game.Component) {
	b.Helper()
	s, err := store.Open(dir, storetest.Identity, store.Options{})
	if err != nil {
		b.Fatal(err)
	}
	if _, err := s.Get(c); err != nil {
		b.Fatal(err)
	}
	if err := s.Close(); err != nil {
		b.Fatal(err)
	}
}

// BenchmarkPut writes lands in batches of 10,000, each synced, and reports what
// they take on disk.
func BenchmarkPut(b *testing.B) {
	entries := lands()
	var disk int64
	puts := 0
	for b.Loop() {
		dir := b.TempDir()
		s, err := store.Open(dir, storetest.Identity, store.Options{})
		require.NoError(b, err)
		for i := 0; i < len(entries); i += 10_000 {
			require.NoError(b, s.Put(entries[i:i+10_000]))
			require.NoError(b, s.Sync())
		}
		require.NoError(b, s.Close())
		puts += len(entries)
		reader, err := store.Open(dir, storetest.Identity, store.Options{ReadOnly: true})
		require.NoError(b, err)
		stats, err := reader.Stats()
		require.NoError(b, err)
		require.NoError(b, reader.Close())
		disk = stats.DiskBytes
		require.NoError(b, os.RemoveAll(dir))
	}
	length := 0
	for _, e := range entries {
		length += len(e.Component)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(puts), "ns/put")
	b.ReportMetric(float64(disk)/float64(len(entries)), "B/entry")
	b.ReportMetric(float64(length)/float64(len(entries)), "B/component")
}

func BenchmarkGet(b *testing.B) {
	dir, entries := filled(b)
	s := open(b, dir, store.Options{})
	get := func(b *testing.B, component func(i int) game.Component) {
		b.Helper()
		i := 0
		for b.Loop() {
			i = (i + 7919) % len(entries)
			if _, err := s.Get(component(i)); err != nil {
				b.Fatal(err)
			}
		}
	}
	b.Run("present", func(b *testing.B) {
		get(b, func(i int) game.Component { return entries[i].Component })
	})
	b.Run("absent", func(b *testing.B) {
		get(b, func(i int) game.Component { return entries[i].Component + "x" })
	})
}

func BenchmarkRange(b *testing.B) {
	dir, entries := filled(b)
	s := open(b, dir, store.Options{})
	for b.Loop() {
		require.NoError(b, s.Range(func(store.Entry) error { return nil }))
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(entries)), "ns/entry")
}

func BenchmarkVerify(b *testing.B) {
	dir, entries := filled(b)
	s := open(b, dir, store.Options{})
	for b.Loop() {
		_, err := s.Verify(context.Background())
		require.NoError(b, err)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(entries)), "ns/entry")
}

func BenchmarkCacheLoad(b *testing.B) {
	dir, entries := filled(b)
	s := open(b, dir, store.Options{})
	var memory int64
	for b.Loop() {
		c := store.NewCache(s, store.CacheOptions{})
		require.NoError(b, c.LoadAll())
		memory = c.Stats().Memory
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(entries)), "ns/entry")
	b.ReportMetric(float64(memory)/float64(len(entries)), "B/entry")
}

func BenchmarkCacheLookup(b *testing.B) {
	entries := lands()
	s := store.NewMemory(storetest.Identity)
	require.NoError(b, s.Put(entries))
	c := store.NewCache(s, store.CacheOptions{})
	require.NoError(b, c.LoadAll())
	keys := make([][]byte, len(entries))
	for i, e := range entries {
		keys[i] = []byte(e.Component)
	}
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		i = (i + 7919) % len(keys)
		c.Lookup(keys[i])
	}
}

func BenchmarkCacheRecord(b *testing.B) {
	entries := lands()
	b.ReportAllocs()
	records := 0
	for b.Loop() {
		c := store.NewCache(nowhere{}, store.CacheOptions{})
		for _, e := range entries {
			if err := c.Record([]byte(e.Component), e.Fact); err != nil {
				b.Fatal(err)
			}
		}
		records += len(entries)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(records), "ns/record")
}

// nowhere is a store that forgets, so that the cache alone is measured.
type nowhere struct{ store.Store }

func (nowhere) Put([]store.Entry) error { return nil }
func (nowhere) Sync() error             { return nil }

// BenchmarkMemory reports the memory that an open store holds.
func BenchmarkMemory(b *testing.B) {
	dir, _ := filled(b)
	var before, after runtime.MemStats
	for b.Loop() {
		runtime.GC()
		runtime.ReadMemStats(&before)
		s, err := store.Open(dir, storetest.Identity, store.Options{})
		require.NoError(b, err)
		runtime.GC()
		runtime.ReadMemStats(&after)
		require.NoError(b, s.Close())
	}
	b.ReportMetric(float64(after.HeapAlloc-before.HeapAlloc)/(1<<20), "MiB")
}
