package tree

import (
	"fmt"

	"github.com/sprouts-solver/sprouts/search"
)

// hold is what the tree keeps for a held leaf.
type hold struct {
	path     []uint32 // from the root to the leaf, as it was selected
	children []search.Child
}

// holdOf returns the hold of a leaf. A leaf that nobody holds is a bug of the caller.
func (t *Tree) holdOf(id LeafID) *hold {
	h := t.held[uint32(id)]
	if h == nil {
		panic(fmt.Sprintf("tree: leaf %d is not held", id))
	}
	return h
}

// take holds a leaf and marks its path.
func (t *Tree) take(path []uint32, group uint32) {
	leaf := path[len(path)-1]
	t.held[leaf] = &hold{path: path}
	for _, id := range path {
		x := t.node(id)
		x.marks++
		x.group = group
	}
	t.node(leaf).set(flagHeld, true)
	t.touch(leaf)
	t.settle()
}

// Wanted reports whether work on a held leaf can still help: it is undecided and
// below the root. That includes components of a sum that are not its active one,
// since all but one of them must be known. A leaf that is not held is not wanted.
func (t *Tree) Wanted(id LeafID) bool {
	if t.held[uint32(id)] == nil {
		return false
	}
	x := t.node(uint32(id))
	return t.err == nil && !x.has(flagTombstone)
}

// Update takes the numbers of a held leaf, from a report that is not the last one.
// Those of its children, if there are any, are kept for when it is expanded. It
// panics if the leaf is not held, like Expand and Release.
func (t *Tree) Update(id LeafID, n search.Numbers, children []search.Child) {
	h := t.holdOf(id)
	if len(children) > 0 {
		h.children = children
	}
	x := t.node(uint32(id))
	if t.err != nil || x.has(flagExpanded) {
		return
	}
	v := undecided(n)
	t.leafChanged(uint32(id))
	t.assign(uint32(id), x, v.Proof, v.Disproof, x.has(flagFree))
	t.settle()
}

// Release ends the hold of a leaf, whether it was expanded or not: the marks go from
// the path that was stored, as kids and parents may be others by now.
func (t *Tree) Release(id LeafID) {
	h := t.holdOf(id)
	delete(t.held, uint32(id))
	for _, id := range h.path {
		t.node(id).marks--
		t.orphans = append(t.orphans, id)
	}
	t.node(uint32(id)).set(flagHeld, false)
	t.touch(uint32(id))
	t.settle()
}
