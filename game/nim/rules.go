package nim

import (
	"context"
	"fmt"
	"math"
	"strconv"

	"github.com/sprouts-solver/sprouts/game/play"
)

const (
	// DefaultHeaps is the number of heaps of the start position that people know
	// best: 1, 3, 5 and 7 objects.
	DefaultHeaps = 4

	// MaxStart is the largest number of heaps of a start position, so that its
	// drawing stays on a page; [play.Rules.Parse] takes any number.
	MaxStart = 50
)

// rules have no state.
type rules struct{}

// Rules returns Nim as people play it: any number of heaps of 0 to 2^64-1 objects,
// normal or misère, the latter by default. It also is [play.Nimbers].
func Rules() play.Rules { return rules{} }

// Name returns "nim".
func (rules) Name() string { return "nim" }

// About describes Nim.
func (rules) About() play.About {
	return play.About{
		Title: "Nim",
		Goal: "There are some heaps of objects. A move takes one object or more, all from one heap. " +
			"Normal play: who takes the last object wins. Misère play, which is the custom: who takes it loses.",
		Move: "2:3 takes 3 objects from the second heap; 5-3 takes 3 from the heap of 5, " +
			"if only one heap has 5 objects.",
		Size: fmt.Sprintf("number of heaps, 1 to %d, default %d: they have 1, 3, 5, 7, ... objects",
			MaxStart, DefaultHeaps),
		Misere:          true,
		ByDefaultMisere: true,
	}
}

// Start returns Options.Size heaps of 1, 3, 5, ... objects. Nothing is drawn at
// random.
func (rules) Start(o play.Options) (play.Position, error) {
	size := o.Size
	if size == 0 {
		size = DefaultHeaps
	}
	if size < 1 || size > MaxStart {
		return nil, fmt.Errorf("start of nim: %d heaps; want 1 to %d", size, MaxStart)
	}
	heaps := make([]uint64, size)
	for i := range heaps {
		heaps[i] = uint64(2*i + 1)
	}
	return position{heaps}, nil
}

// Parse reads heap sizes joined by "+" or blanks, or "!" for no heap. It keeps
// their order, and heaps of 0.
func (rules) Parse(text string) (play.Position, error) {
	list, failure := summands(text, "")
	if failure != nil {
		return nil, failure
	}
	heaps := make([]uint64, len(list))
	for i, s := range list {
		n, err := strconv.ParseUint(s.digits, 10, 64)
		if err != nil {
			return nil, tooLarge(text, s, strconv.FormatUint(math.MaxUint64, 10))
		}
		heaps[i] = n
	}
	return position{heaps}, nil
}

// Nimber returns the xor of the heaps.
func (rules) Nimber(_ context.Context, p play.Position) (uint64, error) {
	q, err := ours(p)
	return q.xor(), err
}

// ours refuses positions of other games.
func ours(p play.Position) (position, error) {
	q, ok := p.(position)
	if !ok {
		return position{}, fmt.Errorf("a %T is no position of nim", p)
	}
	return q, nil
}
