package arch

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// library says where a library may be imported.
type library struct {
	path   string   // the import path, or the start of it
	places []string // starts of file paths; tests adds every test
	reason string
}

// tests stands for all files that are not part of a program: tests, and the
// suites that tests call, which live in rooms named gametest, storetest.
const tests = "tests"

// libraries lists every library that the project imports by itself.
var libraries = []library{
	{"github.com/dgraph-io/badger/", []string{"store/badger"}, "one file can be rewritten for another engine"},
	{"github.com/spf13/cobra", []string{"cmd/"}, "packages take options, only programs have flags"},
	{"github.com/spf13/pflag", []string{"cmd/"}, "packages take options, only programs have flags"},
	{"github.com/knadh/koanf/", []string{"cmd/"}, "packages take options, only programs have settings"},
	{"github.com/vbauerster/mpb/", []string{"cmd/", "internal/term/"}, "packages report numbers, the terminal draws them"},
	{"charm.land/lipgloss/", []string{"cmd/", "internal/term/"}, "packages report numbers, the terminal draws them"},
	{"golang.org/x/term", []string{"cmd/", "internal/term/"}, "whether somebody watches matters to the terminal only"},
	{"golang.org/x/sync/", []string{"cmd/", "store/", "coordinator/server", "worker/"}, "goroutines belong to the edge; search and the games have none"},
	{"github.com/creack/pty", []string{tests}, "no test code in the program"},
	{"golang.org/x/sys/", []string{"cmd/", "store/", "internal/chaos/"}, "system calls belong to the edge"},
	{"google.golang.org/protobuf/", []string{"proto/", "cmd/", "coordinator/server", "worker/client", tests}, "messages are turned into values at the edge"},
	{"google.golang.org/grpc", []string{"proto/", "cmd/", "internal/transport/", "coordinator/server", "worker/client", tests}, "calls are the edge: what decides knows no network"},
	{"google.golang.org/genproto/", []string{"coordinator/server", "worker/client", tests}, "what an error says beside its text is for the edge"},
	{"github.com/grpc-ecosystem/go-grpc-middleware/", []string{"internal/transport/"}, "what happens around every call happens in one place"},
	{"github.com/prometheus/client_golang/", []string{"cmd/", "internal/transport/", "coordinator/server", "coordinator/metrics", "coordinator/http", "worker/metrics", "worker/http", tests}, "packages count, the edge shows the counts"},
	{"golang.org/x/net/", []string{"internal/transport/"}, "connections belong to the edge"},
	{"github.com/stretchr/testify/require", []string{tests}, "no test code in the program; assert would go on after a failure"},
	{"github.com/google/go-cmp/", []string{tests}, "no test code in the program"},
	{"github.com/google/licensecheck", []string{"internal/arch/"}, "licences are checked here"},
	{"github.com/cockroachdb/datadriven", []string{tests}, "no test code in the program"},
	{"github.com/rogpeppe/go-internal/", []string{tests}, "no test code in the program"},
	{"go.uber.org/goleak", []string{tests}, "no test code in the program"},
	{"pgregory.net/rapid", []string{tests}, "no test code in the program"},
}

func TestLibraries(t *testing.T) {
	report(t, checkLibraries(project(t)))
}

// checkLibraries finds imports of libraries outside their places.
func checkLibraries(tr tree) (complaints []string) {
	for _, f := range tr.files {
		for _, name := range f.imports {
			if first, _, _ := strings.Cut(name, "/"); !strings.Contains(first, ".") || strings.HasPrefix(name, module) {
				continue
			}
			i := slices.IndexFunc(libraries, func(l library) bool { return strings.HasPrefix(name, l.path) })
			switch {
			case i < 0:
				complaints = append(complaints,
					fmt.Sprintf("%s imports %s, which has no place: add it to libraries with a reason, or do without", f.path, name))
			case !libraries[i].allows(f):
				complaints = append(complaints,
					fmt.Sprintf("%s imports %s, which belongs to %v: %s", f.path, name, libraries[i].places, libraries[i].reason))
			}
		}
	}
	return complaints
}

// allows reports whether the file is one of the library's places.
func (l library) allows(f file) bool {
	forTests := f.test || strings.HasSuffix(f.room, "test")
	return slices.ContainsFunc(l.places, func(place string) bool {
		return strings.HasPrefix(f.path, place) || place == tests && forTests
	})
}
