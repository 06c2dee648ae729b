package search

import (
	"errors"
	"fmt"
	"math/bits"

	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/internal/chunk"
)

// Errors that end a search early. What was proven until then is kept.
var (
	ErrNodeLimit   = errors.New("node limit reached")
	ErrMemoryLimit = errors.New("memory limit reached")
)

// Memo holds facts from elsewhere.
type Memo interface {
	Load() error
	Lookup(c []byte) game.Fact
	Record(c []byte, f game.Fact) error
}

// Options of a search.
type Options struct {
	MaxNodes  int64
	MaxMemory int64
	Seed      uint64
	Memo      Memo
	Tick      func(Stats) error
}

// Stats of a search.
type Stats struct {
	Visits, Expansions, Children    int64
	Components, Nimbers, Exclusions int64
	ListWords                       int64
	Depth, MaxDepth                 int
	Memory                          int64
	TableUsed                       int
	Root                            numbers
}

// Solver searches.
type Solver struct {
	game       game.Game
	options    Options
	expander   game.Expander
	rules      normal
	memo       Memo
	components components
	families   families
	lists      chunk.Arena[uint32]
	building   builder
	table      table
	sums       []uint32
	stats      Stats
	err        error
}

// New returns a solver.
func New(g game.Game, o Options) (*Solver, error) {
	s := &Solver{game: g, options: o, expander: g.NewExpander(), memo: o.Memo}
	s.table.maxSlots = 1 << 24
	s.table.grow()
	return s, nil
}

func (s *Solver) enter() {
	s.stats.Visits++
	s.stats.Depth++
	s.stats.MaxDepth = max(s.stats.MaxDepth, s.stats.Depth)
	if s.stats.Visits == loadAfter && s.memo != nil {
		s.loadMemo()
	}
	if s.stats.Visits&1023 == 0 {
		s.tick()
	}
}

const loadAfter = 250

func (s *Solver) loadMemo() {
	if err := s.memo.Load(); err != nil {
		s.err = err
		return
	}
	for id := range uint32(s.components.keys.Len()) {
		r := s.record(id)
		if !r.fact.IsKnown() {
			r.fact |= s.memo.Lookup(s.components.keys.Bytes(id))
		}
	}
}

func (s *Solver) leave() { s.stats.Depth-- }

func (s *Solver) tick() {
	if s.options.MaxNodes > 0 && s.stats.Visits >= s.options.MaxNodes {
		s.err = ErrNodeLimit
	}
	if s.options.Tick != nil && s.err == nil {
		s.err = s.options.Tick(s.Stats())
	}
}

// learn adds a fact.
func (s *Solver) learn(id uint32, f game.Fact) {
	r := s.record(id)
	if r.fact.Contradicts(f) {
		s.err = &game.ConflictError{Component: game.Component(s.components.keys.Bytes(id)), Have: r.fact, New: f, HaveFrom: "search", NewFrom: "search"}
		return
	}
	n, known := f.Nimber()
	if known {
		s.stats.Nimbers++
	} else {
		s.stats.Exclusions++
		n = game.Nimber(bits.TrailingZeros16(f.Mask()))
	}
	r.fact |= f
	if params.Hints {
		s.tallyFact(id, f, n)
	}
	if s.memo != nil {
		if err := s.memo.Record(s.components.keys.Bytes(id), r.fact); err != nil && s.err == nil {
			s.err = err
		}
	}
}

// Stats returns the counters.
func (s *Solver) Stats() Stats {
	st := s.stats
	st.Components = int64(s.components.keys.Len())
	st.Memory = s.components.keys.Memory() + s.components.records.Memory() + s.lists.Memory() + s.table.memory() + s.families.keys.Memory() + s.families.tally.Memory()
	st.TableUsed = s.table.used
	return st
}

// Fact returns what is proven about a component, as far as the tables hold it.
func (s *Solver) Fact(c game.Component) game.Fact {
	if id, ok := s.components.keys.Find([]byte(c)); ok {
		return s.fact(id)
	}
	return 0
}

// Outcome decides.
func (s *Solver) Outcome(p game.Position) (game.Outcome, error) {
	s.err = nil
	s.sums = s.sums[:0]
	for _, c := range p.Components {
		s.sums = append(s.sums, s.intern([]byte(c)))
	}
	v := s.sum(0, p.Heap, noLimits)
	if s.err != nil {
		return game.Unknown, s.err
	}
	switch {
	case v.pn == 0:
		return game.Win, nil
	case v.dn == 0:
		return game.Loss, nil
	}
	return game.Unknown, fmt.Errorf("undecided: %v", v)
}

// Nimber finds.
func (s *Solver) Nimber(p game.Position) (game.Nimber, error) {
	s.err = nil
	n := p.Heap
	for _, c := range p.Components {
		id := s.intern([]byte(c))
		for !s.fact(id).IsKnown() {
			s.couple(id, s.firstOpen(id), noLimits)
			if s.err != nil {
				return 0, s.err
			}
		}
		x, _ := s.fact(id).Nimber()
		n ^= x
	}
	return n, nil
}
