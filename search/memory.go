package search

import (
	"errors"
	"math/bits"

	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/internal/chunk"
)

// defaultMemory bounds the tables where Options says nothing: 2 GiB.
const defaultMemory = 2 << 30

// errFull stops a search whose tables are full, so that they can be swept.
var errFull = errors.New("tables are full")

// memory returns the bytes that the tables hold.
func (s *Solver) memory() int64 {
	return s.components.keys.Memory() + s.components.records.Memory() + s.lists.Memory() +
		s.table.memory() + s.families.keys.Memory() + s.families.tally.Memory()
}

// tableSlots returns how many entries the table of numbers may grow to: an eighth
// of the memory, or less, since the number must be a power of two.
func tableSlots(maxMemory int64) int {
	return max(firstSlots, 1<<(bits.Len64(uint64(maxMemory/8/bytesPerEntry))-1))
}

// full reports whether the tables are as large as they may become before a sweep.
// A sweep copies what it keeps, so it must begin before the limit.
func (s *Solver) full() bool { return s.memory() > s.maxMemory-s.maxMemory/8 }

// sweep makes room: child lists go, since they can be made again, and so do
// components about which nothing is proven or whose nimber the memo can tell again,
// and numbers of sums. Other facts stay, and with them the numbers of couples whose
// component stays. Ids change. It returns false if that does not free a quarter of
// the memory.
func (s *Solver) sweep() bool {
	before := s.memory()
	s.stats.Sweeps++
	s.lists = chunk.Arena[uint32]{}
	s.stats.ListWords = 0
	old := s.components
	s.components = components{}
	renamed := make([]uint32, old.keys.Len()) // new id + 1
	for id := range uint32(old.keys.Len()) {
		if r := old.records.At(id); r.fact != 0 && !s.memoKnows(old.keys.Bytes(id)) {
			kept, _ := s.components.keys.Intern(old.keys.Bytes(id))
			r.kids = 0
			s.components.records.Append(*r)
			renamed[id] = kept + 1
		}
	}
	s.table.rename(renamed)
	return s.memory() < before-before/4
}

// memoKnows reports whether the memo tells the nimber of a component.
func (s *Solver) memoKnows(c []byte) bool { return s.memo != nil && s.memo.Lookup(c).IsKnown() }

// retry runs search from the root, again after each sweep of full tables, until
// it ends for another reason.
func (s *Solver) retry(search func() numbers) (numbers, error) {
	for {
		s.err = nil
		s.stats.Depth, s.root = 0, 1
		v := search()
		if s.err == nil || !errors.Is(s.err, errFull) {
			return v, s.err
		}
		if !s.sweep() {
			return v, ErrMemoryLimit
		}
	}
}

// rename keeps the entries of couples whose component stays, under their new ids.
func (t *table) rename(ids []uint32) {
	old := t.entries
	t.entries, t.used = make([]entry, len(old)), 0
	for _, e := range old {
		if e.key&coupleBit == 0 || e.key&sumBit != 0 {
			continue
		}
		id, n := uint32(e.key>>4), game.Nimber(e.key&game.MaxNimber)
		if kept := ids[id]; kept != 0 {
			t.put(coupleKey(kept-1, n), e.numbers)
		}
	}
}
