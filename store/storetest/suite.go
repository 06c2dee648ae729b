package storetest

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/store"
)

// Identity is what the stores of the suite are for.
var Identity = store.Identity{Game: "suite", Version: "rules 1, form 1"}

// Opener opens an empty store, to be closed by the test.
type Opener func(t *testing.T) store.Store

// factTests check store.Facts and what all parts have in common.
var factTests = map[string]func(*testing.T, store.Store){
	"absent":           testAbsent,
	"kinds":            testKinds,
	"growth":           testGrowth,
	"conflict":         testConflict,
	"conflict inside":  testConflictInside,
	"invalid":          testInvalid,
	"odd components":   testOddComponents,
	"range":            testRange,
	"range stops":      testRangeStops,
	"use inside range": testUseInsideRange,
	"large batch":      testLargeBatch,
	"stats":            testStats,
	"concurrent":       testConcurrent,
	"closed":           testClosed,
}

// Run checks the promises of store.Store.
func Run(t *testing.T, open Opener) {
	t.Helper()
	for _, tests := range []map[string]func(*testing.T, store.Store){factTests, numberTests, recordTests} {
		for name, test := range tests {
			t.Run(name, func(t *testing.T) {
				s := open(t)
				test(t, s)
				require.NoError(t, s.Close())
			})
		}
	}
	t.Run("model", func(t *testing.T) { testModel(t, open) })
	t.Run("model of sources", func(t *testing.T) { testSources(t, open) })
	t.Run("model of records", func(t *testing.T) { testRecordModel(t, open) })
}

// many is how many entries make more than one engine's batch and table.
func many() int {
	if testing.Short() {
		return 30_000
	}
	return 100_000
}

func put(t require.TestingT, s store.Store, c game.Component, f game.Fact) {
	require.NoError(t, s.Put([]store.Entry{{Component: c, Fact: f}}))
}

func get(t require.TestingT, s store.Store, c game.Component) game.Fact {
	f, err := s.Get(c)
	require.NoError(t, err)
	return f
}

func testAbsent(t *testing.T, s store.Store) {
	t.Helper()
	require.Zero(t, get(t, s, "nobody"))
	require.NoError(t, s.Put(nil))
	put(t, s, "nothing known", 0)
	require.Zero(t, get(t, s, "nothing known"))
	require.Empty(t, All(t, s))
}

func testKinds(t *testing.T, s store.Store) {
	t.Helper()
	for n := game.Nimber(0); n <= game.MaxNimber; n++ {
		known, excluded := game.Component(fmt.Sprintf("known %d", n)), game.Component(fmt.Sprintf("excluded %d", n))
		put(t, s, known, game.Known(n))
		put(t, s, excluded, game.Excluded(n))
		require.Equal(t, game.Known(n), get(t, s, known))
		require.Equal(t, game.Excluded(n), get(t, s, excluded))
	}
}

func testGrowth(t *testing.T, s store.Store) {
	t.Helper()
	put(t, s, "c", game.Excluded(0))
	put(t, s, "c", game.Excluded(2))
	require.Equal(t, game.Excluded(0)|game.Excluded(2), get(t, s, "c"))
	put(t, s, "c", game.Known(1))
	require.Equal(t, game.Known(1), get(t, s, "c"))
	put(t, s, "c", game.Excluded(5))
	put(t, s, "c", game.Known(1))
	require.Equal(t, game.Known(1), get(t, s, "c"), "what is implied changes nothing")
}

func testConflict(t *testing.T, s store.Store) {
	t.Helper()
	put(t, s, "c", game.Known(1))
	before := All(t, s)
	for _, wrong := range []game.Fact{game.Known(0), game.Known(15), game.Excluded(1)} {
		err := s.Put([]store.Entry{
			{Component: "a", Fact: game.Known(3)},
			{Component: "c", Fact: wrong},
			{Component: "d", Fact: game.Known(3)},
		})
		var conflict *game.ConflictError
		require.ErrorAs(t, err, &conflict)
		require.Equal(t, game.Component("c"), conflict.Component)
		require.Equal(t, game.Known(1), conflict.Have)
		require.Equal(t, wrong, conflict.New)
		require.NotEmpty(t, conflict.HaveFrom)
		require.NotEmpty(t, conflict.NewFrom)
		require.Equal(t, before, All(t, s), "nothing of the batch is written")
	}
	stats, err := s.Stats()
	require.NoError(t, err)
	require.EqualValues(t, 3, stats.Conflicts)
}

func testConflictInside(t *testing.T, s store.Store) {
	t.Helper()
	err := s.Put([]store.Entry{
		{Component: "c", Fact: game.Known(1)},
		{Component: "c", Fact: game.Known(2)},
	})
	var conflict *game.ConflictError
	require.ErrorAs(t, err, &conflict)
	require.Equal(t, game.Known(1), conflict.Have)
	require.Contains(t, conflict.HaveFrom, "batch")
	require.Empty(t, All(t, s))
}

func testInvalid(t *testing.T, s store.Store) {
	t.Helper()
	for _, e := range []store.Entry{
		{Component: "c", Fact: game.FactFromMask(0xffff)},
		{Component: "c", Fact: game.Known(1) | game.Known(2)},
		{Component: "c", Fact: 1 << 20},
		{Component: game.Component(strings.Repeat("x", store.MaxComponent+1)), Fact: game.Known(0)},
	} {
		require.Error(t, s.Put([]store.Entry{{Component: "good", Fact: game.Known(0)}, e}))
	}
	require.Empty(t, All(t, s))
}

func testOddComponents(t *testing.T, s store.Store) {
	t.Helper()
	for i, c := range []game.Component{
		"", "\x00", "\x00\x00", "\xff", "\xff\xff", "!badger!", "STORE", "a/b", "a\nb",
		game.Component(strings.Repeat("long", store.MaxComponent/4)),
	} {
		f := game.Known(game.Nimber(i))
		put(t, s, c, f)
		require.Equal(t, f, get(t, s, c), "%.20q", c)
	}
	require.Len(t, All(t, s), 10)
}

func testRange(t *testing.T, s store.Store) {
	t.Helper()
	var want []store.Entry
	for i := range 1000 {
		want = append(want, store.Entry{
			Component: game.Component(fmt.Sprintf("%x", i*i)), // not in order
			Fact:      game.Known(game.Nimber(i % 16)),
		})
	}
	require.NoError(t, s.Put(want))
	slices.SortFunc(want, func(a, b store.Entry) int { return strings.Compare(string(a.Component), string(b.Component)) })
	require.Equal(t, want, All(t, s))
}

func testRangeStops(t *testing.T, s store.Store) {
	t.Helper()
	put(t, s, "a", game.Known(0))
	put(t, s, "b", game.Known(0))
	stop := errors.New("enough")
	var seen []game.Component
	err := s.Range(func(e store.Entry) error {
		seen = append(seen, e.Component)
		return stop
	})
	require.ErrorIs(t, err, stop)
	require.Equal(t, []game.Component{"a"}, seen)
}

func testUseInsideRange(t *testing.T, s store.Store) {
	t.Helper()
	put(t, s, "a", game.Known(4))
	require.NoError(t, s.Range(func(e store.Entry) error {
		require.Equal(t, e.Fact, get(t, s, e.Component))
		put(t, s, "b", game.Known(5))
		return s.Sync()
	}))
	require.Equal(t, game.Known(5), get(t, s, "b"))
}

func testLargeBatch(t *testing.T, s store.Store) {
	t.Helper()
	batch := Entries(many())
	require.NoError(t, s.Put(batch))
	require.Len(t, All(t, s), len(batch))
	require.Equal(t, batch[27_777].Fact, get(t, s, batch[27_777].Component))
}

func testStats(t *testing.T, s store.Store) {
	t.Helper()
	check := func(nimbers, exclusions int64) {
		t.Helper()
		stats, err := s.Stats()
		require.NoError(t, err)
		require.Equal(t, []int64{nimbers, exclusions}, []int64{stats.Nimbers, stats.Exclusions})
	}
	put(t, s, "a", game.Excluded(1))
	check(0, 1)
	put(t, s, "b", game.Known(1))
	check(1, 1)
	put(t, s, "a", game.Excluded(2))
	check(1, 1)
	put(t, s, "a", game.Known(0))
	check(2, 0)
	put(t, s, "a", game.Known(0))
	check(2, 0)
}

func testConcurrent(t *testing.T, s store.Store) {
	t.Helper()
	const goroutines, rounds = 4, 50
	var wg sync.WaitGroup
	for g := range goroutines {
		wg.Go(func() {
			for i := range rounds {
				// Everybody excludes something of the same components.
				c := game.Component(fmt.Sprint(i))
				if err := s.Put([]store.Entry{{Component: c, Fact: game.Excluded(game.Nimber(g))}}); err != nil {
					t.Errorf("put: %v", err)
				}
				if f, err := s.Get(c); err != nil || !f.Excludes(game.Nimber(g)) {
					t.Errorf("get after put: %v, %v", f, err)
				}
			}
		})
	}
	wg.Wait()
	for _, e := range All(t, s) {
		require.Equal(t, game.FactFromMask(1<<goroutines-1), e.Fact, "no update is lost")
	}
}

func testClosed(t *testing.T, s store.Store) {
	t.Helper()
	require.NoError(t, s.Close())
	require.NoError(t, s.Close(), "twice is fine")
	_, err := s.Get("c")
	require.ErrorIs(t, err, store.ErrClosed)
	require.ErrorIs(t, s.Put([]store.Entry{{Component: "c", Fact: game.Known(0)}}), store.ErrClosed)
	require.ErrorIs(t, s.Sync(), store.ErrClosed)
	require.ErrorIs(t, s.Range(func(store.Entry) error { return nil }), store.ErrClosed)
	require.ErrorIs(t, s.PutFrom([]store.Entry{{Component: "c", Fact: game.Known(0)}}, 1), store.ErrClosed)
	_, err = s.NextSeq()
	require.ErrorIs(t, err, store.ErrClosed)
	require.ErrorIs(t, s.RangeFrom("", func(store.Entry, uint64) error { return nil }), store.ErrClosed)
	require.ErrorIs(t, s.Forget([]game.Component{"c"}), store.ErrClosed)
	_, err = s.Distrust([]store.Span{{First: 1, Last: 1}})
	require.ErrorIs(t, err, store.ErrClosed)
	require.ErrorIs(t, s.PutRecords([]store.Record{{}}), store.ErrClosed)
	require.ErrorIs(t, s.RangeRecords(nil, func(store.Record) error { return nil }), store.ErrClosed)
	require.ErrorIs(t, s.DropRecords(nil), store.ErrClosed)
	_, err = s.Stats()
	require.ErrorIs(t, err, store.ErrClosed)
}

// testModel puts random batches, contradictory ones among them, into the store
// and into a map.
func testModel(t *testing.T, open Opener) {
	t.Helper()
	rapid.Check(t, func(rt *rapid.T) {
		s := open(t)
		model := Model{}
		fact := rapid.OneOf(
			rapid.Map(rapid.IntRange(0, 3), func(n int) game.Fact { return game.Known(game.Nimber(n)) }),
			rapid.Map(rapid.Uint16Range(0, 15), game.FactFromMask),
		)
		entry := rapid.Custom(func(rt *rapid.T) store.Entry {
			return store.Entry{
				Component: game.Component(rapid.StringMatching("[ab]{0,2}").Draw(rt, "component")),
				Fact:      fact.Draw(rt, "fact"),
			}
		})
		for range rapid.IntRange(1, 8).Draw(rt, "puts") {
			entries := rapid.SliceOfN(entry, 0, 4).Draw(rt, "entries")
			want := model.Put(entries)
			if got := s.Put(entries); want != (got == nil) {
				rt.Fatalf("put %v: %v, accepted by the model: %v", entries, got, want)
			}
		}
		require.Equal(rt, model.Entries(), All(rt, s))
		require.NoError(rt, s.Close())
	})
}
