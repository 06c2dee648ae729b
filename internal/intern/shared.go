package intern

import "sync"

// Locks let several goroutines use one Table at once, after its Bound. All of them
// must go through the same Locks; Bytes needs none for ids that were got from a
// call of Locks, or from somebody who got them so and passed them on in order (a
// lock, a channel, an atomic word).
type Locks struct {
	shards [1 << shardBits]sync.Mutex
	grow   sync.Mutex // of the arena and the places, and of what the caller keeps by id
}

// Bound prepares an empty table for so many strings of so many bytes together.
// More than that panic.
func (t *Table) Bound(strings, bytes int) {
	t.places.Bound(strings)
	t.arena.Bound(bytes)
}

// Intern is Table.Intern. A new string's id is passed to added before anybody else
// can get it; added runs alone, so that it can append to an array that goes by id.
func (l *Locks) Intern(t *Table, b []byte, added func(id uint32)) (id uint32, isNew bool) {
	h := Hash(b)
	at := h >> (64 - shardBits)
	l.shards[at].Lock()
	defer l.shards[at].Unlock()
	s := &t.shards[at]
	if 4*(s.used+1) > 3*len(s.slots) {
		s.grow()
	}
	id, slot, ok := t.find(s, b, uint32(h))
	if ok {
		return id, false
	}
	l.grow.Lock()
	defer l.grow.Unlock()
	id = t.places.Append(place{t.arena.Add(b), uint32(len(b))})
	added(id)
	s.slots[slot] = h<<32 | uint64(id+1)
	s.used++
	return id, true
}

// Find is Table.Find.
func (l *Locks) Find(t *Table, b []byte) (uint32, bool) {
	at := Hash(b) >> (64 - shardBits)
	l.shards[at].Lock()
	defer l.shards[at].Unlock()
	return t.Find(b)
}

// Alone runs f while no other call of Locks is at work.
func (l *Locks) Alone(f func()) {
	for i := range l.shards {
		l.shards[i].Lock()
		defer l.shards[i].Unlock()
	}
	l.grow.Lock()
	defer l.grow.Unlock()
	f()
}
