package main

import (
	"os"
	"os/exec"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestMemoryLimitHolds solves until --max-memory stops it and asks the system for
// the largest size that the process had: the limit, to within a tenth.
func TestMemoryLimitHolds(t *testing.T) {
	if testing.Short() {
		t.Skip("takes 20 s, and the race detector needs memory of its own")
	}
	for _, flags := range [][]string{{"--store", t.TempDir()}, {"--no-store"}} {
		cmd := exec.CommandContext(t.Context(), "sprouts", append(flags, "solve", "40", "--max-memory", "128MiB", "--max-time", "5m")...)
		cmd.Env = append(os.Environ(), "GOMEMLIMIT=")
		output, err := cmd.CombinedOutput()
		require.ErrorContains(t, err, "exit status 3", "%s", output)
		require.Contains(t, string(output), "memory limit reached")
		peak := cmd.ProcessState.SysUsage().(*syscall.Rusage).Maxrss << 10
		t.Logf("%v: %d MiB", flags, peak>>20)
		require.Less(t, peak, int64(128<<20*11/10))
		require.Greater(t, peak, int64(128<<20/2), "the limit is used")
	}
}
