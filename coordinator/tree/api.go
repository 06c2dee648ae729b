package tree

import (
	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/search"
)

// Goal is what a run asks of its root.
type Goal uint8

// The goals: who wins, or which nim-heap the root is worth.
const (
	Outcome Goal = iota
	Nimber
)

// Options steer the choice of leaves. The zero value works.
type Options struct {
	// Mark is the share by which each held leaf below a node raises its disproof
	// number for Select. 0 is 0.25.
	Mark float64
	// Affinity multiplies the disproof number of a node that another group has
	// touched last, or nobody. 0 is 1.25, the least is 1.
	Affinity float64
}

// NodeID names a node as long as it is in the tree.
type NodeID uint32

// LeafID names a held leaf until its Release. It is the NodeID of its node.
type LeafID uint32

// Leaf is a couple to be searched.
type Leaf struct {
	ID     LeafID
	Couple search.Couple
	Path   []search.Couple // the couples above it, the root first
}

// Tree is the proof-number tree of one run.
type Tree struct{}

// New returns the tree of a root. facts tells what is known of a component outside
// of the tree, and is asked about each one that the tree does not hold; the bytes are
// the caller's, and it must not call the tree. Errors are those of Options and a
// *game.ConflictError.
func New(g game.Expander, facts func(c []byte) game.Fact, root game.Position, goal Goal, o Options) (*Tree, error) {
	return &Tree{}, nil
}

// Select returns the most-proving leaf for a group and holds it until Release.
// Groups count from 1; 0 is none in particular. False: no leaf is free.
func (t *Tree) Select(group uint32) (Leaf, bool) { return Leaf{}, false }

// Update takes the numbers of a held leaf, from a report that is not the last one.
// The numbers of its children are kept for when it is expanded. It panics if the
// leaf is not held, like Expand and Release.
func (t *Tree) Update(id LeafID, n search.Numbers, children []search.Child) {}

// Expand gives a held leaf its kids, and takes their numbers from the report where
// it has them, or from the last Update if children is nil. It does nothing more than
// Update if the leaf is not wanted any more or has its kids already. The leaf stays
// held. An error is a *game.ConflictError.
func (t *Tree) Expand(id LeafID, n search.Numbers, children []search.Child) error { return nil }

// Release ends the hold of a leaf, whether it was expanded or not.
func (t *Tree) Release(id LeafID) {}

// Wanted reports whether work on a held leaf can still help: it is undecided and
// below the root. That includes components of a sum that are not its active one,
// since all but one of them must be known. A leaf that is not held is not wanted.
func (t *Tree) Wanted(id LeafID) bool { return false }

// Learn takes a fact from elsewhere. One about a component that is not in the tree
// is not kept: the callback of New is asked when the component comes in. An error is
// a *game.ConflictError.
func (t *Tree) Learn(c []byte, f game.Fact) error { return nil }

// Proven calls yield with each fact that the tree has proven itself since the last
// call, and that Learn or the callback had not told before.
func (t *Tree) Proven(yield func(c game.Component, f game.Fact)) {}

// Decided reports whether the goal is reached.
func (t *Tree) Decided() bool { return false }

// Outcome returns the outcome of the root, Unknown until Decided.
func (t *Tree) Outcome() game.Outcome { return game.Unknown }

// Nimber returns the nimber of the root and true, if the goal is Nimber and reached.
func (t *Tree) Nimber() (game.Nimber, bool) { return 0, false }

// Numbers returns the numbers of the root.
func (t *Tree) Numbers() search.Numbers { return search.Numbers{} }

// Forget drops all numbers, for the next turn of settings: the tree collapses to its
// root. Facts stay, and held leaves can be released, and expanded if still wanted.
func (t *Tree) Forget() {}

// Dirty calls yield with each record that has changed since the last call: the
// records to be written, and those to be removed with a nil value. Key and value are
// valid during the call only.
func (t *Tree) Dirty(yield func(key, value []byte)) {}

// Restore takes one record, in any order, right after New. A record that cannot be
// read gives an error and is left out, which costs work only.
func (t *Tree) Restore(key, value []byte) error { return nil }

// Restored builds the tree from all records that Restore has taken. Records that
// are of no use any more are removed at the next Dirty. An error is a
// *game.ConflictError.
func (t *Tree) Restored() error { return nil }

// Stats counts what is in the tree.
type Stats struct {
	Nodes      int   // all nodes, tombstones included
	Open       int   // couples that have no kids yet, held ones included
	Expanded   int   // couples with kids
	Sums       int   // sums
	Tombstones int   // nodes that only wait for a Release
	Held       int   // held leaves
	Edges      int   // from a parent to a kid
	Components int   // components that nodes need
	Solved     int64 // nodes decided since New
	Memory     int64 // bytes of all tables
}

// Stats returns the counts.
func (t *Tree) Stats() Stats { return Stats{} }

// Node is a node as it is shown.
type Node struct {
	ID         NodeID
	Components []game.Component // one: a couple
	Heap       game.Nimber      // the nimber of a couple
	Numbers    search.Numbers
	Marks      int  // held leaves at or below it
	Held       bool // it is one of them
	Kids       int
	Lives      int
}

// Root returns the root, and false if it is decided.
func (t *Tree) Root() (Node, bool) { return Node{}, false }

// Node returns a node by its id, and false if it is not in the tree any more.
func (t *Tree) Node(id NodeID) (Node, bool) { return Node{}, false }

// Kids calls yield with each kid of a node until yield returns false.
func (t *Tree) Kids(id NodeID, yield func(Node) bool) {}

// Check returns an error that names the first broken invariant, at a cost that grows
// with the whole tree.
func (t *Tree) Check() error { return nil }
