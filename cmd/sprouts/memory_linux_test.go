package main

import (
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestMemoryLimitHolds solves until the tables have been swept and looks at
// the most memory that the process had: --max-memory, to within a tenth. That the
// search then stops takes a minute more and no more memory.
func TestMemoryLimitHolds(t *testing.T) {
	if testing.Short() {
		t.Skip("takes half a minute, and the race detector needs memory of its own")
	}
	for _, flags := range [][]string{{"--store", t.TempDir()}, {"--no-store"}} {
		cmd := exec.CommandContext(t.Context(), "sprouts-peak", append(flags, "solve", "40", "--max-memory", "128MiB", "--max-nodes", "400000")...)
		cmd.Env = append(os.Environ(), "GOMEMLIMIT=")
		output, err := cmd.CombinedOutput()
		require.ErrorContains(t, err, "exit status 3", "%s", output)
		line := regexp.MustCompile(`(?m)^VmHWM:\s+(\d+) kB$`).FindSubmatch(output)
		require.NotNil(t, line, "%s", output)
		peak, err := strconv.ParseInt(string(line[1]), 10, 64)
		require.NoError(t, err)
		peak <<= 10
		t.Logf("%v: %d MiB", flags, peak>>20)
		require.Less(t, peak, int64(128<<20*11/10))
		require.Greater(t, peak, int64(128<<20/2), "the limit is used")
	}
}
