package store_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/sprouts-solver/sprouts/store"
	"github.com/sprouts-solver/sprouts/store/storetest"
)

// TestEmptyLog opens the store of a process that was killed between the making of a log
// and its first byte. Nothing is lost, and nobody has to mend anything.
func TestEmptyLog(t *testing.T) {
	for _, name := range []string{"00099.mem", "000099.vlog"} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			fill(t, dir, 1000)
			log := filepath.Join(filepath.Dir(storeFiles(t, dir, "MANIFEST")[0]), name)
			require.NoError(t, os.WriteFile(log, nil, 0o600))
			_, err := store.Open(dir, storetest.Identity, store.Options{ReadOnly: true})
			require.ErrorIs(t, err, store.ErrNeedsRecovery)
			require.FileExists(t, log)

			b := open(t, dir, store.Options{})
			n := 0
			require.NoError(t, b.Range(func(store.Entry) error { n++; return nil }))
			require.Equal(t, 1000, n)
			require.NoError(t, b.Close())
			require.NoFileExists(t, log)
		})
	}
}
