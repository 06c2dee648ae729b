package search

import (
	"slices"

	"github.com/sprouts-solver/sprouts/game"
)

// wholeSum searches the position of the components t.sums[base:] and the heap *n until it
// is decided or leaves its limits: one move, in any of its parts, is enough to win it, and
// all of them must fail to lose it. What is found is noted for the position as it was at
// first too, since a part may turn into its tree meanwhile.
func (t *thread) wholeSum(base int, n game.Nimber, l limits) numbers {
	began, firstHeap := t.stats.Visits, n
	from := len(t.whole.origins)
	t.whole.origins = append(t.whole.origins, t.sums[base:]...)
	to := len(t.whole.origins)
	first := func() []uint32 { return t.whole.origins[from:to] }
	t.path = append(t.path, pathNode{n: n, depth: t.stats.Depth, from: from, to: to})
	defer func() {
		t.path = t.path[:len(t.path)-1]
		t.whole.origins = t.whole.origins[:from]
	}()
	if to-from > 1 {
		if _, met := t.table.find(sumKey(first(), n)); !met {
			t.askMemo(first(), n)
		}
		t.countLands(first())
	}
	for {
		ids, heap := t.foldWhole(t.sums[base:], n)
		t.sums, n = t.sums[:base+len(ids)], heap
		var v view
		if v.outcome = t.outcomeOf(ids, n); v.outcome == game.Unknown {
			if len(ids) == 1 {
				return t.alone(ids[0], n, l, from, to, firstHeap)
			}
			v = t.lookWhole(ids, n)
		}
		if v.outcome != game.Unknown {
			visits := 1 + t.stats.Visits - began
			t.learnSum(ids, n, v.outcome, visits)
			if !slices.Equal(ids, first()) {
				t.learnSum(first(), firstHeap, v.outcome, visits)
			}
			return decidedNumbers(v.outcome)
		}
		t.noteRoot(v.numbers)
		if !l.allow(v.numbers) || t.stopped() {
			t.table.putFor(t.counts, sumKey(ids, n), v.numbers)
			if !slices.Equal(ids, first()) {
				t.table.putFor(t.counts, sumKey(first(), firstHeap), v.numbers)
			}
			return v.numbers
		}
		t.visitKid(&v.best, v.below(l))
	}
}

// alone searches what is left of a sum when one component is.
func (t *thread) alone(id uint32, n game.Nimber, l limits, from, to int, heap game.Nimber) numbers {
	if t.stats.Depth == t.root {
		t.root++
	}
	v := t.couple(id, n, l)
	first := t.whole.origins[from:to]
	// Another thread may have decided either meanwhile, which ends the visit below.
	o := t.outcomeOf(first, heap)
	if o == game.Unknown {
		o = t.fact(id).Outcome(n)
	}
	if o != game.Unknown {
		v = decidedNumbers(o)
	}
	switch {
	case len(first) == 1:
	case v.pn == 0:
		t.learnSum(first, heap, game.Win, 1)
	case v.dn == 0:
		t.learnSum(first, heap, game.Loss, 1)
	default:
		t.table.putFor(t.counts, sumKey(first, heap), v)
	}
	return v
}

// lookWhole reads the child lists of the components of a sum: first those that are there,
// since one move may decide it, then those that must be made.
func (t *thread) lookWhole(ids []uint32, n game.Nimber) view {
	l := newLooker()
	for m := range n {
		if l.addOption(t, ids, m) {
			return view{outcome: game.Win}
		}
	}
	made := uint64(0)
	for i, id := range ids {
		if i < 64 && (t.record(id).list() != 0 || t.part(id).kind != landPart) {
			made |= 1 << i
		}
	}
	for _, there := range [2]bool{true, false} {
		for i, id := range ids {
			if made>>i&1 != 0 != there || i > 0 && id == ids[i-1] {
				continue
			}
			if t.addMoves(&l, ids, i, n) {
				return view{outcome: game.Win}
			}
		}
	}
	return l.view()
}

// addMoves takes in the moves in component i of a sum. It returns true if one of them is
// lost for the other player.
func (t *thread) addMoves(l *looker, ids []uint32, i int, n game.Nimber) (won bool) {
	id, w := ids[i], t.whole
	w.others = append(append(w.others[:0], ids[:i]...), ids[i+1:]...)
	w.heap = n
	if t.record(id).list() == 0 && t.expandPart(id) {
		return true
	}
	if t.shared != nil {
		lock := t.shared.list(id)
		lock.Lock()
		defer lock.Unlock()
	}
	list := t.fold(id)
	for at := listHead; at < len(list); {
		count := int(list[at] & optionIDs)
		heap := n ^ game.Nimber(list[at]>>heapOffset)
		w.ids = append(append(w.ids[:0], w.others...), list[at+1:at+1+count]...)
		at += 1 + count
		w.ids, heap = t.arrange(w.ids, heap)
		if l.addOption(t, w.ids, heap) {
			return true
		}
	}
	return false
}

// expandPart makes the child list of a component of a sum, which stands beside
// t.whole.others. An option that is known to be lost beside them ends the work: then it
// returns true, and keeps a list only if the options were made before, for nothing.
func (t *thread) expandPart(id uint32) (won bool) {
	p, w := t.part(id), t.whole
	if p.kind != landPart {
		t.keepList(t.record(id), t.treeList(p))
		return false
	}
	w.beside, w.keep = true, p.made.Add(1) > 1
	defer func() { w.beside, w.keep = false, false }()
	return t.expand(id, game.MaxNimber)
}

// treeList makes the child list of a tree.
func (t *thread) treeList(p *part) []uint32 {
	b, w := &t.building, t.whole
	b.reset()
	w.options = t.misere.forest.Options(w.options[:0], p.tree)
	for _, o := range w.options {
		ids, heap := appendWorth(t.worthOf(o), b.ids[:0], 0)
		b.add(ids, heap)
	}
	return b.list()
}

// foldTrees brings a child list up to date with the trees that are known, like fold. An
// option may come twice afterwards.
func (t *thread) foldTrees(list []uint32) []uint32 {
	end := listHead + int(list[listUsed])
	out := listHead
	for at := listHead; at < end; {
		head := list[at]
		n := int(head & optionIDs)
		ids := list[at+1 : at+1+n]
		at += 1 + n
		if slices.ContainsFunc(ids, func(id uint32) bool { return t.landWorth(id) != 0 }) {
			var heap game.Nimber
			t.whole.ids, heap = t.foldWhole(append(t.whole.ids[:0], ids...), game.Nimber(head>>heapOffset))
			ids = t.whole.ids
			head = uint32(len(ids)) | uint32(heap)<<heapOffset
			if len(ids) == 0 {
				list[listMask] |= 1 << t.rules.worth(heap)
			}
		}
		list[out] = head
		copy(list[out+1:], ids)
		out += 1 + len(ids)
	}
	list[listUsed] = uint32(out - listHead)
	return list[:out]
}
