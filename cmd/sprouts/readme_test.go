package main

import (
	"encoding/json"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// readme is seen from this folder.
const readme = "../../README.md"

var update = flag.Bool("update", false, "write the real output of the session into README.md")

// block is a fenced block of README: its kind and its lines.
var block = regexp.MustCompile("(?ms)^```(\\w+)\n(.*?)^```$")

// TestReadmeSession plays the blocks of kind console, in one home and in order,
// and compares what the program says with what README shows. Numbers that differ
// from machine to machine, or with each change of the search, are left out. One
// thread searches, as README says: with more, which winning move is found first is
// up to chance.
func TestReadmeSession(t *testing.T) {
	home := t.TempDir()
	at := freeAddress(t)
	t.Setenv("SPROUTS_LISTEN", at)
	t.Setenv("SPROUTS_COORDINATOR", at)
	text, sessions := readReadme(t), 0
	played := block.ReplaceAllStringFunc(text, func(found string) string {
		parts := block.FindStringSubmatch(found)
		if parts[1] != "console" {
			return found
		}
		sessions++
		session := replay(t, home, parts[2])
		if !*update {
			require.Equal(t, vague(parts[2]), vague(session), "rewrite with: go test ./cmd/sprouts -run Readme -update")
		}
		return "```console\n" + session + "```"
	})
	require.NotZero(t, sessions)
	if *update {
		require.NoError(t, os.WriteFile(readme, []byte(played), 0o644))
	}
}

// replay runs the commands of a session and returns it with their real output. A
// comment behind a command says how it ends, if not well: "# exit code 3".
func replay(t *testing.T, home, session string) string {
	t.Helper()
	var played strings.Builder
	for line := range strings.Lines(session) {
		command, ok := strings.CutPrefix(line, "$ ")
		if !ok {
			continue
		}
		code, output := shell(t, home, command, "SPROUTS_THREADS=1")
		want := exitDone
		if _, comment, ok := strings.Cut(command, "# exit code "); ok {
			require.Equal(t, "3\n", comment)
			want = exitLimit
		}
		require.Equal(t, want, code, "%s%s", command, output)
		played.WriteString(line + output)
	}
	return played.String()
}

// measured are numbers that are not the same everywhere: times, sizes, rates and
// counts of at least four digits, or alone behind a label.
var measured = regexp.MustCompile(`(?m)\d[\d.,]* ?(s|B|KiB|MiB|GiB|facts|new nimbers|in finished jobs)\b|\d{1,3}(,\d{3})+|(^[a-z ]+ +)\d+$`)

// vague replaces what was measured.
func vague(text string) string {
	return measured.ReplaceAllString(text, "${3}N$1")
}

// TestReadmeCommands runs the commands of the blocks of kind sh: each line that
// starts the program, in a home of its own. Those that set up a machine are
// checked by name only: their test is continuous integration.
func TestReadmeCommands(t *testing.T) {
	if testing.Short() {
		t.Skip("minutes with the race detector; run it without -short")
	}
	home := t.TempDir()
	startCoordinator(t, home)
	startWorker(t, home)
	makefile, err := os.ReadFile("../../Makefile")
	require.NoError(t, err)
	ran := 0
	for _, found := range block.FindAllStringSubmatch(readReadme(t), -1) {
		if found[1] != "sh" {
			continue
		}
		for line := range strings.Lines(found[2]) {
			line = strings.TrimSpace(line)
			words := strings.Fields(line)
			switch {
			case line == "", words[0] == "#":
			case words[0] == "make":
				require.Contains(t, string(makefile), "\n"+words[1]+":", line)
			case words[0] == "git", words[0] == "cd", words[0] == "go", words[0] == "source":
			default:
				require.Contains(t, line, "sprouts")
				runDocumented(t, home, line)
				ran++
			}
		}
	}
	require.NotZero(t, ran)
}

func readReadme(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile(readme)
	require.NoError(t, err)
	return string(text)
}

// TestReadmeLibrary compiles and runs the program of README as if it were a file
// of this module.
func TestReadmeLibrary(t *testing.T) {
	var program string
	for _, found := range block.FindAllStringSubmatch(readReadme(t), -1) {
		if found[1] == "go" {
			program = found[2]
		}
	}
	_, want, ok := strings.Cut(program, "// Output: ")
	require.True(t, ok)
	want, _, _ = strings.Cut(want, "\n")

	dir := t.TempDir()
	source := filepath.Join(dir, "main.go")
	require.NoError(t, os.WriteFile(source, []byte(program), 0o644))
	place, err := filepath.Abs("readme_program/main.go")
	require.NoError(t, err)
	overlay, err := json.Marshal(map[string]any{"Replace": map[string]string{place: source}})
	require.NoError(t, err)
	list := filepath.Join(dir, "overlay.json")
	require.NoError(t, os.WriteFile(list, overlay, 0o644))

	out, err := exec.CommandContext(t.Context(), "go", "run", "-overlay", list, "./readme_program").CombinedOutput()
	require.NoError(t, err, "%s", out)
	require.Equal(t, want, strings.TrimSpace(string(out)))
}
