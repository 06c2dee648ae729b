package tree

import "github.com/sprouts-solver/sprouts/game"

// counts are kept while nodes come and go.
type counts struct {
	couples, sums int // without tombstones
	expanded      int // couples with kids
	tombstones    int
	solved        int64 // couples that left the tree because they were decided
}

// addCouple makes a node for a couple that has none.
func (t *Tree) addCouple(c uint32, n game.Nimber, pn, dn uint32) uint32 {
	record := t.components.at(c)
	if record.couples == 0 {
		t.components.live++
	}
	t.counts.couples++
	id := t.newNode(node{
		kind: kindCouple, component: c, heap: n, pn: pn, dn: dn, flags: flagFree, next: record.couples,
	})
	record.couples = id
	t.orphans = append(t.orphans, id)
	t.journal.met(id)
	return id
}

// addSum makes a node for a sum that has none, of the first couples that its
// components, two or more, still need.
func (t *Tree) addSum(ids []uint32, heap game.Nimber, h hints) uint32 {
	t.counts.sums++
	id := t.newNode(node{kind: kindSum, heap: heap})
	t.linkFirst(id, ids, h)
	t.index(id)
	t.orphans = append(t.orphans, id)
	x := t.node(id)
	v := t.view(x)
	x.pn, x.dn = v.pn, v.dn
	x.set(flagFree, v.free)
	return id
}

// linkFirst gives a sum its kids, in the order of the components.
func (t *Tree) linkFirst(id uint32, components []uint32, h hints) {
	for i := range components {
		c := components[len(components)-1-i]
		t.adopt(id, t.coupleNode(c, t.fact(c).FirstOpen(), h))
	}
}

// coupleNode returns the node of an undecided couple.
func (t *Tree) coupleNode(c uint32, n game.Nimber, h hints) uint32 {
	if id := t.findCouple(c, n); id != 0 {
		return id
	}
	v := h.numbers(c, n)
	return t.addCouple(c, n, v.Proof, v.Disproof)
}

// adopt gives a node another kid, as the first one.
func (t *Tree) adopt(parent, kid uint32) {
	t.raise(kid)
	t.link(parent, kid)
}

// raise makes a tombstone a node like others: it is needed again.
func (t *Tree) raise(id uint32) {
	if x := t.node(id); x.has(flagTombstone) {
		x.set(flagTombstone, false)
		t.counts.tombstones--
		t.counts.couples++ // no sum is found again
	}
}

// sweep removes the nodes that have no parents, and all that hung on them alone. A
// node on the path of a held leaf stays as a tombstone.
func (t *Tree) sweep() {
	for n := len(t.orphans); n > 0; n = len(t.orphans) {
		id := t.orphans[n-1]
		t.orphans = t.orphans[:n-1]
		x := t.node(id)
		if x.kind == kindFree || id == t.root || x.in != 0 {
			continue
		}
		if !x.has(flagTombstone) {
			t.bury(id, x)
		}
		if x.marks == 0 {
			t.remove(id, x)
		}
	}
}

// bury makes a node a tombstone.
func (t *Tree) bury(id uint32, x *node) {
	if x.kind == kindCouple && t.outcome(x) != game.Unknown {
		t.counts.solved++
	}
	t.strip(id, x)
	x.set(flagTombstone, true)
	t.counts.tombstones++
	switch x.kind {
	case kindCouple:
		t.counts.couples--
	case kindSum:
		t.counts.sums--
	case kindAll, kindFree:
	}
}

// strip takes a node's kids.
func (t *Tree) strip(id uint32, x *node) {
	t.collapse(id, x)
	for e := x.out; e != 0; e = t.edge(e).nextOut {
		if kid := t.edge(e).to; kid != 0 {
			t.cut(e)
			t.orphans = append(t.orphans, kid)
		}
	}
	t.prune(id)
	x.set(flagFree, x.kind == kindCouple && !x.has(flagHeld))
}

// collapse undoes what a node is because of its kids: an expanded couple has a
// record, a sum a place in the table.
func (t *Tree) collapse(id uint32, x *node) {
	t.erase(x)
	switch {
	case !x.has(flagExpanded):
	case x.kind == kindSum:
		t.unindex(id)
	default:
		x.set(flagExpanded, false)
		t.counts.expanded--
	}
}

// remove frees a tombstone.
func (t *Tree) remove(id uint32, x *node) {
	t.counts.tombstones--
	if x.kind == kindCouple {
		t.unlist(id)
	}
	t.dropNode(id)
}
