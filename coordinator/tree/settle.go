package tree

import (
	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/search"
)

// queue is a line of ids, first come, first served.
type queue struct {
	ids  []uint32
	next int
}

func (q *queue) push(id uint32) { q.ids = append(q.ids, id) }

func (q *queue) pop() (id uint32, ok bool) {
	if q.next == len(q.ids) {
		q.ids, q.next = q.ids[:0], 0
		return 0, false
	}
	id = q.ids[q.next]
	q.next++
	return id, true
}

// settle carries all changes upwards until nothing changes any more: facts first,
// then numbers. Nodes are freed after that, so that ids in the queues stay good.
func (t *Tree) settle() {
	for t.err == nil {
		if c, ok := t.changed.pop(); ok {
			t.spread(c)
		} else if id, ok := t.stale.pop(); ok {
			t.node(id).set(flagQueued, false)
			t.refresh(id)
		} else {
			break
		}
	}
	if t.err == nil {
		t.sweep()
		if t.bloated() {
			t.compact()
		}
	}
}

// touch has a node looked at again.
func (t *Tree) touch(id uint32) {
	if x := t.node(id); !x.has(flagQueued) {
		x.set(flagQueued, true)
		t.stale.push(id)
	}
}

// touchParents has the parents of a node looked at again.
func (t *Tree) touchParents(id uint32) {
	for e := t.node(id).in; e != 0; e = t.edge(e).nextIn {
		t.touch(t.edge(e).from)
	}
}

// spread tells the couples of a component what is new.
func (t *Tree) spread(c uint32) {
	for id := t.components.at(c).couples; id != 0; id = t.node(id).next {
		if o := t.outcome(t.node(id)); o != game.Unknown {
			t.decide(id, o)
		}
	}
}

// decide tells the parents of a node its outcome: a lost kid wins a couple, a won one
// is one less to refute, and sums look again themselves.
func (t *Tree) decide(id uint32, o game.Outcome) {
	if id == t.root {
		t.finish(o)
	}
	t.orphans = append(t.orphans, id)
	for e := t.node(id).in; e != 0; {
		next, parent := t.edge(e).nextIn, t.edge(e).from
		switch x := t.node(parent); {
		case x.kind != kindCouple:
			t.touch(parent)
		case o == game.Loss:
			t.prove(x, game.Excluded(x.heap))
		default:
			t.cut(e)
			t.touch(parent)
		}
		e = next
	}
}

// finish ends the run.
func (t *Tree) finish(o game.Outcome) {
	t.orphans = append(t.orphans, t.root)
	t.root, t.result = 0, o
	t.journal.rootDirty = true
}

// prove takes a fact that the tree found about the component of a couple.
func (t *Tree) prove(x *node, f game.Fact) {
	if t.merge(x.component, f, "the tree's own proof") {
		c := game.Component(t.components.keys.Bytes(x.component))
		t.proven = append(t.proven, proof{c, f})
	}
}

// refresh computes a node from its kids, and touches its parents if it changed.
func (t *Tree) refresh(id uint32) {
	switch x := t.node(id); x.kind {
	case kindCouple:
		t.refreshCouple(id, x)
	case kindSum, kindAll:
		t.refreshSum(id, x)
	case kindFree:
	}
}

// refreshCouple computes a couple. One that is decided is on its way out.
func (t *Tree) refreshCouple(id uint32, x *node) {
	if t.outcome(x) != game.Unknown {
		return
	}
	if !x.has(flagExpanded) {
		t.assign(id, x, x.pn, x.dn, !x.has(flagHeld))
		return
	}
	if t.prune(id) && x.kids&(x.kids-1) == 0 {
		t.markDirty(id) // a record is written log k times for its k kids
	}
	if x.kids == 0 {
		t.prove(x, game.Known(x.heap))
		return
	}
	v := t.view(x)
	t.assign(id, x, v.pn, v.dn, v.free)
}

// assign sets what a node shows to its parents.
func (t *Tree) assign(id uint32, x *node, pn, dn uint32, free bool) {
	if x.pn == pn && x.dn == dn && x.has(flagFree) == free {
		return
	}
	x.pn, x.dn = pn, dn
	x.set(flagFree, free)
	t.touchParents(id)
}

// view is a node as its kids show it.
type view struct {
	pn, dn uint32
	free   bool
}

// mostNumber is the largest number of an undecided node.
const mostNumber = search.Infinity - 1

// view computes a couple or sum with kids.
func (t *Tree) view(x *node) view {
	var v view
	if x.kind == kindCouple {
		v.pn = mostNumber
	}
	for e := x.out; e != 0; {
		edge := t.edge(e)
		kid := t.node(edge.to)
		e = edge.nextOut
		v.free = v.free || kid.has(flagFree)
		if x.kind == kindCouple {
			v.pn = min(v.pn, kid.dn)
			v.dn = max(v.dn, kid.pn)
		} else {
			v.pn = min(v.pn+min(kid.pn, kid.dn), mostNumber)
		}
	}
	if x.kind == kindCouple {
		v.dn = min(v.dn+x.kids-1, mostNumber)
	} else {
		v.dn = v.pn
	}
	return v
}
