package store

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// guard keeps the disk from filling up. It is not safe for concurrent use.
type guard struct {
	dir     string
	free    func(dir string) (int64, error)
	minFree int64
	maxDisk int64 // 0 = no limit

	// size is at least what the store takes on disk: what was measured last and
	// everything put since.
	size int64
}

// admit reports whether n more bytes may be written.
func (g *guard) admit(n int64) error {
	free, err := g.free(g.dir)
	if err != nil {
		return fmt.Errorf("free space of %s: %w", g.dir, err)
	}
	if free < g.minFree {
		return fmt.Errorf("%w: %s has %d MiB left, of which %d MiB are kept free: make room or lower the reserve",
			ErrDiskFull, g.dir, free>>20, g.minFree>>20)
	}
	if g.maxDisk == 0 {
		return nil
	}
	if g.size += n; g.size <= g.maxDisk {
		return nil
	}
	if g.size, err = diskBytes(g.dir); err != nil {
		return err
	}
	if g.size > g.maxDisk {
		return fmt.Errorf("%w: %s takes %d MiB of at most %d MiB", ErrDiskLimit, g.dir, g.size>>20, g.maxDisk>>20)
	}
	return nil
}

// diskBytes returns the blocks that all files below a directory take, in bytes.
// Files that vanish meanwhile count as nothing.
func diskBytes(dir string) (int64, error) {
	var sum int64
	err := filepath.WalkDir(dir, func(_ string, entry fs.DirEntry, err error) error {
		var info fs.FileInfo
		if err == nil {
			info, err = entry.Info()
		}
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return nil
		case err != nil:
			return err
		case !entry.IsDir():
			sum += blockBytes(info)
		}
		return nil
	})
	if err != nil {
		return 0, fmt.Errorf("size of %s: %w", dir, err)
	}
	return sum, nil
}

// files returns the paths of a store's engine files with this ending, in order.
func files(dir, ending string) ([]string, error) {
	entries, err := os.ReadDir(filepath.Join(dir, factsName))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("list store: %w", err)
	}
	var paths []string
	for _, e := range entries {
		if strings.HasSuffix(e.Name(), ending) {
			paths = append(paths, filepath.Join(dir, factsName, e.Name()))
		}
	}
	return paths, nil
}
