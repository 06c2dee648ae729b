package tree

import (
	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/internal/chunk"
	"github.com/sprouts-solver/sprouts/search"
)

// kind says what a node is.
type kind uint8

const (
	kindFree   kind = iota // waits to be used again
	kindCouple             // a component and a heap
	kindSum                // two components or more, and a heap
	kindAll                // the root of the goal Nimber: every component must be known
)

// Flags of a node.
const (
	flagExpanded  uint16 = 1 << iota // a couple with kids; a sum in the table
	flagFree                         // a leaf at or below it can be selected
	flagHeld                         // a leaf that is held
	flagQueued                       // in Tree.stale
	flagDirty                        // in Tree.dirty: its record is out of date
	flagRecorded                     // the journal has a record of it
	flagTombstone                    // has no parents, stays for its marks
	flagSeen                         // scratch of redirect
	flagCut                          // has edges that were cut
)

// node is 40 bytes, of which a tree holds millions: ids instead of pointers, and
// lists that run through the edges. Id 0 is no node.
type node struct {
	pn, dn    uint32 // never with virtual loss, never those of a decided node
	marks     uint32 // held leaves whose stored path has this node
	group     uint32 // that touched it last
	kids      uint32
	out, in   uint32      // the first edge to a kid, from a parent
	component uint32      // of a couple; the hash of a sum
	next      uint32      // couple: next one of the component; free: next free one
	heap      game.Nimber // the nimber of a couple
	kind      kind
	flags     uint16
}

func (x *node) has(flag uint16) bool { return x.flags&flag != 0 }

// set sets or clears a flag.
func (x *node) set(flag uint16, on bool) {
	if on {
		x.flags |= flag
	} else {
		x.flags &^= flag
	}
}

func (x *node) numbers() search.Numbers { return search.Numbers{Proof: x.pn, Disproof: x.dn} }

// edge leads from a parent to a kid. Edges with equal from are a list in the order
// of the kids, those with equal to a list in no order. An edge that was cut has no
// to, and stays in the first list until its parent is looked at next. Id 0 is no
// edge.
type edge struct {
	from, to       uint32
	nextOut        uint32
	nextIn, prevIn uint32
}

// graph holds nodes and edges, and uses freed ones again, the last freed first.
type graph struct {
	nodes              chunk.Slice[node]
	edges              chunk.Slice[edge]
	freeNode, freeEdge uint32
	nodeCount          int // in use
	edgeCount          int // not free; cut ones included
}

// reserve takes id 0 out of use.
func (g *graph) reserve() {
	g.nodes.Append(node{})
	g.edges.Append(edge{})
}

func (g *graph) node(id uint32) *node { return g.nodes.At(id) }
func (g *graph) edge(id uint32) *edge { return g.edges.At(id) }

// newNode returns the id of a node that is like x.
func (g *graph) newNode(x node) uint32 {
	g.nodeCount++
	id := g.freeNode
	if id == 0 {
		return g.nodes.Append(x)
	}
	g.freeNode = g.node(id).next
	*g.node(id) = x
	return id
}

// dropNode frees a node without edges.
func (g *graph) dropNode(id uint32) {
	g.nodeCount--
	*g.node(id) = node{next: g.freeNode}
	g.freeNode = id
}

// link makes an edge, as the first of its parent.
func (g *graph) link(from, to uint32) {
	x := g.node(from)
	e := edge{from: from, nextOut: x.out}
	id := g.freeEdge
	if id == 0 {
		id = g.edges.Append(e)
	} else {
		g.freeEdge = g.edge(id).nextOut
		*g.edge(id) = e
	}
	g.edgeCount++
	x.out = id
	x.kids++
	g.enter(id, to)
}

// enter makes an edge lead to a node.
func (g *graph) enter(id, to uint32) {
	e, kid := g.edge(id), g.node(to)
	e.to, e.prevIn, e.nextIn = to, 0, kid.in
	if kid.in != 0 {
		g.edge(kid.in).prevIn = id
	}
	kid.in = id
}

// leave makes an edge lead nowhere.
func (g *graph) leave(id uint32) {
	e := g.edge(id)
	if e.prevIn != 0 {
		g.edge(e.prevIn).nextIn = e.nextIn
	} else {
		g.node(e.to).in = e.nextIn
	}
	if e.nextIn != 0 {
		g.edge(e.nextIn).prevIn = e.prevIn
	}
	e.to, e.nextIn, e.prevIn = 0, 0, 0
}

// cut takes a kid from its parent. The edge is freed by prune.
func (g *graph) cut(id uint32) {
	parent := g.node(g.edge(id).from)
	parent.kids--
	parent.set(flagCut, true)
	g.leave(id)
}

// prune frees the edges of a node that were cut, and reports whether there were any.
func (g *graph) prune(from uint32) bool {
	x := g.node(from)
	if !x.has(flagCut) {
		return false
	}
	x.set(flagCut, false)
	for at := &x.out; *at != 0; {
		id := *at
		e := g.edge(id)
		if e.to != 0 {
			at = &e.nextOut
			continue
		}
		*at = e.nextOut
		g.edgeCount--
		*e = edge{nextOut: g.freeEdge}
		g.freeEdge = id
	}
	return true
}
