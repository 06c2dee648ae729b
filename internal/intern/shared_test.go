package intern

import (
	"fmt"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

// Goroutines that intern the same strings get the same ids, and find what was kept
// by id; the race detector watches.
func TestSharedTable(t *testing.T) {
	const n, goroutines = 30_000, 4
	var table Table
	var locks Locks
	table.Bound(n, 1<<24)
	kept := make([]int, 0, n) // by id: the string's number + 1
	ids := [goroutines][n]uint32{}
	news := [goroutines]int{}
	var wait sync.WaitGroup
	for g := range goroutines {
		wait.Go(func() {
			for i := range n {
				number := (i*7919 + g*n/goroutines) % n
				id, isNew := locks.Intern(&table, fmt.Appendf(nil, "string %d", number), func(id uint32) {
					if int(id) == len(kept) {
						kept = append(kept, number+1)
					}
				})
				ids[g][number] = id
				if isNew {
					news[g]++
				}
				if string(table.Bytes(id)) != fmt.Sprintf("string %d", number) {
					t.Errorf("id %d has other bytes", id)
				}
			}
		})
	}
	wait.Wait()
	total := 0
	for g := range goroutines {
		require.Equal(t, ids[0], ids[g])
		total += news[g]
	}
	require.Equal(t, n, total)
	for number, id := range ids[0] {
		require.Equal(t, number+1, kept[id])
		found, ok := locks.Find(&table, fmt.Appendf(nil, "string %d", number))
		require.True(t, ok)
		require.Equal(t, id, found)
	}
	locks.Alone(func() { require.Equal(t, n, table.Len()) })
}
