package model

import (
	"container/heap"
	"sync"
)

// clock lets goroutines run in the order of virtual time: those that are at work
// (running) do so until they wait; when none is left, the earliest event is next.
type clock struct {
	mu      sync.Mutex
	idle    sync.Cond // nobody is running
	running int
	events  events
	count   int64 // of events, to break ties
	now     int64
	over    bool
}

// event happens at a time: either a function is called, or a goroutine goes on. Among
// those at one time, functions come in the order in which they were asked for, and
// then goroutines by their number; so it does not matter which of several goroutines
// gets to its event first.
type event struct {
	at     int64
	number int64
	call   func()
	resume chan struct{}
}

// goroutines have numbers above those of all calls.
const firstGoroutine = 1 << 60

func newClock() *clock {
	c := &clock{}
	c.idle.L = &c.mu
	return c
}

// at calls f at a time that is not before now, in the goroutine of run.
func (c *clock) at(time int64, f func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.count++
	c.pushLocked(event{at: time, number: c.count, call: f})
}

func (c *clock) pushLocked(e event) {
	e.at = max(e.at, c.now)
	heap.Push(&c.events, e)
}

// restLocked ends the running of one goroutine.
func (c *clock) restLocked() {
	if c.running--; c.running == 0 {
		c.idle.Signal()
	}
}

// sleepLocked lets the calling goroutine, which has this number, wait until a time. It
// unlocks meanwhile.
func (c *clock) sleepLocked(until int64, number int) {
	if c.over {
		return
	}
	if c.running == 1 && (len(c.events) == 0 || c.events[0].at > until) {
		c.now = max(c.now, until)
		return
	}
	resume := make(chan struct{})
	c.pushLocked(event{at: until, number: firstGoroutine + int64(number), resume: resume})
	c.restLocked()
	c.mu.Unlock()
	<-resume
	c.mu.Lock()
}

// run lets time pass until stop says so after an event, or nothing is left to do.
// Then goroutines that wait go on at once, and time stands still.
func (c *clock) run(stop func() bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for {
		for c.running > 0 {
			c.idle.Wait()
		}
		if len(c.events) == 0 || stop() {
			break
		}
		e := heap.Pop(&c.events).(event)
		c.now = e.at
		if e.resume != nil {
			c.running++
			close(e.resume)
			continue
		}
		c.mu.Unlock()
		e.call()
		c.mu.Lock()
	}
	c.over = true
	for _, e := range c.events {
		if e.resume != nil {
			c.running++
			close(e.resume)
		}
	}
	c.events = nil
}

// events is a heap of events, the earliest first.
type events []event

func (e events) Len() int { return len(e) }
func (e events) Less(i, j int) bool {
	return e[i].at < e[j].at || e[i].at == e[j].at && e[i].number < e[j].number
}
func (e events) Swap(i, j int) { e[i], e[j] = e[j], e[i] }
func (e *events) Push(x any)   { *e = append(*e, x.(event)) }
func (e *events) Pop() any {
	last := len(*e) - 1
	x := (*e)[last]
	*e = (*e)[:last]
	return x
}

// sleep is sleepLocked for who does not hold the lock.
func (c *clock) sleep(until int64, number int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.sleepLocked(until, number)
}

// start lets one more goroutine be at work.
func (c *clock) start() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.running++
}

// rest ends the running of the calling goroutine.
func (c *clock) rest() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.restLocked()
}

// time returns the virtual time.
func (c *clock) time() int64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

// isOver reports whether time has ended.
func (c *clock) isOver() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.over
}
