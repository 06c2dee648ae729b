package tree

import (
	"slices"

	"github.com/sprouts-solver/sprouts/game"
)

// builder turns positions into nodes: add each component, then finish.
type builder struct {
	hints
	t    *Tree
	ids  []uint32 // unknown components
	heap game.Nimber
}

// place is where a position is in the tree: at a node, or it is decided.
type place struct {
	node    uint32
	outcome game.Outcome
}

func (t *Tree) newBuilder(h hints) *builder { return &builder{hints: h, t: t} }

// add adds one component to the position.
func (b *builder) add(c []byte) {
	id, f := b.t.component(c)
	if n, known := f.Nimber(); known {
		b.heap ^= n
	} else if id != noComponent {
		b.ids = append(b.ids, id)
	}
}

// folded returns the unknown components of the position with a heap, without equal
// pairs, in order, and the heap with what is known. Then the builder is empty again.
// The ids are good until the next add.
func (b *builder) folded(heap game.Nimber) ([]uint32, game.Nimber) {
	slices.Sort(b.ids)
	kept := b.ids[:0]
	for _, id := range b.ids {
		if k := len(kept); k > 0 && kept[k-1] == id {
			kept = kept[:k-1]
			continue
		}
		kept = append(kept, id)
	}
	heap ^= b.heap
	b.ids, b.heap = b.ids[:0], 0
	return kept, heap
}

// finish returns the place of the position with a heap.
func (b *builder) finish(heap game.Nimber) place {
	ids, heap := b.folded(heap)
	switch len(ids) {
	case 0:
		return place{outcome: heapOutcome(heap)}
	case 1:
		if o := b.t.fact(ids[0]).Outcome(heap); o != game.Unknown {
			return place{outcome: o}
		}
		return place{node: b.t.coupleNode(ids[0], heap, b.hints)}
	}
	if id := b.t.findSum(ids, heap); id != 0 {
		return place{node: id}
	}
	return place{node: b.t.addSum(ids, heap, b.hints)}
}
