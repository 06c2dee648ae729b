package arch

import (
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const (
	// maxLines is where a file stops being readable in one sitting. Median and
	// 90th percentile are meant to be 150 and 400; the size test reports them.
	maxLines = 800

	// minComment is the length, in bytes, below which a package comment only
	// repeats the package's name.
	minComment = 120
)

func TestFileSizes(t *testing.T) {
	tr := project(t)
	report(t, checkSizes(tr))

	var sizes []int
	for _, f := range tr.files {
		if handWritten(f) {
			sizes = append(sizes, f.lines)
		}
	}
	slices.Sort(sizes)
	n := len(sizes)
	t.Logf("%d files: median %d lines, 90th percentile %d, largest %d", n, sizes[n/2], sizes[n*9/10], sizes[n-1])
}

// checkSizes finds files that are too long.
func checkSizes(tr tree) (complaints []string) {
	for _, f := range tr.files {
		if handWritten(f) && f.lines > maxLines {
			complaints = append(complaints,
				fmt.Sprintf("%s has %d lines, more than %d: give its ideas files of their own", f.path, f.lines, maxLines))
		}
	}
	return complaints
}

// handWritten reports whether a file is code that people read from end to end.
func handWritten(f file) bool { return !f.test && !f.generated }

func TestPackageComments(t *testing.T) {
	report(t, checkComments(project(t)))
}

// checkComments finds rooms without exactly one package comment that teaches.
func checkComments(tr tree) (complaints []string) {
	docs := map[string][]file{}
	for _, f := range tr.files {
		if f.test {
			continue
		}
		if _, known := docs[f.room]; !known {
			docs[f.room] = nil
		}
		if f.doc != "" {
			docs[f.room] = append(docs[f.room], f)
		}
	}
	for room, commented := range docs {
		if len(commented) != 1 {
			complaints = append(complaints, fmt.Sprintf("%s has %d package comments, not one", room, len(commented)))
			continue
		}
		f := commented[0]
		start := "Package " + f.name + " "
		if f.name == "main" {
			start = "Command " + path.Base(f.room) + " "
		}
		if !strings.HasPrefix(f.doc, start) {
			complaints = append(complaints, fmt.Sprintf("the package comment in %s does not start with %q", f.path, start))
		}
		if len(f.doc) < minComment {
			complaints = append(complaints,
				fmt.Sprintf("the package comment in %s is too short to teach the idea, the invariants and the limits", f.path))
		}
	}
	slices.Sort(complaints)
	return complaints
}

// machinePath is an absolute path that exists on one machine only. Temporary
// folders and the folders of the operating system are fine.
var machinePath = regexp.MustCompile(`(?:^|[^\w.~/-])(/(?:home|root|work|Users|mnt|media)/[\w.-]+)`)

func TestMachinePaths(t *testing.T) {
	report(t, checkMachinePaths(t, project(t)))
}

// checkMachinePaths finds files that name a folder of somebody's machine. Tests
// and their data may need such names as wrong input.
func checkMachinePaths(t *testing.T, tr tree) (complaints []string) {
	t.Helper()
	for _, p := range tr.paths {
		if strings.HasSuffix(p, "_test.go") || strings.Contains(p, "testdata/") {
			continue
		}
		text, ok := tr.text(t, p)
		if !ok {
			continue
		}
		if m := machinePath.FindStringSubmatch(text); m != nil {
			complaints = append(complaints, fmt.Sprintf("%s names %s, a path of one machine", p, m[1]))
		}
	}
	return complaints
}

// link is a relative link of a document: [text](path) or [text](path#section).
var link = regexp.MustCompile(`\]\(([^):#\s]+)(?:#[^)\s]*)?\)`)

func TestLinks(t *testing.T) {
	report(t, checkLinks(t, project(t)))
}

// checkLinks finds relative links that lead nowhere.
func checkLinks(t *testing.T, tr tree) (complaints []string) {
	t.Helper()
	for _, p := range tr.paths {
		if path.Ext(p) != ".md" {
			continue
		}
		text, _ := tr.text(t, p)
		for _, m := range link.FindAllStringSubmatch(text, -1) {
			target := path.Join(path.Dir(p), m[1])
			if _, err := fs.Stat(tr.fsys, target); err != nil {
				complaints = append(complaints, fmt.Sprintf("%s links to %s, which is not there", p, target))
			}
		}
	}
	return complaints
}
