package store_test

import (
	"bytes"
	"log/slog"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/store"
	"github.com/sprouts-solver/sprouts/store/storetest"
)

// open opens a store that the test closes in the end.
func open(tb testing.TB, dir string, o store.Options) *store.Badger {
	tb.Helper()
	s, err := store.Open(dir, storetest.Identity, o)
	require.NoError(tb, err)
	tb.Cleanup(func() { require.NoError(tb, s.Close()) })
	return s
}

// fill makes a closed store with the first n entries of the suite, in tables.
func fill(tb testing.TB, dir string, n int) {
	tb.Helper()
	s := open(tb, dir, store.Options{})
	require.NoError(tb, s.Put(storetest.Entries(n)))
	require.NoError(tb, s.Close())
}

func TestBadger(t *testing.T) {
	storetest.Run(t, func(t *testing.T) store.Store {
		t.Helper()
		return open(t, t.TempDir(), store.Options{})
	})
}

func TestReopen(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "made", "on", "the", "way")
	entries := storetest.Entries(30_000)
	for i := range 3 {
		s := open(t, dir, store.Options{})
		require.Equal(t, storetest.Identity, s.Identity())
		require.Equal(t, dir, s.Dir())
		require.Len(t, storetest.RequireTrue(t, s), i*10_000)
		require.NoError(t, s.Put(entries[i*10_000:][:10_000]))
		require.NoError(t, s.Sync())
		require.NoError(t, s.Close())
	}
	s := open(t, dir, store.Options{MustExist: true})
	for _, e := range entries {
		f, err := s.Get(e.Component)
		require.NoError(t, err)
		require.Equal(t, e.Fact, f)
	}
	report, err := s.Verify(t.Context())
	require.NoError(t, err)
	require.True(t, report.OK())
	require.EqualValues(t, len(entries), report.Nimbers+report.Exclusions)
	require.Positive(t, report.Tables)
	require.GreaterOrEqual(t, report.Blocks, report.Tables)
}

// TestFactsGrowAcrossTables leaves versions of one key in several tables.
func TestFactsGrowAcrossTables(t *testing.T) {
	dir := t.TempDir()
	for _, f := range []game.Fact{game.Excluded(0), game.Excluded(3), game.Excluded(7), game.Known(2)} {
		s := open(t, dir, store.Options{})
		require.NoError(t, s.Put([]store.Entry{{Component: "c", Fact: f}}))
		require.NoError(t, s.Close())
	}
	s := open(t, dir, store.Options{})
	require.Equal(t, []store.Entry{{Component: "c", Fact: game.Known(2)}}, storetest.All(t, s))
}

// TestShortRuns opens and closes a store often, each time with something new.
func TestShortRuns(t *testing.T) {
	dir := t.TempDir()
	for i := range 30 {
		s := open(t, dir, store.Options{})
		require.NoError(t, s.Put(entriesFrom(i*10, 10)))
		require.NoError(t, s.Close())
		require.LessOrEqual(t, len(storeFiles(t, dir, "*.sst")), 10, "tables do not pile up")
	}
	require.Len(t, storetest.RequireTrue(t, open(t, dir, store.Options{})), 300)
}

func TestMissing(t *testing.T) {
	for _, o := range []store.Options{{MustExist: true}, {ReadOnly: true}} {
		dir := filepath.Join(t.TempDir(), "absent")
		_, err := store.Open(dir, storetest.Identity, o)
		require.ErrorIs(t, err, store.ErrMissing)
		require.ErrorContains(t, err, dir)
		require.NoDirExists(t, dir)
	}
}

func TestForeignDirectory(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "thesis.tex"), nil, 0o600))
	_, err := store.Open(dir, storetest.Identity, store.Options{})
	require.ErrorIs(t, err, store.ErrForeign)
	require.ErrorContains(t, err, "thesis.tex")
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Len(t, entries, 1, "nothing is written into it")
}

func TestBadOptions(t *testing.T) {
	dir := t.TempDir()
	_, err := store.Open(dir, storetest.Identity, store.Options{MinFree: 1, MaxDisk: -1})
	require.ErrorContains(t, err, "MinFree")
	require.ErrorContains(t, err, "MaxDisk")
	for _, id := range []store.Identity{{}, {Game: "a"}, {Game: "a\nb", Version: "1"}, {Game: "a", Version: " 1"}} {
		_, err := store.Open(dir, id, store.Options{})
		require.ErrorContains(t, err, "identity")
	}
}

func TestVersionMismatch(t *testing.T) {
	dir := t.TempDir()
	fill(t, dir, 10)
	tests := []struct {
		id   store.Identity
		want string
	}{
		{store.Identity{Game: "chess", Version: storetest.Identity.Version},
			`has game "suite", this program needs "chess": use another directory for this game`},
		{store.Identity{Game: "suite", Version: "rules 2, form 1"},
			`has version "rules 1, form 1", this program needs "rules 2, form 1": results of different versions must not be mixed, so use another directory, or the program that wrote this one`},
	}
	for _, tt := range tests {
		_, err := store.Open(dir, tt.id, store.Options{})
		require.ErrorIs(t, err, store.ErrVersion)
		require.EqualError(t, err, "store "+dir+" "+tt.want)
	}

	header := filepath.Join(dir, "STORE")
	require.NoError(t, os.WriteFile(header, []byte("sprouts-store\nformat 2\nanything\n"), 0o600))
	_, err := store.Open(dir, storetest.Identity, store.Options{})
	require.EqualError(t, err, "store "+dir+` has format "2", this program needs "1": open it with the program that wrote it, or use another directory`)
	require.ErrorIs(t, err, store.ErrVersion)
}

func TestInUse(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir, store.Options{})
	for _, o := range []store.Options{{}, {ReadOnly: true}} {
		_, err := store.Open(dir, storetest.Identity, o)
		require.ErrorIs(t, err, store.ErrInUse)
		require.ErrorContains(t, err, dir)
	}
	require.NoError(t, s.Close())
	open(t, dir, store.Options{})
}

func TestReadOnly(t *testing.T) {
	dir := t.TempDir()
	fill(t, dir, 1000)
	before := snapshot(t, dir)

	a, b := open(t, dir, store.Options{ReadOnly: true}), open(t, dir, store.Options{ReadOnly: true})
	require.Len(t, storetest.RequireTrue(t, a), 1000)
	require.Len(t, storetest.RequireTrue(t, b), 1000)
	require.ErrorIs(t, a.Put(storetest.Entries(1)), store.ErrReadOnly)
	require.NoError(t, a.Sync())
	_, err := store.Open(dir, storetest.Identity, store.Options{})
	require.ErrorIs(t, err, store.ErrInUse)
	require.NoError(t, a.Close())
	require.NoError(t, b.Close())
	require.Equal(t, before, snapshot(t, dir), "no file changes")
}

// snapshot reads all files below a directory.
func snapshot(t *testing.T, dir string) map[string]string {
	t.Helper()
	content := map[string]string{}
	require.NoError(t, filepath.WalkDir(dir, func(path string, e os.DirEntry, err error) error {
		if err == nil && !e.IsDir() {
			var b []byte
			b, err = os.ReadFile(path)
			content[path] = string(b)
		}
		return err
	}))
	return content
}

func TestEngineIsSilent(t *testing.T) {
	var log bytes.Buffer
	dir := t.TempDir()
	s := open(t, dir, store.Options{Logger: slog.New(slog.NewTextHandler(&log, nil))})
	require.NoError(t, s.Put(storetest.Entries(1000)))
	require.NoError(t, s.Close())
	require.Empty(t, log.String(), "nothing that an operator would act on")
}

// TestDiskBytes tells blocks from lengths: the log of an open store is a sparse
// file of 16 MiB.
func TestDiskBytes(t *testing.T) {
	s := open(t, t.TempDir(), store.Options{})
	require.NoError(t, s.Put(storetest.Entries(1000)))
	stats, err := s.Stats()
	require.NoError(t, err)
	require.Greater(t, stats.DiskBytes, int64(20_000))
	require.Less(t, stats.DiskBytes, int64(4<<20))
}
