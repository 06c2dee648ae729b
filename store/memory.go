package store

import (
	"maps"
	"slices"
	"sync"

	"github.com/sprouts-solver/sprouts/game"
)

// Memory is the store without a disk: the twin of [Badger] for tests and for
// runs that leave nothing behind. What it holds ends with it.
type Memory struct {
	id Identity

	mu      sync.RWMutex
	facts   map[game.Component]content
	records map[string][]byte
	numbers taken
	stats   Stats
	closed  bool
}

var _ Store = (*Memory)(nil)

// NewMemory returns an empty store.
func NewMemory(id Identity) *Memory {
	return &Memory{id: id, facts: make(map[game.Component]content), records: make(map[string][]byte)}
}

// Identity returns what the store is for.
func (m *Memory) Identity() Identity { return m.id }

// reading does what reads.
func (m *Memory) reading(do func()) error {
	m.mu.RLock()
	defer m.mu.RUnlock()
	if m.closed {
		return ErrClosed
	}
	do()
	return nil
}

// writing does what writes.
func (m *Memory) writing(do func() error) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.closed {
		return ErrClosed
	}
	return do()
}

// Get returns what is known about c.
func (m *Memory) Get(c game.Component) (f game.Fact, err error) {
	err = m.reading(func() { f = m.facts[c].fact })
	return f, err
}

// Put merges the entries.
func (m *Memory) Put(entries []Entry) error {
	return m.writing(func() error { return m.putLocked(entries, 0) })
}

// PutFrom merges entries with sequence numbers.
func (m *Memory) PutFrom(entries []Entry, first uint64) error {
	if err := checkSeq(first, len(entries)); err != nil {
		return err
	}
	return m.writing(func() error {
		if last := first + uint64(len(entries)) - 1; len(entries) > 0 && !m.numbers.admits(last) {
			m.numbers = m.numbers.with(last + 1)
		}
		return m.putLocked(entries, first)
	})
}

func (m *Memory) haveLocked(c game.Component) (content, error) { return m.facts[c], nil }

func (m *Memory) putLocked(entries []Entry, first uint64) error {
	changes, err := merge(entries, first, m.haveLocked, "memory")
	if isConflict(err) {
		m.stats.Conflicts++
	}
	m.changeLocked(changes)
	return err
}

func (m *Memory) changeLocked(changes []change) {
	for _, c := range changes {
		if c.now.fact == 0 {
			delete(m.facts, c.component)
		} else {
			m.facts[c.component] = c.now
		}
		m.stats.add(c.old.fact, c.now.fact)
	}
}

// NextSeq returns the number to go on with.
func (m *Memory) NextSeq() (next uint64, err error) {
	err = m.writing(func() error {
		next, err = m.numbers.next()
		if err == nil {
			m.numbers = m.numbers.with(next)
		}
		return err
	})
	return next, err
}

// Forget makes the store know nothing about the components.
func (m *Memory) Forget(components []game.Component) error {
	return m.writing(func() error {
		changes, err := forget(components, m.haveLocked)
		m.changeLocked(changes)
		return err
	})
}

// Distrust takes back what came with the numbers in the spans.
func (m *Memory) Distrust(spans []Span) (components int64, err error) {
	err = m.writing(func() error {
		gone := contains(spans)
		var changes []change
		for c, old := range m.facts {
			if now, less := old.without(gone); less {
				changes = append(changes, change{c, now, old})
			}
		}
		m.changeLocked(changes)
		components = int64(len(changes))
		return nil
	})
	return components, err
}

// Sync does nothing: there is no power loss to survive.
func (m *Memory) Sync() error { return m.reading(func() {}) }

// Range calls yield for what the store holds at the call.
func (m *Memory) Range(yield func(Entry) error) error {
	return m.RangeFrom("", func(e Entry, _ uint64) error { return yield(e) })
}

// RangeFrom is Range from a component on, with sequence numbers.
func (m *Memory) RangeFrom(after game.Component, yield func(e Entry, seq uint64) error) error {
	var facts map[game.Component]content
	if err := m.reading(func() { facts = maps.Clone(m.facts) }); err != nil {
		return err
	}
	for _, c := range slices.Sorted(maps.Keys(facts)) {
		if c <= after && after != "" {
			continue
		}
		if err := yield(Entry{c, facts[c].fact}, facts[c].seq); err != nil {
			return err
		}
	}
	return nil
}

// Stats returns counts; DiskBytes is 0.
func (m *Memory) Stats() (s Stats, err error) {
	err = m.reading(func() { s = m.stats })
	return s, err
}

// Close ends the use of the store.
func (m *Memory) Close() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.closed = true
	return nil
}
