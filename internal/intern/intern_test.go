package intern

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestInternNumbersByFirstSight(t *testing.T) {
	var table Table
	const n = 200_000 // several pieces of each array, and shards that grow
	for range 2 {
		for i := range n {
			id, _ := table.Intern(fmt.Appendf(nil, "string %d", i))
			require.Equal(t, uint32(i), id)
		}
	}
	require.Equal(t, n, table.Len())
	for i := range n {
		want := fmt.Sprintf("string %d", i)
		require.Equal(t, want, string(table.Bytes(uint32(i))))
		id, ok := table.Find([]byte(want))
		require.True(t, ok)
		require.Equal(t, uint32(i), id)
	}
	_, ok := table.Find([]byte("string"))
	require.False(t, ok)
}

func TestEmptyTableFindsNothing(t *testing.T) {
	var table Table
	_, ok := table.Find(nil)
	require.False(t, ok)
	id, added := table.Intern(nil)
	require.True(t, added)
	require.Empty(t, table.Bytes(id))
}

// TestMemoryPerString keeps the cost that the package documentation states.
func TestMemoryPerString(t *testing.T) {
	var table Table
	const n, length = 1_000_000, 16
	for i := range n {
		table.Intern(fmt.Appendf(nil, "%0*d", length, i))
	}
	require.InEpsilon(t, table.MemoryFor(n, n*length), table.Memory(), 0.1)
	perString := float64(table.Memory())/n - length
	require.Greater(t, perString, 16+8/0.75)
	require.Less(t, perString, 16+2*8/0.75+2)
}

func BenchmarkIntern(b *testing.B) {
	var table Table
	keys := make([][]byte, 1<<16)
	for i := range keys {
		keys[i] = fmt.Appendf(nil, "%020d", i*7919)
		table.Intern(keys[i])
	}
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		table.Intern(keys[i&(1<<16-1)])
		i++
	}
}
