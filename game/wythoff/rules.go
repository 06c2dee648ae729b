package wythoff

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/sprouts-solver/sprouts/game/play"
)

// The number of squares of a side of the board that the start is drawn from.
const (
	DefaultSize = 20
	MinSize     = 4 // a smaller board has only starts that are lost or over in a move
	MaxSize     = 1_000_000_000
)

// rules have no state.
type rules struct{}

// Rules returns Wythoff's game and sums of it, with heaps of 0 to 2^64-1 objects. It
// also is [play.Nimbers].
func Rules() play.Rules { return rules{} }

// Name returns "wythoff".
func (rules) Name() string { return "wythoff" }

// About describes Wythoff's game.
func (rules) About() play.About {
	return play.About{
		Title: "Wythoff's game",
		Goal: "There are two heaps, a and b. A move takes one object or more from one heap, or the same number from " +
			"both; or: a queen walks left, down or along the diagonal to the corner 0,0. Who cannot move loses " +
			"(normal play) or wins (misère play). In a sum of several such games a move is one in any of them.",
		Move: "a-3 takes 3 from the first heap, b-3 from the second, ab-3 from both; 4,7 or \"to 4,7\" leaves 4 and 7. " +
			"In a sum, 2:a-3 or 2:4,7 is a move in the second game.",
		Size: fmt.Sprintf("squares of a side of the board, %d to %d, default %d; the start is drawn at random, "+
			"with both heaps at least half of it", MinSize, MaxSize, DefaultSize),
		Misere: true,
	}
}

// Start draws a queen in the far quarter of a board with Options.Size squares a side.
// It is never on a square that is lost for the first player, in normal or in misère
// play, nor on the diagonal, from where the corner is one move away.
func (rules) Start(o play.Options) (play.Position, error) {
	size := o.Size
	if size == 0 {
		size = DefaultSize
	}
	if size < MinSize || size > MaxSize {
		return nil, fmt.Errorf("start of wythoff: a board of %d squares a side; want %d to %d", size, MinSize, MaxSize)
	}
	chance := rand.New(rand.NewPCG(o.Seed, uint64(size)))
	half := uint64(size / 2)
	for {
		q := pair{half + chance.Uint64N(uint64(size)-half), half + chance.Uint64N(uint64(size)-half)}
		if q.a != q.b && !Lost(q.a, q.b, false) && !Lost(q.a, q.b, true) {
			return position{[]pair{q}}, nil
		}
	}
}

// Parse reads pairs like "12,20" or "12 20", joined by "+".
func (rules) Parse(text string) (play.Position, error) {
	p, failure := parse(text)
	if failure != nil {
		return nil, failure
	}
	return p, nil
}

// Nimber returns the xor of the nimbers of the pairs. Each has to be below
// [MaxTable], or lost, or a heap alone.
func (rules) Nimber(ctx context.Context, p play.Position) (uint64, error) {
	q, err := ours(p)
	if err != nil {
		return 0, err
	}
	s, err := q.appraise(ctx)
	if err != nil {
		return 0, fmt.Errorf("nimber of %s: %w", q, err)
	}
	for i, w := range s.worths {
		if !w.known {
			return 0, fmt.Errorf("nimber of %s: no closed form is known, and the table ends at heaps of %d", q.pairs[i], MaxTable-1)
		}
	}
	return s.xor, nil
}

// ours refuses positions of other games.
func ours(p play.Position) (position, error) {
	q, ok := p.(position)
	if !ok {
		return position{}, fmt.Errorf("a %T is no position of wythoff", p)
	}
	return q, nil
}
