package main

import (
	"errors"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	"go.uber.org/goleak"
)

// TestMain makes the test binary stand for the program too: testscript and the
// tests that start `sprouts` by name find it on the PATH.
func TestMain(m *testing.M) {
	testscript.Main(leakChecked{m}, map[string]func(){"sprouts": main, "sprouts-peak": mainWithPeak})
}

// leakChecked are tests after which no goroutine must be left.
type leakChecked struct{ testscript.TestingM }

// Run runs the tests.
func (m leakChecked) Run() int {
	code := m.TestingM.Run()
	if err := goleak.Find(); code == 0 && err != nil {
		_, _ = os.Stderr.WriteString(err.Error() + "\n")
		return 1
	}
	return code
}

// mainWithPeak is main with a last line on standard error: the most memory that
// this process had, as Linux tells it. The parent could not ask: what wait4 and
// getrusage call the largest size of a child may be that of the parent, in whose
// memory the child was before it became another program.
func mainWithPeak() {
	code := run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
	status, _ := os.ReadFile("/proc/self/status") // none elsewhere
	for line := range strings.Lines(string(status)) {
		if strings.HasPrefix(line, "VmHWM:") {
			_, _ = os.Stderr.WriteString(line)
		}
	}
	os.Exit(code) //nolint:forbidigo // it stands for main
}

// TestScript plays the sessions in testdata/script, one or more per verb. Each
// has a home of its own, so that no script sees another's store or settings, and an
// ADDRESS where nobody listens yet.
func TestScript(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		Setup: func(e *testscript.Env) error {
			for _, name := range []string{"HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME"} {
				e.Setenv(name, "")
			}
			e.Setenv("HOME", e.WorkDir+"/home")
			e.Setenv("ADDRESS", freeAddress(e.T()))
			return os.MkdirAll(e.WorkDir+"/home", 0o755)
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits":       checkExit,
			"await":       await,
			"certificate": writeCertificate,
		},
	})
}

// checkExit is the script command "exits CODE PROGRAM ARG...".
func checkExit(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE PROGRAM [ARG...]")
	}
	got := 0
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		exit, ok := errors.AsType[*exec.ExitError](err)
		if !ok {
			ts.Fatalf("%v", err)
		}
		got = exit.ExitCode()
	}
	if strconv.Itoa(got) != args[0] {
		ts.Fatalf("exit code %d, want %s", got, args[0])
	}
}
