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
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/sprouts-solver/sprouts/store"
	"github.com/sprouts-solver/sprouts/store/storetest"
)

// crashRoundsEnv sets how often TestKill kills, 20 by default.
const crashRoundsEnv = "STORE_TEST_CRASHES"

// newChild prepares a program of children as a process of its own.
func newChild(name, dir string, env ...string) *exec.Cmd {
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(append(os.Environ(), childEnv+"="+name, "STORE_TEST_DIR="+dir), env...)
	cmd.Stderr = os.Stderr
	return cmd
}

// startChild runs a program of children in a process of its own. It returns what
// the process prints.
func startChild(t *testing.T, name, dir string, env ...string) (*exec.Cmd, *bufio.Reader) {
	t.Helper()
	cmd := newChild(name, dir, env...)
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

// acknowledged is how many facts and records of the suite a child has put.
type acknowledged struct{ facts, records int }

func (a acknowledged) String() string { return fmt.Sprint(a.facts, " ", a.records) }

// parseAcknowledged reads what a child has printed.
func parseAcknowledged(t *testing.T, line string) (a acknowledged) {
	t.Helper()
	_, err := fmt.Sscan(line, &a.facts, &a.records)
	require.NoError(t, err, "%q", line)
	return a
}

// putForEver puts batches of the suite's facts, every second one with numbers, and
// of its records, and prints, after each, how many are acknowledged. It starts where
// the environment says.
func putForEver(dir string) {
	s, err := store.Open(dir, storetest.Identity, store.Options{})
	if err != nil {
		panic(err)
	}
	var a acknowledged
	_, _ = fmt.Sscan(os.Getenv("STORE_TEST_FROM"), &a.facts, &a.records)
	for n := 1; ; n = n*5%97 + 1 { // batches of many sizes
		if n%2 == 0 {
			err = s.Put(entriesFrom(a.facts, n))
		} else {
			err = s.PutFrom(entriesFrom(a.facts, n), uint64(a.facts+1))
		}
		if err == nil {
			err = s.PutRecords(recordsFrom(a.records, n/8))
		}
		if err != nil {
			panic(err)
		}
		a.facts += n
		a.records += n / 8
		fmt.Fprintln(os.Stdout, a)
	}
}

// TestKill kills a process that writes, again and again, each time after it has
// acknowledged a random number of batches.
func TestKill(t *testing.T) {
	kills := rounds(t, crashRoundsEnv, 20)
	dir := t.TempDir()
	rng := rand.New(rand.NewPCG(1, 1))
	var a acknowledged
	for range kills {
		cmd, out := startChild(t, "put", dir, fmt.Sprint("STORE_TEST_FROM=", a))
		for range rng.IntN(60) {
			line, err := out.ReadString('\n')
			require.NoError(t, err)
			a = parseAcknowledged(t, line)
		}
		// The pipe holds what the child has done meanwhile, with a torn last line.
		if lines := strings.Split(kill(t, cmd, out), "\n"); len(lines) > 1 {
			a = parseAcknowledged(t, lines[len(lines)-2])
		}
		requireAcknowledged(t, dir, a)
	}
	t.Logf("%d kills, %d facts and %d records acknowledged, none lost", kills, a.facts, a.records)
	require.Positive(t, a.facts)
	require.Positive(t, a.records)
}

// requireAcknowledged opens a store after a crash and finds what is acknowledged in
// it. What was being written when the process died may be there as well.
func requireAcknowledged(t *testing.T, dir string, a acknowledged) {
	t.Helper()
	s := open(t, dir, store.Options{})
	requireThere(t, s, a)
	next, err := s.NextSeq()
	require.NoError(t, err)
	require.True(t, a.facts == 0 || next > uint64(a.facts+store.SeqAhead), "no number is given out twice")
	require.NoError(t, s.Close())
}

// requireThere finds what is acknowledged in a store.
func requireThere(t *testing.T, s store.Store, a acknowledged) {
	t.Helper()
	facts, records := storetest.RequireTrue(t, s), storetest.RequireTrueRecords(t, s)
	for i := range a.facts {
		if !facts[i] {
			t.Fatalf("acknowledged fact %d of %d is lost", i, a.facts)
		}
	}
	for i := range a.records {
		if !records[i] {
			t.Fatalf("acknowledged record %d of %d is lost", i, a.records)
		}
	}
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
