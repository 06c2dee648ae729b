package search

import "github.com/sprouts-solver/sprouts/game"

// limits are the thresholds of a visit: it goes on while
//
//	pn < proof, dn < disproof and min(pn + proofShift, dn + disproofShift) < both
//
// The third one carries the threshold of a sum, whose number is the least of two,
// down through its component (Čížek, Balko, Schmid, arXiv 2511.10339, section 4).
type limits struct {
	proof, disproof, both     int64
	proofShift, disproofShift int64
}

// noLimits lets a visit go on until the node is decided.
var noLimits = limits{proof: infinity, disproof: infinity, both: 2 * infinity}

// allow reports whether a node with these numbers is to be searched further.
func (l limits) allow(n numbers) bool {
	pn, dn := int64(n.pn), int64(n.dn)
	return pn < l.proof && dn < l.disproof && min(pn+l.proofShift, dn+l.disproofShift) < l.both
}

// The numbers of decided nodes.
var (
	wonNumbers  = numbers{0, infinity}
	lostNumbers = numbers{infinity, 0}
)

// decidedNumbers returns the numbers of a node with this outcome.
func decidedNumbers(o game.Outcome) numbers {
	if o == game.Win {
		return wonNumbers
	}
	return lostNumbers
}

// coupleKey is the key of (component, nimber) in the table. It is exact: no other
// couple has it.
func coupleKey(id uint32, n game.Nimber) uint64 { return uint64(id)<<4 | uint64(n) | coupleBit }

// The top bits of a key tell couples from sums, and both from a free entry.
const (
	sumBit    = 1 << 63
	coupleBit = 1 << 62
)

// couple searches one component plus the heap *n until it is decided or leaves
// its limits, and returns its numbers.
func (t *thread) couple(id uint32, n game.Nimber, l limits) numbers {
	if t.enter(); t.stopped() {
		t.leave()
		return t.numbersOf(id, n)
	}
	t.path = append(t.path, pathNode{id: id, n: n, depth: t.stats.Depth})
	v := t.search(id, n, l)
	t.path = t.path[:len(t.path)-1]
	t.leave()
	return v
}

// search is the visit of a couple.
func (t *thread) search(id uint32, n game.Nimber, l limits) numbers {
	began := t.stats.Visits
	if t.misere != nil {
		t.askAlone(id, n)
	}
	for {
		// A child that is the component with a smaller heap may find its nimber, and
		// so may another thread.
		if o := t.fact(id).Outcome(n); o != game.Unknown {
			return decidedNumbers(o)
		}
		if t.record(id).list() == 0 && t.expand(id, n) {
			return t.prove(id, n, game.Win, began)
		}
		v := t.look(id, n)
		if v.outcome != game.Unknown {
			return t.prove(id, n, v.outcome, began)
		}
		t.noteRoot(v.numbers)
		if !l.allow(v.numbers) || t.stopped() {
			t.table.putFor(t.counts, coupleKey(id, n), v.numbers)
			return v.numbers
		}
		t.visitKid(&v.best, v.below(l))
	}
}

// below returns the limits of the best child. If other threads are at work below
// it, the limits still leave it room: else two threads that wait for each other's
// numbers would never go on.
func (v *view) below(l limits) limits {
	below := limits{
		proof:         l.disproof - int64(v.others),
		disproof:      min(l.proof, int64(unmarked(v.second, v.best.marks))+1),
		both:          l.both,
		proofShift:    l.disproofShift + int64(v.others),
		disproofShift: l.proofShift,
	}
	if v.best.dn > v.pn || v.best.marks > 0 {
		below.leaveRoom(v.best.numbers)
	}
	return below
}

// leaveRoom raises limits so far that a node with these numbers may grow by as much
// as a mark makes the node beside it look worse; with less, threads that share a
// node would visit its children over and over for a step of one each.
func (l *limits) leaveRoom(n numbers) {
	pn, dn := int64(marked(n.pn, 1)), int64(marked(n.dn, 1))
	l.proof, l.disproof = max(l.proof, pn), max(l.disproof, dn)
	l.both = max(l.both, min(pn+l.proofShift, dn+l.disproofShift))
}

// noteRoot keeps the numbers of the node being searched if it is the root.
func (t *thread) noteRoot(v numbers) {
	if t.stats.Depth == t.root {
		t.stats.Proof, t.stats.Disproof = v.pn, v.dn
	}
}

// visitKid searches a child of a couple, the best one of the last look.
func (t *thread) visitKid(k *kid, l limits) {
	unmark := t.mark(k)
	if k.count == 1 {
		t.couple(k.id, k.n, l)
	} else {
		base := len(t.sums)
		t.sums = append(t.sums, t.chosen...)
		t.sum(base, k.n, l)
		t.sums = t.sums[:base]
	}
	t.unmark(unmark)
}

// prove records the outcome of a couple, whose visit began when this thread had made
// so many.
func (t *thread) prove(id uint32, n game.Nimber, o game.Outcome, began int64) numbers {
	t.learn(id, n, o, 1+t.stats.Visits-began)
	return decidedNumbers(o)
}

// sum searches a sum of the components t.sums[base:] and the heap *n. It works
// on one component at a time, to find its nimber, until one is left (Lemoine,
// Viennot, arXiv 1011.5841).
func (t *thread) sum(base int, n game.Nimber, l limits) numbers {
	if t.enter(); t.stopped() {
		t.leave()
		return numbers{1, 1}
	}
	defer t.leave()
	if t.misere != nil {
		return t.wholeSum(base, n, l)
	}
	key := sumKey(t.sums[base:], n)
	for {
		n = t.foldSum(base, n)
		ids := t.sums[base:]
		switch len(ids) {
		case 0:
			return decidedNumbers(t.rules.heapOutcome(n))
		case 1:
			if t.stats.Depth == t.root {
				t.root++
			}
			v := t.couple(ids[0], n, l)
			if v.pn != 0 && v.dn != 0 {
				t.table.putFor(t.counts, key, v)
			}
			return v
		}
		total, next, m := t.lookSum(ids)
		v := numbers{total, total}
		t.noteRoot(v)
		if !l.allow(v) || t.stopped() {
			t.table.putFor(t.counts, key, v)
			return v
		}
		t.couple(next, m, t.belowSum(l, total, t.numbersOf(next, m)))
	}
}

// belowSum returns the limits of a component of a sum, given the limits of the
// sum, its number and those of the component: the component may grow by what the
// sum may grow.
func (t *thread) belowSum(l limits, total uint32, v numbers) limits {
	room := min(l.proof, l.disproof, l.both-min(l.proofShift, l.disproofShift)) - int64(total)
	below := noLimits
	if t.tuning.Sums == SumDisproof {
		below.disproof = room + int64(v.dn)
	} else {
		below.both = room + int64(v.least())
	}
	return below
}

// foldSum drops the components of t.sums[base:] whose nimbers are known and
// returns the heap together with them.
func (t *thread) foldSum(base int, n game.Nimber) game.Nimber {
	kept := t.sums[:base]
	for _, id := range t.sums[base:] {
		if x, known := t.fact(id).Nimber(); known {
			n ^= x
		} else {
			kept = append(kept, id)
		}
	}
	t.sums = kept
	return n
}

// lookSum returns the number of a sum, and the component to work on with the
// nimber to try: the one with the fewest lives.
func (t *thread) lookSum(ids []uint32) (total, next uint32, n game.Nimber) {
	next = ids[0]
	for _, id := range ids {
		v := t.numbersOf(id, t.firstOpen(id))
		if t.tuning.Sums == SumDisproof {
			total = addNumbers(total, v.dn)
		} else {
			total = addNumbers(total, v.least())
		}
		if t.record(id).lives < t.record(next).lives {
			next = id
		}
	}
	return total, next, t.firstOpen(next)
}

// firstOpen returns the smallest nimber that the component may still have.
func (s *Solver) firstOpen(id uint32) game.Nimber { return s.fact(id).FirstOpen() }

// sumKey is the key of a sum of several components. Two sums may share it: it
// only ever finds estimates.
func sumKey(ids []uint32, n game.Nimber) uint64 {
	h := uint64(n)
	for _, id := range ids {
		h += mix64(uint64(id) + 0x9e3779b97f4a7c15)
	}
	return mix64(h) | sumBit
}
