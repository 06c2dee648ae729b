package tree

import (
	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/search"
)

// Expand gives a held leaf its kids, and takes their numbers from the report where
// it has them, or from the last Update if children is empty; its own numbers follow
// from those. It does nothing more than Update if the leaf is not wanted any more or
// has its kids already. The leaf stays held. An error is a *game.ConflictError.
func (t *Tree) Expand(id LeafID, n search.Numbers, children []search.Child) error {
	if !t.Wanted(id) || t.node(uint32(id)).has(flagExpanded) {
		t.Update(id, n, children)
		return t.err
	}
	if len(children) == 0 {
		children = t.holdOf(id).children
	}
	h := t.newReport(children)
	t.expand(uint32(id), func(take func(place) bool) {
		t.moves(t.node(uint32(id)), t.newBuilder(h), take)
	})
	t.settle()
	return t.err
}

// moves gives the places of all that a couple can move to.
func (t *Tree) moves(x *node, b *builder, take func(place) bool) {
	c := t.components.keys.Bytes(x.component)
	for m := range x.heap {
		b.add(c)
		take(b.finish(m)) // never a loss: the nimber is not known
	}
	t.expander.Expand(c, func(option *game.Sum) bool {
		for i := range option.Len() {
			b.add(option.At(i))
		}
		return t.err == nil && take(b.finish(x.heap))
	})
}

// expand makes kids of what list gives. List calls take with the place of each
// option until take returns false, as one lost kid is enough.
func (t *Tree) expand(id uint32, list func(take func(place) bool)) {
	var kids []uint32
	lost := false
	list(func(p place) bool {
		if p.node != 0 {
			kids = append(kids, p.node)
		}
		lost = p.outcome == game.Loss
		return !lost
	})
	x := t.node(id)
	switch {
	case t.err != nil:
	case lost:
		t.prove(x, game.Excluded(x.heap))
	default:
		t.setKids(id, kids)
	}
}

// setKids makes a leaf an expanded couple. No kids prove it lost.
func (t *Tree) setKids(id uint32, kids []uint32) {
	x := t.node(id)
	for i := range kids {
		kid := kids[len(kids)-1-i]
		if in := t.node(kid).in; in == 0 || t.edge(in).from != id { // else it came before
			t.adopt(id, kid)
		}
	}
	x.set(flagExpanded, true)
	t.counts.expanded++
	if !x.has(flagRecorded) {
		t.markDirty(id)
	}
	t.touch(id)
}
