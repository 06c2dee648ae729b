package gametest

import (
	"fmt"

	"github.com/sprouts-solver/sprouts/game"
)

// MisereBruteForce is the obvious solver of misère play, in which who makes the
// last move loses: a position is a win if a move leads to a loss, and also if
// there is no move at all. It knows no nimbers, does not cancel equal pairs, and
// visits sums whole, since in misère play none of the short cuts of normal play
// is right: *2 + *2 is not worth the same as nothing.
//
// A position is a list of components and of nim-heaps, each as often as it is
// there, in any order. [game.Position] cannot hold it: it drops pairs.
//
// It is as slow as it looks. It is not safe for concurrent use.
type MisereBruteForce struct {
	expander   game.Expander
	numbers    map[game.Component]part
	components []game.Component // by number
	options    [][][]part       // by number, nil until somebody asks
	sums       *misereSums
	forest     *MisereForest
	trees      map[string]*MisereTree // by the sorted parts of a sum
}

// NewMisereBruteForce returns a solver of misère g that has solved nothing yet.
// Only the moves and canonical forms of g count.
func NewMisereBruteForce(g game.Game) *MisereBruteForce {
	b := &MisereBruteForce{
		expander: g.NewExpander(),
		numbers:  map[game.Component]part{},
		forest:   NewMisereForest(),
		trees:    map[string]*MisereTree{},
	}
	b.sums = newMisereSums(b.optionsOf)
	return b
}

// Outcome returns who wins the sum of the components and the heaps.
func (b *MisereBruteForce) Outcome(components []game.Component, heaps ...game.Nimber) game.Outcome {
	return b.sums.outcome(b.parts(components, heaps))
}

// Grundy returns the misère Grundy value of the sum: the size of the one nim-heap
// beside which it is a loss. It does not say what the sum is worth beside anything
// else. It panics if the value is above [game.MaxNimber].
func (b *MisereBruteForce) Grundy(components []game.Component, heaps ...game.Nimber) game.Nimber {
	return b.sums.grundy(b.parts(components, heaps))
}

// Genus returns the genus of the sum. It solves all that can be reached, several
// times over.
func (b *MisereBruteForce) Genus(components []game.Component, heaps ...game.Nimber) Genus {
	return b.sums.genus(b.parts(components, heaps))
}

// Tree returns all play from the sum, as a tree of [MisereBruteForce.Forest]. It
// needs memory for everything that can be reached.
func (b *MisereBruteForce) Tree(components []game.Component, heaps ...game.Nimber) *MisereTree {
	return b.tree(b.parts(components, heaps))
}

// Forest returns the forest in which Tree grows its trees.
func (b *MisereBruteForce) Forest() *MisereForest { return b.forest }

// Len returns the number of sums decided so far.
func (b *MisereBruteForce) Len() int { return len(b.sums.outcomes) }

// tree returns all play from the parts, which it sorts.
func (b *MisereBruteForce) tree(sum []part) *MisereTree {
	key := keyOf(sum)
	if t, ok := b.trees[key]; ok {
		return t
	}
	var options []*MisereTree
	for option := range b.sums.moves(sum) {
		options = append(options, b.tree(option))
	}
	t := b.forest.Set(options...)
	b.trees[key] = t
	return t
}

// parts returns components and heaps by number.
func (b *MisereBruteForce) parts(components []game.Component, heaps []game.Nimber) []part {
	var sum []part
	for _, c := range components {
		sum = append(sum, b.number(c))
	}
	for _, k := range heaps {
		if k > game.MaxNimber {
			panic(fmt.Sprintf("gametest: a nim-heap of %d is above %d", k, game.MaxNimber))
		}
		if k > 0 {
			sum = append(sum, heapPart(k))
		}
	}
	return sum
}

// number returns the number of a component.
func (b *MisereBruteForce) number(c game.Component) part {
	p, ok := b.numbers[c]
	if !ok {
		p = part(len(b.components))
		b.numbers[c] = p
		b.components = append(b.components, c)
		b.options = append(b.options, nil)
	}
	return p
}

// optionsOf returns what each move in a component leaves of it, each once.
func (b *MisereBruteForce) optionsOf(p part) [][]part {
	if b.options[p] == nil {
		options := [][]part{}
		for _, option := range optionsOf(b.expander, b.components[p]) {
			options = append(options, b.parts(option, nil))
		}
		b.options[p] = eachOnce(options)
	}
	return b.options[p]
}
