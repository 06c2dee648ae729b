// Package intern numbers byte strings: equal bytes get equal ids, and ids count
// up from 0 in the order of first sight.
//
// The bytes lie one after the other in an arena. Ids lie in open-addressing
// tables, one for each value of the top bits of the hash, so that they grow one
// at a time and growing needs little memory:
//
//	arena   b0 b0 b0 b1 b1 b2 b2 b2 b2 ...
//	places  (0, 3) (3, 2) (5, 4) ...             start and length by id
//	shards  [ - (h2,2) - (h0,0) ] [ (h1,1) - ]   32 bits of hash and id+1
//
// The garbage collector sees a few pointers for each megabyte, however many
// strings there are. A lookup costs one hash of the bytes, one probe or a few,
// and one comparison of the bytes. Equality is always decided on bytes, never on
// a hash. Cost per string: its bytes, 16 for its place and 11 to 22 for slots.
package intern

import (
	"bytes"
	"encoding/binary"
	"math/bits"

	"github.com/sprouts-solver/sprouts/internal/chunk"
)

const (
	shardBits = 6
	shardSize = 64 // slots of a new shard
)

// Table is a set of numbered byte strings. The zero value is empty and ready.
// It serves one goroutine, or several after Bound through [Locks].
type Table struct {
	arena  chunk.Arena[byte]
	places chunk.Slice[place]
	shards [1 << shardBits]shard
}

// place says where a string lies in the arena.
type place struct {
	at  uint64
	len uint32
}

// shard is an open-addressing table of hash<<32 | id+1, 0 where free.
type shard struct {
	slots []uint64
	used  int
}

// Len returns the number of strings.
func (t *Table) Len() int { return t.places.Len() }

// Memory returns the bytes that the table holds in memory.
func (t *Table) Memory() int64 {
	m := t.arena.Memory() + t.places.Memory()
	for i := range t.shards {
		m += 8 * int64(len(t.shards[i].slots))
	}
	return m
}

// MemoryFor returns about how many bytes a table of n strings holds that are
// so many bytes together, if the hash spreads them evenly.
func (t *Table) MemoryFor(n int, bytes int64) int64 {
	const shards = 1 << shardBits
	slots := shardSize
	for n > 0 && 4*(n/shards+1) > 3*slots {
		slots *= 2
	}
	return t.arena.MemoryFor(bytes) + t.places.MemoryFor(n) + 8*shards*int64(slots)
}

// Bytes returns string id. The bytes belong to the table and never change.
func (t *Table) Bytes(id uint32) []byte {
	p := t.places.At(id)
	return t.arena.Run(p.at, int(p.len))
}

// Find returns the id of b and true, or 0 and false if b is not in the table.
func (t *Table) Find(b []byte) (uint32, bool) {
	h := Hash(b)
	s := &t.shards[h>>(64-shardBits)]
	if len(s.slots) == 0 {
		return 0, false
	}
	id, _, ok := t.find(s, b, uint32(h))
	return id, ok
}

// Intern returns the id of b, adding a copy of b if it is new.
func (t *Table) Intern(b []byte) (id uint32, added bool) {
	h := Hash(b)
	s := &t.shards[h>>(64-shardBits)]
	if 4*(s.used+1) > 3*len(s.slots) {
		s.grow()
	}
	id, slot, ok := t.find(s, b, uint32(h))
	if ok {
		return id, false
	}
	id = t.places.Append(place{t.arena.Add(b), uint32(len(b))})
	s.slots[slot] = h<<32 | uint64(id+1)
	s.used++
	return id, true
}

// find returns the id of b, or the free slot where it belongs.
func (t *Table) find(s *shard, b []byte, h uint32) (id, slot uint32, ok bool) {
	mask := uint32(len(s.slots) - 1)
	for slot = h & mask; ; slot = (slot + 1) & mask {
		x := s.slots[slot]
		if x == 0 {
			return 0, slot, false
		}
		if uint32(x>>32) == h {
			if id := uint32(x) - 1; bytes.Equal(t.Bytes(id), b) {
				return id, slot, true
			}
		}
	}
}

// grow doubles the slots of a shard.
func (s *shard) grow() {
	old := s.slots
	s.slots = make([]uint64, max(shardSize, 2*len(old)))
	mask := uint32(len(s.slots) - 1)
	for _, x := range old {
		if x == 0 {
			continue
		}
		slot := uint32(x>>32) & mask
		for s.slots[slot] != 0 {
			slot = (slot + 1) & mask
		}
		s.slots[slot] = x
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
