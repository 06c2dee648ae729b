package arch

import (
	"bytes"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// module is the prefix of the project's own import paths.
const module = "github.com/sprouts-solver/sprouts/"

// tree is the project as the checks see it.
type tree struct {
	fsys  fs.FS
	paths []string // every file outside hidden and build folders
	files []file   // the Go files among them
}

// file is what the checks look at in one Go file.
type file struct {
	path      string // from the root: "search/solver.go"
	room      string // its folder: "search"
	name      string // its package clause: "search"
	doc       string // its package comment
	imports   []string
	lines     int
	test      bool
	generated bool
}

// project is the repository that this test belongs to.
func project(t *testing.T) tree {
	t.Helper()
	tr, err := load(os.DirFS("../.."))
	require.NoError(t, err)
	require.NotEmpty(t, tr.files)
	return tr
}

// report fails the test once for each complaint.
func report(t *testing.T, complaints []string) {
	t.Helper()
	for _, c := range complaints {
		t.Error(c)
	}
}

// load reads a tree. Folders with a go.mod of their own are other modules, and
// their Go files are none of ours.
func load(fsys fs.FS) (tree, error) {
	tr := tree{fsys: fsys}
	err := fs.WalkDir(fsys, ".", func(p string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && skipped(p):
			return fs.SkipDir
		case d.Type().IsRegular():
			tr.paths = append(tr.paths, p)
		}
		return nil
	})
	if err != nil {
		return tree{}, err
	}
	for _, p := range tr.paths {
		if !strings.HasSuffix(p, ".go") || strings.Contains(p, "testdata/") {
			continue
		}
		f, err := read(fsys, p)
		if err != nil {
			return tree{}, err
		}
		tr.files = append(tr.files, f)
	}
	return tr, nil
}

// skipped reports whether a folder holds nothing that the project wrote.
func skipped(dir string) bool {
	base := path.Base(dir)
	return dir != "." && (base == "bin" || strings.HasPrefix(base, ".") && base != ".ci")
}

// read takes from a Go file what stands above its first declaration.
func read(fsys fs.FS, p string) (file, error) {
	source, err := fs.ReadFile(fsys, p)
	if err != nil {
		return file{}, err
	}
	parsed, err := parser.ParseFile(token.NewFileSet(), p, source, parser.ImportsOnly|parser.ParseComments)
	if err != nil {
		return file{}, fmt.Errorf("read imports: %w", err)
	}
	f := file{
		path:      p,
		room:      path.Dir(p),
		name:      parsed.Name.Name,
		doc:       parsed.Doc.Text(),
		lines:     bytes.Count(source, []byte("\n")),
		test:      strings.HasSuffix(p, "_test.go"),
		generated: ast.IsGenerated(parsed),
	}
	for _, spec := range parsed.Imports {
		name, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			return file{}, fmt.Errorf("%s: import %s: %w", p, spec.Path.Value, err)
		}
		f.imports = append(f.imports, name)
	}
	return f, nil
}

// text returns a file's content, and false if it is not text.
func (tr tree) text(t *testing.T, p string) (string, bool) {
	t.Helper()
	content, err := fs.ReadFile(tr.fsys, p)
	if errors.Is(err, fs.ErrNotExist) {
		return "", false // removed since the walk, as tools do with their temporary files
	}
	require.NoError(t, err)
	return string(content), !bytes.Contains(content, []byte{0})
}
