package search

import (
	"cmp"
	"errors"
	"fmt"
	"math"

	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/internal/chunk"
)

// Errors that end a search early. What was proven until then is kept.
var (
	ErrNodeLimit   = errors.New("node limit reached")
	ErrMemoryLimit = errors.New("memory limit reached")
)

// Memo holds facts from elsewhere: a table in the binary, a store on disk.
type Memo interface {
	// Load is called when a Solver has visited 250 couples, and again each time
	// that number has doubled: the memo may now load what is worth the time, given
	// that a visit takes some 30 us. It reports whether Lookup knows more than
	// before.
	Load(visits int64) (more bool, err error)
	// Lookup returns what the memo knows of a component. It is called once for each
	// new component, for all of them after a Load that says so, and for each proven
	// one when full tables are swept, which leaves to the memo what it knows; so it
	// must be fast. The bytes belong to the caller.
	Lookup(c []byte) game.Fact
	// Record takes each newly proven fact, merged with all that was known of the
	// component. An error stops the search and is returned from it.
	Record(c []byte, f game.Fact) error
}

// Options bound and connect a search. The zero value works.
type Options struct {
	// MaxNodes is how many couples and sums may be visited in the life of the
	// Solver, to within 1024, before it stops with ErrNodeLimit. 0 is no limit.
	MaxNodes int64
	// MaxMemory bounds the bytes of all tables. When they are nearly full, what
	// is not proven is dropped and found again; when that frees too little, the
	// search stops with ErrMemoryLimit. 0 is 2 GiB; the least is 64 MiB.
	MaxMemory int64
	// Seed changes how ties between children are broken. Every seed gives right
	// answers; equal seeds give equal searches.
	Seed uint64
	// Tuning sets the search's guesses, for experiments. Without it a search takes
	// several settings in turns, which is safer than any one of them.
	Tuning *Tuning
	// Memo is asked about each component, and told what is proven. It may be nil.
	Memo Memo
	// Tick is called about every thousand visits. An error that it returns stops
	// the search and is returned from it: clocks, signals and status lines live
	// here. It may be nil.
	Tick func(Stats) error
}

// Stats counts the work of a Solver since it was made.
type Stats struct {
	Visits     int64 // couples and sums entered
	Expansions int64 // components whose options were generated, each time anew
	Children   int64 // options generated, equal ones counted each time
	Components int64 // different components in the tables
	Nimbers    int64 // nimbers proven by this search
	Exclusions int64 // couples proven to be wins by this search
	ListWords  int64 // 32-bit words in child lists
	Sweeps     int64 // times that full tables were swept
	Turns      int64 // times that the search went on with other guesses
	Entries    int   // proof and disproof numbers in the table
	Depth      int   // couples and sums on the path being searched
	MaxDepth   int   // the largest Depth so far
	Memory     int64 // bytes of all tables

	// Proof and Disproof are the numbers of the root when it was last looked at:
	// how much of it is at least left to prove a win, or a loss. They can grow
	// for most of a search and say nothing about the time left.
	Proof, Disproof uint32
}

// Solver decides positions of one game. It keeps its tables between questions, so
// that later ones profit. It serves one goroutine at a time.
type Solver struct {
	expander   game.Expander
	options    Options
	tuning     Tuning
	growth     []float32 // by lives: what the estimate multiplies moves by
	turn       turn
	maxMemory  int64
	rules      normal
	memo       Memo
	components components
	families   families
	told       []uint32            // components whose nimber the memo has told, see tallyTold
	lists      chunk.Arena[uint32] // child lists, see children.go
	building   builder
	takeOption func(*game.Sum) bool // s.addOption
	table      table
	sums       []uint32 // stack of the sums being searched
	stats      Stats
	root       int   // Depth of the root; one more once a sum has come down to one component
	ticked     int64 // Children at the last tick
	loadAt     int64 // Visits when the memo may load next
	lastVisit  int64 // Visits when a job ends
	err        error // why the search stops
	conflict   error // between facts that were told, for good
}

// noVisit is later than any visit.
const noVisit = math.MaxInt64

// leastMemory is what a search needs to get anywhere.
const leastMemory = 64 << 20

// New returns a solver with empty tables. Options out of range give an error.
func New(g game.Game, o Options) (*Solver, error) {
	if o.Tuning != nil {
		if err := o.Tuning.validate(); err != nil {
			return nil, fmt.Errorf("search: %w", err)
		}
	}
	s := &Solver{expander: g.NewExpander(), options: o, memo: o.Memo}
	s.maxMemory = cmp.Or(o.MaxMemory, defaultMemory)
	if s.maxMemory < leastMemory {
		return nil, fmt.Errorf("search: MaxMemory is %d bytes, at least %d are needed", o.MaxMemory, leastMemory)
	}
	if o.MaxNodes < 0 {
		return nil, fmt.Errorf("search: MaxNodes is %d, it must not be negative", o.MaxNodes)
	}
	s.takeOption = s.addOption
	s.loadAt, s.lastVisit = firstLoad, noVisit
	s.beginRotation(o.Tuning)
	s.table.maxSlots = tableSlots(s.maxMemory)
	s.table.grow()
	return s, nil
}

// enter begins the visit of a couple or sum.
func (s *Solver) enter() {
	s.stats.Visits++
	s.stats.Depth++
	s.stats.MaxDepth = max(s.stats.MaxDepth, s.stats.Depth)
	if s.stats.Visits == s.loadAt && s.memo != nil {
		s.loadMemo()
	}
	if s.stats.Visits > s.lastVisit && s.err == nil {
		s.err = errBudget
	}
	if s.stats.Visits&(tickVisits-1) == 0 || s.stats.Children-s.ticked > tickChildren {
		s.tick()
	}
}

// leave ends the visit.
func (s *Solver) leave() { s.stats.Depth-- }

const (
	// firstLoad is the number of visits after which the memo may load for the
	// first time: shorter searches take some milliseconds.
	firstLoad = 250
	// A tick comes at the latest after so many visits or options, the second so
	// that memory cannot grow by more than some 20 MB in between.
	tickVisits   = 1 << 10
	tickChildren = 1 << 17
)

// tick looks at the limits and lets the caller look at its own.
func (s *Solver) tick() {
	s.ticked = s.stats.Children
	switch {
	case s.err != nil:
	case s.options.MaxNodes > 0 && s.stats.Visits >= s.options.MaxNodes:
		s.err = ErrNodeLimit
	case s.full():
		s.err = errFull
	case s.turn.end > 0 && s.stats.Visits >= s.turn.end:
		s.err = errTurn
	case s.options.Tick != nil:
		s.err = s.options.Tick(s.Stats())
	}
}

// loadMemo lets the memo load, and asks it again about every component if it
// knows more.
func (s *Solver) loadMemo() {
	s.loadAt *= 2
	more, err := s.memo.Load(s.stats.Visits)
	if err != nil {
		s.err = fmt.Errorf("load memo: %w", err)
	}
	if err != nil || !more {
		return
	}
	for id := range uint32(s.components.keys.Len()) {
		s.tell(id, s.memo.Lookup(s.components.keys.Bytes(id)))
	}
}

// tell adds a fact that the memo knows.
func (s *Solver) tell(id uint32, f game.Fact) {
	if s.merge(id, f, "memo") && f.IsKnown() && !s.tuning.NoHints {
		s.told = append(s.told, id)
	}
}

// merge adds a fact to what is known of a component. A contradiction stops the
// search, and so does a fact that cannot be true of anything. It reports whether
// the fact was news.
func (s *Solver) merge(id uint32, f game.Fact, from string) bool {
	r := s.record(id)
	merged, ok := r.fact.Merge(f)
	if !ok || !f.Valid() {
		s.err = &game.ConflictError{
			Component: game.Component(s.components.keys.Bytes(id)),
			Have:      r.fact, HaveFrom: "search or an earlier memo",
			New: f, NewFrom: from,
		}
		return false
	}
	news := merged != r.fact
	r.fact = merged
	return news
}

// learn adds what the search has proven: the outcome of a component with the heap
// *n.
func (s *Solver) learn(id uint32, n game.Nimber, o game.Outcome) {
	f := s.rules.proves(o, n)
	if !s.merge(id, f, "search") {
		return
	}
	if f.IsKnown() {
		s.stats.Nimbers++
	} else {
		s.stats.Exclusions++
	}
	if !s.tuning.NoHints {
		s.tallyFact(id, f, n)
	}
	if s.memo == nil {
		return
	}
	if err := s.memo.Record(s.components.keys.Bytes(id), s.fact(id)); err != nil && s.err == nil {
		s.err = err
	}
}

// Stats returns the counts.
func (s *Solver) Stats() Stats {
	st := s.stats
	st.Components = int64(s.components.keys.Len())
	st.Entries = s.table.used
	st.Memory = s.memory()
	return st
}

// Fact returns what is proven about a component, as far as the tables hold it.
func (s *Solver) Fact(c game.Component) game.Fact {
	if id, ok := s.components.keys.Find([]byte(c)); ok {
		return s.fact(id)
	}
	return 0
}

// Outcome decides who wins p. An error is ErrNodeLimit, ErrMemoryLimit, a
// *game.ConflictError, or what Tick or the memo returned; all that was proven
// before it is kept, and the same call goes on from there.
func (s *Solver) Outcome(p game.Position) (game.Outcome, error) {
	v, err := s.retry(func() numbers {
		s.sums = s.sums[:0]
		for _, c := range p.Components {
			s.sums = append(s.sums, s.intern([]byte(c)))
		}
		return s.sum(0, p.Heap, noLimits)
	})
	switch {
	case err != nil:
		return game.Unknown, err
	case v == wonNumbers:
		return game.Win, nil
	case v == lostNumbers:
		return game.Loss, nil
	default:
		panic(fmt.Sprintf("search: an unlimited visit ended undecided, at %v", v))
	}
}

// Nimber finds the nimber of p. Errors are those of Outcome.
func (s *Solver) Nimber(p game.Position) (game.Nimber, error) {
	n := p.Heap
	for _, c := range p.Components {
		for {
			f := s.Fact(c)
			if x, known := f.Nimber(); known {
				n ^= x
				break
			}
			if _, err := s.retry(func() numbers {
				return s.couple(s.intern([]byte(c)), f.FirstOpen(), noLimits)
			}); err != nil {
				return 0, err
			}
		}
	}
	return n, nil
}
