//go:build !linux

package store_test

import "testing"

// mountDisk skips the test: how to mount a small file system is known for Linux.
func mountDisk(t *testing.T, _ int64) string {
	t.Helper()
	t.Skip("needs a small file system to fill, and can mount one on Linux only")
	return ""
}

func growDisk(*testing.T, string, int64) {}
