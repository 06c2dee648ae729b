package store_test

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/sprouts-solver/sprouts/store"
	"github.com/sprouts-solver/sprouts/store/storetest"
)

// crashRoundsEnv sets how often TestKill kills, 20 by default.
const crashRoundsEnv = "STORE_TEST_CRASHES"

// startChild runs a program of children in a process of its own. It returns what
// the process prints.
func startChild(t *testing.T, name, dir string, env ...string) (*exec.Cmd, *bufio.Reader) {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(append(os.Environ(), childEnv+"="+name, "STORE_TEST_DIR="+dir), env...)
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	return cmd, bufio.NewReader(out)
}

// kill ends a process as the kernel does, without a chance to clean up. It
// returns what the process had printed and nobody had read.
func kill(t *testing.T, cmd *exec.Cmd, out io.Reader) string {
	t.Helper()
	require.NoError(t, cmd.Process.Kill())
	rest, err := io.ReadAll(out)
	require.NoError(t, err)
	var exit *exec.ExitError
	require.ErrorAs(t, cmd.Wait(), &exit)
	return string(rest)
}

// putForEver puts batches of the suite's entries and prints, after each Put, how
// many entries are acknowledged. It starts at the entry that the environment says.
func putForEver(dir string) {
	s, err := store.Open(dir, storetest.Identity, store.Options{})
	if err != nil {
		panic(err)
	}
	next, _ := strconv.Atoi(os.Getenv("STORE_TEST_FROM"))
	for n := 1; ; n = n*5%97 + 1 { // batches of many sizes
		if err := s.Put(entriesFrom(next, n)); err != nil {
			panic(err)
		}
		next += n
		fmt.Fprintln(os.Stdout, next)
	}
}

// TestKill kills a process that writes, again and again, each time after it has
// acknowledged a random number of Puts.
func TestKill(t *testing.T) {
	rounds := 20
	if text := os.Getenv(crashRoundsEnv); text != "" {
		n, err := strconv.Atoi(text)
		require.NoError(t, err)
		rounds = n
	}
	dir := t.TempDir()
	rng := rand.New(rand.NewPCG(1, 1))
	acknowledged := 0
	for range rounds {
		cmd, out := startChild(t, "put", dir, fmt.Sprint("STORE_TEST_FROM=", acknowledged))
		for range rng.IntN(60) {
			line, err := out.ReadString('\n')
			require.NoError(t, err)
			acknowledged = number(t, line)
		}
		// The pipe holds what the child has done meanwhile, with a torn last line.
		if lines := strings.Split(kill(t, cmd, out), "\n"); len(lines) > 1 {
			acknowledged = number(t, lines[len(lines)-2])
		}
		requireAcknowledged(t, dir, acknowledged)
	}
	t.Logf("%d kills, %d entries acknowledged, none lost", rounds, acknowledged)
	require.Positive(t, acknowledged)
}

func number(t *testing.T, line string) int {
	t.Helper()
	n, err := strconv.Atoi(strings.TrimSpace(line))
	require.NoError(t, err)
	return n
}

// requireAcknowledged opens a store after a crash and finds the first n entries
// in it. Puts that were at work when the process died may be there as well.
func requireAcknowledged(t *testing.T, dir string, n int) {
	t.Helper()
	s := open(t, dir, store.Options{})
	there := storetest.RequireTrue(t, s)
	for i := range n {
		if !there[i] {
			t.Fatalf("acknowledged entry %d of %d is lost", i, n)
		}
	}
	require.NoError(t, s.Close())
}

// holdOpen opens a store, says so, and waits.
func holdOpen(dir string) {
	if _, err := store.Open(dir, storetest.Identity, store.Options{}); err != nil {
		panic(err)
	}
	fmt.Fprintln(os.Stdout, "open")
	_, _ = io.ReadAll(os.Stdin)
	select {}
}

func TestInUseByAnotherProcess(t *testing.T) {
	dir := t.TempDir()
	cmd, out := startChild(t, "hold", dir)
	_, err := out.ReadString('\n')
	require.NoError(t, err)

	_, err = store.Open(dir, storetest.Identity, store.Options{})
	require.ErrorIs(t, err, store.ErrInUse)
	require.ErrorContains(t, err, fmt.Sprintf("by process %d", cmd.Process.Pid))

	kill(t, cmd, out)
	_, err = store.Open(dir, storetest.Identity, store.Options{ReadOnly: true})
	require.ErrorIs(t, err, store.ErrNeedsRecovery, "a reader does not repair")

	var log bytes.Buffer
	open(t, dir, store.Options{Logger: slog.New(slog.NewTextHandler(&log, nil))})
	require.Contains(t, log.String(), "store was not closed, checking it", "the lock died with its process")
}

// TestKillWhileCreating kills before the store is whole.
func TestKillWhileCreating(t *testing.T) {
	for range 5 {
		dir := t.TempDir()
		cmd, out := startChild(t, "hold", dir)
		kill(t, cmd, out)
		s := open(t, dir, store.Options{})
		require.Empty(t, storetest.All(t, s))
		require.NoError(t, s.Close())
	}
}
