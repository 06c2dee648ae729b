package worker

import (
	"sync"

	"github.com/sprouts-solver/sprouts/game"
)

// learnBatch is how many facts from elsewhere a search takes at one tick: some two
// milliseconds, where ticks are ten or more apart.
const learnBatch = 2048

// inbox holds facts from elsewhere until the search takes them, the oldest first.
// Any goroutine may add.
type inbox struct {
	mu      sync.Mutex
	entries []Entry
}

func (b *inbox) add(e Entry) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.entries = append(b.entries, e)
}

// take removes and returns at most n entries.
func (b *inbox) take(n int) []Entry {
	b.mu.Lock()
	defer b.mu.Unlock()
	batch := b.entries[:min(n, len(b.entries))]
	if b.entries = b.entries[len(batch):]; len(b.entries) == 0 {
		b.entries = nil
	}
	return batch
}

// Learn takes facts that others have proven. Any goroutine may call it, at any
// time; a search at work hears of them at its next tick. A fact that contradicts
// what the group knows is a *game.ConflictError; those before it are taken.
func (e *Executor) Learn(entries []Entry) error {
	for _, x := range entries {
		if err := e.learn(x); err != nil {
			return err
		}
	}
	return nil
}

func (e *Executor) learn(x Entry) error {
	if !x.Fact.Valid() || x.Fact == 0 {
		return nil // says nothing that could be true
	}
	c := []byte(x.Component)
	old, ok := e.facts.put(c, x.Fact)
	if !ok {
		return &game.ConflictError{
			Component: x.Component,
			Have:      old, HaveFrom: "this worker",
			New: x.Fact, NewFrom: "the coordinator",
		}
	}
	if old|x.Fact == old {
		return nil
	}
	if x.Fact.IsKnown() {
		e.received.Add(1)
	}
	// In this order: a search that meets the component meanwhile marks it before it
	// looks the fact up.
	if e.met.has(c) {
		e.inbox.add(x)
	}
	return nil
}

// takeFacts carries a batch of facts from elsewhere into the search's tables. It
// reports in e.moot whether one of them concerns what is being searched.
func (e *Executor) takeFacts() (n int, err error) {
	batch := e.inbox.take(learnBatch)
	for _, x := range batch {
		if err := e.tellSolver(x); err != nil {
			return 0, err
		}
		if e.watched[x.Component] {
			e.moot = true
		}
	}
	return len(batch), nil
}

// tellSolver tells the search one fact. The bytes of a component from elsewhere may
// be none of the game's, and then tables may be left half written.
func (e *Executor) tellSolver(x Entry) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = errForeign
		}
	}()
	return e.solver.Learn(x.Component, x.Fact)
}
