package store

import (
	"maps"
	"slices"
	"sync"

	"github.com/sprouts-solver/sprouts/game"
)

// Memory is the store without a disk: the twin of [Badger] for tests and for
// runs that leave nothing behind. Its facts end with it.
type Memory struct {
	id Identity

	mu     sync.RWMutex
	facts  map[game.Component]game.Fact
	stats  Stats
	closed bool
}

var _ Store = (*Memory)(nil)

// NewMemory returns an empty store.
func NewMemory(id Identity) *Memory {
	return &Memory{id: id, facts: make(map[game.Component]game.Fact)}
}

// Identity returns what the store is for.
func (m *Memory) Identity() Identity { return m.id }

// Get returns what is known about c.
func (m *Memory) Get(c game.Component) (game.Fact, error) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	if m.closed {
		return 0, ErrClosed
	}
	return m.facts[c], nil
}

// Put merges the entries.
func (m *Memory) Put(entries []Entry) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.closed {
		return ErrClosed
	}
	have := func(c game.Component) (game.Fact, error) { return m.facts[c], nil }
	changes, err := merge(entries, have, "memory")
	if err != nil {
		if isConflict(err) {
			m.stats.Conflicts++
		}
		return err
	}
	for _, c := range changes {
		m.facts[c.Component] = c.Fact
		m.stats.add(c.old, c.Fact)
	}
	return nil
}

// Sync does nothing: there is no power loss to survive.
func (m *Memory) Sync() error {
	m.mu.RLock()
	defer m.mu.RUnlock()
	if m.closed {
		return ErrClosed
	}
	return nil
}

// Range calls yield for what the store holds at the call.
func (m *Memory) Range(yield func(Entry) error) error {
	m.mu.RLock()
	closed, facts := m.closed, maps.Clone(m.facts)
	m.mu.RUnlock()
	if closed {
		return ErrClosed
	}
	for _, c := range slices.Sorted(maps.Keys(facts)) {
		if err := yield(Entry{c, facts[c]}); err != nil {
			return err
		}
	}
	return nil
}

// Stats returns counts; DiskBytes is 0.
func (m *Memory) Stats() (Stats, error) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	if m.closed {
		return Stats{}, ErrClosed
	}
	return m.stats, nil
}

// Close ends the use of the store.
func (m *Memory) Close() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.closed = true
	return nil
}
