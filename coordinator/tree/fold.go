package tree

import "github.com/sprouts-solver/sprouts/game"

// refreshSum brings a sum up to date with the facts, and computes it. Its kids are
// the first couples that its components may still have; a known component turns into
// heap.
func (t *Tree) refreshSum(id uint32, x *node) {
	if t.knows(x) {
		t.fold(id, x)
	}
	t.advance(x)
	if x.kind == kindAll {
		if x.kids == 0 {
			t.nimber = x.heap
			t.finish(heapOutcome(x.heap))
			return
		}
	} else if !x.has(flagExpanded) && t.renamed(id, x) {
		return
	}
	v := t.view(x)
	t.assign(id, x, v.pn, v.dn, v.free)
}

// heapOutcome returns the outcome of the nim-heap *n alone.
func heapOutcome(n game.Nimber) game.Outcome {
	if n == 0 {
		return game.Loss
	}
	return game.Win
}

// knows reports whether a sum holds a component that is known.
func (t *Tree) knows(x *node) bool {
	for e := x.out; e != 0; e = t.edge(e).nextOut {
		if t.fact(t.node(t.edge(e).to).component).IsKnown() {
			return true
		}
	}
	return false
}

// fold turns the known components of a sum into heap. The sum is then another one.
func (t *Tree) fold(id uint32, x *node) {
	t.collapse(id, x)
	for e := x.out; e != 0; e = t.edge(e).nextOut {
		kid := t.edge(e).to
		if n, known := t.fact(t.node(kid).component).Nimber(); known {
			x.heap ^= n
			t.cut(e)
			t.orphans = append(t.orphans, kid)
		}
	}
	t.prune(id)
}

// advance replaces the kids of a sum that are won by the next couples to try.
func (t *Tree) advance(x *node) {
	for e := x.out; e != 0; e = t.edge(e).nextOut {
		kid := t.edge(e).to
		c := t.node(kid).component
		if open := t.fact(c).FirstOpen(); open != t.node(kid).heap {
			t.move(e, t.coupleNode(c, open, guesses{t}))
			t.orphans = append(t.orphans, kid)
		}
	}
}

// move makes an edge lead to another node.
func (t *Tree) move(e, to uint32) {
	t.raise(to)
	t.leave(e)
	t.enter(e, to)
}

// renamed gives a sum that was folded its new name. It returns true if the sum is no
// more: it is decided, or a couple, or equal to another sum that takes its place.
func (t *Tree) renamed(id uint32, x *node) bool {
	switch x.kids {
	case 0:
		t.decide(id, heapOutcome(x.heap))
		return true
	case 1:
		c := t.node(t.edge(x.out).to).component
		if o := t.fact(c).Outcome(x.heap); o != game.Unknown {
			t.decide(id, o)
			return true
		}
		t.redirect(id, t.coupleNode(c, x.heap, guesses{t}))
		return true
	}
	t.scratch = t.componentsOf(x, t.scratch[:0])
	if other := t.findSum(t.scratch, x.heap); other != 0 {
		t.redirect(id, other)
		return true
	}
	t.index(id)
	return false
}

// redirect gives the parents of a sum another kid instead, once each.
func (t *Tree) redirect(id, to uint32) {
	if id == t.root {
		t.root = to
		t.raise(to)
		t.journal.rootDirty = true
	}
	t.orphans = append(t.orphans, id)
	t.flagParents(to, true)
	for e := t.node(id).in; e != 0; {
		next, parent := t.edge(e).nextIn, t.edge(e).from
		if t.node(parent).has(flagSeen) {
			t.cut(e)
		} else {
			t.move(e, to)
		}
		t.markDirty(parent)
		t.touch(parent)
		e = next
	}
	t.flagParents(to, false)
}

// flagParents sets or clears a flag by which redirect knows the parents of a node.
func (t *Tree) flagParents(id uint32, on bool) {
	for e := t.node(id).in; e != 0; e = t.edge(e).nextIn {
		t.node(t.edge(e).from).set(flagSeen, on)
	}
}
