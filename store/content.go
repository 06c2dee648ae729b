package store

import (
	"cmp"
	"slices"

	"github.com/sprouts-solver/sprouts/game"
)

// content is what a store keeps about one component: what is known, and with
// which sequence numbers it came. The zero value is nothing.
//
// A nimber has one number, that of the fact which told it: it is all there is to
// know. Exclusions may have come one by one, from several sources, and each keeps
// its number, so that Distrust can take back some and leave the others:
//
//	PutFrom(not *0, 7), PutFrom(not *0 *2, 9)    not *0 (7), not *2 (9)
//	PutFrom(*1, 12)                              *1 (12)
type content struct {
	fact game.Fact
	seq  uint64 // the highest number, 0 if none came with one

	// earlier are the exclusions with lower numbers, in ascending order. They
	// share no nimber with each other; what fact excludes besides came with seq.
	earlier []credit
}

// credit is a set of excluded nimbers and the number with which they came.
type credit struct {
	seq  uint64 // 0 if it came without one
	mask uint16
}

// learn adds a fact that came with a number, or with none if seq is 0. What says
// nothing new changes nothing. The second result is false, and k stays as it is,
// if the fact contradicts k.
func (k content) learn(f game.Fact, seq uint64) (content, bool) {
	merged, ok := k.fact.Merge(f)
	switch {
	case !ok:
		return k, false
	case merged == k.fact:
		return k, true
	case merged.IsKnown():
		return content{fact: merged, seq: seq}, true
	case k.fact == 0 || seq == k.seq:
		return content{fact: merged, seq: seq, earlier: k.earlier}, true
	}
	return fromCredits(k.credit(credit{seq, (merged &^ k.fact).Mask()})), true
}

// credits returns the exclusions by number, in ascending order, in a slice of its
// own. The nimber must not be known.
func (k content) credits() []credit {
	if k.fact == 0 {
		return nil
	}
	last := k.fact.Mask()
	for _, c := range k.earlier {
		last &^= c.mask
	}
	return append(slices.Clip(k.earlier), credit{k.seq, last})
}

// credit returns the exclusions by number and one more, of nimbers that k does
// not exclude.
func (k content) credit(c credit) []credit {
	all := k.credits()
	at, found := slices.BinarySearchFunc(all, c.seq, func(c credit, seq uint64) int { return cmp.Compare(c.seq, seq) })
	if found {
		all[at].mask |= c.mask
		return all
	}
	return slices.Insert(all, at, c)
}

// fromCredits is the reverse of credits.
func fromCredits(all []credit) content {
	if len(all) == 0 {
		return content{}
	}
	var mask uint16
	for _, c := range all {
		mask |= c.mask
	}
	last := len(all) - 1
	return content{fact: game.FactFromMask(mask), seq: all[last].seq, earlier: all[:last:last]}
}

// without returns what is left when everything is taken back that came with a
// number for which gone is true, and whether that is less than before.
func (k content) without(gone func(seq uint64) bool) (content, bool) {
	if k.fact.IsKnown() {
		if gone(k.seq) {
			return content{}, true
		}
		return k, false
	}
	all := k.credits()
	n := len(all)
	left := slices.DeleteFunc(all, func(c credit) bool { return gone(c.seq) })
	if len(left) == n {
		return k, false
	}
	return fromCredits(left), true
}
