package tree

import (
	"fmt"

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

// String returns "outcome" or "nimber".
func (g Goal) String() string { return [...]string{"outcome", "nimber"}[g] }

// NodeID names a node as long as it is in the tree. Later another node may get it.
type NodeID uint32

// LeafID names a held leaf until its Release. It is the NodeID of its node.
type LeafID uint32

// Tree is the proof-number tree of one run.
type Tree struct {
	graph
	components components
	sums       sumTable
	expander   game.Expander
	facts      func(c []byte) game.Fact
	options    Options
	goal       Goal

	root   uint32 // 0 once it is decided
	result game.Outcome
	nimber game.Nimber
	counts counts
	held   map[uint32]*hold

	// What settle has still to do. Between calls all are empty.
	changed queue    // components with new facts
	stale   queue    // nodes whose kids have changed
	orphans []uint32 // nodes that may have lost their last parent

	proven  []proof
	journal journal
	scratch []uint32
	err     error // a conflict, for good
}

// proof is a fact that the tree found by itself.
type proof struct {
	component game.Component
	fact      game.Fact
}

// New returns the tree of a root. Facts tells what is known of a component outside
// of the tree, and is asked about each one that the tree does not hold; the bytes are
// the caller's, and it must not call the tree. Errors are those of Options and a
// *game.ConflictError.
func New(g game.Expander, facts func(c []byte) game.Fact, root game.Position, goal Goal, o Options) (*Tree, error) {
	o = o.withDefaults()
	if err := o.validate(); err != nil {
		return nil, fmt.Errorf("tree: %w", err)
	}
	if goal > Nimber {
		return nil, fmt.Errorf("tree: goal %d names none", uint8(goal))
	}
	t := &Tree{expander: g, facts: facts, options: o, goal: goal, held: map[uint32]*hold{}}
	t.reserve()
	t.plant(root)
	t.settle()
	return t, t.err
}

// plant makes the root.
func (t *Tree) plant(root game.Position) {
	b := t.newBuilder(guesses{t})
	for _, c := range root.Components {
		b.add([]byte(c))
	}
	if t.goal == Outcome {
		if kid := b.finish(root.Heap); kid.node != 0 {
			t.root = kid.node
		} else {
			t.result = kid.outcome
		}
		return
	}
	ids, heap := b.folded(root.Heap)
	t.root = t.newNode(node{kind: kindAll, heap: heap})
	t.linkFirst(t.root, ids, b)
	t.stale.push(t.root)
}

// Decided reports whether the goal is reached.
func (t *Tree) Decided() bool { return t.root == 0 }

// Outcome returns the outcome of the root, Unknown until Decided.
func (t *Tree) Outcome() game.Outcome { return t.result }

// Nimber returns the nimber of the root and true, if the goal is Nimber and reached.
func (t *Tree) Nimber() (game.Nimber, bool) {
	return t.nimber, t.goal == Nimber && t.Decided()
}

// Numbers returns the numbers of the root.
func (t *Tree) Numbers() search.Numbers {
	switch {
	case t.root != 0:
		return t.node(t.root).numbers()
	case t.result == game.Win:
		return search.Numbers{Disproof: search.Infinity}
	default:
		return search.Numbers{Proof: search.Infinity}
	}
}

// Learn takes a fact from elsewhere. One about a component that is not in the tree
// is not kept: the callback of New is asked when the component comes in. An error is
// a *game.ConflictError.
func (t *Tree) Learn(c []byte, f game.Fact) error {
	if t.err != nil {
		return t.err
	}
	if id, ok := t.components.keys.Find(c); ok {
		t.merge(id, f, "a report")
	}
	t.settle()
	return t.err
}

// Proven calls yield with each fact that the tree has proven itself since the last
// call, and that Learn or the callback had not told before. From then on the callback
// must tell it: what no couple in the tree needs is forgotten.
func (t *Tree) Proven(yield func(c game.Component, f game.Fact)) {
	for _, p := range t.proven {
		yield(p.component, p.fact)
	}
	clear(t.proven)
	t.proven = t.proven[:0]
}
