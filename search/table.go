package search

import (
	"math"
	"sync/atomic"
)

// numbers are the proof and disproof number of a couple: lower bounds, as
// estimates see it, of the work to prove that the player to move wins or loses.
// 0 means proven, infinity means refuted.
type numbers struct{ pn, dn uint32 }

// infinity is larger than any number in use; sums of numbers saturate at it.
const infinity = 1 << 30

// least returns the smaller of the two numbers.
func (n numbers) least() uint32 { return min(n.pn, n.dn) }

// addNumbers adds without passing infinity.
func addNumbers(a, b uint32) uint32 { return min(a+b, infinity) }

// table holds the numbers of undecided nodes. Decided ones are facts and live
// elsewhere, so that nothing proven is ever lost here.
//
// It is an array of buckets of four entries. When a bucket is full, the entry
// with the least work behind it, the one with the smallest pn + dn, makes room;
// every eighth time it is any of the four in turn, so that nodes searched in
// alternation do not push each other out for ever. The array doubles when it is
// half full, up to a limit.
//
// Threads read and write entries without locks. An entry holds its key xored with
// its numbers, so that half of one entry and half of another are no entry at all
// (Hyatt, Mann, "A lock-less transposition table", ICGA Journal 25, 2002). Were one
// mistaken all the same, it would only steer.
type table struct {
	entries  []entry
	maxSlots int  // power of two
	fixed    bool // threads share it: it grows between searches only
	tableCounts
}

// tableCounts is what one writer of a table counts.
type tableCounts struct {
	used    int // entries that were free before
	evicted int // entries that made room
}

// entry is 16 bytes, so that a bucket is one cache line. It is free if both words
// are 0.
type entry struct {
	check atomic.Uint64 // the key xored with the word
	word  atomic.Uint64 // the numbers
}

// pack writes numbers in a word, which is not 0 for an undecided node.
func (n numbers) pack() uint64 { return uint64(n.pn)<<32 | uint64(n.dn) }

func unpack(word uint64) numbers { return numbers{uint32(word >> 32), uint32(word)} }

// read returns the key and the numbers of an entry, 0 and nothing if it is free.
func (e *entry) read() (key, word uint64) {
	word = e.word.Load()
	return e.check.Load() ^ word, word
}

func (e *entry) write(key, word uint64) {
	e.word.Store(word)
	e.check.Store(key ^ word)
}

const (
	bucketSize    = 4
	firstSlots    = 1 << 12
	bytesPerEntry = 16
)

// find returns the numbers of a node, if the table has them.
func (t *table) find(key uint64) (numbers, bool) {
	if len(t.entries) == 0 {
		return numbers{}, false
	}
	b := t.bucket(key)
	for i := range b {
		if k, word := b[i].read(); k == key {
			return unpack(word), true
		}
	}
	return numbers{}, false
}

// put keeps the numbers of a node, for the only thread.
func (t *table) put(key uint64, n numbers) { t.putFor(&t.tableCounts, key, n) }

// putFor keeps the numbers of a node, for a thread with counts of its own.
func (t *table) putFor(c *tableCounts, key uint64, n numbers) {
	if !t.fixed && t.wantsGrowth(c.used) {
		t.grow()
	}
	b := t.bucket(key)
	victim, least := 0, uint32(math.MaxUint32)
	for i := range b {
		k, word := b[i].read()
		if k == key {
			b[i].write(key, n.pack())
			return
		}
		if k == 0 {
			b[i].write(key, n.pack())
			c.used++
			return
		}
		if v := unpack(word); v.pn+v.dn < least {
			victim, least = i, v.pn+v.dn
		}
	}
	if c.evicted++; c.evicted%8 == 0 {
		victim = c.evicted / 8 % bucketSize
	}
	b[victim].write(key, n.pack())
}

// wantsGrowth reports whether a table with so many used entries should double.
func (t *table) wantsGrowth(used int) bool {
	return 2*used >= len(t.entries) && len(t.entries) < t.maxSlots
}

func (t *table) bucket(key uint64) []entry {
	at := int(mix64(key)) & (len(t.entries) - 1) &^ (bucketSize - 1)
	return t.entries[at : at+bucketSize : at+bucketSize]
}

// clear forgets all numbers.
func (t *table) clear() {
	clear(t.entries)
	t.used = 0
}

// grow doubles the table. An entry keeps its place or moves up by the old size.
func (t *table) grow() {
	old := t.entries
	t.entries = make([]entry, max(firstSlots, 2*len(old)))
	t.used = 0
	for i := range old {
		if key, word := old[i].read(); key != 0 {
			t.put(key, unpack(word))
		}
	}
}

// memory returns the bytes that the table holds.
func (t *table) memory() int64 { return bytesPerEntry * int64(len(t.entries)) }

// mix64 scatters keys over the table.
func mix64(x uint64) uint64 {
	x ^= x >> 32
	x *= 0xd6e8feb86659fd93
	x ^= x >> 32
	return x
}
