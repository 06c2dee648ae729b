package arch

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// document holds the table of rooms and arrows, under the heading.
const (
	document = "ARCHITECTURE.md"
	heading  = "## Rooms and arrows\n"
)

// row is one line of the table: | `room` | `import`, `import` | reason |.
var (
	row    = regexp.MustCompile("(?m)^\\| `([^`]+)` \\| ([^|]*) \\|(.*)\\|$")
	quoted = regexp.MustCompile("`([^`]+)`")
)

// arrows maps each room to the rooms that it imports, sorted.
type arrows map[string][]string

func TestArrows(t *testing.T) {
	tr := project(t)
	report(t, checkArrows(t, tr))
}

// checkArrows compares the arrows in the code with those in the document.
func checkArrows(t *testing.T, tr tree) (complaints []string) {
	t.Helper()
	text, ok := tr.text(t, document)
	require.True(t, ok, "%s is missing", document)
	drawn, complaints := parseArrows(text)
	found := findArrows(tr.files)

	for _, room := range slices.Sorted(maps.Keys(found)) {
		allowed, known := drawn[room]
		if !known {
			complaints = append(complaints, fmt.Sprintf("room %s is not in %s: add its row", room, document))
			continue
		}
		for _, to := range found[room] {
			if !slices.Contains(allowed, to) {
				complaints = append(complaints,
					fmt.Sprintf("%s imports %s, which %s does not allow: avoid it, or add the arrow and its reason", room, to, document))
			}
		}
		for _, to := range allowed {
			if !slices.Contains(found[room], to) {
				complaints = append(complaints,
					fmt.Sprintf("%s does not import %s, though %s says so: remove the arrow", room, to, document))
			}
		}
	}
	for _, room := range slices.Sorted(maps.Keys(drawn)) {
		if _, known := found[room]; !known {
			complaints = append(complaints, fmt.Sprintf("%s has a row for %s, which holds no Go file: remove it", document, room))
		}
	}
	return complaints
}

// findArrows collects the imports of the project's own packages, tests left out.
func findArrows(files []file) arrows {
	found := arrows{}
	for _, f := range files {
		if _, known := found[f.room]; !known {
			found[f.room] = nil
		}
		if f.test {
			continue
		}
		for _, name := range f.imports {
			if to, ours := strings.CutPrefix(name, module); ours {
				found[f.room] = append(found[f.room], to)
			}
		}
	}
	for room, to := range found {
		slices.Sort(to)
		found[room] = slices.Compact(to)
	}
	return found
}

// parseArrows reads the table. An arrow without a reason is a complaint.
func parseArrows(text string) (drawn arrows, complaints []string) {
	drawn = arrows{}
	_, section, _ := strings.Cut(text, heading)
	section, _, _ = strings.Cut(section, "\n## ")
	for _, cells := range row.FindAllStringSubmatch(section, -1) {
		room, imports, reason := cells[1], cells[2], strings.TrimSpace(cells[3])
		drawn[room] = nil
		for _, name := range quoted.FindAllStringSubmatch(imports, -1) {
			drawn[room] = append(drawn[room], name[1])
		}
		if reason == "" {
			complaints = append(complaints, fmt.Sprintf("%s gives no reason for the arrows of %s", document, room))
		}
	}
	if len(drawn) == 0 {
		complaints = append(complaints, fmt.Sprintf("%s has no table under %q", document, strings.TrimSpace(heading)))
	}
	return drawn, complaints
}
