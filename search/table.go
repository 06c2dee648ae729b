package search

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
type table struct {
	entries  []entry
	used     int
	maxSlots int // power of two
	evicted  int
}

// entry is 16 bytes, so that a bucket is one cache line.
type entry struct {
	key uint64 // 0 where free
	numbers
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
		if b[i].key == key {
			return b[i].numbers, true
		}
	}
	return numbers{}, false
}

// put keeps the numbers of a node.
func (t *table) put(key uint64, n numbers) {
	if 2*t.used >= len(t.entries) && len(t.entries) < t.maxSlots {
		t.grow()
	}
	b := t.bucket(key)
	victim := 0
	for i := range b {
		switch {
		case b[i].key == key:
			b[i].numbers = n
			return
		case b[i].key == 0:
			b[i] = entry{key, n}
			t.used++
			return
		case b[i].pn+b[i].dn < b[victim].pn+b[victim].dn:
			victim = i
		}
	}
	if t.evicted++; t.evicted%8 == 0 {
		victim = t.evicted / 8 % bucketSize
	}
	b[victim] = entry{key, n}
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
	for _, e := range old {
		if e.key != 0 {
			t.put(e.key, e.numbers)
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
