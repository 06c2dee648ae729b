package arch

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/licensecheck"
	"github.com/stretchr/testify/require"
)

// licences may be linked into a program under Apache-2.0, as long as their
// texts go with it. The names are SPDX identifiers.
var licences = []string{"Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "ISC", "MIT", "MPL-2.0", "Unlicense"}

// minCoverage is the share of a licence file, in percent, that must be known
// text. The rest is names, years and remarks.
const minCoverage = 75

func TestLicences(t *testing.T) {
	list := exec.Command("go", "list", "-deps", "-f", "{{with .Module}}{{.Path}}\t{{.Dir}}{{end}}", "./...")
	list.Dir = "../.."
	list.Stderr = os.Stderr
	out, err := list.Output()
	require.NoError(t, err, "list the modules that the programs are made of")

	modules := strings.Fields(string(out))
	seen := map[string]bool{strings.TrimSuffix(module, "/"): true}
	for i := 0; i < len(modules); i += 2 {
		name, dir := modules[i], modules[i+1]
		if !seen[name] {
			seen[name] = true
			require.NoError(t, checkLicence(dir), "licence of %s", name)
		}
	}
}

// checkLicence returns an error unless the folder holds a licence file, and each
// one it holds is of a licence that the program may use.
func checkLicence(dir string) error {
	var files []string
	for _, pattern := range []string{"*LICEN[CS]E*", "COPYING*"} {
		found, err := filepath.Glob(filepath.Join(dir, pattern))
		if err != nil {
			return fmt.Errorf("find licence: %w", err)
		}
		files = append(files, found...)
	}
	if len(files) == 0 {
		return fmt.Errorf("no licence file in %s", dir)
	}
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			return fmt.Errorf("read licence: %w", err)
		}
		cover := licensecheck.Scan(text)
		if cover.Percent < minCoverage {
			return fmt.Errorf("%s: %.0f %% of the text is a known licence, less than %d %%", f, cover.Percent, minCoverage)
		}
		for _, m := range cover.Match {
			if !slices.Contains(licences, m.ID) {
				return fmt.Errorf("%s: licence %s is not one of %v", f, m.ID, licences)
			}
		}
	}
	return nil
}
