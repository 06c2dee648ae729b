package gametest

import (
	"fmt"

	"github.com/sprouts-solver/sprouts/game"
)

// BruteForce is the obvious solver: the nimber of a component is the least
// nimber that none of its options has, and the nimber of a sum is the xor of its
// parts. It visits everything that can be reached, each component once, and
// shares no code with package search.
//
// It is as slow as it looks: about as many components as fit in memory.
// It is not safe for concurrent use.
type BruteForce struct {
	expander game.Expander
	values   map[game.Component]value
}

// value is what is known of a component after all play from it is.
type value struct {
	nimber  game.Nimber
	longest int // moves in the longest game
}

// NewBruteForce returns a solver of g that has solved nothing yet.
func NewBruteForce(g game.Game) *BruteForce {
	return &BruteForce{expander: g.NewExpander(), values: map[game.Component]value{}}
}

// Nimber returns the nimber of the position. It panics if a component has a
// nimber above [game.MaxNimber], since such a game does not fit the contract.
func (b *BruteForce) Nimber(p game.Position) game.Nimber {
	return p.Heap ^ b.sum(p.Components).nimber
}

// Outcome returns who wins: the mover loses exactly where the nimber is 0.
func (b *BruteForce) Outcome(p game.Position) game.Outcome {
	if b.Nimber(p) == 0 {
		return game.Loss
	}
	return game.Win
}

// Longest returns the number of moves in the longest game from the component.
func (b *BruteForce) Longest(c game.Component) int { return b.component(c).longest }

// Len returns the number of components solved so far.
func (b *BruteForce) Len() int { return len(b.values) }

// sum returns the value of components played side by side.
func (b *BruteForce) sum(components []game.Component) value {
	var total value
	for _, c := range components {
		v := b.component(c)
		total.nimber ^= v.nimber
		total.longest += v.longest
	}
	return total
}

// component returns the value of one component from those of its options.
func (b *BruteForce) component(c game.Component) value {
	if v, ok := b.values[c]; ok {
		return v
	}
	var result value
	var taken [game.MaxNimber + 2]bool
	for _, option := range optionsOf(b.expander, c) {
		v := b.sum(option)
		taken[v.nimber] = true
		result.longest = max(result.longest, 1+v.longest)
	}
	for taken[result.nimber] {
		result.nimber++
	}
	if result.nimber > game.MaxNimber {
		panic(fmt.Sprintf("gametest: component %x has a nimber above %d", string(c), game.MaxNimber))
	}
	b.values[c] = result
	return result
}

// optionsOf returns the options of c in the order of the expander, with equal
// components not cancelled: [game.Position] would hide moves of the longest game.
func optionsOf(e game.Expander, c game.Component) [][]game.Component {
	var options [][]game.Component
	e.Expand([]byte(c), func(option *game.Sum) bool {
		components := make([]game.Component, option.Len())
		for i := range components {
			components[i] = game.Component(option.At(i))
		}
		options = append(options, components)
		return true
	})
	return options
}
