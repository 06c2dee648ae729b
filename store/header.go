package store

import (
	"errors"
	"fmt"
	"hash/crc32"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

const (
	headerName  = "STORE"
	factsName   = "facts"
	headerMagic = "sprouts-store"
	formatName  = "1"
	sealWord    = "check " // begins the last line of STORE
)

// headerText is what identifies a store: the first four lines of STORE.
func headerText(id Identity) string {
	return fmt.Sprintf("%s\nformat %s\ngame %s\nversion %s\n", headerMagic, formatName, id.Game, id.Version)
}

// sealed returns a text with a last line that tells whether it was damaged.
func sealed(text string) string {
	return fmt.Sprintf("%s%s%08x\n", text, sealWord, crc32.Checksum([]byte(text), castagnoli))
}

// unsealed takes the last line off again, if there is one, and reports whether the
// text is what was sealed.
func unsealed(text string) (string, bool) {
	at := len(text) - len(sealed(""))
	if at < 0 || !strings.HasPrefix(text[at:], sealWord) {
		return text, true
	}
	return text[:at], sealed(text[:at]) == text
}

// checkHeader compares the content of STORE with what the program needs.
func checkHeader(dir, text string, id Identity) error {
	damaged := &CorruptError{Path: filepath.Join(dir, headerName), Detail: "is not the lines that say what the store is"}
	text, ok := unsealed(text)
	lines := strings.Split(text, "\n")
	if !ok || lines[0] != headerMagic || len(lines) < 2 {
		return damaged
	}
	field := func(i int, name string) (string, bool) {
		if i >= len(lines) {
			return "", false
		}
		return strings.CutPrefix(lines[i], name+" ")
	}
	format, ok := field(1, "format")
	if !ok {
		return damaged
	}
	if format != formatName {
		return &VersionError{Dir: dir, What: "format", Have: format, Want: formatName}
	}
	game, gameOK := field(2, "game")
	version, versionOK := field(3, "version")
	if !gameOK || !versionOK || text != headerText(Identity{game, version}) {
		return damaged
	}
	if game != id.Game {
		return &VersionError{Dir: dir, What: "game", Have: game, Want: id.Game}
	}
	if version != id.Version {
		return &VersionError{Dir: dir, What: "version", Have: version, Want: id.Version}
	}
	return nil
}

// lockHeader opens STORE, locks it until the file is closed, and checks it. The
// lock is shared between readers and exclusive for a writer.
func lockHeader(dir string, id Identity, shared bool) (_ *os.File, err error) {
	f, err := os.Open(filepath.Join(dir, headerName))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%w: %s", ErrMissing, dir)
	}
	if err != nil {
		return nil, fmt.Errorf("open store: %w", err)
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, f.Close())
		}
	}()
	text, err := os.ReadFile(f.Name())
	if err != nil {
		return nil, fmt.Errorf("open store: %w", err)
	}
	if err := checkHeader(dir, string(text), id); err != nil {
		return nil, err
	}
	switch err := lockFile(f, shared); {
	case errors.Is(err, errLocked):
		return nil, fmt.Errorf("%w: %s%s", ErrInUse, dir, holder(dir))
	case err != nil:
		return nil, fmt.Errorf("lock store %s: %w", dir, err)
	}
	return f, nil
}

// holder names the process that has the store open for writing, if it is known.
func holder(dir string) string {
	pid, err := os.ReadFile(filepath.Join(dir, factsName, "LOCK"))
	if err != nil || len(pid) == 0 {
		return ""
	}
	return " (by process " + strings.TrimSpace(string(pid)) + ")"
}

// checkPlace reports why a new store may not be made in a directory, which may
// be missing: it holds something else, or what is left of a store.
func checkPlace(dir string) error {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("create store: %w", err)
	}
	for _, e := range entries {
		switch name := e.Name(); {
		case name == headerName, name == "lost+found", strings.HasPrefix(name, headerName+"."):
		case name == factsName:
			return &CorruptError{Path: filepath.Join(dir, headerName), Detail: "is missing, but " + factsName + " is there"}
		default:
			return fmt.Errorf("%w: %s holds %s: choose an empty or a new directory", ErrForeign, dir, name)
		}
	}
	return nil
}

// writeHeader makes STORE unless it is there. It appears with its whole content
// or not at all, also when two processes do this at once.
func writeHeader(dir string, id Identity) (err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("create store: %w", err)
		}
	}()
	f, err := os.CreateTemp(dir, headerName+".*")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.Remove(f.Name())) }()
	_, err = f.WriteString(sealed(headerText(id)))
	if err = errors.Join(err, f.Chmod(0o644), f.Sync(), f.Close()); err != nil {
		return err
	}
	if err := os.Link(f.Name(), filepath.Join(dir, headerName)); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	return syncPath(dir)
}

// syncPath writes a file's or directory's changes through to the disk.
func syncPath(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}
