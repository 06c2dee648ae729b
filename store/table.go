package store

import (
	"sync"

	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/internal/chunk"
	"github.com/sprouts-solver/sprouts/internal/intern"
)

// tableStep bounds the bytes by which a table grows at once: a piece of the
// intern table's arena, of its places, and of the facts.
const tableStep = 1<<20 + (16+4)<<14

// table holds facts in memory without pointers: an intern table numbers the
// components, and facts stand in an array by number. It only grows. It is safe
// for concurrent use; readers do not wait for each other.
type table struct {
	limit    int64 // bytes
	complete bool  // has taken what the store held, unless full

	mu    sync.RWMutex
	keys  intern.Table
	facts chunk.Slice[game.Fact]
	room  int  // components that may be added before memory is looked at again
	full  bool // takes no more components
}

// roomStep is the number of components added between two looks at the memory,
// each of which visits all shards of the intern table.
const roomStep = 256

// stats returns what the table holds.
func (t *table) stats() (components int, memory int64, full bool) {
	t.mu.RLock()
	defer t.mu.RUnlock()
	return t.keys.Len(), t.memoryLocked(), t.full
}

func (t *table) memoryLocked() int64 { return t.keys.Memory() + t.facts.Memory() }

// get returns what the table knows about c, and whether the store has no more to
// say. It allocates nothing.
func (t *table) get(c []byte) (f game.Fact, all bool) {
	t.mu.RLock()
	defer t.mu.RUnlock()
	id, ok := t.keys.Find(c)
	if !ok {
		return 0, t.complete && !t.full
	}
	f = *t.facts.At(id)
	return f, t.complete || f.IsKnown()
}

// merge adds a fact. It returns what the table held before, and whether the two
// agree; if not, the table stays as it is. A full table passes a new component
// over.
func (t *table) merge(c []byte, f game.Fact) (old game.Fact, ok bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if id, found := t.keys.Find(c); found {
		at := t.facts.At(id)
		old = *at
		*at, ok = old.Merge(f)
		return old, ok
	}
	if t.makeRoomLocked() {
		t.keys.Intern(c)
		t.facts.Append(f)
	}
	return 0, true
}

// makeRoomLocked makes room for one component unless the table is full.
func (t *table) makeRoomLocked() bool {
	if t.room == 0 && !t.full {
		t.room = roomStep
		t.full = t.memoryLocked()+tableStep > t.limit
	}
	if t.full {
		return false
	}
	t.room--
	return true
}

// each calls yield for all facts until its first error. The table must not
// change meanwhile.
func (t *table) each(yield func(c []byte, f game.Fact) error) error {
	for id := range uint32(t.keys.Len()) {
		if err := yield(t.keys.Bytes(id), *t.facts.At(id)); err != nil {
			return err
		}
	}
	return nil
}
