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
func (s *Solver) couple(id uint32, n game.Nimber, l limits) numbers {
	if s.enter(); s.err != nil {
		return s.numbersOf(id, n)
	}
	defer s.leave()
	for {
		// A child that is the component with a smaller heap may find its nimber.
		if o := s.fact(id).Outcome(n); o != game.Unknown {
			return decidedNumbers(o)
		}
		if s.record(id).kids == 0 && s.expand(id, n) {
			return s.prove(id, n, game.Win)
		}
		v := s.look(id, n)
		if v.outcome != game.Unknown {
			return s.prove(id, n, v.outcome)
		}
		s.noteRoot(v.numbers)
		if !l.allow(v.numbers) || s.err != nil {
			s.table.put(coupleKey(id, n), v.numbers)
			return v.numbers
		}
		below := limits{
			proof:         l.disproof - int64(v.others),
			disproof:      min(l.proof, int64(v.second)+1),
			both:          l.both,
			proofShift:    l.disproofShift + int64(v.others),
			disproofShift: l.proofShift,
		}
		s.visitKid(&v.best, below)
	}
}

// noteRoot keeps the numbers of the node being searched if it is the root.
func (s *Solver) noteRoot(v numbers) {
	if s.stats.Depth == s.root {
		s.stats.Proof, s.stats.Disproof = v.pn, v.dn
	}
}

// visitKid searches a child of a couple.
func (s *Solver) visitKid(k *kid, l limits) {
	if k.count == 1 {
		s.couple(k.id, k.n, l)
		return
	}
	base := len(s.sums)
	s.sums = append(s.sums, s.lists.Run(k.at, int(k.count))...)
	s.sum(base, k.n, l)
	s.sums = s.sums[:base]
}

// prove records the outcome of a couple.
func (s *Solver) prove(id uint32, n game.Nimber, o game.Outcome) numbers {
	s.learn(id, n, o)
	return decidedNumbers(o)
}

// sum searches a sum of the components s.sums[base:] and the heap *n. It works
// on one component at a time, to find its nimber, until one is left (Lemoine,
// Viennot, arXiv 1011.5841).
func (s *Solver) sum(base int, n game.Nimber, l limits) numbers {
	if s.enter(); s.err != nil {
		return numbers{1, 1}
	}
	defer s.leave()
	key := sumKey(s.sums[base:], n)
	for {
		n = s.foldSum(base, n)
		ids := s.sums[base:]
		switch len(ids) {
		case 0:
			return decidedNumbers(s.rules.heapOutcome(n))
		case 1:
			if s.stats.Depth == s.root {
				s.root++
			}
			v := s.couple(ids[0], n, l)
			if v.pn != 0 && v.dn != 0 {
				s.table.put(key, v)
			}
			return v
		}
		total, next, m := s.lookSum(ids)
		v := numbers{total, total}
		s.noteRoot(v)
		if !l.allow(v) || s.err != nil {
			s.table.put(key, v)
			return v
		}
		s.couple(next, m, s.belowSum(l, total, s.numbersOf(next, m)))
	}
}

// belowSum returns the limits of a component of a sum, given the limits of the
// sum, its number and those of the component: the component may grow by what the
// sum may grow.
func (s *Solver) belowSum(l limits, total uint32, v numbers) limits {
	room := min(l.proof, l.disproof, l.both-min(l.proofShift, l.disproofShift)) - int64(total)
	below := noLimits
	if s.tuning.Sums == SumDisproof {
		below.disproof = room + int64(v.dn)
	} else {
		below.both = room + int64(v.least())
	}
	return below
}

// foldSum drops the components of s.sums[base:] whose nimbers are known and
// returns the heap together with them.
func (s *Solver) foldSum(base int, n game.Nimber) game.Nimber {
	kept := s.sums[:base]
	for _, id := range s.sums[base:] {
		if x, known := s.fact(id).Nimber(); known {
			n ^= x
		} else {
			kept = append(kept, id)
		}
	}
	s.sums = kept
	return n
}

// lookSum returns the number of a sum, and the component to work on with the
// nimber to try: the one with the fewest lives.
func (s *Solver) lookSum(ids []uint32) (total, next uint32, n game.Nimber) {
	next = ids[0]
	for _, id := range ids {
		v := s.numbersOf(id, s.firstOpen(id))
		if s.tuning.Sums == SumDisproof {
			total = addNumbers(total, v.dn)
		} else {
			total = addNumbers(total, v.least())
		}
		if s.record(id).lives < s.record(next).lives {
			next = id
		}
	}
	return total, next, s.firstOpen(next)
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
