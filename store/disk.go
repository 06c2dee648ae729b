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

// admit reports whether n more bytes may be written to a store whose levels take so
// many bytes.
func (g *guard) admit(n int64, levels []int64) error {
	free, err := g.free(g.dir)
	if err != nil {
		return fmt.Errorf("free space of %s: %w", g.dir, err)
	}
	if reserve := max(g.minFree, mergeRoom(levels)); free-n < reserve {
		return fmt.Errorf("%w: %s has %d MiB left, of which %d MiB are kept free: make room or lower the reserve",
			ErrDiskFull, g.dir, free>>20, reserve>>20)
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

// mergeRoom returns the bytes that the engine may need at any moment to write its
// memtables to tables and to merge tables, given how many bytes each of its levels
// takes: it writes the new tables before it removes the old ones.
//
// All of level 0 is merged at once, with what there is in the first level below, of
// which the engine wants to have 10 MiB and has as much as level 0 may bring. In the
// levels below that one table is merged with about ten times as much of the next
// level; there the tables are 2 MiB, and twice as large from level to level.
func mergeRoom(levels []int64) int64 {
	const (
		memTables = 3 * memTableSize
		baseLevel = 16 * memTableSize
		baseTable = 2 << 20
		merged    = 11 + 5 // a table, ten times as much, and the same one level higher
	)
	room := int64(memTables)
	if len(levels) == 0 {
		return room
	}
	room += levels[0]
	for i, size := range levels {
		if i == 0 || size == 0 {
			continue
		}
		room += min(size, baseLevel)
		if deeper := len(levels) - 2 - i; deeper >= 0 {
			room += merged * baseTable << deeper
		}
		break
	}
	return room
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
