package tree

import (
	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/search"
)

// Node is a node as it is shown.
type Node struct {
	ID         NodeID
	Components []game.Component // one: a couple, and Heap is its nimber; else a sum, or the root
	Heap       game.Nimber
	Numbers    search.Numbers
	Lives      int
	Kids       int
	Marks      int    // held leaves whose path it is on
	Held       bool   // it is one of them
	Group      uint32 // that touched it last, 0 if none did
}

// Root returns the root, and false if it is decided.
func (t *Tree) Root() (Node, bool) { return t.Node(NodeID(t.root)) }

// Node returns a node by its id, and false if it is not in the tree, or not any more.
func (t *Tree) Node(id NodeID) (Node, bool) {
	if int(id) >= t.nodes.Len() {
		return Node{}, false
	}
	x := t.node(uint32(id))
	if x.kind == kindFree || x.has(flagTombstone) {
		return Node{}, false
	}
	return t.show(uint32(id)), true
}

// Kids calls yield with each kid of a node until yield returns false. A leaf and a
// node that is not in the tree have none.
func (t *Tree) Kids(id NodeID, yield func(Node) bool) {
	if _, ok := t.Node(id); !ok {
		return
	}
	for e := t.node(uint32(id)).out; e != 0; e = t.edge(e).nextOut {
		if !yield(t.show(t.edge(e).to)) {
			return
		}
	}
}

// show returns what there is to show of a node.
func (t *Tree) show(id uint32) Node {
	x := t.node(id)
	n := Node{
		ID: NodeID(id), Heap: x.heap, Numbers: x.numbers(), Lives: t.lives(x), Kids: int(x.kids),
		Marks: int(x.marks), Held: x.has(flagHeld), Group: x.group,
	}
	if x.kind == kindCouple {
		n.Components = []game.Component{t.key(x).Component}
		return n
	}
	for e := x.out; e != 0; e = t.edge(e).nextOut {
		n.Components = append(n.Components, t.key(t.node(t.edge(e).to)).Component)
	}
	return n
}
