// Package chunk holds large arrays as lists of equal pieces, so that they grow
// without copying: an append never needs more memory than one piece, and the
// memory in use is what has been appended, to within a piece for each array.
//
// [Slice] is an array of fixed-size elements. [Arena] holds runs of elements,
// each contiguous, addressed by the place where they start.
package chunk

import "unsafe"

// Elements of a Slice come in pieces of 1<<sliceBits.
const sliceBits = 14

// Slice is an array that grows by pieces. The zero value is empty and ready.
type Slice[T any] struct {
	pieces [][]T
	n      uint32
}

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
		s.pieces = append(s.pieces, make([]T, 1<<sliceBits))
	}
	*s.At(i) = x
	s.n++
	return i
}

// Memory returns the bytes that the pieces hold.
func (s *Slice[T]) Memory() int64 {
	var x T
	return int64(len(s.pieces)) << sliceBits * int64(unsafe.Sizeof(x))
}

// arenaBits is the binary logarithm of the number of elements in a piece of an
// Arena: no run may be longer.
const arenaBits = 18

// MaxRun is the length of the longest run that an Arena holds.
const MaxRun = 1 << arenaBits

// Arena holds runs of elements. The zero value is empty and ready.
type Arena[T any] struct {
	pieces [][]T
	used   uint64 // elements, with the unused ends of pieces
}

// Add copies a run and returns the index of its first element.
func (a *Arena[T]) Add(run []T) uint64 {
	at := a.Reserve(len(run))
	copy(a.Run(at, len(run)), run)
	return at
}

// Reserve makes room for a run of n zero elements and returns the index of the
// first. It panics if n > MaxRun.
func (a *Arena[T]) Reserve(n int) uint64 {
	left := uint64(len(a.pieces))<<arenaBits - a.used
	if uint64(n) > left {
		if n > MaxRun {
			panic("chunk: run too long")
		}
		a.used += left
		a.pieces = append(a.pieces, make([]T, MaxRun))
	}
	at := a.used
	a.used += uint64(n)
	return at
}

// Run returns the n elements from index at on. They stay in place for ever.
func (a *Arena[T]) Run(at uint64, n int) []T {
	i := int(at & (MaxRun - 1))
	return a.pieces[at>>arenaBits][i : i+n : i+n]
}

// From returns the elements from index at to the end of its piece.
func (a *Arena[T]) From(at uint64) []T { return a.pieces[at>>arenaBits][at&(MaxRun-1):] }

// Memory returns the bytes that the pieces hold.
func (a *Arena[T]) Memory() int64 {
	var x T
	return int64(len(a.pieces)) << arenaBits * int64(unsafe.Sizeof(x))
}
