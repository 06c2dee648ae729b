package search

import (
	"math"

	"github.com/sprouts-solver/sprouts/game"
)

// kid is a child of a couple: one component plus a heap, or a sum.
type kid struct {
	numbers
	n     game.Nimber
	count uint32 // components
	id    uint32 // the component, if count is 1
	at    uint64 // place of the components in the lists, if count > 1
	order uint64 // small first, among kids with equal numbers
}

// view is a couple as its children show it.
type view struct {
	outcome game.Outcome // if they decide it
	numbers
	best   kid    // the child with the least disproof number
	second uint32 // the disproof number of the next best
	others uint32 // what the children beside the best add to dn
}

// look reads the child list of a couple.
func (s *Solver) look(id uint32, n game.Nimber) view {
	l := looker{best: kid{numbers: numbers{dn: math.MaxUint32}}, second: infinity}
	fact := s.fact(id)
	for m := range n {
		if !fact.Excludes(m) {
			l.add(s, kid{numbers: s.numbersOf(id, m), n: m, count: 1, id: id})
		}
	}
	s.tallyTold()
	list := s.fold(id)
	if list[listMask]>>n&1 != 0 {
		return view{outcome: game.Win}
	}
	place := s.record(id).kids - 1
	for at := listHead; at < len(list); {
		head := list[at]
		count := head & optionIDs
		k := kid{n: n ^ game.Nimber(head>>heapOffset), count: count, id: list[at+1], at: place + uint64(at) + 1}
		ids := list[at+1 : at+1+int(count)]
		at += 1 + int(count)
		if count == 1 {
			if s.fact(k.id).Excludes(k.n) {
				continue // a win for the other player
			}
			k.numbers = s.numbersOf(k.id, k.n)
		} else {
			k.numbers = s.numbersOfSum(ids, k.n)
		}
		l.add(s, k)
	}
	return l.view()
}

// looker sums up the children of a couple.
type looker struct {
	best   kid
	second uint32
	count  uint32
	maxPn  uint32
}

// add takes in one undecided child.
func (l *looker) add(s *Solver, k kid) {
	l.count++
	l.maxPn = max(l.maxPn, k.pn)
	if k.dn > l.best.dn {
		l.second = min(l.second, k.dn)
		return
	}
	k.order = s.orderOf(&k)
	if k.dn == l.best.dn && k.order >= l.best.order {
		l.second = min(l.second, k.dn)
		return
	}
	l.second = min(l.second, l.best.dn)
	l.best = k
}

// view returns the couple's numbers: it is as hard to win as the child that is
// easiest to refute, and as hard to lose as the hardest child to win, plus one
// for each other child.
func (l *looker) view() view {
	if l.count == 0 {
		return view{outcome: game.Loss}
	}
	v := view{best: l.best, second: l.second}
	v.pn = min(l.best.dn, infinity-1)
	v.dn = min(l.maxPn+l.count-1, infinity-1)
	v.others = l.count - 1
	return v
}

// orderOf ranks children with equal numbers: fewer lives and smaller heaps first,
// then more components, then as the seed has it.
func (s *Solver) orderOf(k *kid) uint64 {
	lives := uint64(0)
	if k.count == 1 {
		lives = uint64(s.record(k.id).lives)
	} else {
		for _, id := range s.lists.Run(k.at, int(k.count)) {
			lives += uint64(s.record(id).lives)
		}
	}
	order := (lives+4*uint64(k.n))<<40 - uint64(min(k.count, 255))<<32
	if s.options.Seed != 0 {
		order += mix64(s.options.Seed+uint64(k.id)<<4+uint64(k.n)) >> 32
	}
	return order
}
