package nim

import (
	"fmt"
	"strconv"

	"github.com/sprouts-solver/sprouts/game"
)

// MaxHeap is the largest heap, in objects: its nimber is the largest that the
// contract can hold.
const MaxHeap = game.MaxNimber

// Version identifies the rules and the canonical form, see [game.Game].
const Version = "nim-1"

// nim has no state: a heap is its size.
type nim struct{}

// New returns the game of Nim. Its expanders have no state either.
func New() game.Game { return nim{} }

// Name returns "nim".
func (nim) Name() string { return "nim" }

// Version returns [Version].
func (nim) Version() string { return Version }

// Format writes the size of the heap as a decimal number.
func (nim) Format(c game.Component) (string, error) {
	if !canonical([]byte(c)) {
		return "", fmt.Errorf("component %x is not a nim heap: want one byte, 01 to %02x", string(c), MaxHeap)
	}
	return strconv.Itoa(int(c[0])), nil
}

// NewExpander returns a generator of the moves in a heap.
func (nim) NewExpander() game.Expander { return &expander{} }

// expander owns the one sum that it lends to yield.
type expander struct{ option game.Sum }

// Expand yields the heap with 0, 1, ... objects left, in this order.
func (e *expander) Expand(c []byte, yield func(option *game.Sum) bool) {
	for left := range size(c) {
		e.option.Reset()
		if left > 0 {
			e.option.Append([]byte{left})
		}
		if !yield(&e.option) {
			return
		}
	}
}

// Measure returns the size of the heap twice: it is both the longest game, one
// object at a time, and the number of options.
func (*expander) Measure(c []byte) game.Measure {
	n := int(size(c))
	return game.Measure{Lives: n, Moves: float64(n)}
}

// Analogy returns no family: no two heaps have related nimbers.
func (*expander) Analogy([]byte) (family []byte, shift game.Nimber) { return nil, 0 }

// canonical reports whether c is the canonical form of a heap.
func canonical(c []byte) bool { return len(c) == 1 && 1 <= c[0] && c[0] <= MaxHeap }

// size returns the number of objects in the heap. It panics if c is not
// canonical.
func size(c []byte) byte {
	if !canonical(c) {
		panic(fmt.Sprintf("nim: %x is not a canonical heap", c))
	}
	return c[0]
}
