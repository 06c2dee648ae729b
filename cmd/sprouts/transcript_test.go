package main

import (
	"bytes"
	"context"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/creack/pty"
	"github.com/stretchr/testify/require"
)

// transcripts is the page whose sessions are played here, seen from this folder.
const transcripts = "../../docs/games.md"

// typed is what a person types in a session: what stands behind a prompt.
var typed = regexp.MustCompile(`(?m)^(?:your move|Left|Right|White|Black|the first player|the second player)> (.*)$`)

// TestTranscripts plays the sessions of docs/games.md through a pseudo-terminal, a line
// at a time, each when the program asks for it, and compares what the terminal shows
// with the page. Write what it really shows with -update.
func TestTranscripts(t *testing.T) {
	page, err := os.ReadFile(transcripts)
	require.NoError(t, err)
	home, sessions := t.TempDir(), 0
	played := block.ReplaceAllStringFunc(string(page), func(found string) string {
		parts := block.FindStringSubmatch(found)
		if parts[1] != "terminal" {
			return found
		}
		sessions++
		command, _, _ := strings.Cut(strings.TrimPrefix(parts[2], "$ "), "\n")
		var inputs []string
		for _, input := range typed.FindAllStringSubmatch(parts[2], -1) {
			inputs = append(inputs, input[1])
		}
		session := "$ " + command + "\n" + terminal(t, home, command, inputs)
		if !isUpdate() {
			require.Equal(t, parts[2], session, "rewrite with: go test ./cmd/sprouts -run Transcripts -update")
		}
		return "```terminal\n" + session + "```"
	})
	require.GreaterOrEqual(t, sessions, 8, "a session of each kind of game")
	if isUpdate() {
		require.NoError(t, os.WriteFile(transcripts, []byte(played), 0o644))
	}
}

func isUpdate() bool { return flag.Lookup("update").Value.String() == "true" }

// asks is the end of what the program has printed when it waits for a line.
var asks = regexp.MustCompile(`(?:^|\n)[A-Za-z ]+> $`)

// terminal runs a command at a terminal of 100 columns, types each input when it is asked
// for one, and returns what the terminal shows. The command must end by itself.
func terminal(t *testing.T, home, command string, inputs []string) string {
	t.Helper()
	ctx, stop := context.WithTimeout(t.Context(), 5*time.Minute) // then it waits for something that never comes
	defer stop()
	cmd := exec.CommandContext(ctx, "sh", "-c", command)
	cmd.Dir = home
	cmd.Env = append(os.Environ(), "HOME="+home, "XDG_DATA_HOME=", "XDG_CONFIG_HOME=", "SPROUTS_THREADS=1", "TERM=xterm", "NO_COLOR=1")
	tty, err := pty.StartWithSize(cmd, &pty.Winsize{Rows: 50, Cols: 100})
	require.NoError(t, err)
	defer func() { require.NoError(t, tty.Close()) }()
	var screen bytes.Buffer
	for buffer := make([]byte, 4096); ; {
		n, err := tty.Read(buffer)
		screen.Write(buffer[:n])
		if err != nil {
			break // Linux says so when the other end is closed
		}
		if asks.MatchString(lines(screen.String())) {
			require.NotEmpty(t, inputs, "it asks for more:\n%s", screen.String())
			_, err := tty.WriteString(inputs[0] + "\n")
			require.NoError(t, err)
			inputs = inputs[1:]
		}
	}
	require.NoError(t, cmd.Wait(), screen.String())
	require.Empty(t, inputs, "typed, but not asked for:\n%s", screen.String())
	return strings.ReplaceAll(lines(screen.String()), filepath.ToSlash(home), "~")
}

// lines is what a terminal has shown, with ends of lines as files have them.
func lines(shown string) string {
	return strings.ReplaceAll(shown, "\r\n", "\n")
}
