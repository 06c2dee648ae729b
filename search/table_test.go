package search

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/sprouts-solver/sprouts/game"
)

func newTable(slots int) *table {
	return &table{entries: make([]entry, slots), maxSlots: slots}
}

// keysOfOneBucket returns keys that all fall into the same bucket of the table.
func keysOfOneBucket(t *table, count int) []uint64 {
	var keys []uint64
	for key := uint64(1); len(keys) < count; key++ {
		if &t.bucket(key)[0] == &t.entries[0] {
			keys = append(keys, key)
		}
	}
	return keys
}

// While the table may grow it forgets little: only where a bucket is full before
// half of the table is.
func TestTableGrows(t *testing.T) {
	tb := &table{maxSlots: 1 << 20}
	tb.grow()
	require.Len(t, tb.entries, firstSlots)
	const n = 200_000
	for key := uint64(1); key <= n; key++ {
		tb.put(key|coupleBit, numbers{uint32(key), uint32(2 * key)})
	}
	require.Len(t, tb.entries, 1<<19)
	found := 0
	for key := uint64(1); key <= n; key++ {
		if v, ok := tb.find(key | coupleBit); ok {
			require.Equal(t, numbers{uint32(key), uint32(2 * key)}, v)
			found++
		}
	}
	require.Equal(t, found, tb.used)
	require.Greater(t, found, n*90/100)
	require.EqualValues(t, bytesPerEntry<<19, tb.memory())
}

func TestTableStopsGrowing(t *testing.T) {
	tb := newTable(64)
	for key := uint64(1); key <= 10_000; key++ {
		tb.put(key, numbers{1, 1})
	}
	require.Len(t, tb.entries, 64)
	require.Equal(t, 64, tb.used)
}

func TestTablePutAgainReplaces(t *testing.T) {
	tb := newTable(64)
	tb.put(7, numbers{1, 2})
	tb.put(7, numbers{3, 4})
	v, ok := tb.find(7)
	require.True(t, ok)
	require.Equal(t, numbers{3, 4}, v)
	require.Equal(t, 1, tb.used)
	_, ok = tb.find(8)
	require.False(t, ok)
	_, ok = new(table).find(7)
	require.False(t, ok, "a table without entries")
}

// In a full bucket the entry with the least work behind it makes room.
func TestTableReplacesTheLeastWork(t *testing.T) {
	tb := newTable(64)
	keys := keysOfOneBucket(tb, bucketSize+1)
	work := []numbers{{50, 9}, {3, 7}, {100, 100}, {20, 20}}
	for i, v := range work {
		tb.put(keys[i], v)
	}
	tb.put(keys[bucketSize], numbers{1, 1})
	_, ok := tb.find(keys[1])
	require.False(t, ok, "3 + 7 is the least")
	for _, i := range []int{0, 2, 3, 4} {
		_, ok = tb.find(keys[i])
		require.True(t, ok, "entry %d", i)
	}
}

// Two nodes that a search visits in turn must not push each other out for ever,
// though both have less work behind them than all others in their bucket.
func TestTableAlternation(t *testing.T) {
	tb := newTable(64)
	keys := keysOfOneBucket(tb, bucketSize+2)
	for _, key := range keys[:bucketSize] {
		tb.put(key, numbers{1 << 20, 1 << 20})
	}
	a, b := keys[bucketSize], keys[bucketSize+1]
	for turn := range 100 {
		tb.put(a, numbers{1, 1})
		tb.put(b, numbers{1, 1})
		if _, ok := tb.find(a); ok {
			t.Logf("both are there after %d turns", turn+1)
			return
		}
	}
	require.Fail(t, "one always pushes out the other")
}

// Whatever is put and however small the table: what it finds is what was put last.
func TestTableNeverInvents(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tb := &table{maxSlots: 1 << rapid.IntRange(2, 8).Draw(t, "slots")}
		tb.entries = make([]entry, min(tb.maxSlots, 4))
		last := map[uint64]numbers{}
		aNumber := rapid.Uint32Range(1, infinity-1)
		for range rapid.IntRange(1, 500).Draw(t, "puts") {
			key := rapid.Uint64Range(1, 300).Draw(t, "key")
			v := numbers{aNumber.Draw(t, "pn"), aNumber.Draw(t, "dn")}
			tb.put(key, v)
			last[key] = v
			got, ok := tb.find(key)
			require.True(t, ok, "what was put just now")
			require.Equal(t, v, got)
		}
		used := 0
		for key, want := range last {
			if got, ok := tb.find(key); ok {
				require.Equal(t, want, got)
				used++
			}
		}
		require.Equal(t, used, tb.used)
		require.LessOrEqual(t, len(tb.entries), max(firstSlots, tb.maxSlots))
	})
}

func TestKeys(t *testing.T) {
	seen := map[uint64]bool{0: true}
	for _, id := range []uint32{0, 1, 2, 15, 16, 1 << 16, 1<<32 - 1} {
		for n := game.Nimber(0); n <= game.MaxNimber; n++ {
			key := coupleKey(id, n)
			require.False(t, seen[key], "couple (%d, %d)", id, n)
			require.Zero(t, key&sumBit)
			seen[key] = true
		}
	}
	require.Equal(t, sumKey([]uint32{3, 1, 2}, 4), sumKey([]uint32{1, 2, 3}, 4), "the order of a sum does not matter")
	require.NotEqual(t, sumKey([]uint32{1, 2}, 0), sumKey([]uint32{1, 2}, 1))
	require.NotEqual(t, sumKey([]uint32{1, 2}, 0), sumKey([]uint32{1, 3}, 0))
	require.NotZero(t, sumKey([]uint32{1, 2}, 0)&sumBit)
}

func TestNumbersSaturate(t *testing.T) {
	require.EqualValues(t, 5, addNumbers(2, 3))
	require.EqualValues(t, infinity, addNumbers(infinity, infinity))
	require.EqualValues(t, infinity, addNumbers(infinity-1, 1))
	require.EqualValues(t, 2, numbers{7, 2}.least())
}
