//go:build linux

package chaos_test

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// programDir is where program has built something.
var programDir string

// program builds the program once and returns its path.
var program = sync.OnceValues(func() (path string, err error) {
	if programDir, err = os.MkdirTemp("", "chaos"); err != nil {
		return "", err
	}
	path = filepath.Join(programDir, "sprouts")
	out, err := exec.Command("go", "build", "-o", path, "github.com/sprouts-solver/sprouts/cmd/sprouts").CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("build sprouts: %w\n%s", err, out)
	}
	return path, nil
})

// built returns the path of the program.
func built(t *testing.T) string {
	t.Helper()
	path, err := program()
	require.NoError(t, err)
	return path
}

// removeProgram removes what program has built, if it has.
func removeProgram() {
	if programDir != "" {
		_ = os.RemoveAll(programDir)
	}
}

// process is a program that a test has started. It does not outlive the test.
type process struct {
	name string
	cmd  *exec.Cmd
	dir  string // has what it said, in files
	done chan struct{}
}

// serial tells files of processes with equal names apart.
var serial struct {
	sync.Mutex
	n int
}

// start starts a program at a host.
func start(t *testing.T, h *host, name, path string, args ...string) *process {
	t.Helper()
	serial.Lock()
	serial.n++
	dir := filepath.Join(t.ArtifactDir(), fmt.Sprintf("%04d-%s", serial.n, name))
	serial.Unlock()
	require.NoError(t, os.MkdirAll(dir, 0o755))

	p := &process{name: name, dir: dir, done: make(chan struct{})}
	line := h.command(path, args...)
	p.cmd = exec.Command(line[0], line[1:]...)
	// Files rather than pipes: nobody has to read them, and what was said before a
	// kill is there.
	var files []*os.File
	for _, to := range []string{"stdout", "stderr"} {
		f, err := os.Create(filepath.Join(dir, to))
		require.NoError(t, err)
		files = append(files, f)
	}
	p.cmd.Stdout, p.cmd.Stderr = files[0], files[1]
	p.cmd.Env = append(os.Environ(), "HOME="+dir, "XDG_CONFIG_HOME=", "XDG_DATA_HOME=")
	p.cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	require.NoError(t, p.cmd.Start(), name)
	for _, f := range files {
		require.NoError(t, f.Close())
	}
	go func() {
		_ = p.cmd.Wait() // the state says it all
		close(p.done)
	}()
	t.Cleanup(func() {
		if !p.alive() {
			return
		}
		p.kill()
		if t.Failed() {
			t.Logf("%s said last:\n%s", p.name, lastLines(p.said(t, "stderr"), 15))
		}
	})
	return p
}

// alive reports whether the process has not ended.
func (p *process) alive() bool {
	select {
	case <-p.done:
		return false
	default:
		return true
	}
}

// signal sends a signal. That the process has just ended by itself is no error.
func (p *process) signal(t *testing.T, s syscall.Signal) {
	t.Helper()
	if err := p.cmd.Process.Signal(s); !errors.Is(err, os.ErrProcessDone) {
		require.NoError(t, err, "%v to %s", s, p.name)
	}
}

// kill ends the process as the kernel does when memory is short: at once, whether it
// is paused or not.
func (p *process) kill() {
	_ = p.cmd.Process.Kill() // it may have ended
	<-p.done
}

// exit waits for the process to end and returns its exit code.
func (p *process) exit(t *testing.T, within time.Duration) int {
	t.Helper()
	timer := time.NewTimer(within)
	defer timer.Stop()
	select {
	case <-p.done:
	case <-timer.C:
		require.FailNow(t, "a process does not end", "%s, within %v:\n%s", p.name, within, lastLines(p.said(t, "stderr"), 15))
	}
	return p.cmd.ProcessState.ExitCode()
}

// said returns what the process wrote: to "stdout" or to "stderr".
func (p *process) said(t *testing.T, where string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(p.dir, where))
	require.NoError(t, err)
	return string(text)
}

// lastLines returns the end of a text.
func lastLines(text string, n int) string {
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	return strings.Join(lines[max(0, len(lines)-n):], "\n")
}
