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

// TestCorruptValues changes values behind the store's back, so that the engine's
// own checksums fit.
func TestCorruptValues(t *testing.T) {
	dir := t.TempDir()
	fill(t, dir, 100)
	victims := []game.Component{storetest.EntryAt(0).Component, storetest.EntryAt(7).Component, storetest.EntryAt(50).Component}
	changeValues(t, dir, victims, func(value []byte) []byte {
		value[0] ^= 1 // another nimber
		return value
	})

	s := open(t, dir, store.Options{})
	for i, c := range victims {
		f, err := s.Get(c)
		require.NoError(t, err)
		require.Zero(t, f, "a corrupt value is treated as absent")
		stats, err := s.Stats()
		require.NoError(t, err)
		require.EqualValues(t, 97, stats.Nimbers+stats.Exclusions)
		require.EqualValues(t, i+1+len(victims), stats.CorruptReads, "each read is counted, those of Stats too")
	}
	require.Len(t, storetest.RequireTrue(t, s), 97)

	report, err := s.Verify(t.Context())
	require.NoError(t, err)
	require.False(t, report.OK())
	require.EqualValues(t, 3, report.CorruptValues)
	require.EqualValues(t, 97, report.Nimbers+report.Exclusions)
	require.Empty(t, report.Damaged, "the engine sees nothing")

	require.NoError(t, s.Put(storetest.Entries(100)), "the right values take their places")
	report, err = s.Verify(t.Context())
	require.NoError(t, err)
	require.True(t, report.OK())
	require.EqualValues(t, 100, report.Nimbers+report.Exclusions)
}

// TestSwappedValues gives each component the value of another.
func TestSwappedValues(t *testing.T) {
	dir := t.TempDir()
	fill(t, dir, 2)
	a, b := storetest.EntryAt(0).Component, storetest.EntryAt(1).Component
	var first []byte
	changeValues(t, dir, []game.Component{a, b, a}, func(value []byte) []byte {
		value, first = first, value
		if value == nil {
			return first
		}
		return value
	})
	s := open(t, dir, store.Options{})
	require.Empty(t, storetest.All(t, s))
}

// changeValues rewrites the values of some keys with the engine itself.
func changeValues(t *testing.T, dir string, components []game.Component, change func([]byte) []byte) {
	t.Helper()
	db, err := badger.Open(badger.DefaultOptions(filepath.Join(dir, "facts")).WithLogger(nil))
	require.NoError(t, err)
	for _, c := range components {
		require.NoError(t, db.Update(func(txn *badger.Txn) error {
			key := append([]byte{1}, c...)
			item, err := txn.Get(key)
			require.NoError(t, err)
			value, err := item.ValueCopy(nil)
			require.NoError(t, err)
			return txn.Set(key, change(value))
		}))
	}
	require.NoError(t, db.Close())
}
