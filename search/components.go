package search

import (
	"math"
	"sync/atomic"

	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/internal/chunk"
	"github.com/sprouts-solver/sprouts/internal/intern"
)

// components holds every component that the search has met, by id.
type components struct {
	keys    intern.Table
	records chunk.Slice[record]
}

// record is what the search knows about one component. Threads read and write all
// but lives and moves through its methods.
type record struct {
	fact   game.Fact
	lives  uint16
	moves  float32 // see estimate.go
	family uint32  // packed by familyWord, 0 if not asked for yet
	kids   uint64  // place of its child list + 1, 0 if not made yet
}

// load returns what is proven about the component.
func (r *record) load() game.Fact { return game.Fact(atomic.LoadUint32((*uint32)(&r.fact))) }

// replace sets what is proven about the component unless another thread has.
func (r *record) replace(have, f game.Fact) bool {
	return atomic.CompareAndSwapUint32((*uint32)(&r.fact), uint32(have), uint32(f))
}

// list returns the place of the child list + 1, or 0.
func (r *record) list() uint64 { return atomic.LoadUint64(&r.kids) }

// intern returns the id of a component. A new one gets what the game measures
// and what the memo knows.
func (t *thread) intern(c []byte) uint32 {
	id, added := t.number(c)
	if added && t.memo != nil {
		t.tell(id, t.memo.Lookup(c))
	}
	return id
}

// number returns the id of a component, and whether it is new.
func (t *thread) number(c []byte) (id uint32, added bool) {
	if t.shared != nil {
		return t.shared.components.Intern(&t.components.keys, c, func(uint32) { t.addRecord(c) })
	}
	if id, added = t.components.keys.Intern(c); added {
		t.addRecord(c)
	}
	return id, added
}

// addRecord appends the record of a new component.
func (t *thread) addRecord(c []byte) {
	if t.misere != nil {
		t.addPart(c)
		return
	}
	m := t.expander.Measure(c)
	t.components.records.Append(record{
		lives: uint16(min(m.Lives, math.MaxUint16)),
		moves: float32(min(m.Moves, math.MaxFloat32)),
	})
}

func (s *Solver) record(id uint32) *record { return s.components.records.At(id) }

func (s *Solver) fact(id uint32) game.Fact { return s.components.records.At(id).load() }
