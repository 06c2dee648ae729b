package main

import (
	"os/exec"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// ending waits until a process ends, and returns its exit code.
func ending(t *testing.T, cmd *exec.Cmd) int {
	t.Helper()
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_ = cmd.Wait() // the code is looked at below
	}()
	select {
	case <-ended:
		return cmd.ProcessState.ExitCode()
	case <-time.After(awaitTime):
		t.Fatalf("%v does not end", cmd.Args)
		return 0
	}
}

// TestKilledClusterGoesOn solves with real processes and kills, as the kernel does, a
// worker and the coordinator in the middle of the work. The other worker waits for the
// next coordinator, which goes on from the store; the answer is right; a worker that is
// told to stop leaves in order; and the store serves a plain solve.
func TestKilledClusterGoesOn(t *testing.T) {
	home := t.TempDir()
	at := freeAddress(t)
	t.Setenv("SPROUTS_COORDINATOR", at)
	t.Setenv("SPROUTS_LISTEN", at)
	t.Setenv("SPROUTS_THREADS", "1")

	const question = "20" // some seconds
	first := begin(t, home, "coordinator", "--lease-ttl", "2s")
	awaitOutput(t, home, "sprouts submit "+question, "1")
	victim := begin(t, home, "worker", "--name", "victim")
	survivor := begin(t, home, "worker", "--name", "survivor")
	awaitOutput(t, home, "sprouts jobs", " victim ")
	awaitOutput(t, home, "sprouts jobs", " survivor ")
	for _, dying := range []*exec.Cmd{victim, first} {
		require.NoError(t, dying.Process.Kill())
		require.Equal(t, -1, ending(t, dying), "killed")
	}

	second := begin(t, home, "coordinator", "--lease-ttl", "2s")
	awaitOutput(t, home, "sprouts runs 1", "state           active")
	replacement := begin(t, home, "worker", "--name", "replacement")
	awaitOutput(t, home, "sprouts status", "survivor")
	awaitOutput(t, home, "sprouts status", "replacement")
	awaitOutput(t, home, "sprouts runs 1", "answer          loss")
	code, output := shell(t, home, "sprouts status")
	require.Zero(t, code, output)
	require.Contains(t, output, "start 2")

	require.NoError(t, replacement.Process.Signal(syscall.SIGTERM))
	require.Equal(t, exitTerminate, ending(t, replacement))
	code, output = shell(t, home, "sprouts drain survivor")
	require.Zero(t, code, output)
	require.Zero(t, ending(t, survivor), "drained")
	require.NoError(t, second.Process.Signal(syscall.SIGTERM))
	require.Equal(t, exitTerminate, ending(t, second))

	for _, check := range []string{"sprouts doctor", "sprouts solve " + question} {
		code, output = shell(t, home, check)
		require.Zero(t, code, output)
	}
	require.Contains(t, output, "where the answer was")
}
