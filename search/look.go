package search

import (
	"math"

	"github.com/sprouts-solver/sprouts/game"
)

// kid is a child of a couple: one component plus a heap, or a sum.
type kid struct {
	numbers
	rank  uint32 // dn, and more if other threads are at work below
	marks uint32 // how many threads are
	n     game.Nimber
	count uint32 // components
	id    uint32 // the component, if count is 1
	order uint64 // small first, among kids of equal rank
}

// view is a couple as its children show it.
type view struct {
	outcome game.Outcome // if they decide it
	numbers
	best   kid    // the child to search: the one with the least rank
	second uint32 // the rank of the next best
	others uint32 // what the children beside the best add to dn
}

// look reads the child list of a couple. If the best child is a sum, its components
// are in t.chosen until the next look.
func (t *thread) look(id uint32, n game.Nimber) view {
	if t.shared != nil {
		lock := t.shared.list(id)
		lock.Lock()
		defer lock.Unlock()
	}
	l := newLooker()
	fact := t.fact(id)
	for m := range n {
		if !fact.Excludes(m) {
			l.add(t, kid{numbers: t.numbersOf(id, m), n: m, count: 1, id: id}, nil)
		}
	}
	t.tallyTold()
	list := t.fold(id)
	if list[listMask]>>n&1 != 0 || l.addList(t, list, n) {
		return view{outcome: game.Win}
	}
	return l.view()
}

// looker sums up the children of a couple.
type looker struct {
	best   kid
	second uint32
	least  uint32 // disproof number
	count  uint32
	maxPn  uint32
}

func newLooker() looker {
	return looker{best: kid{rank: math.MaxUint32}, second: infinity, least: infinity}
}

// addList takes in the options of a component, with the heap *n. It returns true if one
// of them is lost for the other player, and then leaves out the rest.
func (l *looker) addList(t *thread, list []uint32, n game.Nimber) (won bool) {
	for at := listHead; at < len(list); {
		head := list[at]
		count := int(head & optionIDs)
		if l.addOption(t, list[at+1:at+1+count], n^game.Nimber(head>>heapOffset)) {
			return true
		}
		at += 1 + count
	}
	return false
}

// addOption takes in a child of these components, unless it is decided. It returns
// true if it is lost for the other player.
func (l *looker) addOption(t *thread, ids []uint32, n game.Nimber) (won bool) {
	k := kid{n: n, count: uint32(len(ids))}
	outcome := game.Unknown
	if t.misere != nil {
		outcome = t.outcomeOf(ids, n)
	} else if len(ids) == 1 {
		outcome = t.fact(ids[0]).Outcome(n)
	}
	switch {
	case outcome != game.Unknown:
		return outcome == game.Loss
	case len(ids) == 1:
		k.id = ids[0]
		k.numbers = t.numbersOf(k.id, n)
	default:
		k.numbers = t.numbersOfSum(ids, n)
	}
	l.add(t, k, ids)
	return false
}

// add takes in one undecided child. If it is a sum and the best child so far, its
// components ids stay in t.chosen.
func (l *looker) add(t *thread, k kid, ids []uint32) {
	l.count++
	l.maxPn = max(l.maxPn, k.pn)
	l.least = min(l.least, k.dn)
	if k.rank = k.dn; t.shared != nil {
		k.marks = t.shared.marksOn(t.keyOf(&k, ids))
		k.rank = marked(k.dn, k.marks)
	}
	if k.rank > l.best.rank {
		l.second = min(l.second, k.rank)
		return
	}
	k.order = t.orderOf(&k, ids)
	if k.rank == l.best.rank && k.order >= l.best.order {
		l.second = min(l.second, k.rank)
		return
	}
	l.second = min(l.second, l.best.rank)
	l.best = k
	if k.count > 1 {
		t.chosen = append(t.chosen[:0], ids...)
	}
}

// view returns the couple's numbers: it is as hard to win as the child that is
// easiest to refute, and as hard to lose as the hardest child to win, plus one
// for each other child.
func (l *looker) view() view {
	if l.count == 0 {
		return view{outcome: game.Loss}
	}
	v := view{best: l.best, second: l.second}
	v.pn = min(l.least, infinity-1)
	v.dn = min(l.maxPn+l.count-1, infinity-1)
	v.others = l.count - 1
	return v
}

// orderOf ranks children with equal numbers: fewer lives and smaller heaps first,
// then more components, then as the seed has it.
func (t *thread) orderOf(k *kid, ids []uint32) uint64 {
	lives := uint64(0)
	if k.count == 1 {
		lives = uint64(t.record(k.id).lives)
	} else {
		for _, id := range ids {
			lives += uint64(t.record(id).lives)
		}
	}
	order := (lives+4*uint64(k.n))<<40 - uint64(min(k.count, 255))<<32
	if t.options.Seed != 0 {
		order += mix64(t.options.Seed+uint64(k.id)<<4+uint64(k.n)) >> 32
	}
	return order
}
