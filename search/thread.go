package search

import (
	"cmp"
	"fmt"
	"math"

	"github.com/sprouts-solver/sprouts/game"
)

// thread is one goroutine's part of a search: its path, its buffers, its counts.
// The tables are the Solver's.
type thread struct {
	*Solver
	index      int
	tickMask   int64 // visits of this thread with these bits 0 tick
	expander   game.Expander
	building   builder
	takeOption func(*game.Sum) bool // t.addOption
	told       []uint32             // components whose nimber the memo has told, see tallyTold
	sums       []uint32             // stack of the sums being searched
	chosen     []uint32             // components of the child chosen by the last look
	path       []pathNode           // couples being searched
	stats      Stats                // of this thread
	whole      *whole               // nil in normal play
	counts     *tableCounts         // of this thread
	own        tableCounts
	root       int   // Depth of the root; one more once a sum has come down to one component
	ticked     int64 // Children at the last tick
	seen       int64 // Solver.news when the path was looked at last
	cut        int   // Depth of the decided couple below which nothing is wanted any more, or noCut
	err        error // why the search stops
}

// pathNode is a couple being searched, or in misère play a sum: t.whole.origins[from:to].
type pathNode struct {
	id    uint32
	n     game.Nimber
	depth int
	from  int
	to    int
}

// noCut is deeper than any node.
const noCut = math.MaxInt

func newThread(s *Solver, number int, e game.Expander) *thread {
	t := &thread{Solver: s, index: number, expander: e, cut: noCut}
	t.tickMask = cmp.Or(s.options.TickVisits, tickVisits) - 1
	t.takeOption = t.addOption
	t.counts = &s.table.tableCounts
	if s.shared != nil {
		t.counts = &t.own
	}
	return t
}

// begin prepares the thread for a search from the root.
func (t *thread) begin() {
	t.err, t.cut, t.path = nil, noCut, t.path[:0]
	t.stats.Depth, t.root = 0, 1
}

// enter begins the visit of a couple or sum. It must be followed by leave.
func (t *thread) enter() {
	if t.options.Pace != nil {
		t.options.Pace.Visit(t.index, t.stats.Visits, t.stats.Children)
	}
	t.stats.Visits++
	t.stats.Depth++
	t.stats.MaxDepth = max(t.stats.MaxDepth, t.stats.Depth)
	t.passVisit(t.countVisit())
	if t.stats.Visits&t.tickMask == 0 || t.stats.Children-t.ticked > tickChildren {
		t.tick()
	}
	if t.news.Load() != t.seen {
		t.lookBack()
	}
}

// passVisit does what is due at a number of visits of all threads.
func (t *thread) passVisit(visits int64) {
	switch {
	case visits == t.loadAt && t.memo != nil:
		if t.shared != nil {
			t.fail(errLoad)
		} else if err := t.loadMemo(); err != nil {
			t.fail(err)
		}
	case visits > t.lastVisit:
		t.fail(errBudget)
	}
}

// leave ends the visit.
func (t *thread) leave() {
	t.stats.Depth--
	if t.stats.Depth < t.cut {
		t.cut = noCut
	}
}

// stopped reports whether the node being visited is to be searched no more.
func (t *thread) stopped() bool { return t.err != nil || t.stats.Depth > t.cut }

// lookBack looks for nodes of the path that have been decided meanwhile: what lies
// below the first one is not wanted any more.
func (t *thread) lookBack() {
	t.seen = t.news.Load()
	for _, node := range t.path {
		if t.outcomeOn(&node) != game.Unknown {
			t.cut = node.depth
			return
		}
	}
}

// outcomeOn returns the outcome of a node of the path, as far as it is known.
func (t *thread) outcomeOn(node *pathNode) game.Outcome {
	if node.to > node.from {
		return t.outcomeOf(t.whole.origins[node.from:node.to], node.n)
	}
	return t.fact(node.id).Outcome(node.n)
}

// fail stops this thread, and all others.
func (t *thread) fail(err error) {
	if t.err == nil {
		t.err = err
	}
	if t.shared != nil {
		t.shared.stop(t.err)
	}
}

const (
	// A tick comes at the latest after so many visits or options, the second so
	// that memory cannot grow by more than some 20 MB for each thread in between.
	tickVisits   = 1 << 10
	tickChildren = 1 << 17
)

// tick looks at the limits and lets the caller look at its own.
func (t *thread) tick() {
	t.ticked = t.stats.Children
	t.report()
	if t.err != nil {
		return
	}
	if err := t.check(t.visits()); err != nil {
		t.fail(err)
	} else if t.options.Tick != nil && t.beginTick() {
		err := t.options.Tick(t.Stats())
		t.endTick()
		if err != nil {
			t.fail(err)
		}
	}
}

// check looks at the limits.
func (s *Solver) check(visits int64) error {
	switch {
	case s.options.MaxNodes > 0 && visits >= s.options.MaxNodes:
		return ErrNodeLimit
	case s.full():
		return errFull
	case s.turn.end > 0 && visits >= s.turn.end:
		return errTurn
	case s.smallTable():
		return errSmallTable
	default:
		return nil
	}
}

// tell adds a fact that the memo knows.
func (t *thread) tell(id uint32, f game.Fact) {
	if t.merge(id, f, "memo") && f.IsKnown() && !t.tuning.NoHints {
		t.told = append(t.told, id)
	}
}

// merge adds a fact to what is known of a component. A contradiction stops the
// search, and so does a fact that cannot be true of anything. It reports whether
// the fact was news.
func (t *thread) merge(id uint32, f game.Fact, from string) bool {
	r := t.record(id)
	for {
		have := r.load()
		merged, ok := have.Merge(f)
		if !ok || !f.Valid() {
			t.fail(&game.ConflictError{
				Component: game.Component(t.components.keys.Bytes(id)),
				Have:      have, HaveFrom: "search or an earlier memo",
				New: f, NewFrom: from,
			})
			return false
		}
		if merged == have {
			return false
		}
		if r.replace(have, merged) {
			return true
		}
	}
}

// learn adds what the search has proven: the outcome of a component with the heap
// *n. Its last visit took so many visits, with those below.
func (t *thread) learn(id uint32, n game.Nimber, o game.Outcome, visits int64) {
	f := t.rules.proves(o, n)
	if !t.merge(id, f, "search") {
		return
	}
	if f.IsKnown() {
		t.stats.Nimbers++
	} else {
		t.stats.Exclusions++
	}
	if t.shared != nil && (f.IsKnown() || t.shared.marksOn(coupleKey(id, n)) > 1) {
		t.news.Add(1)
	}
	if !t.tuning.NoHints {
		t.tallyFact(id, f, n)
	}
	if t.misere != nil {
		t.recordWhole([]uint32{id}, n, o, visits)
		return
	}
	if t.memo == nil {
		return
	}
	if f.IsKnown() {
		visits *= nimberWorth
	}
	if visits < t.leastVisits.Load() {
		return
	}
	if err := t.memo.Record(t.components.keys.Bytes(id), t.fact(id)); err != nil {
		t.fail(err)
	}
}

// String says which thread it is, for messages.
func (t *thread) String() string { return fmt.Sprintf("thread %d", t.index) }
