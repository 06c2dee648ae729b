package transport

import (
	"fmt"
	"io/fs"
	"os"
	"runtime"
)

// othersRead is what the mode of a secret file must not have. Its group may read
// it: that is how Kubernetes hands secrets to a program that is not root.
const othersRead fs.FileMode = 0o004

// checkSecret refuses a file that every user of the machine can read. It is an
// error, not a warning, as with ssh's private keys: a warning at the start of a run
// of weeks is read by nobody, and a secret that was open for a day is none.
func checkSecret(what, file string) error {
	info, err := os.Stat(file)
	if err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	if runtime.GOOS != "windows" && info.Mode()&othersRead != 0 {
		return fmt.Errorf("%s %s can be read by all users of this machine (mode %#o): chmod 600 it", what, file, info.Mode().Perm())
	}
	return nil
}
