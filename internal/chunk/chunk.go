// Package chunk holds large arrays as lists of equal pieces, so that they grow
// without copying: an append never needs more memory than one piece, and the
// memory in use is what has been appended, to within a piece for each array.
//
// [Slice] is an array of fixed-size elements. [Arena] holds runs of elements,
// each contiguous, addressed by the place where they start.
//
// Both serve one goroutine, or several after Bound: then one at a time may append,
// while others read what they learned of from the one that appended it, under a
// lock or through an atomic word.
package chunk

import "unsafe"

// Elements of a Slice come in pieces of 1<<sliceBits.
const sliceBits = 14

// Slice is an array that grows by pieces. The zero value is empty and ready.
type Slice[T any] struct {
	pieces [][]T // the first made are in use, the others nil
	made   int
	bound  bool // the list of pieces must not move
	n      uint32
}

// Bound prepares an empty slice for n elements at most, so that Append moves nothing
// that At reads. Appending more, to within a piece, then panics.
func (s *Slice[T]) Bound(n int) {
	s.pieces, s.bound = make([][]T, piecesOf(n, sliceBits)), true
}

// piecesOf returns how many pieces n elements take.
func piecesOf(n int, bits uint) int { return (n + 1<<bits - 1) >> bits }

// Len returns the number of elements.
func (s *Slice[T]) Len() int { return int(s.n) }

// At returns a pointer to element i, valid for ever. It panics if i is out of
// range of the pieces.
func (s *Slice[T]) At(i uint32) *T {
	return &s.pieces[i>>sliceBits][i&(1<<sliceBits-1)]
}

// Append adds an element and returns its index.
func (s *Slice[T]) Append(x T) uint32 {
	i := s.n
	if i&(1<<sliceBits-1) == 0 {
		addPiece(&s.pieces, s.made, s.bound, make([]T, 1<<sliceBits))
		s.made++
	}
	*s.At(i) = x
	s.n++
	return i
}

// Memory returns the bytes that the pieces hold.
func (s *Slice[T]) Memory() int64 {
	var x T
	return int64(s.made) << sliceBits * int64(unsafe.Sizeof(x))
}

// addPiece adds one to a list of pieces of which so many are in use. A bound list
// is not itself written, since others may read it.
func addPiece[T any](pieces *[][]T, made int, bound bool, piece []T) {
	switch {
	case made < len(*pieces):
		(*pieces)[made] = piece
	case bound:
		panic("chunk: more elements than Bound allows")
	default:
		*pieces = append(*pieces, piece)
	}
}

// MemoryFor returns the bytes that the pieces of n elements hold.
func (s *Slice[T]) MemoryFor(n int) int64 {
	var x T
	return int64(piecesOf(n, sliceBits)) << sliceBits * int64(unsafe.Sizeof(x))
}

// Elements of an Arena come in pieces of 1<<arenaBits. A longer run takes several
// pieces that lie side by side in memory.
const (
	arenaBits = 20
	arenaSize = 1 << arenaBits
)

// Arena holds runs of elements. The zero value is empty and ready.
type Arena[T any] struct {
	pieces [][]T // the first made are in use; each reaches to the end of the memory that it was made with
	made   int
	bound  bool   // the list of pieces must not move
	used   uint64 // addresses, with the unused ends of pieces
}

// Bound prepares an empty arena for n elements at most, with the unused ends of
// pieces, so that Reserve moves nothing that Run and From read. Reserving more, to
// within a piece, then panics.
func (a *Arena[T]) Bound(n int) {
	a.pieces, a.bound = make([][]T, piecesOf(n, arenaBits)), true
}

// Fresh returns an empty arena with the same bound.
func (a *Arena[T]) Fresh() Arena[T] {
	if !a.bound {
		return Arena[T]{}
	}
	return Arena[T]{pieces: make([][]T, len(a.pieces)), bound: true}
}

// Add copies a run and returns the index of its first element.
func (a *Arena[T]) Add(run []T) uint64 {
	at := a.Reserve(len(run))
	copy(a.Run(at, len(run)), run)
	return at
}

// Reserve makes room for a run of n zero elements and returns the index of the
// first.
func (a *Arena[T]) Reserve(n int) uint64 {
	if end := uint64(a.made) << arenaBits; uint64(max(n, 1)) > end-a.used {
		a.used = end
		room := make([]T, max(1, (n+arenaSize-1)>>arenaBits)<<arenaBits)
		for ; len(room) > 0; room = room[arenaSize:] {
			addPiece(&a.pieces, a.made, a.bound, room)
			a.made++
		}
	}
	at := a.used
	a.used += uint64(n)
	return at
}

// Run returns the n elements from index at on. They stay in place for ever.
func (a *Arena[T]) Run(at uint64, n int) []T {
	i := int(at & (arenaSize - 1))
	return a.pieces[at>>arenaBits][i : i+n : i+n]
}

// From returns the elements from index at to the end of the run that holds it, and
// maybe more.
func (a *Arena[T]) From(at uint64) []T { return a.pieces[at>>arenaBits][at&(arenaSize-1):] }

// Memory returns the bytes that the pieces hold.
func (a *Arena[T]) Memory() int64 {
	var x T
	return int64(a.made) << arenaBits * int64(unsafe.Sizeof(x))
}

// MemoryFor returns the bytes that the pieces of n elements hold, but for the
// unused ends of pieces.
func (a *Arena[T]) MemoryFor(n int64) int64 {
	var x T
	return (n + arenaSize - 1) >> arenaBits << arenaBits * int64(unsafe.Sizeof(x))
}
