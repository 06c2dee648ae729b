package tree

import "github.com/sprouts-solver/sprouts/search"

// Leaf is a couple to be searched.
type Leaf struct {
	ID     LeafID
	Couple search.Couple
	Path   []search.Couple // the couples above it, the root first
}

// Select returns the most-proving leaf for a group and holds it until Release.
// Groups count from 1; 0 is none in particular. False: no leaf is free.
func (t *Tree) Select(group uint32) (Leaf, bool) {
	if t.err != nil || t.root == 0 || !t.node(t.root).has(flagFree) {
		return Leaf{}, false
	}
	path := []uint32{t.root}
	for id := t.root; t.node(id).kids > 0; path = append(path, id) {
		id = t.choose(t.node(id), group)
	}
	leaf := Leaf{ID: LeafID(path[len(path)-1])}
	for _, id := range path {
		if x := t.node(id); x.kind == kindCouple {
			leaf.Path = append(leaf.Path, t.key(x))
		}
	}
	last := len(leaf.Path) - 1
	leaf.Couple, leaf.Path = leaf.Path[last], leaf.Path[:last]
	t.take(path, group)
	return leaf, true
}

// choose returns the kid to go on with: one below which a leaf is free.
func (t *Tree) choose(x *node, group uint32) (best uint32) {
	least := 0.0
	for e := x.out; e != 0; e = t.edge(e).nextOut {
		id := t.edge(e).to
		kid := t.node(id)
		if !kid.has(flagFree) {
			continue
		}
		v := t.appeal(x, kid, group)
		if best == 0 || v < least || v == least && t.order(kid) < t.order(t.node(best)) {
			best, least = id, v
		}
	}
	return best
}

// appeal ranks the kids of a node, the least first: those of a sum by lives, those of
// a couple by their disproof number with virtual loss. The conversions keep products
// and sums apart, so that every machine rounds alike.
func (t *Tree) appeal(x, kid *node, group uint32) float64 {
	if x.kind != kindCouple {
		return float64(t.components.at(kid.component).lives)
	}
	marks := float64(kid.marks)
	v := float64(kid.dn) * float64(1+float64(t.options.Mark*marks))
	v = float64(v) + marks
	if kid.group != group {
		v = float64(v * t.options.Affinity)
	}
	return v
}

// order ranks kids with equal numbers: fewer lives and smaller heaps first, then more
// components.
func (t *Tree) order(x *node) int {
	return (t.lives(x)+4*int(x.heap))<<8 - int(min(x.components(), 255))
}

// lives returns the lives of a couple's component, or of all components of a sum.
func (t *Tree) lives(x *node) int {
	if x.kind == kindCouple {
		return int(t.components.at(x.component).lives)
	}
	sum := 0
	for e := x.out; e != 0; e = t.edge(e).nextOut {
		sum += int(t.components.at(t.node(t.edge(e).to).component).lives)
	}
	return sum
}

// components returns the number of components of a couple or sum.
func (x *node) components() uint32 {
	if x.kind == kindCouple {
		return 1
	}
	return x.kids
}
