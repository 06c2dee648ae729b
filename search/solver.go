package search

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"sync/atomic"

	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/game/misere"
	"github.com/sprouts-solver/sprouts/internal/chunk"
)

// Errors that end a search early. What was proven until then is kept.
var (
	ErrNodeLimit   = errors.New("node limit reached")
	ErrMemoryLimit = errors.New("memory limit reached")
	errSeveral     = errors.New("search: a position of misère play is one component; components do not add up")
)

// Memo holds facts from elsewhere: a table in the binary, a store on disk.
// With Options.Threads above 1, Lookup and Record are called by several goroutines
// at once; Load always by one, while no other call is at work.
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
	// component; see also [Solver.RecordLeast]. An error stops the search and is returned from it.
	Record(c []byte, f game.Fact) error
}

// Options bound and connect a search. The zero value works.
type Options struct {
	// Threads is how many goroutines search over the same tables. 0 is 1: then
	// equal options and equal questions give equal searches. The most is MaxThreads.
	Threads int
	// MaxNodes is how many couples and sums may be visited in the life of the
	// Solver, to within 1024 for each thread, before it stops with ErrNodeLimit. 0
	// is no limit.
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
	// Tick is called about every thousand visits, by one goroutine at a time. An
	// error that it returns stops the search and is returned from it: clocks,
	// signals and status lines live here. It may be nil.
	Tick func(Stats) error
	// TickVisits is how many visits of a thread lie between two ticks at most, a power
	// of two. 0 is 1024.
	TickVisits int64
	// Pace slows threads down, for models of many machines. It may be nil.
	Pace Pacer
}

// MaxThreads is the most threads of one Solver: far more than any machine has, and
// few enough for a goroutine and a generator of moves each.
const MaxThreads = 1024

// validate reports all fields that make no sense.
func (o Options) validate() error {
	var errs []error
	if o.Threads < 0 || o.Threads > MaxThreads {
		errs = append(errs, fmt.Errorf("field Threads is %d, it must be from 0 to %d", o.Threads, MaxThreads))
	}
	if o.MaxMemory != 0 && o.MaxMemory < leastMemory {
		errs = append(errs, fmt.Errorf("field MaxMemory is %d bytes, at least %d are needed", o.MaxMemory, leastMemory))
	}
	if o.MaxNodes < 0 {
		errs = append(errs, fmt.Errorf("field MaxNodes is %d, it must not be negative", o.MaxNodes))
	}
	if o.TickVisits < 0 || o.TickVisits&(o.TickVisits-1) != 0 {
		errs = append(errs, fmt.Errorf("field TickVisits is %d, it must be a power of two", o.TickVisits))
	}
	if o.Tuning != nil {
		errs = append(errs, o.Tuning.validate())
	}
	return errors.Join(errs...)
}

// leastMemory is what a search needs to get anywhere.
const leastMemory = 64 << 20

// Stats counts the work of a Solver since it was made. While threads are at work,
// each one's counts are those of its last tick.
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
	Trees      int64 // reduced canonical trees, in misère play

	// Proof and Disproof are the numbers of the root when it was last looked at:
	// how much of it is at least left to prove a win, or a loss. They can grow
	// for most of a search and say nothing about the time left.
	Proof, Disproof uint32
}

// Solver decides positions of one game. It keeps its tables between questions, so
// that later ones profit. It serves one goroutine at a time, and has others at work
// only while a question is asked, if Options.Threads says so.
type Solver struct {
	options   Options
	memo      Memo
	rules     rules
	misere    *misereTables // nil in normal play
	maxMemory int64

	tuning Tuning
	growth []float32 // by lives: what the estimate multiplies moves by
	turn   turn

	tables
	threads     []*thread
	shared      *shared // nil with one thread
	ticking     *thread // the thread that is calling Options.Tick
	news        atomic.Int64
	leastVisits atomic.Int64
	turns       int64
	sweeps      int64
	loadAt      int64 // visits when the memo may load next
	lastVisit   int64 // visits when a job ends
	conflict    error // between facts that were told, for good
}

// tables are what threads share. A sweep replaces them.
type tables struct {
	components components
	families   families
	lists      chunk.Arena[uint32] // child lists, see children.go
	listWords  int64
	table      table
}

// New returns a solver with empty tables. Options out of range give an error.
func New(g game.Game, o Options) (*Solver, error) {
	if err := o.validate(); err != nil {
		return nil, fmt.Errorf("search: %w", err)
	}
	s := &Solver{options: o, memo: o.Memo, maxMemory: cmp.Or(o.MaxMemory, defaultMemory)}
	s.loadAt, s.lastVisit = firstLoad, noVisit
	whole, isMisere := g.(*misere.Game)
	if isMisere {
		s.rules.misere, s.misere = true, newMisereTables()
		g = whole.Base()
	}
	s.table.maxSlots = tableSlots(s.maxMemory)
	s.table.grow()
	s.beginRotation(o.Tuning)
	if o.Threads > 1 {
		s.shared = &shared{reported: make([]Stats, o.Threads)}
		s.table.fixed = true
		s.bound()
	}
	for i := range max(1, o.Threads) {
		t := newThread(s, i, g.NewExpander())
		if s.misere != nil {
			t.whole = newWhole(s.misere, whole)
			t.takeOption = t.addWhole
		}
		s.threads = append(s.threads, t)
	}
	return s, nil
}

// noVisit is later than any visit.
const noVisit = math.MaxInt64

// firstLoad is the number of visits after which the memo may load for the first
// time: shorter searches take some milliseconds.
const firstLoad = 250

// loadMemo lets the memo load, and asks it again about every component if it
// knows more.
func (s *Solver) loadMemo() error {
	s.loadAt *= 2
	more, err := s.memo.Load(s.visits())
	if err != nil {
		return fmt.Errorf("load memo: %w", err)
	}
	if !more {
		return nil
	}
	t := s.threads[0]
	t.err = nil
	if s.misere != nil {
		return s.loadWholes(t)
	}
	for id := range uint32(s.components.keys.Len()) {
		t.tell(id, s.memo.Lookup(s.components.keys.Bytes(id)))
	}
	return t.err
}

// Stats returns the counts.
func (s *Solver) Stats() Stats {
	st := s.counted()
	st.Sweeps, st.Turns = s.sweeps, s.turns
	s.alone(func() {
		st.Components = int64(s.components.keys.Len())
		st.ListWords = s.listWords
	})
	st.Memory = s.memory()
	if s.misere != nil {
		st.Trees = int64(s.misere.forest.Len())
	}
	return st
}

// Fact returns what is proven about a component, as far as the tables hold it.
func (s *Solver) Fact(c game.Component) game.Fact {
	if s.misere != nil {
		return s.wholeFact(c)
	}
	if id, ok := s.find([]byte(c)); ok {
		return s.fact(id)
	}
	return 0
}

// find returns the id of a component that the tables hold.
func (s *Solver) find(c []byte) (uint32, bool) {
	if s.shared != nil {
		return s.shared.components.Find(&s.components.keys, c)
	}
	return s.components.keys.Find(c)
}

// Outcome decides who wins p, which in misère play is one component. An error is ErrNodeLimit, ErrMemoryLimit, a
// *game.ConflictError, or what Tick or the memo returned; all that was proven
// before it is kept, and the same call goes on from there.
func (s *Solver) Outcome(p game.Position) (game.Outcome, error) {
	if s.misere != nil && len(p.Components) > 1 {
		return game.Unknown, errSeveral
	}
	v, err := s.retry(func(t *thread) numbers {
		t.sums = t.sums[:0]
		heap := p.Heap
		for _, c := range p.Components {
			heap ^= t.push([]byte(c))
		}
		return t.sum(0, heap, noLimits)
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

// node searches a component with the heap *n until that is decided.
func (t *thread) node(c []byte, n game.Nimber) numbers {
	if t.misere == nil {
		return t.couple(t.intern(c), n, noLimits)
	}
	t.sums = t.sums[:0]
	heap := t.push(c)
	return t.sum(0, n^heap, noLimits)
}

// Nimber finds the nimber of p; in misère play, its misère Grundy value. Errors are those
// of Outcome.
func (s *Solver) Nimber(p game.Position) (game.Nimber, error) {
	if s.misere != nil {
		return s.grundy(p)
	}
	n := p.Heap
	for _, c := range p.Components {
		for {
			f := s.Fact(c)
			if x, known := f.Nimber(); known {
				n ^= x
				break
			}
			if _, err := s.retry(func(t *thread) numbers {
				return t.node([]byte(c), f.FirstOpen())
			}); err != nil {
				return 0, err
			}
		}
	}
	return n, nil
}
