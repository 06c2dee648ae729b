package tree_test

import (
	"errors"
	"fmt"

	"pgregory.net/rapid"

	"github.com/sprouts-solver/sprouts/game"
)

// toy is a game given by its options: component i is the byte i, and each of its
// options is a sum of components below i. Lives and moves steer only, so they can be
// anything.
type toy struct {
	options [][][]byte
	lives   []int
	moves   []float64
}

// drawToy draws a game whose nimbers fit the contract: a component with at most
// MaxNimber options cannot be worth more.
func drawToy(t *rapid.T) *toy {
	g := &toy{}
	size := rapid.IntRange(2, 30).Draw(t, "components")
	for i := range size {
		parts := 3
		if i == 0 {
			parts = 0
		}
		option := rapid.SliceOfN(rapid.ByteRange(0, byte(max(i-1, 0))), 0, parts)
		g.options = append(g.options, rapid.SliceOfN(option, 0, 9).Draw(t, "options"))
		g.lives = append(g.lives, rapid.IntRange(0, 20).Draw(t, "lives"))
		g.moves = append(g.moves, rapid.Float64Range(0, 1e9).Draw(t, "moves"))
	}
	return g
}

// newToy returns a game with these options, in which component i has i lives and as
// many moves as options.
func newToy(options ...[][]byte) *toy {
	g := &toy{options: options}
	for i, o := range options {
		g.lives = append(g.lives, i)
		g.moves = append(g.moves, float64(len(o)))
	}
	return g
}

func (g *toy) Name() string               { return "toy" }
func (g *toy) Version() string            { return "toy" }
func (g *toy) NewExpander() game.Expander { return &toyExpander{game: g} }
func (g *toy) Parse(string) (game.Position, error) {
	return game.Position{}, errors.ErrUnsupported
}
func (g *toy) Format(c game.Component) (string, error) { return fmt.Sprint(c[0]), nil }

type toyExpander struct {
	game *toy
	sum  game.Sum
}

func (e *toyExpander) Expand(c []byte, yield func(*game.Sum) bool) {
	for _, option := range e.game.options[c[0]] {
		e.sum.Reset()
		for _, part := range option {
			e.sum.Append([]byte{part})
		}
		if !yield(&e.sum) {
			return
		}
	}
}

func (e *toyExpander) Measure(c []byte) game.Measure {
	return game.Measure{Lives: e.game.lives[c[0]], Moves: e.game.moves[c[0]]}
}

func (e *toyExpander) Analogy([]byte) ([]byte, game.Nimber) { return nil, 0 }

// toyPosition is the sum of some components of a toy and a heap.
func toyPosition(heap game.Nimber, components ...byte) game.Position {
	p := game.Position{Heap: heap}
	for _, c := range components {
		p.Components = append(p.Components, game.Component([]byte{c}))
	}
	return p
}
