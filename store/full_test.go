package store_test

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/sprouts-solver/sprouts/store"
	"github.com/sprouts-solver/sprouts/store/storetest"
)

const (
	diskSize    = 128 << 20 // of the file system that is filled
	diskReserve = 16 << 20  // Options.MinFree: the least
	refusals    = 100       // how often a full disk is tried again
)

// fillDisk puts facts and records until the disk is full, tries some more, says
// "full", and goes on when it is told to. After each batch it prints how many are
// acknowledged.
func fillDisk(dir string) {
	s, err := store.Open(dir, storetest.Identity, store.Options{MinFree: diskReserve})
	if err != nil {
		panic(err)
	}
	in := bufio.NewReader(os.Stdin)
	var a acknowledged
	for refused := 0; ; {
		err := s.PutFrom(entriesFrom(a.facts, 500), uint64(a.facts+1))
		if err == nil {
			a.facts += 500
			err = s.PutRecords(recordsFrom(a.records, 100))
		}
		switch {
		case err == nil:
			a.records += 100
			fmt.Fprintln(os.Stdout, a)
			continue
		case !errors.Is(err, store.ErrDiskFull):
			panic(err)
		}
		if refused++; refused%refusals > 0 {
			continue
		}
		fmt.Fprintln(os.Stdout, "full", a)
		if _, err := in.ReadString('\n'); err != nil {
			panic(err)
		}
	}
}

// filler is a running fillDisk.
type filler struct {
	cmd *exec.Cmd
	in  io.Writer
	out *bufio.Reader
}

func startFiller(t *testing.T, dir string, stderr io.Writer) *filler {
	t.Helper()
	cmd := newChild("fill", dir)
	cmd.Stderr = stderr
	in, err := cmd.StdinPipe()
	require.NoError(t, err)
	out, err := cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	return &filler{cmd, in, bufio.NewReader(out)}
}

// untilFull returns what is acknowledged when the disk is full.
func (f *filler) untilFull(t *testing.T) acknowledged {
	t.Helper()
	for {
		line, err := f.out.ReadString('\n')
		require.NoError(t, err, "the process died: it met the end of the disk")
		if full, ok := strings.CutPrefix(line, "full "); ok {
			return parseAcknowledged(t, full)
		}
	}
}

// ballast fills a file system but for some bytes, and returns a function that makes
// room again.
func ballast(t *testing.T, path string, leave int64) (empty func()) {
	t.Helper()
	f, err := os.Create(path)
	require.NoError(t, err)
	for block := make([]byte, 256<<10); ; {
		free, err := store.FreeBytes(path)
		require.NoError(t, err)
		if free <= leave {
			break
		}
		if _, err := f.Write(block[:min(int64(len(block)), free-leave)]); err != nil {
			break // the last pages
		}
	}
	require.NoError(t, f.Close())
	return func() { require.NoError(t, os.Remove(path)) }
}

// TestFullDisk fills a small file system with facts and records. Writing is refused
// before the engine meets the end of the disk; nothing that was acknowledged is
// lost, and with more room it goes on.
func TestFullDisk(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long with the race detector")
	}
	disk := mountDisk(t, diskSize)
	dir, weight := disk+"/store", disk+"/ballast"
	removeBallast := ballast(t, weight, diskSize-(24<<20))
	f := startFiller(t, dir, os.Stderr)
	first := f.untilFull(t)
	require.Positive(t, first.facts)
	require.Positive(t, first.records)

	removeBallast()
	fmt.Fprintln(f.in, "go on")
	second := f.untilFull(t)
	require.Greater(t, second.facts, first.facts)
	require.Greater(t, second.records, first.records)

	// Somebody else takes the rest, and the process dies.
	removeBallast = ballast(t, weight, 0)
	kill(t, f.cmd, f.out)
	_, err := store.Open(dir, storetest.Identity, store.Options{MinFree: diskReserve})
	require.ErrorIs(t, err, store.ErrDiskFull)
	removeBallast()
	growDisk(t, disk, 2*diskSize)
	s := open(t, dir, store.Options{MinFree: diskReserve})
	requireThere(t, s, second)
	report, err := s.Verify(t.Context())
	require.NoError(t, err)
	require.True(t, report.OK())
	require.NoError(t, s.Close())
	t.Logf("full at %d facts and %d records, again at %d and %d, each refused %d times, none lost",
		first.facts, first.records, second.facts, second.records, refusals)
}

// TestDiskTakenAway has somebody else fill the disk while a process writes: what the
// reserve is for. The process is refused, or dies if the engine was at work.
func TestDiskTakenAway(t *testing.T) {
	refused, died := 0, 0
	for range rounds(t, crashRoundsEnv, 3) {
		disk := mountDisk(t, diskSize)
		dir := disk + "/store"
		f := startFiller(t, dir, io.Discard)
		var a acknowledged
		for range 20 {
			line, err := f.out.ReadString('\n')
			require.NoError(t, err)
			a = parseAcknowledged(t, line)
		}
		removeBallast := ballast(t, disk+"/ballast", 0)
		for {
			line, err := f.out.ReadString('\n')
			if err != nil {
				died++
				break
			}
			if full, ok := strings.CutPrefix(line, "full "); ok {
				a = parseAcknowledged(t, full)
				refused++
				break
			}
			a = parseAcknowledged(t, line)
		}
		kill(t, f.cmd, f.out)
		removeBallast()
		growDisk(t, disk, 2*diskSize)
		s := open(t, dir, store.Options{MinFree: diskReserve})
		requireThere(t, s, a)
		require.NoError(t, s.Close())
	}
	t.Logf("the disk was taken away from %d processes: %d were refused, %d died, none lost what was acknowledged",
		refused+died, refused, died)
}
