package gametest

import (
	"slices"

	"github.com/sprouts-solver/sprouts/game"
)

// Equal reports whether g and h have the same outcome beside any tree. It makes no
// reduced tree, and so is a second opinion on Reduce: g and h are equal if and only
// if each move in one can be answered, by a move to an equal tree in the other or by
// a move back to a tree equal to the other; and if one has no moves, the other is a
// win. [MisereForest.Witness] proves that nothing less will do.
func (f *MisereForest) Equal(g, h *MisereTree) bool {
	if g == h {
		return true
	}
	pair := [2]*MisereTree{g, h}
	if equal, ok := f.equal[pair]; ok {
		return equal
	}
	equal := f.unanswered(g, h) == nil && f.unanswered(h, g) == nil && !f.endsUnlike(g, h) && !f.endsUnlike(h, g)
	f.equal[pair] = equal
	return equal
}

// unanswered returns an option of g that is equal to no option of h and has no
// option equal to h, or nil.
func (f *MisereForest) unanswered(g, h *MisereTree) *MisereTree {
	for _, o := range g.options {
		if !f.hasEqual(h.options, o) && !f.hasEqual(o.options, h) {
			return o
		}
	}
	return nil
}

// hasEqual reports whether one of the trees is equal to t.
func (f *MisereForest) hasEqual(trees []*MisereTree, t *MisereTree) bool {
	return slices.ContainsFunc(trees, func(o *MisereTree) bool { return f.Equal(o, t) })
}

// endsUnlike reports whether g has no moves, which wins, and h is a loss.
func (f *MisereForest) endsUnlike(g, h *MisereTree) bool {
	return len(g.options) == 0 && f.Outcome(h) == game.Loss
}

// Witness returns a tree beside which g and h have different outcomes, or nil if they
// are equal. Whoever doubts the theory asks for Outcome. The tree is built as the
// theory proves that there is one, and is far from the smallest.
func (f *MisereForest) Witness(g, h *MisereTree) *MisereTree {
	if f.Equal(g, h) {
		return nil
	}
	if o := f.unanswered(g, h); o != nil {
		return f.link(o, h) // then h is a loss and g is not: its move to o wins
	}
	if o := f.unanswered(h, g); o != nil {
		return f.link(o, g)
	}
	return f.Set()
}

// link returns a tree beside which both g and h are losses. There is one if neither
// is equal to an option of the other. From each of their options a move in the tree
// must lead to a loss, but from g and h themselves only to wins.
func (f *MisereForest) link(g, h *MisereTree) *MisereTree {
	if len(g.options) == 0 && len(h.options) == 0 {
		return f.Heap(1)
	}
	var options []*MisereTree
	for _, o := range g.options {
		options = append(options, f.lossBeside(o, h))
	}
	for _, o := range h.options {
		options = append(options, f.lossBeside(o, g))
	}
	return f.Set(options...)
}

// lossBeside returns a tree beside which g is a loss and h, not equal to g, a win. If
// the witness has it the other way round, a new tree lets who plays from h move to it,
// and has an answer to every move from g.
func (f *MisereForest) lossBeside(g, h *MisereTree) *MisereTree {
	w := f.Witness(g, h)
	if f.Outcome(g, w) == game.Loss {
		return w
	}
	options := []*MisereTree{w}
	for _, o := range g.options {
		options = append(options, f.mate(o))
	}
	return f.Set(options...)
}

// mate returns a tree beside which g is a loss: its options are mates of those of g,
// so that each move is answered by one in the other tree; it is *1 if there are none.
func (f *MisereForest) mate(g *MisereTree) *MisereTree {
	if len(g.options) == 0 {
		return f.Heap(1)
	}
	var options []*MisereTree
	for _, o := range g.options {
		options = append(options, f.mate(o))
	}
	return f.Set(options...)
}
