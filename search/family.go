package search

import (
	"sync/atomic"

	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/internal/chunk"
	"github.com/sprouts-solver/sprouts/internal/intern"
)

// families counts what is proven about the members of each family of components
// (see game.Expander.Analogy), each nimber xored with the member's shift.
type families struct {
	keys  intern.Table
	tally chunk.Slice[tally]
}

// tallied nimbers are below this; larger ones are too rare to predict.
const tallied = 8

// tally counts, for each nimber, how often a member of the family had it and how
// often one was proven not to have it: 16 bits each, four to a word, so that
// threads can read and add without locks.
type tally struct {
	nimber   [tallied / 4]uint64
	excluded [tallied / 4]uint64
}

// maxTally bounds the counts, and the sum of those of nimbers.
const maxTally = 1<<15 - 1

// count returns how often n was counted in words.
func count(words *[tallied / 4]uint64, n game.Nimber) uint64 {
	return atomic.LoadUint64(&words[n/4]) >> (n % 4 * 16) & 0xffff
}

// countOne adds one to the count of n.
func countOne(words *[tallied / 4]uint64, n game.Nimber) {
	atomic.AddUint64(&words[n/4], 1<<(n%4*16))
}

// total returns how often any nimber was counted.
func (t *tally) total() uint64 {
	const lanes = 1 | 1<<16 | 1<<32 | 1<<48
	sum := atomic.LoadUint64(&t.nimber[0]) + atomic.LoadUint64(&t.nimber[1]) // no lane overflows
	return sum * lanes >> 48
}

// The family of a component is a word: its number + 1, and the shift above.
const (
	familyBits = 28
	noFamily   = 1<<familyBits - 1 // of a component that has none
)

func familyWord(f uint32, shift game.Nimber) uint32 {
	return min(f+1, noFamily) | uint32(shift)<<familyBits
}

// familyOf returns the family of a component, nil if it has none, asking the game
// once.
func (t *thread) familyOf(id uint32) (*tally, game.Nimber) {
	r := t.record(id)
	word := atomic.LoadUint32(&r.family)
	if word == 0 {
		word = t.askFamily(t.components.keys.Bytes(id))
		atomic.StoreUint32(&r.family, word)
	}
	number := word & noFamily
	if number == noFamily {
		return nil, 0
	}
	return t.families.tally.At(number - 1), game.Nimber(word >> familyBits)
}

// askFamily asks the game for the family of a component.
func (t *thread) askFamily(c []byte) (word uint32) {
	key, shift := t.expander.Analogy(c)
	if len(key) == 0 {
		return noFamily
	}
	if t.shared != nil {
		t.shared.families.Lock()
		defer t.shared.families.Unlock()
	}
	f, added := t.families.keys.Intern(key)
	if added {
		t.families.tally.Append(tally{})
	}
	return familyWord(f, shift)
}

// tallyTold counts the nimbers that the memo has told since the last call. They
// wait for it, since the game may be making options when it tells them. After a
// sweep it may tell them, and they may count, once more.
func (t *thread) tallyTold() {
	for _, id := range t.told {
		if n, known := t.fact(id).Nimber(); known {
			t.tallyFact(id, t.fact(id), n)
		}
	}
	t.told = t.told[:0]
}

// tallyFact counts a new fact for the family of its component.
func (t *thread) tallyFact(id uint32, f game.Fact, n game.Nimber) {
	family, shift := t.familyOf(id)
	if n ^= shift; family == nil || n >= tallied {
		return
	}
	switch {
	case f.IsKnown() && family.total() < maxTally:
		countOne(&family.nimber, n)
	case !f.IsKnown() && count(&family.excluded, n) < maxTally:
		countOne(&family.excluded, n)
	}
}

// predict guesses the outcome of a couple from its family.
func (t *thread) predict(id uint32, n game.Nimber) game.Outcome {
	family, shift := t.familyOf(id)
	if n ^= shift; family == nil || n >= tallied {
		return game.Unknown
	}
	total := family.total()
	switch had := count(&family.nimber, n); {
	case total > 0 && 2*had > total:
		return game.Loss
	case total > 0 && 4*had < total:
		return game.Win
	case total == 0 && count(&family.excluded, n) > 0:
		return game.Win
	}
	return game.Unknown
}

// predictSum guesses the outcome of a sum.
func (t *thread) predictSum(ids []uint32, n game.Nimber) game.Outcome {
	for _, id := range ids {
		family, shift := t.familyOf(id)
		if family == nil {
			return game.Unknown
		}
		major, ok := family.major()
		if !ok {
			return game.Unknown
		}
		n ^= major ^ shift
	}
	return t.rules.heapOutcome(n)
}

// major returns the nimber that more than half of the counted members had, if there
// is one.
func (t *tally) major() (game.Nimber, bool) {
	for n, total := game.Nimber(0), t.total(); n < tallied; n++ {
		if 2*count(&t.nimber, n) > total {
			return n, true
		}
	}
	return 0, false
}
