package store_test

import (
	"path/filepath"
	"testing"

	"github.com/dgraph-io/badger/v4"
	"github.com/stretchr/testify/require"

	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/store"
	"github.com/sprouts-solver/sprouts/store/storetest"
)

func nextSeq(t *testing.T, s store.Store) uint64 {
	t.Helper()
	next, err := s.NextSeq()
	require.NoError(t, err)
	return next
}

// TestNumbersReopen puts facts with and without numbers, and opens the store again
// and again.
func TestNumbersReopen(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir, store.Options{})
	require.NoError(t, s.Put(storetest.Entries(10)))
	require.NoError(t, s.PutFrom(storetest.Entries(20), 1))
	want := storetest.AllNumbered(t, s, "")
	require.NoError(t, s.Close())

	s = open(t, dir, store.Options{})
	require.Equal(t, want, storetest.AllNumbered(t, s, ""))
	require.Len(t, storetest.RequireTrue(t, s), 20)
	first := nextSeq(t, s)
	require.Greater(t, first, uint64(20))
	require.NoError(t, s.Close())

	s = open(t, dir, store.Options{})
	require.Greater(t, nextSeq(t, s), first+store.SeqAhead, "also if nothing was put")
	require.NoError(t, s.Close())

	reader := open(t, dir, store.Options{ReadOnly: true})
	require.Equal(t, want, storetest.AllNumbered(t, reader, ""))
	_, err := reader.NextSeq()
	require.ErrorIs(t, err, store.ErrReadOnly)
}

// TestForgetReopen has the facts and what forgets them in different tables.
func TestForgetReopen(t *testing.T) {
	dir := t.TempDir()
	fill(t, dir, 100)
	s := open(t, dir, store.Options{})
	require.NoError(t, s.Forget([]game.Component{storetest.EntryAt(3).Component, "nobody"}))
	require.NoError(t, s.PutFrom(entriesFrom(100, 10), 101))
	require.NoError(t, s.Close())

	s = open(t, dir, store.Options{})
	n, err := s.Distrust([]store.Span{{First: 101, Last: 105}})
	require.NoError(t, err)
	require.EqualValues(t, 5, n)
	require.NoError(t, s.Close())

	s = open(t, dir, store.Options{ReadOnly: true})
	require.Len(t, storetest.RequireTrue(t, s), 104)
	report, err := s.Verify(t.Context())
	require.NoError(t, err)
	require.True(t, report.OK(), "what is forgotten is not corrupt")
	require.EqualValues(t, 104, report.Nimbers+report.Exclusions)
}

// TestLostMark takes away, or spoils, what says up to where numbers are taken. The
// facts tell.
func TestLostMark(t *testing.T) {
	for name, spoil := range map[string]func(txn *badger.Txn, key []byte) error{
		"deleted":   func(txn *badger.Txn, key []byte) error { return txn.Delete(key) },
		"corrupt":   func(txn *badger.Txn, key []byte) error { return txn.Set(key, []byte("no such value")) },
		"too short": func(txn *badger.Txn, key []byte) error { return txn.Set(key, nil) },
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			s := open(t, dir, store.Options{})
			require.NoError(t, s.PutFrom(entriesFrom(0, 10), 3*store.SeqAhead))
			require.NoError(t, s.PutFrom(entriesFrom(10, 10), 1))
			require.NoError(t, s.Close())
			withEngine(t, dir, func(txn *badger.Txn) error { return spoil(txn, []byte{3}) })
			s = open(t, dir, store.Options{})
			require.Greater(t, nextSeq(t, s), uint64(4*store.SeqAhead))
		})
	}
}

// withEngine changes a closed store with the engine itself.
func withEngine(t *testing.T, dir string, change func(*badger.Txn) error) {
	t.Helper()
	o := badger.DefaultOptions(filepath.Join(dir, "facts")).WithMemTableSize(8 << 20).WithValueLogFileSize(1 << 20)
	db, err := badger.Open(o.WithLogger(nil))
	require.NoError(t, err)
	require.NoError(t, db.Update(change))
	require.NoError(t, db.Close())
}
