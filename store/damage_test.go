package store_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/store"
	"github.com/sprouts-solver/sprouts/store/storetest"
)

// What fillTables puts into a store: facts 0 to 5,999 of the suite, the first and the
// last third with numbers, of which some are forgotten; records 0 to 299 of the suite;
// and records that change.
const (
	filledFacts   = 6000
	filledRecords = 300
	forgotten     = 50
	changing      = 50
)

// fillTables makes a closed store of 3 tables with 2,000 facts and 100 records each.
func fillTables(t *testing.T) (dir string) {
	t.Helper()
	dir = t.TempDir()
	for i := range 3 {
		s := open(t, dir, store.Options{})
		facts := entriesFrom(i*filledFacts/3, filledFacts/3)
		if i == 1 {
			require.NoError(t, s.Put(facts))
		} else {
			require.NoError(t, s.PutFrom(facts, uint64(i*filledFacts/3+1)))
		}
		require.NoError(t, s.PutRecords(recordsFrom(i*filledRecords/3, filledRecords/3)))
		for j := range changing {
			r := store.Record{Key: fmt.Appendf(nil, "changing %d", j)}
			if i < 2 {
				r.Value = fmt.Append(nil, i)
			}
			require.NoError(t, s.PutRecords([]store.Record{r}))
		}
		if i == 2 {
			var components []game.Component
			for j := range forgotten {
				components = append(components, storetest.EntryAt(j).Component)
			}
			require.NoError(t, s.Forget(components))
		}
		require.NoError(t, s.Close())
	}
	require.Len(t, storeFiles(t, dir, "*.sst"), 3)
	return dir
}

// recordsFrom returns n records of the suite from record i on.
func recordsFrom(i, n int) []store.Record {
	records := make([]store.Record, n)
	for j := range records {
		records[j] = storetest.RecordAt(i + j)
	}
	return records
}

// rounds returns how often a test of this kind is to damage or kill something: what
// the environment says, or else so often, or a fifth of that in a short run.
func rounds(t *testing.T, env string, often int) int {
	t.Helper()
	text := os.Getenv(env)
	switch {
	case text != "":
		n, err := strconv.Atoi(text)
		require.NoError(t, err)
		return n
	case testing.Short():
		return max(1, often/5)
	default:
		return often
	}
}

// storeFiles returns the engine's files that match.
func storeFiles(t *testing.T, dir, pattern string) []string {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(dir, "facts", pattern))
	require.NoError(t, err)
	return paths
}

// copyStore copies a closed store, so that the copy can be damaged.
func copyStore(t *testing.T, dir string) string {
	t.Helper()
	copied := t.TempDir()
	require.NoError(t, os.CopyFS(copied, os.DirFS(dir)))
	return copied
}

// damage changes a file.
func damage(t *testing.T, path string, change func([]byte) []byte) {
	t.Helper()
	b, err := os.ReadFile(path)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(path, change(b), 0o600))
}

// TestDamagedTable damages one of three tables so that the engine would crash.
func TestDamagedTable(t *testing.T) {
	whole := fillTables(t)
	tests := map[string]func([]byte) []byte{
		"empty":       func([]byte) []byte { return nil },
		"short":       func(b []byte) []byte { return b[:len(b)/2] },
		"tiny":        func(b []byte) []byte { return b[:3] },
		"zero footer": func(b []byte) []byte { clear(b[len(b)-16:]); return b },
		"huge index":  func(b []byte) []byte { b[len(b)-1] ^= 0x40; b[len(b)-12] ^= 0x7f; return b },
		"zeros":       func(b []byte) []byte { clear(b); return b },
	}
	for name, change := range tests {
		t.Run(name, func(t *testing.T) {
			dir := copyStore(t, whole)
			table := storeFiles(t, dir, "*.sst")[1]
			damage(t, table, change)
			requireRepaired(t, dir, table)
		})
	}
	t.Run("missing", func(t *testing.T) {
		dir := copyStore(t, whole)
		table := storeFiles(t, dir, "*.sst")[1]
		require.NoError(t, os.Remove(table))
		requireRepaired(t, dir, table)
	})
}

// requireRepaired checks that Open names the damaged table, and that Repair
// leaves the two others.
func requireRepaired(t *testing.T, dir, table string) {
	t.Helper()
	_, err := store.Open(dir, storetest.Identity, store.Options{})
	require.ErrorIs(t, err, store.ErrCorrupt)
	var corrupt *store.CorruptError
	require.ErrorAs(t, err, &corrupt)
	require.Equal(t, table, corrupt.Path)
	require.NotEmpty(t, corrupt.Detail)

	mended, err := store.Repair(dir, storetest.Identity)
	require.NoError(t, err)
	require.Equal(t, []string{table}, mended)
	require.NoFileExists(t, table)
	s := open(t, dir, store.Options{})
	require.Len(t, storetest.RequireTrue(t, s), 4000-forgotten)
	require.Len(t, storetest.RequireTrueRecords(t, s), 200)
	require.NoError(t, s.Put(storetest.Entries(filledFacts)))
	require.NoError(t, s.Close())
	require.Len(t, storetest.RequireTrue(t, open(t, dir, store.Options{})), 6000)
}

// TestDamagedSideFiles damages files that hold no fact but stop the engine.
func TestDamagedSideFiles(t *testing.T) {
	whole := fillTables(t)
	for _, name := range []string{"KEYREGISTRY", "000003.vlog"} {
		dir := copyStore(t, whole)
		path := filepath.Join(dir, "facts", name)
		damage(t, path, func(b []byte) []byte {
			for i := range b[:20] {
				b[i] ^= 0x55
			}
			return b
		})
		_, err := store.Open(dir, storetest.Identity, store.Options{})
		var corrupt *store.CorruptError
		require.ErrorAs(t, err, &corrupt)
		require.Equal(t, path, corrupt.Path)

		mended, err := store.Repair(dir, storetest.Identity)
		require.NoError(t, err)
		require.Equal(t, []string{path}, mended)
		s := open(t, dir, store.Options{})
		require.Len(t, storetest.RequireTrue(t, s), filledFacts-forgotten)
		require.Len(t, storetest.RequireTrueRecords(t, s), filledRecords)
	}
}

func TestRepairNeedsNothing(t *testing.T) {
	dir := fillTables(t)
	before := snapshot(t, dir)
	mended, err := store.Repair(dir, storetest.Identity)
	require.NoError(t, err)
	require.Empty(t, mended)
	require.Equal(t, before, snapshot(t, dir))

	s := open(t, dir, store.Options{})
	_, err = store.Repair(dir, storetest.Identity)
	require.ErrorIs(t, err, store.ErrInUse)
	require.NoError(t, s.Close())
	_, err = store.Repair(t.TempDir(), storetest.Identity)
	require.ErrorIs(t, err, store.ErrMissing)
}

// TestLostFiles takes files away without which the engine would start afresh and
// delete the tables.
func TestLostFiles(t *testing.T) {
	whole := fillTables(t)
	for _, lost := range []string{"STORE", "facts/MANIFEST"} {
		dir := copyStore(t, whole)
		path := filepath.Join(dir, lost)
		require.NoError(t, os.Remove(path))
		before := snapshot(t, dir)
		_, err := store.Open(dir, storetest.Identity, store.Options{})
		var corrupt *store.CorruptError
		require.ErrorAs(t, err, &corrupt)
		require.Equal(t, path, corrupt.Path)
		require.Equal(t, before, snapshot(t, dir), "nothing is touched")
	}
}

// TestDamagedAfterCrash has a block in a table that fails its checksum, and a
// store that was not closed: then blocks are read at opening too.
func TestDamagedAfterCrash(t *testing.T) {
	dir := fillTables(t)
	table := storeFiles(t, dir, "*.sst")[0]
	damage(t, table, func(b []byte) []byte { b[100] ^= 1; return b })
	require.NoError(t, os.WriteFile(filepath.Join(dir, "facts", "LOCK"), []byte("1\n"), 0o600))
	s := open(t, dir, store.Options{})
	there := askFacts(t, s)
	require.Less(t, there, filledFacts-forgotten, "a lost block is no reason to refuse the rest")
	require.Greater(t, there, filledFacts-1000)
}

// TestDamagedBlock damages one block of a table after the other. Nothing but what is
// in the block, and the fact behind it, is passed over.
func TestDamagedBlock(t *testing.T) {
	const block = 150 // facts that fit one, at most
	whole := fillTables(t)
	worstFacts, worstRecords := 0, 0
	n := rounds(t, flipsEnv, 40)
	for i := range n {
		dir := copyStore(t, whole)
		damage(t, storeFiles(t, dir, "*.sst")[i%3], func(b []byte) []byte {
			b[i*len(b)*9/10/n+10] ^= 0x10 // the index comes last
			return b
		})
		s := open(t, dir, store.Options{})
		if s.Range(func(store.Entry) error { return nil }) == nil { // or the engine gives up
			worstFacts = max(worstFacts, filledFacts-forgotten-askFacts(t, s))
			worstRecords = max(worstRecords, filledRecords-askRecords(t, s))
		}
		require.NoError(t, s.Close())
		require.NoError(t, os.RemoveAll(dir))
	}
	t.Logf("at most %d facts and %d records lost", worstFacts, worstRecords)
	require.Positive(t, worstFacts)
	require.Positive(t, worstRecords)
	require.LessOrEqual(t, worstFacts, block)
	require.LessOrEqual(t, worstRecords, 10)
}

// TestCompactDamaged has the engine merge tables with damaged blocks into new
// ones. What was in the blocks is lost, nothing becomes wrong.
func TestCompactDamaged(t *testing.T) {
	dir := fillTables(t)
	rng := rand.New(rand.NewPCG(4, 4))
	for _, path := range storeFiles(t, dir, "*.sst") {
		damage(t, path, func(b []byte) []byte { b[rng.IntN(len(b)/2)] ^= 1; return b })
	}
	for i := range 12 {
		s := open(t, dir, store.Options{})
		require.NoError(t, s.Put(entriesFrom(filledFacts+i*10, 10)))
		require.NoError(t, s.Close())
	}
	require.Less(t, len(storeFiles(t, dir, "*.sst")), 3+12, "the engine has compacted")
	there := storetest.RequireTrue(t, open(t, dir, store.Options{}))
	require.Less(t, len(there), filledFacts-forgotten)
	for i := filledFacts; i < filledFacts+120; i++ {
		require.True(t, there[i], "entry %d was never damaged", i)
	}
}
