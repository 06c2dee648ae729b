package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"
	"github.com/stretchr/testify/require"
)

// TestWrongInputs runs the command lines of testdata/wrong-inputs and wrong-games and compares
// exit code and output. Each message must name the place and the remedy: read
// them, and rewrite the file with -rewrite only if they do.
func TestWrongInputs(t *testing.T) {
	home := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(home, "notes.txt"), []byte("no store\n"), 0o644))
	require.NoError(t, os.WriteFile(filepath.Join(home, "wrong.yaml"), []byte("max-hours: 10m\n"), 0o644))
	require.NoError(t, os.WriteFile(filepath.Join(home, "broken.yaml"), []byte("max-time: [10m\n"), 0o644))
	require.NoError(t, os.WriteFile(filepath.Join(home, "list.yaml"), []byte("max-time: [10m, 20m]\n"), 0o644))
	require.NoError(t, os.WriteFile(filepath.Join(home, "threads.yaml"), []byte("threads: 2.5\n"), 0o644))
	require.NoError(t, os.WriteFile(filepath.Join(home, "open.token"), []byte("a token that all may read\n"), 0o644))
	require.NoError(t, os.WriteFile(filepath.Join(home, "short.token"), []byte("secret\n"), 0o600))
	require.NoError(t, os.WriteFile(filepath.Join(home, "cut.match"), []byte("sprouts-match-1\ngame nim\n"), 0o644))
	require.NoError(t, os.WriteFile(filepath.Join(home, "illegal.match"),
		[]byte("sprouts-match-1\ngame wythoff\nplay normal\nfirst Left\nstart 3,5\nmove a-4\n"), 0o644))
	require.NoError(t, os.WriteFile(filepath.Join(home, "long.txt"), bytes.Repeat([]byte("1"), 40_000), 0o644))
	// Those of games come last: some of them make a store.
	runWrong(t, home, "testdata/wrong-inputs", 40)
	runWrong(t, home, "testdata/wrong-games", 30)
}

// runWrong runs the command lines of a file, at least so many, in a home.
func runWrong(t *testing.T, home, file string, least int) {
	t.Helper()
	cases := 0
	datadriven.RunTest(t, file, func(t *testing.T, d *datadriven.TestData) string {
		t.Helper()
		cases++
		code, output := shell(t, home, d.Input)
		if code == 0 {
			t.Errorf("%s: not refused", d.Pos)
		}
		return fmt.Sprintf("exit %d\n%s", code, strings.ReplaceAll(output, home, "$HOME"))
	})
	require.GreaterOrEqual(t, cases, least, file)
}

// shell runs a command line as a user would type it, in a home folder, and
// returns its exit code and all that it printed.
func shell(t *testing.T, home, command string, env ...string) (code int, output string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "sh", "-c", command)
	cmd.Dir = home
	cmd.Env = append(os.Environ(), "HOME="+home, "XDG_DATA_HOME=", "XDG_CONFIG_HOME=")
	cmd.Env = append(cmd.Env, env...)
	out, err := cmd.CombinedOutput()
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
		return exit.ExitCode(), string(out)
	}
	require.NoError(t, err)
	return 0, string(out)
}
