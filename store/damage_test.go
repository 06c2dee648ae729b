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

// fillTables makes a closed store of 3 tables with 2,000 entries each.
func fillTables(t *testing.T) (dir string) {
	t.Helper()
	dir = t.TempDir()
	for i := range 3 {
		s := open(t, dir, store.Options{})
		require.NoError(t, s.Put(entriesFrom(i*2000, 2000)))
		require.NoError(t, s.Close())
	}
	require.Len(t, storeFiles(t, dir, "*.sst"), 3)
	return dir
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

// TestBitFlipsOnDisk flips a random bit of a random file and then asks for
// everything. The store opens or says what is damaged, and is never wrong.
func TestBitFlipsOnDisk(t *testing.T) {
	whole := fillTables(t)
	files := append(storeFiles(t, whole, "*"), filepath.Join(whole, "STORE"))
	rng := rand.New(rand.NewPCG(2, 2))
	opened, refused, lossy := 0, 0, 0
	for range 6 {
		for _, path := range files {
			dir := copyStore(t, whole)
			name, err := filepath.Rel(whole, path)
			require.NoError(t, err)
			damage(t, filepath.Join(dir, name), func(b []byte) []byte {
				if len(b) > 0 {
					b[rng.IntN(len(b))] ^= 1 << rng.IntN(8)
				}
				return b
			})
			there, err := askEverything(t, dir)
			switch {
			case err != nil:
				require.True(t, errors.Is(err, store.ErrCorrupt) || errors.Is(err, store.ErrVersion), "%s: %v", name, err)
				refused++
			case there < 6000:
				lossy++
				fallthrough
			default:
				opened++
			}
		}
	}
	t.Logf("%d stores opened, %d of them without some facts, %d refused", opened, lossy, refused)
	require.Positive(t, lossy, "some flips hit tables")
	require.Positive(t, refused, "some flips hit what must be whole")
}

// askEverything opens a store and gets all entries of fillTables one by one and
// in order. It returns how many are there.
func askEverything(t *testing.T, dir string) (there int, err error) {
	t.Helper()
	s, err := store.Open(dir, storetest.Identity, store.Options{})
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	for i := range 6000 {
		e := storetest.EntryAt(i)
		f, err := s.Get(e.Component)
		if err != nil {
			return 0, err
		}
		if f != 0 {
			require.Equal(t, e.Fact, f)
			there++
		}
	}
	storetest.RequireTrue(t, s)
	report, err := s.Verify(t.Context())
	require.NoError(t, err)
	if there < 6000 {
		require.False(t, report.OK(), "Verify sees what is lost")
	}
	return there, nil
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
	require.Len(t, storetest.RequireTrue(t, s), 4000)
	require.NoError(t, s.Put(storetest.Entries(6000)))
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
		require.Len(t, storetest.RequireTrue(t, open(t, dir, store.Options{})), 6000)
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
	there, err := askEverything(t, dir)
	require.NoError(t, err, "a lost block is no reason to refuse the rest")
	require.Less(t, there, 6000)
	require.Greater(t, there, 5000)
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
		require.NoError(t, s.Put(entriesFrom(6000+i*10, 10)))
		require.NoError(t, s.Close())
	}
	require.Less(t, len(storeFiles(t, dir, "*.sst")), 3+12, "the engine has compacted")
	there := storetest.RequireTrue(t, open(t, dir, store.Options{}))
	require.Less(t, len(there), 6000)
	for i := 6000; i < 6120; i++ {
		require.True(t, there[i], "entry %d was never damaged", i)
	}
}

// TestTornLog cuts, overwrites or flips the log of a process that was killed. A
// store opens with a part of what was acknowledged, and nothing wrong.
func TestTornLog(t *testing.T) {
	whole := t.TempDir()
	cmd, out := startChild(t, "put", whole)
	for range 50 {
		_, err := out.ReadString('\n')
		require.NoError(t, err)
	}
	kill(t, cmd, out)
	logs := storeFiles(t, whole, "*.mem")
	require.NotEmpty(t, logs)
	content, err := os.ReadFile(logs[0])
	require.NoError(t, err)
	used := len(content)
	for used > 0 && content[used-1] == 0 {
		used--
	}
	rng := rand.New(rand.NewPCG(3, 3))
	tests := map[string]func([]byte) []byte{
		"cut":   func(b []byte) []byte { return b[:rng.IntN(used)] },
		"zeros": func(b []byte) []byte { clear(b[rng.IntN(used):]); return b },
		"noise": func(b []byte) []byte {
			for i := rng.IntN(used); i < used; i++ {
				b[i] = byte(rng.Uint32())
			}
			return b
		},
		"flip": func(b []byte) []byte { b[rng.IntN(used)] ^= 1 << rng.IntN(8); return b },
	}
	for name, change := range tests {
		t.Run(name, func(t *testing.T) {
			for range 8 {
				dir := copyStore(t, whole)
				damage(t, storeFiles(t, dir, "*.mem")[0], change)
				s := open(t, dir, store.Options{})
				there := storetest.RequireTrue(t, s)
				for i := range len(there) {
					require.True(t, there[i], "what is left is what came first")
				}
				require.NoError(t, s.Put(storetest.Entries(len(there)+100)))
				require.NoError(t, s.Close())
				require.Len(t, storetest.RequireTrue(t, open(t, dir, store.Options{})), len(there)+100)
			}
		})
	}
}
