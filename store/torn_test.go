package store_test

import (
	"math/rand/v2"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/sprouts-solver/sprouts/store"
	"github.com/sprouts-solver/sprouts/store/storetest"
)

// cutsEnv sets how often TestTornLog tears a log in each way, 8 times by default.
const cutsEnv = "STORE_TEST_CUTS"

// TestTornLog cuts, overwrites or flips the log of a process that was killed. A
// store opens with a part of what was acknowledged, what came first, and nothing
// wrong.
func TestTornLog(t *testing.T) {
	whole, used := tornStore(t)
	for name, change := range map[string]func([]byte, *rand.Rand) []byte{
		"cut":   func(b []byte, rng *rand.Rand) []byte { return b[:rng.IntN(used)] },
		"zeros": func(b []byte, rng *rand.Rand) []byte { clear(b[rng.IntN(used):]); return b },
		"noise": func(b []byte, rng *rand.Rand) []byte {
			for i := rng.IntN(used); i < used; i++ {
				b[i] = byte(rng.Uint32())
			}
			return b
		},
		"flip": func(b []byte, rng *rand.Rand) []byte { b[rng.IntN(used)] ^= 1 << rng.IntN(8); return b },
	} {
		t.Run(name, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(3, 3))
			cuts := rounds(t, cutsEnv, 8)
			least, most := 1<<62, 0
			for range cuts {
				dir := copyStore(t, whole)
				damage(t, storeFiles(t, dir, "*.mem")[0], func(b []byte) []byte { return change(b, rng) })
				left := requireBeginning(t, dir)
				least, most = min(least, left), max(most, left)
				require.NoError(t, os.RemoveAll(dir))
			}
			t.Logf("%d logs torn: %d to %d facts left, nothing wrong", cuts, least, most)
		})
	}
}

// tornStore makes the store of a process that was killed. It returns how many bytes
// of its one log are in use.
func tornStore(t *testing.T) (dir string, used int) {
	t.Helper()
	dir = t.TempDir()
	cmd, out := startChild(t, "put", dir)
	for range 50 {
		_, err := out.ReadString('\n')
		require.NoError(t, err)
	}
	kill(t, cmd, out)
	logs := storeFiles(t, dir, "*.mem")
	require.NotEmpty(t, logs)
	content, err := os.ReadFile(logs[0])
	require.NoError(t, err)
	used = len(content)
	for used > 0 && content[used-1] == 0 {
		used--
	}
	return dir, used
}

// requireBeginning opens a store whose log was torn, finds the first facts and
// records in it, and puts more. It returns how many facts there were.
func requireBeginning(t *testing.T, dir string) int {
	t.Helper()
	s := open(t, dir, store.Options{})
	left := acknowledged{len(storetest.RequireTrue(t, s)), len(storetest.RequireTrueRecords(t, s))}
	requireThere(t, s, left)
	more := acknowledged{left.facts + 100, left.records + 10}
	require.NoError(t, s.PutFrom(storetest.Entries(more.facts), 1))
	require.NoError(t, s.PutRecords(recordsFrom(0, more.records)))
	require.NoError(t, s.Close())
	s = open(t, dir, store.Options{})
	requireThere(t, s, more)
	require.NoError(t, s.Close())
	return left.facts
}
