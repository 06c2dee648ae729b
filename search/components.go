package search

import (
	"math"

	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/internal/chunk"
	"github.com/sprouts-solver/sprouts/internal/intern"
)

// components holds every component that the search has met, by id.
type components struct {
	keys    intern.Table
	records chunk.Slice[record]
}

// record is what the search knows about one component.
type record struct {
	fact   game.Fact
	lives  uint16
	shift  uint8   // of its family
	moves  float32 // see estimate.go
	family uint32  // family number + 1, 0 if not asked for yet, or noFamily
	kids   uint64  // place of its child list + 1, 0 if not made yet
}

// intern returns the id of a component. A new one gets what the game measures
// and what the memo knows.
func (s *Solver) intern(c []byte) uint32 {
	id, added := s.components.keys.Intern(c)
	if !added {
		return id
	}
	m := s.expander.Measure(c)
	r := record{lives: uint16(min(m.Lives, math.MaxUint16)), moves: float32(min(m.Moves, math.MaxFloat32))}
	s.components.records.Append(r)
	if s.memo != nil {
		s.tell(id, s.memo.Lookup(c))
	}
	return id
}

func (s *Solver) record(id uint32) *record { return s.components.records.At(id) }

func (s *Solver) fact(id uint32) game.Fact { return s.components.records.At(id).fact }
