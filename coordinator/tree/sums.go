package tree

import (
	"github.com/sprouts-solver/sprouts/game"
)

// sumTable finds sums by their components and heap: open addressing with linear
// probing. A sum's components are those of its kids, in the order of their numbers.
type sumTable struct {
	slots []uint32 // nodes, 0 where free
	used  int
}

// hashSum mixes the numbers of components and a heap.
func hashSum(ids []uint32, heap game.Nimber) uint32 {
	h := uint64(heap)
	for _, id := range ids {
		h = (h + uint64(id) + 1) * 0x9e3779b97f4a7c15
		h ^= h >> 29
	}
	return uint32(h >> 16)
}

// findSum returns the node of a sum, or 0.
func (t *Tree) findSum(ids []uint32, heap game.Nimber) uint32 {
	if t.sums.used == 0 {
		return 0
	}
	h, mask := hashSum(ids, heap), uint32(len(t.sums.slots)-1)
	for slot := h & mask; ; slot = (slot + 1) & mask {
		id := t.sums.slots[slot]
		if id == 0 || t.node(id).component == h && t.isSum(id, ids, heap) {
			return id
		}
	}
}

// isSum compares a node with a sum.
func (t *Tree) isSum(id uint32, ids []uint32, heap game.Nimber) bool {
	x := t.node(id)
	if x.heap != heap || int(x.kids) != len(ids) {
		return false
	}
	for e := x.out; e != 0; e = t.edge(e).nextOut {
		if t.node(t.edge(e).to).component != ids[0] {
			return false
		}
		ids = ids[1:]
	}
	return true
}

// componentsOf appends the components of a sum.
func (t *Tree) componentsOf(x *node, ids []uint32) []uint32 {
	for e := x.out; e != 0; e = t.edge(e).nextOut {
		ids = append(ids, t.node(t.edge(e).to).component)
	}
	return ids
}

// index makes a sum with kids findable.
func (t *Tree) index(id uint32) {
	if 4*(t.sums.used+1) > 3*len(t.sums.slots) {
		t.resizeSums()
	}
	x := t.node(id)
	t.scratch = t.componentsOf(x, t.scratch[:0])
	x.component = hashSum(t.scratch, x.heap)
	x.set(flagExpanded, true)
	t.sums.used++
	t.placeSum(t.sums.slots, id)
}

// placeSum puts a sum into the first free slot from its place on.
func (t *Tree) placeSum(slots []uint32, id uint32) {
	mask := uint32(len(slots) - 1)
	slot := t.node(id).component & mask
	for slots[slot] != 0 {
		slot = (slot + 1) & mask
	}
	slots[slot] = id
}

// unindex takes a sum out of the table, and moves up those behind it that would
// not be found across the gap.
func (t *Tree) unindex(id uint32) {
	slots, mask := t.sums.slots, uint32(len(t.sums.slots)-1)
	gap := t.node(id).component & mask
	for slots[gap] != id {
		gap = (gap + 1) & mask
	}
	for next := (gap + 1) & mask; slots[next] != 0; next = (next + 1) & mask {
		home := t.node(slots[next]).component & mask
		if (next-home)&mask >= (next-gap)&mask {
			slots[gap] = slots[next]
			gap = next
		}
	}
	slots[gap] = 0
	t.node(id).set(flagExpanded, false)
	t.sums.used--
	if len(slots) > 64 && 8*t.sums.used < len(slots) {
		t.resizeSums()
	}
}

// resizeSums makes the table twice as large as its sums need.
func (t *Tree) resizeSums() {
	size := 64
	for 3*size < 8*(t.sums.used+1) {
		size *= 2
	}
	slots := make([]uint32, size)
	for _, id := range t.sums.slots {
		if id != 0 {
			t.placeSum(slots, id)
		}
	}
	t.sums.slots = slots
}

// rehashSums makes the table anew after components got other numbers.
func (t *Tree) rehashSums() {
	old := t.sums.slots
	t.sums = sumTable{slots: make([]uint32, len(old))}
	for _, id := range old {
		if id != 0 {
			t.index(id)
		}
	}
}
