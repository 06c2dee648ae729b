package search

import (
	"errors"
	"fmt"
	"math"
	"runtime/debug"
	"sync"
	"sync/atomic"

	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/internal/intern"
)

// Threads of one Solver all search from the root, over the same tables. What keeps
// them apart are marks: while a thread is below a child, the child looks worse to
// the others, so that they take the next best unless it is much worse ("virtual
// loss"). The numbers in the table are never marked, so nothing has to be undone.
//
// A fact ends the visits of all threads below the couple that it decides: each
// thread looks back over its path when there is news. What needs tables that stand
// still (sweeping, growing, changing the settings, loading the memo) stops all
// threads and starts them again from the root, which costs them a path each.

// shared is what several threads need beside the tables.
type shared struct {
	components intern.Locks
	families   sync.Mutex
	lists      sync.Mutex            // of the arena
	inList     [1 << 10]sync.Mutex   // of the child lists, by id
	marks      [1 << 16]atomic.Int32 // by hash of a node's key: threads below it
	visits     atomic.Int64          // of all threads
	stopped    atomic.Bool           // some thread has met a reason to stop
	ticking    sync.Mutex            // held by the thread that calls Options.Tick
	mu         sync.Mutex            // guards all below
	err        error                 // the reason
	result     numbers               // of the root, from the thread that decided it
	decided    bool                  // result holds
	reported   []Stats               // by thread, at its last tick
	panicked   any
}

// Pacer makes the threads of a model wait for each other. See Options.Pace.
type Pacer interface {
	// Visit is called by each thread before each visit, with the visits and options
	// that this thread has made so far.
	Visit(thread int, visits, children int64)
	// Done is called by each thread when it ends, until the next question.
	Done(thread int)
}

// Reasons to stop all threads for a moment.
var (
	errLoad       = errors.New("memo may load")
	errSmallTable = errors.New("table of numbers is half full")
	errOther      = errors.New("another thread has stopped the search")
)

// run lets all threads search from the root, until one has decided it or there is a
// reason to stop.
func (s *Solver) run(search func(*thread) numbers) (numbers, error) {
	for _, t := range s.threads {
		t.begin()
	}
	if s.shared == nil {
		v := search(s.threads[0])
		return v, s.threads[0].err
	}
	s.shared.begin()
	var wait sync.WaitGroup
	for _, t := range s.threads {
		wait.Go(func() { s.shared.work(t, search) })
	}
	wait.Wait()
	for _, t := range s.threads {
		t.report()
	}
	return s.shared.end()
}

// begin prepares for the next search.
func (h *shared) begin() {
	h.stopped.Store(false)
	h.err, h.decided, h.panicked = nil, false, nil
	h.result = numbers{1, 1}
}

// work is one thread's part of a search.
func (h *shared) work(t *thread, search func(*thread) numbers) {
	defer func() {
		if r := recover(); r != nil {
			h.panic(fmt.Sprintf("%v\n\n%s of a search:\n%s", r, t, debug.Stack()))
		}
		if t.options.Pace != nil {
			t.options.Pace.Done(t.index)
		}
	}()
	v := search(t)
	h.mu.Lock()
	defer h.mu.Unlock()
	switch {
	case t.err == nil:
		h.result, h.decided = v, true
	case !h.decided && t.index == 0:
		h.result = v
	}
	h.stopped.Store(true)
}

// end returns the result, or the reason why there is none.
func (h *shared) end() (numbers, error) {
	if h.panicked != nil {
		panic(h.panicked)
	}
	if h.decided && !isConflict(h.err) {
		return h.result, nil
	}
	return h.result, h.err
}

// isConflict reports whether err is a contradiction, which even an answer does not
// make good.
func isConflict(err error) bool {
	_, ok := errors.AsType[*game.ConflictError](err)
	return ok
}

// stop makes all threads stop, for a reason.
func (h *shared) stop(reason error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if (h.err == nil || isConflict(reason)) && !errors.Is(reason, errOther) {
		h.err = reason
	}
	h.stopped.Store(true)
}

// panic keeps what a thread has panicked with, for the caller's goroutine.
func (h *shared) panic(value any) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.panicked = value
	h.stopped.Store(true)
}

// list returns the lock of a component's child list.
func (h *shared) list(id uint32) *sync.Mutex { return &h.inList[id%uint32(len(h.inList))] }

// marksOn returns how many threads are below a node, or below one with the same
// hash.
func (h *shared) marksOn(key uint64) uint32 { return uint32(max(0, h.marksAt(key).Load())) }

func (h *shared) marksAt(key uint64) *atomic.Int32 { return &h.marks[mix64(key)%uint64(len(h.marks))] }

// markWeight is how much worse each thread below makes a child look, as a share of
// its disproof number: 1 crowds fewer threads together than is good, and 0.05 more.
const markWeight = 0.25

// marked returns the rank of a child with threads below it.
func marked(dn, threads uint32) uint32 {
	if threads == 0 {
		return dn
	}
	return uint32(min(float64(dn)*(1+markWeight*float64(threads))+float64(threads), infinity-1))
}

// unmarked returns the largest disproof number with which a child with threads
// below it has at most this rank.
func unmarked(rank, threads uint32) uint32 {
	if threads == 0 {
		return rank
	}
	return uint32(max(0, (float64(rank)-float64(threads))/(1+markWeight*float64(threads))))
}

// keyOf returns the key of a child in the table; ids are its components if it is a sum.
func (t *thread) keyOf(k *kid, ids []uint32) uint64 {
	if k.count == 1 {
		return coupleKey(k.id, k.n)
	}
	return sumKey(ids, k.n)
}

// mark tells the other threads that this one goes below a child, the best one of
// the last look. The result is for unmark.
func (t *thread) mark(k *kid) *atomic.Int32 {
	if t.shared == nil {
		return nil
	}
	key := coupleKey(k.id, k.n)
	if k.count > 1 {
		key = sumKey(t.chosen, k.n)
	}
	at := t.shared.marksAt(key)
	at.Add(1)
	return at
}

func (t *thread) unmark(at *atomic.Int32) {
	if at != nil {
		at.Add(-1)
	}
}

// countVisit counts a visit and returns how many all threads have made.
func (t *thread) countVisit() int64 {
	if t.shared == nil {
		return t.stats.Visits
	}
	if t.shared.stopped.Load() && t.err == nil {
		t.err = errOther
	}
	return t.shared.visits.Add(1)
}

// visits returns how many visits all threads have made.
func (s *Solver) visits() int64 {
	if s.shared == nil {
		return s.threads[0].stats.Visits
	}
	return s.shared.visits.Load()
}

// report lets the other threads know this one's counts.
func (t *thread) report() {
	if t.shared == nil {
		return
	}
	t.shared.mu.Lock()
	defer t.shared.mu.Unlock()
	t.stats.Entries = t.own.used
	t.shared.reported[t.index] = t.stats
}

// counted adds up the counts of all threads.
func (s *Solver) counted() (sum Stats) {
	if s.shared == nil {
		sum = s.threads[0].stats
		sum.Entries = s.table.used
		return sum
	}
	s.shared.mu.Lock()
	defer s.shared.mu.Unlock()
	for _, st := range s.shared.reported {
		sum.Visits += st.Visits
		sum.Expansions += st.Expansions
		sum.Children += st.Children
		sum.Nimbers += st.Nimbers
		sum.Exclusions += st.Exclusions
		sum.Entries += st.Entries
		sum.MaxDepth = max(sum.MaxDepth, st.MaxDepth)
		sum.Depth = max(sum.Depth, st.Depth)
	}
	first := s.shared.reported[0]
	sum.Proof, sum.Disproof = first.Proof, first.Disproof
	return sum
}

// beginTick reports whether this thread may call Options.Tick now.
func (t *thread) beginTick() bool {
	if t.shared != nil && !t.shared.ticking.TryLock() {
		return false
	}
	t.ticking = t
	return true
}

func (t *thread) endTick() {
	t.ticking = nil
	if t.shared != nil {
		t.shared.ticking.Unlock()
	}
}

// smallTable reports whether the table of several threads should grow.
func (s *Solver) smallTable() bool {
	return s.shared != nil && s.table.wantsGrowth(s.counted().Entries)
}

// growTable doubles the table of several threads, none of which is at work.
func (s *Solver) growTable() {
	s.table.fixed = false
	s.table.grow()
	s.table.fixed = true
	s.credit(s.table.used)
}

// credit counts the used entries of the table for the first thread.
func (s *Solver) credit(used int) {
	for _, t := range s.threads {
		t.counts.used = 0
	}
	s.threads[0].counts.used = used
	for _, t := range s.threads {
		t.report()
	}
}

// bound prepares empty tables for threads, so that nothing moves that they read.
func (s *Solver) bound() {
	if s.shared == nil {
		return
	}
	const (
		perComponent = 48 // bytes in records, places and slots, at least
		margin       = 2  // what threads add between two looks at the limit
	)
	most := int(min(margin*s.maxMemory, math.MaxInt32<<5))
	s.components.keys.Bound(most/perComponent, most)
	s.components.records.Bound(most / perComponent)
	s.families.tally.Bound(most / perComponent)
	s.lists.Bound(most / 4)
	if s.misere != nil {
		s.misere.parts.Bound(most / perComponent)
		s.misere.facts.Bound(most / perComponent)
		s.misere.keys.Bound(most/perComponent, most)
	}
}

// alone runs f while no thread appends to a table.
func (s *Solver) alone(f func()) {
	if s.shared == nil {
		f()
		return
	}
	s.shared.families.Lock()
	defer s.shared.families.Unlock()
	s.shared.lists.Lock()
	defer s.shared.lists.Unlock()
	s.shared.components.Alone(f)
}
