package store_test

import (
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/sprouts-solver/sprouts/store"
	"github.com/sprouts-solver/sprouts/store/storetest"
)

// flipsEnv sets how many bits TestBitFlipsOnDisk flips, 40 by default.
const flipsEnv = "STORE_TEST_FLIPS"

// TestBitFlipsOnDisk flips a random bit of a closed store and then asks for
// everything. The store opens or names the file that is damaged, and is never wrong.
// Half of the flips are spread over the files, half over the bytes of tables.
func TestBitFlipsOnDisk(t *testing.T) {
	whole := fillTables(t)
	files := append(storeFiles(t, whole, "*"), filepath.Join(whole, "STORE"))
	tables := storeFiles(t, whole, "*.sst")
	rng := rand.New(rand.NewPCG(2, 2))
	flips := rounds(t, flipsEnv, 40)
	opened, refused, lossy, repaired := 0, 0, 0, 0
	for i := range flips {
		path := files[i/2%len(files)]
		if i%2 == 1 {
			path = anyByte(t, tables, rng)
		}
		dir := copyStore(t, whole)
		name, err := filepath.Rel(whole, path)
		require.NoError(t, err)
		damage(t, filepath.Join(dir, name), func(b []byte) []byte {
			if len(b) > 0 {
				b[rng.IntN(len(b))] ^= 1 << rng.IntN(8)
			}
			return b
		})
		lost, err := askEverything(t, dir)
		switch {
		case err != nil:
			corrupt, ok := errors.AsType[*store.CorruptError](err)
			require.True(t, ok, "%s: %v", name, err)
			require.Equal(t, filepath.Join(dir, name), corrupt.Path, "it is named")
			refused++
			repaired += repair(t, dir, corrupt.Path)
		case lost:
			lossy++
			opened++
		default:
			opened++
		}
		require.NoError(t, os.RemoveAll(dir))
	}
	t.Logf("%d flips: %d stores opened, %d of them without some facts or records, %d refused and named the file, %d of them repaired, nothing wrong",
		flips, opened, lossy, refused, repaired)
	if flips >= 40 {
		require.Positive(t, lossy, "some flips hit tables")
		require.Positive(t, refused, "some flips hit what must be whole")
	}
}

// anyByte returns the file with a random byte of all.
func anyByte(t *testing.T, files []string, rng *rand.Rand) string {
	t.Helper()
	var sizes []int64
	var sum int64
	for _, path := range files {
		info, err := os.Stat(path)
		require.NoError(t, err)
		sizes = append(sizes, info.Size())
		sum += info.Size()
	}
	at := rng.Int64N(sum)
	for i, size := range sizes {
		if at < size {
			return files[i]
		}
		at -= size
	}
	panic("beyond the last byte")
}

// askEverything opens a store of fillTables that was damaged, and gets all facts one
// by one and in order, and all records. It reports whether something is missing.
func askEverything(t *testing.T, dir string) (lost bool, err error) {
	t.Helper()
	s, err := store.Open(dir, storetest.Identity, store.Options{})
	if err != nil {
		return false, err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	report, err := s.Verify(t.Context())
	require.NoError(t, err)
	err = errors.Join(
		s.Range(func(store.Entry) error { return nil }),
		s.RangeRecords(nil, func(store.Record) error { return nil }))
	if err != nil {
		require.False(t, report.OK(), "Verify sees what cannot be read")
		return false, err
	}
	facts, records := askFacts(t, s), askRecords(t, s)
	lost = facts < filledFacts-forgotten || records < filledRecords
	if lost {
		require.False(t, report.OK(), "Verify sees what is lost")
	}
	next, err := s.NextSeq()
	require.NoError(t, err)
	require.Greater(t, next, uint64(filledFacts-1000), "numbers are not given out again")
	return lost, nil
}

// repair mends a store that Open or a reader refuses because of a file, and finds
// nothing wrong in what is left. It returns 1, or 0 if the store is beyond repair.
func repair(t *testing.T, dir, path string) int {
	t.Helper()
	mended, err := store.Repair(dir, storetest.Identity)
	if err != nil {
		require.ErrorIs(t, err, store.ErrCorrupt)
		require.Contains(t, []string{"STORE", "MANIFEST"}, filepath.Base(path))
		return 0
	}
	require.Equal(t, []string{path}, mended)
	s := open(t, dir, store.Options{})
	askFacts(t, s)
	askRecords(t, s)
	require.NoError(t, s.Close())
	return 1
}

// askFacts returns how many facts are there that were not forgotten. The others may
// be back: in order also where one by one they are not, as what says that a fact is
// forgotten may be the first that stands behind a damaged block. What is found one by
// one is found in order as well.
func askFacts(t *testing.T, s store.Store) (there int) {
	t.Helper()
	inOrder := storetest.RequireTrue(t, s)
	for i := range filledFacts {
		e := storetest.EntryAt(i)
		f, err := s.Get(e.Component)
		require.NoError(t, err)
		if f == 0 {
			require.False(t, inOrder[i] && i >= forgotten, "fact %d is found in order only", i)
			continue
		}
		require.Equal(t, e.Fact, f)
		require.True(t, inOrder[i], "fact %d is passed over", i)
		if i >= forgotten {
			there++
		}
	}
	return there
}

// askRecords returns how many records are there that never changed. Of the others
// each value is one that it had.
func askRecords(t *testing.T, s store.Store) int {
	t.Helper()
	for key, value := range storetest.AllRecords(t, s, "changing ") {
		require.Contains(t, []string{"0", "1"}, value, key)
	}
	return len(storetest.RequireTrueRecords(t, s))
}
