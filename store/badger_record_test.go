package store_test

import (
	"testing"

	"github.com/dgraph-io/badger/v4"
	"github.com/stretchr/testify/require"

	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/store"
	"github.com/sprouts-solver/sprouts/store/storetest"
)

// TestRecordsReopen writes records in several tables, over each other.
func TestRecordsReopen(t *testing.T) {
	dir := t.TempDir()
	for i := range 4 {
		s := open(t, dir, store.Options{})
		require.NoError(t, s.PutRecords(recordsFrom(i*100, 100)))
		require.NoError(t, s.PutRecords([]store.Record{
			{Key: []byte("last"), Value: []byte{byte(i)}},
			{Key: []byte("gone"), Value: [][]byte{{1}, {2}, {3}, nil}[i]},
		}))
		require.NoError(t, s.Close())
	}
	for _, o := range []store.Options{{ReadOnly: true}, {}} {
		s := open(t, dir, o)
		require.Len(t, storetest.RequireTrueRecords(t, s), 400)
		require.Equal(t, map[string]string{"last": "\x03"}, storetest.AllRecords(t, s, "last"))
		require.Empty(t, storetest.AllRecords(t, s, "gone"))
		report, err := s.Verify(t.Context())
		require.NoError(t, err)
		require.EqualValues(t, 401, report.Records)
		require.True(t, report.OK())
		require.NoError(t, s.Close())
	}
}

// TestRemovedRecords looks at what the engine holds: removing leaves a value,
// dropping does not.
func TestRemovedRecords(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir, store.Options{})
	require.NoError(t, s.PutRecords([]store.Record{
		{Key: []byte("a"), Value: []byte("1")}, {Key: []byte("b"), Value: []byte("1")}, {Key: []byte("c"), Value: []byte("1")},
	}))
	require.NoError(t, s.PutRecords([]store.Record{{Key: []byte("a")}, {Key: []byte("b")}}))
	require.NoError(t, s.DropRecords([]byte("b")))
	require.NoError(t, s.Close())
	withEngine(t, dir, func(txn *badger.Txn) error {
		_, err := txn.Get([]byte("\x02a"))
		require.NoError(t, err)
		_, err = txn.Get([]byte("\x02b"))
		require.ErrorIs(t, err, badger.ErrKeyNotFound)
		return nil
	})
	require.Equal(t, map[string]string{"c": "1"}, storetest.AllRecords(t, open(t, dir, store.Options{}), ""))
}

// TestCorruptRecords changes values behind the store's back, so that the engine's
// own checksums fit.
func TestCorruptRecords(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir, store.Options{})
	require.NoError(t, s.PutRecords(recordsFrom(0, 10)))
	require.NoError(t, s.PutRecords([]store.Record{{Key: []byte("removed"), Value: []byte("1")}}))
	require.NoError(t, s.PutRecords([]store.Record{{Key: []byte("removed")}}))
	require.NoError(t, s.PutFrom(storetest.Entries(10), 1))
	require.NoError(t, s.Forget([]game.Component{storetest.EntryAt(9).Component}))
	require.NoError(t, s.Close())
	keys := [][]byte{
		append([]byte{2}, storetest.RecordAt(3).Key...),
		[]byte("\x02removed"),
		append([]byte{1}, storetest.EntryAt(4).Component...),
		append([]byte{1}, storetest.EntryAt(9).Component...), // forgotten
	}
	withEngine(t, dir, func(txn *badger.Txn) error {
		for _, key := range keys {
			item, err := txn.Get(key)
			require.NoError(t, err)
			value, err := item.ValueCopy(nil)
			require.NoError(t, err)
			value[len(value)/2] ^= 4
			require.NoError(t, txn.Set(key, value))
		}
		return nil
	})

	s = open(t, dir, store.Options{})
	require.Len(t, storetest.RequireTrueRecords(t, s), 9)
	require.Empty(t, storetest.AllRecords(t, s, "removed"), "it does not come back")
	require.Len(t, storetest.RequireTrue(t, s), 8)
	stats, err := s.Stats()
	require.NoError(t, err)
	require.EqualValues(t, 1+1+2+2, stats.CorruptReads)
	report, err := s.Verify(t.Context())
	require.NoError(t, err)
	require.EqualValues(t, len(keys), report.CorruptValues)
	require.EqualValues(t, 9, report.Records)

	require.NoError(t, s.PutRecords(recordsFrom(0, 10)))
	require.Len(t, storetest.RequireTrueRecords(t, s), 10, "the right value takes its place")
}

// TestReadOnlyRefuses tries all that writes.
func TestReadOnlyRefuses(t *testing.T) {
	dir := t.TempDir()
	fill(t, dir, 10)
	before := snapshot(t, dir)
	s := open(t, dir, store.Options{ReadOnly: true})
	require.ErrorIs(t, s.PutFrom(storetest.Entries(1), 1), store.ErrReadOnly)
	require.ErrorIs(t, s.Forget([]game.Component{storetest.EntryAt(0).Component}), store.ErrReadOnly)
	_, err := s.Distrust([]store.Span{{First: 1, Last: 2}})
	require.ErrorIs(t, err, store.ErrReadOnly)
	require.ErrorIs(t, s.PutRecords(recordsFrom(0, 1)), store.ErrReadOnly)
	require.ErrorIs(t, s.DropRecords(nil), store.ErrReadOnly)
	require.NoError(t, s.Close())
	require.Equal(t, before, snapshot(t, dir))
}
