//go:build linux || darwin || freebsd

package store

import (
	"errors"
	"io/fs"
	"math"
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// errLocked says that another open file holds a lock that excludes ours.
var errLocked = unix.EWOULDBLOCK

// FreeBytes returns what an ordinary user may still write to the file system
// that holds dir.
func FreeBytes(dir string) (int64, error) {
	var s unix.Statfs_t
	if err := unix.Statfs(dir, &s); err != nil {
		return 0, err
	}
	// The types differ between systems.
	//nolint:unconvert // needed where they are not these
	return int64(min(uint64(s.Bavail)*uint64(s.Bsize), math.MaxInt64)), nil
}

// blockBytes returns the bytes that a file takes on disk, holes left out.
func blockBytes(info fs.FileInfo) int64 {
	if s, ok := info.Sys().(*syscall.Stat_t); ok {
		return s.Blocks * 512
	}
	return info.Size()
}

// lockFile locks a file until it is closed, or until the process dies. It does
// not wait.
func lockFile(f *os.File, shared bool) error {
	how := unix.LOCK_EX
	if shared {
		how = unix.LOCK_SH
	}
	for {
		if err := unix.Flock(int(f.Fd()), how|unix.LOCK_NB); !errors.Is(err, unix.EINTR) {
			return err
		}
	}
}

// mapFile returns the content of a file and a function that gives it back. A
// file that shrinks meanwhile makes reading it a memory fault.
func mapFile(path string) (data []byte, done func() error, err error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, nil, err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	info, err := f.Stat()
	if err != nil || info.Size() == 0 {
		return nil, func() error { return nil }, err
	}
	data, err = unix.Mmap(int(f.Fd()), 0, int(info.Size()), unix.PROT_READ, unix.MAP_SHARED)
	return data, func() error { return unix.Munmap(data) }, err
}
