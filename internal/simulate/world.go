package simulate

import (
	"container/heap"
	"fmt"
	"math/rand/v2"
	"time"
)

// world is everything: a clock, what is going to happen, and who it happens to.
type world struct {
	options Options
	rng     *rand.Rand
	start   time.Time
	now     time.Time
	calm    time.Time // from when on nothing goes wrong any more
	queue   events
	count   uint64 // of events ever planned
	server  *server
	user    *user
	workers []*worker
	report  Report
	err     error // what has gone wrong in the coordinator
}

// event is something that happens at a time.
type event struct {
	at    time.Time
	order uint64 // among events at the same time
	what  string
	do    func()
}

// events is a heap, the earliest first.
type events []event

func (q events) Len() int { return len(q) }
func (q events) Less(i, j int) bool {
	if !q[i].at.Equal(q[j].at) {
		return q[i].at.Before(q[j].at)
	}
	return q[i].order < q[j].order
}
func (q events) Swap(i, j int) { q[i], q[j] = q[j], q[i] }

// Push and Pop make it a heap.Interface.
func (q *events) Push(x any) { *q = append(*q, x.(event)) }

// Pop removes the last event.
func (q *events) Pop() any {
	old := *q
	e := old[len(old)-1]
	old[len(old)-1] = event{}
	*q = old[:len(old)-1]
	return e
}

// after plans an event.
func (w *world) after(d time.Duration, what string, do func()) {
	w.count++
	heap.Push(&w.queue, event{w.now.Add(d), w.count, what, do})
}

// fail notes that something is wrong, the first time.
func (w *world) fail(format string, args ...any) {
	if w.err == nil {
		w.err = fmt.Errorf(format, args...)
	}
}

// stormy reports whether things still go wrong.
func (w *world) stormy() bool { return w.now.Before(w.calm) }

// chance is true with a probability, while it is stormy.
func (w *world) chance(p float64) bool { return w.stormy() && w.rng.Float64() < p }

// between draws a duration.
func (w *world) between(least, most time.Duration) time.Duration {
	return least + time.Duration(w.rng.Int64N(int64(most-least)+1))
}

const (
	// patience is how long the runs may take after the storm, in virtual time.
	patience = 10 * time.Hour
	// maxEvents bounds a run that goes round in circles.
	maxEvents = 1_000_000
)

// run lets things happen until the user has all answers.
func (w *world) run() error {
	for w.err == nil && !w.user.done() {
		if len(w.queue) == 0 {
			return fmt.Errorf("after %v nothing happens any more", w.now.Sub(w.start))
		}
		e := heap.Pop(&w.queue).(event)
		w.now = e.at
		if w.options.Trace != nil {
			w.options.Trace(w.now.Sub(w.start), e.what)
		}
		e.do()
		w.report.Events++
		w.server.check()
		if w.now.Sub(w.calm) > patience || w.report.Events > maxEvents {
			return fmt.Errorf("after %v and %d events there is no answer: %s", w.now.Sub(w.start), w.report.Events, w.user.missing())
		}
	}
	return w.err
}
