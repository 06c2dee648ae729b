package search

import (
	"errors"
	"math/bits"

	"github.com/sprouts-solver/sprouts/game"
)

// defaultMemory bounds the tables where Options says nothing: 2 GiB.
const defaultMemory = 2 << 30

// errFull stops a search whose tables are full, so that they can be swept.
var errFull = errors.New("tables are full")

// memory returns the bytes that the tables hold.
func (s *Solver) memory() (bytes int64) {
	s.alone(func() {
		bytes = s.components.keys.Memory() + s.components.records.Memory() + s.lists.Memory() +
			s.table.memory() + s.families.keys.Memory() + s.families.tally.Memory()
		if s.misere != nil {
			bytes += s.misere.parts.Memory()
		}
	})
	if s.misere != nil {
		bytes += s.misere.memory()
	}
	return bytes
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
// families of which nothing is counted, and numbers of sums. Other facts stay, and
// with them the numbers of couples whose component stays. Ids change.
//
// If that would not free a quarter of the memory, sweep returns false and leaves
// all as it is. It finds that out before it copies anything, since old and new
// tables together take more than the limit where most is kept.
func (s *Solver) sweep() bool {
	if s.misere != nil {
		return s.sweepLists()
	}
	before := s.memory()
	kept := s.choose()
	if kept.memory(s) > before-before/4 {
		return false
	}
	s.sweeps++
	old := s.tables
	s.tables = tables{}
	s.bound()
	s.families.rename(&old.families, kept.families)
	s.components.rename(&old.components, kept.components, kept.families)
	s.table.rename(&old.table, kept.components)
	for _, t := range s.threads {
		t.told = t.told[:0] // ids change
	}
	s.credit(s.table.used)
	return true
}

// selection is what a sweep keeps.
type selection struct {
	components, families renaming
}

// renaming holds for each old id the new one + 1, or 0 for what goes.
type renaming struct {
	ids   []uint32
	n     uint32 // how many stay
	bytes int64  // of their keys
}

// keep gives the next old id the next new one.
func (r *renaming) keep(key []byte) {
	r.n++
	r.bytes += int64(len(key))
	r.ids = append(r.ids, r.n)
}

// drop lets the next old id go.
func (r *renaming) drop() { r.ids = append(r.ids, 0) }

// choose says what to keep.
func (s *Solver) choose() (k selection) {
	k.components.ids = make([]uint32, 0, s.components.keys.Len())
	for id := range uint32(s.components.keys.Len()) {
		if c := s.components.keys.Bytes(id); s.fact(id) != 0 && !s.memoKnows(c) {
			k.components.keep(c)
		} else {
			k.components.drop()
		}
	}
	k.families.ids = make([]uint32, 0, s.families.keys.Len())
	for f := range uint32(s.families.keys.Len()) {
		if *s.families.tally.At(f) != (tally{}) {
			k.families.keep(s.families.keys.Bytes(f))
		} else {
			k.families.drop()
		}
	}
	return k
}

// memory estimates the bytes of the tables after the sweep.
func (k *selection) memory(s *Solver) int64 {
	c, f := &k.components, &k.families
	return s.components.keys.MemoryFor(int(c.n), c.bytes) + s.components.records.MemoryFor(int(c.n)) +
		s.families.keys.MemoryFor(int(f.n), f.bytes) + s.families.tally.MemoryFor(int(f.n)) + s.table.memory()
}

// memoKnows reports whether the memo tells the nimber of a component.
func (s *Solver) memoKnows(c []byte) bool { return s.memo != nil && s.memo.Lookup(c).IsKnown() }

// retry runs search from the root, again after each sweep of full tables and with
// each setting of the rotation, until it ends for another reason.
func (s *Solver) retry(search func(*thread) numbers) (numbers, error) {
	for {
		if s.conflict != nil {
			return numbers{1, 1}, s.conflict
		}
		v, err := s.run(search)
		switch {
		case err == nil:
			return v, nil
		case errors.Is(err, errTurn):
			s.nextTurn()
		case errors.Is(err, errSmallTable):
			s.growTable()
		case errors.Is(err, errLoad):
			if err := s.loadMemo(); err != nil {
				return v, err
			}
		case !errors.Is(err, errFull):
			return v, err
		case !s.sweep():
			return v, ErrMemoryLimit
		}
	}
}

// rename takes from old the components that stay, under their new ids and with the
// new numbers of their families. One whose family goes is asked for it again.
func (c *components) rename(old *components, to, families renaming) {
	for id, kept := range to.ids {
		if kept == 0 {
			continue
		}
		c.keys.Intern(old.keys.Bytes(uint32(id)))
		r := *old.records.At(uint32(id))
		r.kids = 0
		if number := r.family & noFamily; number != 0 && number != noFamily {
			r.family = 0
			if kept := families.ids[number-1]; kept != 0 {
				r.family = familyWord(kept-1, game.Nimber(old.records.At(uint32(id)).family>>familyBits))
			}
		}
		c.records.Append(r)
	}
}

// rename takes from old the families that stay, under their new numbers.
func (f *families) rename(old *families, to renaming) {
	for id, kept := range to.ids {
		if kept != 0 {
			f.keys.Intern(old.keys.Bytes(uint32(id)))
			f.tally.Append(*old.tally.At(uint32(id)))
		}
	}
}

// rename takes from old the entries of couples whose component stays, under their
// new ids.
func (t *table) rename(old *table, to renaming) {
	t.entries, t.maxSlots, t.fixed = make([]entry, len(old.entries)), old.maxSlots, old.fixed
	for i := range old.entries {
		key, word := old.entries[i].read()
		if key&coupleBit == 0 || key&sumBit != 0 {
			continue
		}
		id, n := uint32(key>>4), game.Nimber(key&game.MaxNimber)
		if kept := to.ids[id]; kept != 0 {
			t.put(coupleKey(kept-1, n), unpack(word))
		}
	}
}
