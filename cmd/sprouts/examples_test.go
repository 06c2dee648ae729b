package main

import (
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/require"
)

// long marks a command of a help text or of README that takes minutes.
const long = "# minutes"

// limits keep a long command short; it then stops at a limit or succeeds.
var limits = []string{"SPROUTS_MAX_TIME=300ms"}

// verbs are the root command and all verbs below it.
func verbs(t *testing.T) []*cobra.Command {
	t.Helper()
	found := []*cobra.Command{newRootCommand(newGlobalOptions(strings.NewReader(""), io.Discard, io.Discard))}
	for i := 0; i < len(found); i++ {
		for _, verb := range found[i].Commands() {
			if verb.IsAvailableCommand() {
				found = append(found, verb)
			}
		}
	}
	return found
}

// TestHelpExamplesRun runs every example of every help text as it stands, in a
// home where a little has been solved, beside a coordinator and, for those who call
// it, a worker. Examples that are marked to take minutes run into a short limit.
func TestHelpExamplesRun(t *testing.T) {
	if testing.Short() {
		t.Skip("minutes with the race detector; run it without -short")
	}
	home := t.TempDir()
	startCoordinator(t, home)
	for _, prelude := range []string{"sprouts solve 4", "sprouts solve --misere 4", "sprouts solve --game blackwhite 3"} {
		code, output := shell(t, home, prelude)
		require.Zero(t, code, output)
	}
	for _, verb := range verbs(t) {
		t.Run(verb.CommandPath(), func(t *testing.T) {
			if verb.Flags().Lookup("coordinator") != nil {
				startWorker(t, home)
			}
			for example := range strings.SplitSeq(verb.Example, "\n") {
				require.Regexp(t, `^  .*\bsprouts\b`, example)
				runDocumented(t, home, strings.TrimSpace(example))
			}
		})
	}
}

// runDocumented runs a command that some text shows and wants it to succeed.
func runDocumented(t *testing.T, home, command string) string {
	t.Helper()
	allowed, env := []int{exitDone}, []string(nil)
	if strings.HasSuffix(command, long) {
		allowed, env = []int{exitDone, exitLimit}, limits
	}
	code, output := shell(t, home, dropFlags(command, env), env...)
	require.Contains(t, allowed, code, "%s\n%s", command, output)
	return output
}

var (
	maxTime = regexp.MustCompile(` --max-time \S+`)
	address = regexp.MustCompile(` --(listen|coordinator|http) \S+`)
)

// dropFlags lets a limit of the environment win over one in the command, and the
// addresses of a test over those that a reader would use.
func dropFlags(command string, env []string) string {
	command = address.ReplaceAllString(command, "")
	if env == nil {
		return command
	}
	return maxTime.ReplaceAllString(command, "")
}

// TestHelpIsComplete wants of each help text: what the verb is for, an example,
// how it may end, and lines that fit a terminal.
func TestHelpIsComplete(t *testing.T) {
	home := t.TempDir()
	for _, verb := range verbs(t) {
		t.Run(verb.CommandPath(), func(t *testing.T) {
			code, help := shell(t, home, verb.CommandPath()+" --help")
			require.Zero(t, code)
			require.Contains(t, help, "\nExamples:\n  ")
			require.Contains(t, help, "\nEXIT STATUS\n    0  done\n")
			examples := strings.Split(verb.Example, "\n")
			for line := range strings.Lines(help) {
				line = strings.TrimRight(line, "\n")
				if !slices.Contains(examples, line) {
					require.LessOrEqual(t, len(line), helpWidth, "%q", line)
				}
			}
		})
	}
}

// TestExitCodesAreExplained wants a sentence for each code that a verb may end
// with.
func TestExitCodesAreExplained(t *testing.T) {
	for _, verb := range verbs(t) {
		for line := range strings.Lines(verb.Annotations[exitsKey]) {
			require.Regexp(t, `^( {5,}| +[0-9]+)  \S`, line, verb.CommandPath())
		}
	}
}
