package store_test

import (
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/sprouts-solver/sprouts/store"
	"github.com/sprouts-solver/sprouts/store/storetest"
)

// fakeDisk is a file system whose free space a test sets.
type fakeDisk struct{ free atomic.Int64 }

func (d *fakeDisk) options() store.Options {
	return store.Options{
		MinFree: 100 << 20,
		Free:    func(string) (int64, error) { return d.free.Load(), nil },
	}
}

func TestDiskFull(t *testing.T) {
	dir, disk := t.TempDir(), &fakeDisk{}
	disk.free.Store(100<<20 - 1)
	_, err := store.Open(dir, storetest.Identity, disk.options())
	require.ErrorIs(t, err, store.ErrDiskFull)
	require.ErrorContains(t, err, dir+" has 99 MiB left, of which 100 MiB are kept free")
	require.Empty(t, snapshot(t, dir))

	disk.free.Store(101 << 20)
	s := open(t, dir, disk.options())
	require.NoError(t, s.Put(storetest.Entries(100)))
	disk.free.Store(0)
	require.ErrorIs(t, s.Put(storetest.Entries(200)), store.ErrDiskFull)
	require.NoError(t, s.Put(storetest.Entries(100)), "nothing new needs no room")
	require.Len(t, storetest.RequireTrue(t, s), 100, "reading goes on")

	disk.free.Store(1 << 40)
	require.NoError(t, s.Put(storetest.Entries(200)))
	require.Len(t, storetest.RequireTrue(t, s), 200)
}

func TestDiskFullReadOnly(t *testing.T) {
	dir, disk := t.TempDir(), &fakeDisk{}
	fill(t, dir, 100)
	o := disk.options()
	o.ReadOnly = true
	require.Len(t, storetest.RequireTrue(t, open(t, dir, o)), 100, "a full disk can be read")
}

func TestDiskLimit(t *testing.T) {
	const limit = 8 << 20
	s := open(t, t.TempDir(), store.Options{MaxDisk: limit})
	var a acknowledged
	var err error
	for {
		require.Less(t, a.records, 50_000, "the limit holds")
		if err = s.PutFrom(entriesFrom(a.facts, 1000), uint64(a.facts+1)); err != nil {
			break
		}
		a.facts += 1000
		if err = s.PutRecords(recordsFrom(a.records, 500)); err != nil {
			break
		}
		a.records += 500
	}
	require.ErrorIs(t, err, store.ErrDiskLimit)
	require.ErrorContains(t, err, "of at most 8 MiB")
	requireThere(t, s, a)
	stats, err := s.Stats()
	require.NoError(t, err)
	require.Less(t, stats.DiskBytes, int64(2*limit))
}

// entriesFrom returns n entries of the suite from entry i on.
func entriesFrom(i, n int) []store.Entry {
	entries := make([]store.Entry, n)
	for j := range entries {
		entries[j] = storetest.EntryAt(i + j)
	}
	return entries
}
