package tree

import (
	"fmt"
	"slices"

	"github.com/sprouts-solver/sprouts/game"
)

// CheckKids returns an error unless each expanded couple has the very kids that the
// rules and the facts of this moment give it. It finds them by names alone.
func CheckKids(t *Tree) error {
	for id := uint32(1); int(id) < t.nodes.Len(); id++ {
		x := t.node(id)
		if x.kind != kindCouple || !x.has(flagExpanded) {
			continue
		}
		want, err := kidNames(t, x)
		if err != nil {
			return fmt.Errorf("node %d, %x + *%d: %w", id, t.key(x).Component, x.heap, err)
		}
		var got []string
		t.Kids(NodeID(id), func(kid Node) bool {
			got = append(got, name(kid.Components, kid.Heap))
			return true
		})
		slices.Sort(got)
		if !slices.Equal(want, got) {
			return fmt.Errorf("node %d, %x + *%d: kids %q, want %q", id, t.key(x).Component, x.heap, got, want)
		}
	}
	return nil
}

// kidNames returns the names of the undecided kids of a couple, in order.
func kidNames(t *Tree, x *node) ([]string, error) {
	c := t.key(x).Component
	var names []string
	lost := false
	add := func(p game.Position) {
		p = folded(t, p)
		switch {
		case len(p.Components) == 0:
			lost = lost || p.Heap == 0
		case len(p.Components) == 1 && factOf(t, p.Components[0]).Excludes(p.Heap):
		default:
			names = append(names, name(p.Components, p.Heap))
		}
	}
	for m := range x.heap {
		add(game.Position{Components: []game.Component{c}, Heap: m})
	}
	t.expander.Expand([]byte(c), func(option *game.Sum) bool {
		p := option.Position()
		p.Heap ^= x.heap
		add(p)
		return true
	})
	if lost {
		return nil, fmt.Errorf("a kid is lost, and nobody noticed")
	}
	slices.Sort(names)
	return slices.Compact(names), nil
}

// folded turns the known components of a position into heap.
func folded(t *Tree, p game.Position) game.Position {
	var unknown []game.Component
	for _, c := range p.Components {
		if n, known := factOf(t, c).Nimber(); known {
			p.Heap ^= n
		} else {
			unknown = append(unknown, c)
		}
	}
	return game.NewPosition(unknown, p.Heap)
}

// factOf returns what the tree knows of a component, or would be told.
func factOf(t *Tree, c game.Component) game.Fact {
	if id, ok := t.components.keys.Find([]byte(c)); ok {
		return t.fact(id)
	}
	return t.facts([]byte(c))
}

// name writes a position, whatever the order of its components.
func name(components []game.Component, heap game.Nimber) string {
	return game.NewPosition(slices.Clone(components), heap).Key()
}
