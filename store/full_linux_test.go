package store_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// mountDisk mounts a file system of its own in memory, until the test ends. Where
// that is not allowed, the test is skipped.
func mountDisk(t *testing.T, size int64) (dir string) {
	t.Helper()
	dir = t.TempDir()
	if err := unix.Mount("tmpfs", dir, "tmpfs", 0, fmt.Sprintf("size=%d", size)); err != nil {
		t.Skipf("needs a small file system to fill, and may not mount one (%v): run it as root", err)
	}
	t.Cleanup(func() { require.NoError(t, unix.Unmount(dir, unix.MNT_DETACH)) })
	return dir
}

// growDisk makes such a file system larger.
func growDisk(t *testing.T, dir string, size int64) {
	t.Helper()
	require.NoError(t, unix.Mount("tmpfs", dir, "tmpfs", unix.MS_REMOUNT, fmt.Sprintf("size=%d", size)))
}
