package tree

import (
	"math"

	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/internal/chunk"
	"github.com/sprouts-solver/sprouts/internal/intern"
	"github.com/sprouts-solver/sprouts/search"
)

// component is what the tree knows about one that is or was in it.
type component struct {
	fact    game.Fact
	couples uint32 // the first of its couples in the tree, 0 if there is none
	work    uint32 // a guess of the work below it
	lives   uint16
}

// components are numbered. A number is good until compact.
type components struct {
	keys    intern.Table
	records chunk.Slice[component]
	live    int // that have couples
}

func (c *components) at(id uint32) *component { return c.records.At(id) }

// noComponent is the number of a component whose nimber is known: no node needs it.
const noComponent = math.MaxUint32

// component returns the number of a component and what is known of it. One that is
// not in the tree is looked up outside.
func (t *Tree) component(c []byte) (uint32, game.Fact) {
	if id, ok := t.components.keys.Find(c); ok {
		return id, t.components.at(id).fact
	}
	f := t.facts(c)
	if !f.Valid() {
		t.conflict(c, 0, f, "what is known outside of the tree")
		return noComponent, 0
	}
	if f.IsKnown() {
		return noComponent, f
	}
	id, _ := t.components.keys.Intern(c)
	m := t.expander.Measure(c)
	t.components.records.Append(component{
		fact: f, work: workOf(m), lives: uint16(min(m.Lives, math.MaxUint16)),
	})
	return id, f
}

// fact returns what is known of a component in the tree.
func (t *Tree) fact(id uint32) game.Fact { return t.components.at(id).fact }

// outcome returns what is known of a couple.
func (t *Tree) outcome(x *node) game.Outcome { return t.fact(x.component).Outcome(x.heap) }

// key returns a couple as others know it.
func (t *Tree) key(x *node) search.Couple {
	return search.Couple{Component: game.Component(t.components.keys.Bytes(x.component)), Nimber: x.heap}
}

// merge adds a fact to what is known of a component. It reports whether that was
// news, which settle then spreads.
func (t *Tree) merge(id uint32, f game.Fact, from string) bool {
	c := t.components.at(id)
	merged, ok := c.fact.Merge(f)
	if !ok || !f.Valid() {
		t.conflict(t.components.keys.Bytes(id), c.fact, f, from)
		return false
	}
	if merged == c.fact {
		return false
	}
	c.fact = merged
	t.changed.push(id)
	return true
}

// conflict breaks the tree for good.
func (t *Tree) conflict(c []byte, have, news game.Fact, from string) {
	if t.err == nil {
		t.err = &game.ConflictError{
			Component: game.Component(c), Have: have, HaveFrom: "the tree", New: news, NewFrom: from,
		}
	}
}

// findCouple returns the node of a couple, or 0. A component has 16 couples at most.
func (t *Tree) findCouple(c uint32, n game.Nimber) uint32 {
	id := t.components.at(c).couples
	for id != 0 && t.node(id).heap != n {
		id = t.node(id).next
	}
	return id
}

// unlist takes a couple out of the list of its component.
func (t *Tree) unlist(id uint32) {
	x := t.node(id)
	c := t.components.at(x.component)
	at := &c.couples
	for *at != id {
		at = &t.node(*at).next
	}
	*at = x.next
	if c.couples == 0 {
		t.components.live--
	}
}

// slack is how many components without couples are not worth a compaction.
const slack = 4096

// bloated reports whether most components have no couples any more. As long as
// Proven has something to tell, nobody else may know it.
func (t *Tree) bloated() bool {
	return t.components.records.Len() > 2*t.components.live+slack && len(t.proven) == 0
}

// compact numbers the components anew that have couples, in the same order, and
// forgets the others. Its cost is shared among those that came in.
func (t *Tree) compact() {
	old := &t.components
	kept := components{live: old.live}
	for c := range uint32(old.records.Len()) {
		record := old.at(c)
		if record.couples == 0 {
			continue
		}
		id, _ := kept.keys.Intern(old.keys.Bytes(c))
		kept.records.Append(*record)
		for x := record.couples; x != 0; x = t.node(x).next {
			t.node(x).component = id
		}
	}
	t.components = kept
	t.rehashSums()
}
