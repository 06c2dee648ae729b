package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"

	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/game/sprouts"
	"github.com/sprouts-solver/sprouts/search"
	"github.com/sprouts-solver/sprouts/store"
)

// call runs the program in this process.
func call(stdin io.Reader, args ...string) (code int, stdout, stderr string) {
	var out, talk bytes.Buffer
	code = run(args, stdin, &out, &talk)
	return code, out.String(), talk.String()
}

// putFact stores a fact as if some program had proven it.
func putFact(t *testing.T, dir, position string, f game.Fact) {
	t.Helper()
	rules := sprouts.New()
	s, err := store.Open(filepath.Join(dir, rules.Name()), store.Identity{Game: rules.Name(), Version: rules.Version()}, store.Options{})
	require.NoError(t, err)
	p, err := rules.Parse(position)
	require.NoError(t, err)
	require.Len(t, p.Components, 1)
	require.NoError(t, s.Put([]store.Entry{{Component: p.Components[0], Fact: f}}))
	require.NoError(t, s.Close())
}

// A store that says something else than a fresh search is not overwritten. Both
// sides are named, and the exit code is the one of a contradiction.
func TestContradictionStops(t *testing.T) {
	dir := t.TempDir()
	putFact(t, dir, "7", game.Known(3)) // it is 0
	code, _, stderr := call(nil, "solve", "7", "--store", dir, "--fresh")
	require.Equal(t, exitConflict, code, stderr)
	require.Contains(t, stderr, "contradictory results for 0*7: ")
	require.Contains(t, stderr, "store")
	require.Contains(t, stderr, "says *3")
	require.Contains(t, stderr, "says *0")

	code, stdout, _ := call(nil, "cache", "get", "7", "--store", dir)
	require.Equal(t, exitDone, code)
	require.Equal(t, "0*7\t*3\n", stdout)
}

// What is stored decides without a search, whole or in part.
func TestStoredFactsDecide(t *testing.T) {
	dir := t.TempDir()
	putFact(t, dir, "50", game.Known(2))
	putFact(t, dir, "60", game.Excluded(1))
	for question, want := range map[string]string{
		"50":           "win\n",
		"0*50+*2":      "loss\n",
		"0*50+*1":      "win\n",
		"0*60+*1":      "win\n",
		"0*50+0*60+*3": "win\n", // 60 spots and a heap of 2 xor 3
	} {
		code, stdout, stderr := call(nil, "outcome", question, "--store", dir, "--verbose")
		require.Zero(t, code, "%s: %s", question, stderr)
		require.Equal(t, want, stdout, question)
		require.NotContains(t, stderr, "searching")
	}
	code, stdout, stderr := call(nil, "nimber", "0*50+*3", "--store", dir, "--verbose")
	require.Zero(t, code)
	require.Equal(t, "1\n", stdout)
	require.NotContains(t, stderr, "searching")
}

// Standard input that breaks off is an error with its place; what came before is
// answered.
func TestBrokenInput(t *testing.T) {
	input := io.MultiReader(strings.NewReader("3\n4\n"), iotest.ErrReader(errors.New("cable pulled")))
	code, stdout, stderr := call(input, "canon", "-")
	require.Equal(t, exitError, code)
	require.Equal(t, "3\t0*3\n4\t0*4\n", stdout)
	require.Equal(t, "sprouts: standard input, line 3: cable pulled\n", stderr)

	code, _, stderr = call(strings.NewReader("3\n"+strings.Repeat("0", maxLine+1)), "canon", "-")
	require.Equal(t, exitError, code)
	require.Contains(t, stderr, "standard input, line 2: bufio.Scanner: token too long")
}

// A writer that fails is an error, not silence.
func TestBrokenOutput(t *testing.T) {
	var talk bytes.Buffer
	code := run([]string{"canon", "3"}, nil, brokenWriter{}, &talk)
	require.Equal(t, exitError, code)
	require.Contains(t, talk.String(), "disk full")
}

type brokenWriter struct{}

func (brokenWriter) Write([]byte) (int, error) { return 0, errors.New("disk full") }

func TestExitCodes(t *testing.T) {
	require.Equal(t, 0, exitCode(nil))
	conflict := &game.ConflictError{}
	for _, c := range []struct {
		err  error
		code int
	}{
		{errors.New("anything"), 1},
		{&badLinesError{2}, 1},
		{usagef("wrong"), 2},
		{&game.ParseError{}, 2},
		{store.ErrForeign, 2},
		{&limitError{"--max-time", "1s"}, 3},
		{search.ErrNodeLimit, 3},
		{search.ErrMemoryLimit, 3},
		{store.ErrDiskLimit, 3},
		{conflict, 5},
		{&verifyError{"wrong"}, 5},
		{store.ErrMissing, 10},
		{store.ErrInUse, 11},
		{&store.CorruptError{}, 12},
		{store.ErrDiskFull, 13},
		{&store.VersionError{}, 21},
		{&interruptError{syscall.SIGINT}, 130},
		{&interruptError{syscall.SIGTERM}, 143},
		{errors.Join(store.ErrDiskFull, conflict), 5}, // a contradiction outranks the rest
	} {
		require.Equal(t, c.code, exitCode(c.err), "%v", c.err)
		require.Equal(t, c.code, exitCode(fmt.Errorf("solve: %w", c.err)), "%v wrapped", c.err)
		require.Contains(t, exitMeanings, c.code)
	}
}

// A second process that wants to write waits for nobody.
func TestStoreInUse(t *testing.T) {
	dir := t.TempDir()
	g := newGlobalOptions(nil, io.Discard, io.Discard)
	g.Game, g.Store = sprouts.New(), dir
	e, err := openEngine(context.Background(), g)
	require.NoError(t, err)
	code, _, stderr := call(nil, "outcome", "3", "--store", dir)
	require.NoError(t, e.close())
	require.Equal(t, exitStoreInUse, code)
	require.Contains(t, stderr, "wait for the other process, or use --no-store or another folder with --store")
}
