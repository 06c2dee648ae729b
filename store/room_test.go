package store

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestMergeRoom(t *testing.T) {
	const MiB = 1 << 20
	tests := []struct {
		name   string
		levels []int64
		want   int64
	}{
		{"unknown", nil, 24 * MiB},
		{"empty", make([]int64, 7), 24 * MiB},
		{"only level 0", []int64{40 * MiB, 0, 0, 0, 0, 0, 0}, 64 * MiB},
		{"small", []int64{40 * MiB, 0, 0, 0, 0, 0, 9 * MiB}, 73 * MiB},
		{"two levels", []int64{40 * MiB, 0, 0, 0, 0, 10 * MiB, 90 * MiB}, 106 * MiB},
		{"1 GB", []int64{0, 0, 0, 0, 10 * MiB, 90 * MiB, 900 * MiB}, 98 * MiB},
		{"1 TB", []int64{0, 10 * MiB, 90 * MiB, 900 * MiB, 9000 * MiB, 90000 * MiB, 900000 * MiB}, 546 * MiB},
		{"merged by hand", []int64{0, 0, 0, 0, 0, 0, 900 * MiB}, 152 * MiB},
	}
	for _, tt := range tests {
		require.Equal(t, tt.want, mergeRoom(tt.levels), tt.name)
	}
}
