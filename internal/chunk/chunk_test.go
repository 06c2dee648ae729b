package chunk_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/sprouts-solver/sprouts/internal/chunk"
)

func TestSliceKeepsElementsInPlace(t *testing.T) {
	const n = 50_000 // several pieces
	var s chunk.Slice[uint32]
	var places []*uint32
	for i := range uint32(n) {
		require.Equal(t, i, s.Append(7*i))
		places = append(places, s.At(i))
	}
	require.Equal(t, n, s.Len())
	for i, p := range places {
		require.Equal(t, uint32(7*i), *p)
		require.Same(t, p, s.At(uint32(i)))
	}
	require.GreaterOrEqual(t, s.Memory(), int64(4*n))
	require.Less(t, s.Memory(), int64(4*n+4<<14), "one piece more at most")
	require.Equal(t, s.Memory(), s.MemoryFor(n))
	require.Zero(t, s.MemoryFor(0))
}

// Runs of any length, also longer than a piece, lie whole in the arena, and each
// place in them can be addressed.
func TestArena(t *testing.T) {
	const piece = 1 << 20
	length := rapid.OneOf(rapid.IntRange(0, 9), rapid.IntRange(piece/3, piece), rapid.IntRange(piece, 3*piece))
	rapid.Check(t, func(t *rapid.T) {
		var a chunk.Arena[byte]
		type run struct {
			at   uint64
			data []byte
		}
		var runs []run
		for i, n := range rapid.SliceOfN(length, 1, 12).Draw(t, "lengths") {
			data := slices.Repeat([]byte{byte(i + 1)}, n)
			if n > 0 {
				data[0], data[n-1] = 100, 200
			}
			runs = append(runs, run{a.Add(data), data})
		}
		total := 0
		for _, r := range runs {
			n := len(r.data)
			total += n
			require.True(t, slices.Equal(r.data, a.Run(r.at, n)))
			require.True(t, slices.Equal(r.data, a.From(r.at)[:n]))
			from := rapid.IntRange(0, n).Draw(t, "from")
			if from < n {
				require.True(t, slices.Equal(r.data[from:], a.Run(r.at+uint64(from), n-from)), "run of %d from %d", n, from)
			}
		}
		require.GreaterOrEqual(t, a.Memory(), int64(total))
		require.LessOrEqual(t, a.Memory(), int64(len(runs)*piece+total+piece))
	})
}

func TestArenaReservesZeros(t *testing.T) {
	var a chunk.Arena[uint32]
	a.Add([]uint32{1, 2})
	at := a.Reserve(3)
	require.Equal(t, []uint32{0, 0, 0}, a.Run(at, 3))
	a.Run(at, 3)[1] = 5
	require.Equal(t, a.Memory(), a.MemoryFor(5))
	require.Equal(t, []uint32{1, 2}, a.Run(0, 2))
	require.Equal(t, []uint32{5}, a.Run(at+1, 1))
}

// After Bound nothing moves that readers of earlier elements look at; the race
// detector watches.
func TestBoundLetsOthersRead(t *testing.T) {
	const n = 100_000
	var s chunk.Slice[uint32]
	var a chunk.Arena[uint32]
	s.Bound(n)
	a.Bound(8 << 20)
	require.Zero(t, s.Memory())
	require.Zero(t, a.Memory())
	published := make(chan uint32, n)
	places := make(chan uint64, n)
	go func() {
		defer close(published)
		defer close(places)
		for i := range uint32(n) {
			s.Append(i)
			at := a.Add([]uint32{i, i, i, i, i, i, i, i, i, i, i, i, i, i, i, i, i, i, i, i})
			published <- i
			places <- at
		}
	}()
	for i := range published {
		at := <-places
		require.Equal(t, i, *s.At(i))
		require.Equal(t, i, a.Run(at, 20)[19])
		require.Equal(t, i, a.From(at)[0])
	}
	require.Panics(t, func() {
		for range n {
			s.Append(1)
		}
	})
	require.Panics(t, func() { a.Reserve(8 << 20) })
}
