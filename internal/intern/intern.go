// Package intern numbers byte strings: equal bytes get equal ids, and ids count
// up from 0 in the order of first sight.
//
// All bytes live in one arena, ids in one open-addressing table, so that the
// garbage collector sees three pointers however many strings there are:
//
//	arena   [ b0 b0 b0 | b1 b1 | b2 b2 b2 b2 | ...
//	ends    [ 3, 5, 9, ...                      end of string i in the arena
//	hashes  [ h0, h1, h2, ...                   32 bits each, compared before bytes
//	slots   [ -, 2, -, 0, 1, ...                id+1 by hash, linear probing
//
// A lookup costs one hash of the bytes, one probe or a few, and one comparison
// of the bytes. Equality is always decided on bytes, never on a hash. Cost per
// string: its bytes, 12 for ends and hash, and 5 to 11 for slots.
package intern

import (
	"bytes"
	"encoding/binary"
	"math/bits"
)

// Table is a set of numbered byte strings. The zero value is empty and ready.
// It is not safe for concurrent use.
type Table struct {
	arena  []byte
	ends   []uint64
	hashes []uint32
	slots  []uint32
}

// Len returns the number of strings.
func (t *Table) Len() int { return len(t.ends) }

// Memory returns the bytes that the table holds in memory.
func (t *Table) Memory() int64 {
	return int64(cap(t.arena)) + 8*int64(cap(t.ends)) + 4*int64(cap(t.hashes)) + 4*int64(cap(t.slots))
}

// Bytes returns string id. The bytes belong to the table and never change.
func (t *Table) Bytes(id uint32) []byte {
	start := uint64(0)
	if id > 0 {
		start = t.ends[id-1]
	}
	end := t.ends[id]
	return t.arena[start:end:end]
}

// Find returns the id of b and true, or 0 and false if b is not in the table.
func (t *Table) Find(b []byte) (uint32, bool) {
	if len(t.slots) == 0 {
		return 0, false
	}
	id, _, ok := t.find(b, uint32(Hash(b)>>32))
	return id, ok
}

// Intern returns the id of b, adding a copy of b if it is new.
func (t *Table) Intern(b []byte) (id uint32, added bool) {
	if 4*(len(t.ends)+1) > 3*len(t.slots) {
		t.grow()
	}
	h := uint32(Hash(b) >> 32)
	id, slot, ok := t.find(b, h)
	if ok {
		return id, false
	}
	id = uint32(len(t.ends))
	t.arena = append(t.arena, b...)
	t.ends = append(t.ends, uint64(len(t.arena)))
	t.hashes = append(t.hashes, h)
	t.slots[slot] = id + 1
	return id, true
}

// find returns the id of b, or the free slot where it belongs.
func (t *Table) find(b []byte, h uint32) (id, slot uint32, ok bool) {
	mask := uint32(len(t.slots) - 1)
	for slot = h & mask; ; slot = (slot + 1) & mask {
		s := t.slots[slot]
		if s == 0 {
			return 0, slot, false
		}
		if t.hashes[s-1] == h && bytes.Equal(t.Bytes(s-1), b) {
			return s - 1, slot, true
		}
	}
}

// grow doubles the slots.
func (t *Table) grow() {
	size := max(1024, 2*len(t.slots))
	t.slots = make([]uint32, size)
	mask := uint32(size - 1)
	for id, h := range t.hashes {
		slot := h & mask
		for t.slots[slot] != 0 {
			slot = (slot + 1) & mask
		}
		t.slots[slot] = uint32(id) + 1
	}
}

// Hash is a 64-bit hash of b, the same on every machine. It is fast on the short
// strings that positions are, and not meant against an adversary.
func Hash(b []byte) uint64 {
	const k0, k1 = 0x9e3779b97f4a7c15, 0xd6e8feb86659fd93
	h := uint64(len(b)) * k0
	for len(b) >= 8 {
		h = mix(h^binary.LittleEndian.Uint64(b), k1)
		b = b[8:]
	}
	var tail uint64
	for i, c := range b {
		tail |= uint64(c) << (8 * i)
	}
	return mix(mix(h^tail, k1), k0)
}

// mix folds the 128-bit product of a and b.
func mix(a, b uint64) uint64 {
	hi, lo := bits.Mul64(a^0xa0761d6478bd642f, b)
	return hi ^ lo
}
