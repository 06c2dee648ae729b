package storetest

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/sprouts-solver/sprouts/store"
)

// recordTests check store.Records.
var recordTests = map[string]func(*testing.T, store.Store){
	"records":             testRecords,
	"record prefixes":     testRecordPrefixes,
	"odd records":         testOddRecords,
	"large records":       testLargeRecords,
	"bad records":         testBadRecords,
	"range records stops": testRangeRecordsStops,
	"kept records":        testKeptRecords,
	"many records":        testManyRecords,
	"drop records":        testDropRecords,
	"records and facts":   testRecordsAndFacts,
	"concurrent records":  testConcurrentRecords,
}

// AllRecords returns what RangeRecords yields, values by key; the order is checked.
func AllRecords(t require.TestingT, s store.Store, prefix string) map[string]string {
	all := map[string]string{}
	last := ""
	require.NoError(t, s.RangeRecords([]byte(prefix), func(r store.Record) error {
		require.NotNil(t, r.Value)
		require.True(t, len(all) == 0 || string(r.Key) > last, "in order")
		last = string(r.Key)
		all[last] = string(r.Value)
		return nil
	}))
	return all
}

// record makes a record from a text like "key=value", or "key" to remove it.
func record(text string) store.Record {
	key, value, ok := strings.Cut(text, "=")
	if !ok {
		return store.Record{Key: []byte(key)}
	}
	return store.Record{Key: []byte(key), Value: []byte(value)}
}

func putRecords(t require.TestingT, s store.Store, texts ...string) {
	records := make([]store.Record, len(texts))
	for i, text := range texts {
		records[i] = record(text)
	}
	require.NoError(t, s.PutRecords(records))
}

// recordName begins the keys of RecordAt.
const recordName = "record "

// RecordAt returns record i of a list that is the same each time: its value, of 0 to
// 2,000 bytes, can be told from its key.
func RecordAt(i int) store.Record {
	value := make([]byte, mix(uint64(i))%2001+7)
	for j := 0; j+8 <= len(value); j += 8 {
		// Six random bits in each byte.
		binary.LittleEndian.PutUint64(value[j:], mix(uint64(i)<<32+uint64(j))&0x3f3f3f3f3f3f3f3f)
	}
	value = value[:len(value)-7]
	return store.Record{Key: binary.BigEndian.AppendUint32([]byte(recordName), uint32(i)), Value: value}
}

// RequireTrueRecords fails unless each record of the store with their prefix is one
// of RecordAt. It returns their numbers.
func RequireTrueRecords(tb testing.TB, s store.Store) map[int]bool {
	tb.Helper()
	numbers := map[int]bool{}
	require.NoError(tb, s.RangeRecords([]byte(recordName), func(r store.Record) error {
		i := 0
		if n := len(r.Key); n >= 4 {
			i = int(binary.BigEndian.Uint32(r.Key[n-4:]))
		}
		if want := RecordAt(i); !bytes.Equal(want.Key, r.Key) || !bytes.Equal(want.Value, r.Value) {
			tb.Fatalf("record %d is %q, %x; the store says %q, %x", i, want.Key, want.Value, r.Key, r.Value)
		}
		numbers[i] = true
		return nil
	}))
	return numbers
}

func testRecords(t *testing.T, s store.Store) {
	t.Helper()
	require.Empty(t, AllRecords(t, s, ""))
	require.NoError(t, s.PutRecords(nil))
	putRecords(t, s, "b=1", "a=2", "empty=", "c=3")
	require.Equal(t, map[string]string{"a": "2", "b": "1", "c": "3", "empty": ""}, AllRecords(t, s, ""))
	putRecords(t, s, "a=20", "b", "nobody")
	require.Equal(t, map[string]string{"a": "20", "c": "3", "empty": ""}, AllRecords(t, s, ""))
	putRecords(t, s, "b=10", "a", "x=1", "x=2", "y=1", "y")
	require.Equal(t, map[string]string{"b": "10", "c": "3", "empty": "", "x": "2"}, AllRecords(t, s, ""), "in a batch the last counts")
}

func testRecordPrefixes(t *testing.T, s store.Store) {
	t.Helper()
	putRecords(t, s, "run 1=a", "run 10=b", "run 1/x=c", "run 2=d", "ru=e", "\xff=f", "\xff\xff=g")
	require.Len(t, AllRecords(t, s, ""), 7)
	require.Equal(t, map[string]string{"run 1": "a", "run 10": "b", "run 1/x": "c"}, AllRecords(t, s, "run 1"))
	require.Equal(t, map[string]string{"run 2": "d"}, AllRecords(t, s, "run 2"))
	require.Equal(t, map[string]string{"\xff": "f", "\xff\xff": "g"}, AllRecords(t, s, "\xff"))
	require.Empty(t, AllRecords(t, s, "run 3"))
}

func testOddRecords(t *testing.T, s store.Store) {
	t.Helper()
	want := map[string]string{}
	for i, key := range []string{
		"", "\x00", "\x00\x00", "\x01abc", "\x02", "\x03", "!badger!", "STORE", "a\nb",
		strings.Repeat("long", store.MaxRecordKey/4),
	} {
		want[key] = strings.Repeat("\x00r", i)
		require.NoError(t, s.PutRecords([]store.Record{{Key: []byte(key), Value: []byte(want[key])}}))
	}
	require.Equal(t, want, AllRecords(t, s, ""))
}

// testLargeRecords writes the largest records, whose bytes no compressor makes
// smaller, many in one batch.
func testLargeRecords(t *testing.T, s store.Store) {
	t.Helper()
	chacha := rand.NewChaCha8([32]byte{1})
	var records []store.Record
	for i := range 12 {
		r := store.Record{Key: fmt.Appendf(nil, "%02d%s", i, strings.Repeat("k", store.MaxRecordKey-2)), Value: make([]byte, store.MaxRecordValue)}
		_, _ = chacha.Read(r.Value)
		records = append(records, r)
	}
	require.NoError(t, s.PutRecords(records))
	i := 0
	require.NoError(t, s.RangeRecords(nil, func(r store.Record) error {
		require.True(t, bytes.Equal(records[i].Key, r.Key) && bytes.Equal(records[i].Value, r.Value))
		i++
		return nil
	}))
	require.Equal(t, 12, i)
}

func testBadRecords(t *testing.T, s store.Store) {
	t.Helper()
	for _, r := range []store.Record{
		{Key: make([]byte, store.MaxRecordKey+1), Value: []byte{}},
		{Key: []byte("k"), Value: make([]byte, store.MaxRecordValue+1)},
		{Key: make([]byte, store.MaxRecordKey+1)},
	} {
		err := s.PutRecords([]store.Record{record("good=1"), r})
		require.ErrorContains(t, err, "record 1: ")
		require.ErrorContains(t, err, "at most")
	}
	require.Empty(t, AllRecords(t, s, ""))
}

func testRangeRecordsStops(t *testing.T, s store.Store) {
	t.Helper()
	putRecords(t, s, "a=1", "b=2")
	stop := errors.New("enough")
	n := 0
	require.ErrorIs(t, s.RangeRecords(nil, func(store.Record) error { n++; return stop }), stop)
	require.Equal(t, 1, n)
	require.NoError(t, s.RangeRecords(nil, func(r store.Record) error {
		return s.PutRecords([]store.Record{{Key: append(r.Key, 'x'), Value: r.Value}})
	}))
	require.Subset(t, AllRecords(t, s, ""), map[string]string{"a": "1", "ax": "1", "b": "2", "bx": "2"})
}

// testKeptRecords changes what was given and what was got.
func testKeptRecords(t *testing.T, s store.Store) {
	t.Helper()
	given := record("key=value")
	require.NoError(t, s.PutRecords([]store.Record{given}))
	clear(given.Key)
	clear(given.Value)
	require.NoError(t, s.RangeRecords(nil, func(r store.Record) error {
		_ = append(r.Key, "overwrites"...)
		require.Equal(t, "value", string(r.Value))
		clear(r.Key)
		clear(r.Value)
		return nil
	}))
	require.Equal(t, map[string]string{"key": "value"}, AllRecords(t, s, ""))
}

func testManyRecords(t *testing.T, s store.Store) {
	t.Helper()
	n := many() / 20
	for i := 0; i < n; i += 500 {
		var batch []store.Record
		for j := range 500 {
			batch = append(batch, RecordAt(i+j))
		}
		require.NoError(t, s.PutRecords(batch))
	}
	require.Len(t, RequireTrueRecords(t, s), n)
}

func testDropRecords(t *testing.T, s store.Store) {
	t.Helper()
	putRecords(t, s, "run 1=a", "run 1/x=b", "run 1/y=c", "run 2=d")
	putRecords(t, s, "run 1/y")
	put(t, s, "run 1", 1)
	require.NoError(t, s.DropRecords([]byte("run 1")))
	require.Equal(t, map[string]string{"run 2": "d"}, AllRecords(t, s, ""))
	require.NoError(t, s.DropRecords([]byte("run 3")))
	require.NoError(t, s.DropRecords(nil))
	require.Empty(t, AllRecords(t, s, ""))
	require.Len(t, All(t, s), 1, "facts are no records")
	putRecords(t, s, "run 1=again")
	require.Equal(t, map[string]string{"run 1": "again"}, AllRecords(t, s, ""))
}

func testRecordsAndFacts(t *testing.T, s store.Store) {
	t.Helper()
	require.NoError(t, s.PutFrom(Entries(300), 1))
	for i := range 300 {
		e := EntryAt(i)
		require.NoError(t, s.PutRecords([]store.Record{{Key: []byte(e.Component), Value: []byte("record")}}))
	}
	require.Len(t, RequireTrue(t, s), 300)
	require.Len(t, AllRecords(t, s, ""), 300)
	stats, err := s.Stats()
	require.NoError(t, err)
	require.EqualValues(t, 300, stats.Nimbers+stats.Exclusions)
}

func testConcurrentRecords(t *testing.T, s store.Store) {
	t.Helper()
	var wg sync.WaitGroup
	for g := range 4 {
		wg.Go(func() {
			for i := range 50 {
				err := errors.Join(
					s.PutRecords([]store.Record{{Key: fmt.Appendf(nil, "%d/%d", g, i), Value: fmt.Append(nil, i)}}),
					s.PutFrom(entriesFrom(50*g+i, 1), uint64(50*g+i+1)),
					s.RangeRecords(fmt.Append(nil, g), func(store.Record) error { return nil }))
				if err != nil {
					t.Errorf("use: %v", err)
				}
			}
		})
	}
	wg.Wait()
	require.Len(t, AllRecords(t, s, ""), 200)
	require.Len(t, RequireTrue(t, s), 200)
}

// testRecordModel writes, removes and drops random records in the store and in a
// map.
func testRecordModel(t *testing.T, open Opener) {
	t.Helper()
	rapid.Check(t, func(rt *rapid.T) {
		s := open(t)
		model := map[string]string{}
		key := rapid.StringMatching("[ab]{0,3}")
		rt.Repeat(map[string]func(*rapid.T){
			"put": func(rt *rapid.T) {
				texts := rapid.SliceOfN(rapid.StringMatching("[ab]{0,3}(=[xy]{0,2})?"), 0, 4).Draw(rt, "records")
				putRecords(rt, s, texts...)
				for _, text := range texts {
					if r := record(text); r.Value == nil {
						delete(model, string(r.Key))
					} else {
						model[string(r.Key)] = string(r.Value)
					}
				}
			},
			"drop": func(rt *rapid.T) {
				prefix := key.Draw(rt, "prefix")
				require.NoError(rt, s.DropRecords([]byte(prefix)))
				maps.DeleteFunc(model, func(k, _ string) bool { return strings.HasPrefix(k, prefix) })
			},
			"": func(rt *rapid.T) {
				prefix := key.Draw(rt, "prefix")
				want := maps.Clone(model)
				maps.DeleteFunc(want, func(k, _ string) bool { return !strings.HasPrefix(k, prefix) })
				require.Equal(rt, want, AllRecords(rt, s, prefix), "%q", slices.Sorted(maps.Keys(model)))
			},
		})
		require.NoError(rt, s.Close())
	})
}
