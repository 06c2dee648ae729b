package nim

import (
	"iter"
	"slices"
	"strconv"

	"github.com/sprouts-solver/sprouts/game/play"
)

// position is some heaps in a row. A heap that has been taken away stays as 0, so
// that the others keep their numbers.
type position struct{ heaps []uint64 }

// String writes the sizes of the heaps joined by "+", and "!" for no heap.
func (p position) String() string {
	if len(p.heaps) == 0 {
		return "!"
	}
	var b []byte
	for i, h := range p.heaps {
		if i > 0 {
			b = append(b, '+')
		}
		b = strconv.AppendUint(b, h, 10)
	}
	return string(b)
}

// xor returns the nimber.
func (p position) xor() uint64 {
	x := uint64(0)
	for _, h := range p.heaps {
		x ^= h
	}
	return x
}

// take is a move: some objects of the heap with an index from 0.
type take struct {
	heap  int
	count uint64
}

// String writes the move in its short form, "2:3" for 3 objects of the second heap.
func (t take) String() string {
	return strconv.Itoa(t.heap+1) + ":" + strconv.FormatUint(t.count, 10)
}

// after returns the position after a move.
func (p position) after(t take) position {
	heaps := slices.Clone(p.heaps)
	heaps[t.heap] -= t.count
	return position{heaps}
}

// Moves yields the moves heap by heap, and of each heap the smallest first.
func (p position) Moves(play.Side) iter.Seq[play.Move] {
	return func(yield func(play.Move) bool) {
		for i, h := range p.heaps {
			// Counting left objects down ends even where counting taken ones up
			// would wrap around, behind 2^64-1.
			for left := h; left > 0; left-- {
				t := take{i, h - left + 1}
				if !yield(play.Move{Text: t.String(), To: p.after(t)}) {
					return
				}
			}
		}
	}
}

// Play returns the position after a move.
func (p position) Play(_ play.Side, move string) (play.Position, error) {
	t, failure := p.read(move)
	if failure != nil {
		return nil, failure
	}
	return p.after(t), nil
}

// objects writes "1 object", "2 objects".
func objects(n uint64) string {
	if n == 1 {
		return "1 object"
	}
	return strconv.FormatUint(n, 10) + " objects"
}
