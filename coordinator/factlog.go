package coordinator

import (
	"github.com/sprouts-solver/sprouts/game"
)

// factLog numbers facts and keeps the newest ones, with who told them.
//
//	1 ... durable ... | start+1 ... base | base+1 ... last | ... bound | ...
//	earlier lives     | overwritten      | in the ring     | free, and reserved
//
// All that is known of a component is merged in its newest entry, which index finds,
// so that what is not yet in the memo is known. A number is never used twice, even if
// the journal of its use is lost: bound is journalled well ahead, and is where the
// next life goes on.
type factLog struct {
	size    int
	ring    []logged // of number start+1+i at place i modulo size
	durable uint64   // the newest of earlier lives, as far as the journal knows
	start   uint64
	base    uint64
	last    uint64
	bound   uint64
	index   map[game.Component]uint64 // number of the newest entry in the ring

	pending []Entry // the last ones, not yet given to Changes
	spans   []span  // the same, by source
}

// logged is a fact in the ring.
type logged struct {
	Entry
	source string // the worker's name, or coordinatorName
	mixed  bool   // it holds what others have excluded before
}

// boundStep is how many numbers are reserved at a time. At least half of it is always
// left: more facts than that are never on their way to the disk.
const boundStep = 1 << 20

func newFactLog(size int) factLog {
	return factLog{size: size, index: map[game.Component]uint64{}}
}

// begin goes on after the numbers of earlier lives.
func (l *factLog) begin(durable, bound uint64) {
	l.durable, l.bound = durable, bound
	l.start, l.base, l.last = bound, bound, bound
}

// at returns the fact with a number, which must be in the ring.
func (l *factLog) at(seq uint64) *logged { return &l.ring[(seq-l.start-1)%uint64(l.size)] }

// add numbers a fact.
func (l *factLog) add(e logged) uint64 {
	l.last++
	if l.last-l.base > uint64(l.size) {
		l.base++
		if old := l.at(l.base).Component; l.index[old] == l.base {
			delete(l.index, old)
		}
		*l.at(l.last) = e
	} else {
		l.ring = append(l.ring, e)
	}
	l.index[e.Component] = l.last
	l.pending = append(l.pending, e.Entry)
	if k := len(l.spans); k > 0 && l.spans[k-1].source == e.source && l.spans[k-1].mixed == e.mixed {
		l.spans[k-1].last = l.last
	} else {
		l.spans = append(l.spans, span{first: l.last, last: l.last, source: e.source, mixed: e.mixed})
	}
	return l.last
}

// span is a run of numbers of facts from one source.
type span struct {
	first, last uint64
	source      string
	mixed       bool // they hold what others have excluded before
}

// find returns the newest fact about a component, nil if it is not in the ring.
func (l *factLog) find(c []byte) *logged {
	if seq, ok := l.index[game.Component(c)]; ok {
		return l.at(seq)
	}
	return nil
}

// maxLook is how many facts one call of since looks at: a millisecond's work.
const maxLook = 1 << 16

// since returns facts for a worker from the ring, see [Core.Since].
func (l *factLog) since(cursor uint64, worker string, maxBytes int) (entries []Entry, next uint64, gap bool) {
	gap = cursor < l.durable || cursor < l.base && l.start < l.base
	next = min(max(cursor, l.base), l.last)
	for bytes, most := 0, next+maxLook; next < min(l.last, most) && bytes < maxBytes; {
		next++
		e := l.at(next)
		if e.source != worker {
			entries = append(entries, e.Entry)
			bytes += len(e.Component)
		}
	}
	return entries, next, gap
}

// reserve returns the number up to which numbers must be reserved, and whether that
// has changed.
func (l *factLog) reserve() (bound uint64, changed bool) {
	if l.bound >= l.last+boundStep/2 {
		return l.bound, false
	}
	l.bound = l.last + boundStep
	return l.bound, true
}
