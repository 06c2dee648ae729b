package tree

import (
	"errors"
	"fmt"

	"github.com/sprouts-solver/sprouts/game"
)

// Check returns an error that names broken invariants, nil if there are none. It
// looks at everything, so its cost grows with the tree:
//
//   - each node but the root and tombstones has a parent, and tombstones have neither
//     parents nor kids, but marks
//   - edges are in the lists of both their ends, once, and counted
//   - nothing in the tree is decided; sums hold two unknown components or more, at the
//     first couples that they may have; equal nodes are one
//   - numbers and the flag for free leaves are what the kids give
//   - marks are the held leaves whose stored path has the node
//   - counts are what can be counted, and nothing waits for settle
//
// After a conflict it returns that.
func (t *Tree) Check() error {
	if t.err != nil {
		return t.err
	}
	c := checker{t: t, marks: map[uint32]uint32{}, seen: map[string]uint32{}}
	c.checkHolds()
	for id := uint32(1); int(id) < t.nodes.Len(); id++ {
		if t.node(id).kind != kindFree {
			c.checkNode(id, t.node(id))
		}
	}
	c.checkComponents()
	c.checkCounts()
	return errors.Join(c.errs...)
}

// checker collects what is wrong, and what it counts on the way.
type checker struct {
	t       *Tree
	errs    []error
	marks   map[uint32]uint32 // as the stored paths give them
	seen    map[string]uint32 // nodes by what they are
	counts  counts
	nodes   int
	out, in int // edges
	listed  int // couples in the lists of components
}

// mostComplaints is how many errors are told.
const mostComplaints = 10

// want adds an error unless a condition holds.
func (c *checker) want(ok bool, id uint32, format string, args ...any) {
	if !ok && len(c.errs) < mostComplaints {
		c.errs = append(c.errs, fmt.Errorf("tree: node %d: %s", id, fmt.Sprintf(format, args...)))
	}
}

// checkHolds counts the marks that stored paths make.
func (c *checker) checkHolds() {
	for leaf, h := range c.t.held {
		c.want(len(h.path) > 0 && h.path[len(h.path)-1] == leaf, leaf, "held, but its path ends elsewhere")
		c.want(c.t.node(leaf).has(flagHeld), leaf, "held, but not flagged")
		for _, id := range h.path {
			c.marks[id]++
			c.want(c.t.node(id).kind != kindFree, id, "on the path of leaf %d, but freed", leaf)
		}
	}
}

func (c *checker) checkNode(id uint32, x *node) {
	c.nodes++
	c.want(x.marks == c.marks[id], id, "%d marks, %d stored paths", x.marks, c.marks[id])
	c.want(x.has(flagHeld) == (c.t.held[id] != nil), id, "flagged as held: %v", x.has(flagHeld))
	c.want(!x.has(flagQueued) && !x.has(flagSeen) && !x.has(flagCut), id, "waits for settle")
	kids, parents := c.checkEdges(id, x)
	c.want(kids == int(x.kids), id, "%d kids, %d counted", kids, x.kids)
	if x.has(flagTombstone) {
		c.counts.tombstones++
		c.want(kids+parents == 0 && x.marks > 0 && !x.has(flagExpanded), id, "tombstone with %d kids, %d parents, %d marks", kids, parents, x.marks)
		if x.kind == kindCouple && c.t.outcome(x) == game.Unknown { // it may be needed again
			c.want(x.has(flagFree) != x.has(flagHeld), id, "tombstone, free: %v, held: %v", x.has(flagFree), x.has(flagHeld))
		}
		return
	}
	c.want(parents > 0 || id == c.t.root, id, "orphan")
	c.want(x.has(flagExpanded) || !x.has(flagDirty), id, "dirty without kids")
	c.checkName(id, x)
	switch x.kind {
	case kindCouple:
		c.checkCouple(id, x)
	default:
		c.checkSum(id, x)
	}
	if x.kids > 0 {
		v := c.t.view(x)
		c.want(x.pn == v.pn && x.dn == v.dn, id, "numbers %v, the kids give %d/%d", x.numbers(), v.pn, v.dn)
		c.want(x.has(flagFree) == v.free, id, "free: %v, the kids say %v", x.has(flagFree), v.free)
	}
	c.want(x.numbers().Outcome() == game.Unknown && x.pn <= mostNumber && x.dn <= mostNumber, id, "numbers %v", x.numbers())
}

// checkEdges follows both lists of a node.
func (c *checker) checkEdges(id uint32, x *node) (kids, parents int) {
	for e := x.out; e != 0; e = c.t.edge(e).nextOut {
		edge := c.t.edge(e)
		kids++
		c.want(edge.from == id && edge.to != 0 && c.t.node(edge.to).kind != kindFree, id, "edge to a kid: %+v", *edge)
	}
	for e, prev := x.in, uint32(0); e != 0; prev, e = e, c.t.edge(e).nextIn {
		edge := c.t.edge(e)
		parents++
		c.want(edge.to == id && edge.prevIn == prev, id, "edge from a parent: %+v", *edge)
	}
	c.out += kids
	c.in += parents
	return kids, parents
}

// checkName looks for a second node of the same couple or sum.
func (c *checker) checkName(id uint32, x *node) {
	name := fmt.Sprint(x.kind, x.heap, x.component)
	if x.kind != kindCouple {
		name = fmt.Sprint(x.kind, x.heap, c.t.componentsOf(x, nil))
	}
	other, ok := c.seen[name]
	c.want(!ok, id, "equal to node %d", other)
	c.seen[name] = id
}

func (c *checker) checkCouple(id uint32, x *node) {
	c.counts.couples++
	c.want(c.t.outcome(x) == game.Unknown, id, "decided couple: %v", c.t.outcome(x))
	c.want(c.t.findCouple(x.component, x.heap) == id, id, "not in the list of its component")
	c.want(x.has(flagExpanded) == (x.kids > 0), id, "flagged as expanded: %v, but has %d kids", x.has(flagExpanded), x.kids)
	if x.has(flagExpanded) {
		c.counts.expanded++
	} else {
		c.want(x.has(flagFree) != x.has(flagHeld), id, "leaf, free: %v, held: %v", x.has(flagFree), x.has(flagHeld))
	}
}

func (c *checker) checkSum(id uint32, x *node) {
	ids := c.t.componentsOf(x, nil)
	if x.kind == kindSum {
		c.counts.sums++
		c.want(x.kids > 1 && x.has(flagExpanded) && c.t.findSum(ids, x.heap) == id, id, "sum of %d that cannot be found", x.kids)
	} else {
		c.want(id == c.t.root && x.kids > 0, id, "root of %d components", x.kids)
	}
	last := -1
	for e := x.out; e != 0; e = c.t.edge(e).nextOut {
		kid := c.t.node(c.t.edge(e).to)
		f := c.t.fact(kid.component)
		c.want(!f.IsKnown() && f.FirstOpen() == kid.heap, id, "tries %d for a component that is %s", kid.heap, f)
		c.want(int(kid.component) > last, id, "components out of order")
		last = int(kid.component)
	}
}

// checkComponents counts the couples in the lists of components.
func (c *checker) checkComponents() {
	live := 0
	for id := range uint32(c.t.components.records.Len()) {
		if c.t.components.at(id).couples != 0 {
			live++
		}
		for x := c.t.components.at(id).couples; x != 0; x = c.t.node(x).next {
			c.listed++
			c.want(c.t.node(x).kind == kindCouple && c.t.node(x).component == id, x, "in the list of component %d", id)
		}
	}
	c.want(live == c.t.components.live, 0, "%d components with couples, %d counted", live, c.t.components.live)
	c.want(c.t.components.keys.Len() == c.t.components.records.Len(), 0, "components and their keys differ in number")
}

// checkCounts compares what was counted with what the tree counts.
func (c *checker) checkCounts() {
	t := c.t
	c.counts.solved = t.counts.solved
	c.want(c.counts == t.counts, 0, "counts %+v, found %+v", t.counts, c.counts)
	c.want(c.nodes == t.nodeCount, 0, "%d nodes, %d counted", c.nodes, t.nodeCount)
	c.want(c.out == c.in && c.out == t.edgeCount, 0, "%d edges out, %d in, %d counted", c.out, c.in, t.edgeCount)
	c.want(c.counts.sums == t.sums.used, 0, "%d sums, %d in their table", c.counts.sums, t.sums.used)
	c.want(len(t.changed.ids)+len(t.stale.ids)+len(t.orphans) == 0, 0, "something waits for settle")
	c.want(t.root != 0 || c.nodes == c.counts.tombstones, 0, "decided, but %d nodes are left", c.nodes)
	tombs := 0
	for id := range c.marks {
		if t.node(id).has(flagTombstone) && t.node(id).kind == kindCouple {
			tombs++
		}
	}
	c.want(c.listed == c.counts.couples+tombs, 0, "%d couples in lists, %d found", c.listed, c.counts.couples+tombs)
}
