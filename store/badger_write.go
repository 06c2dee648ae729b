package store

import (
	"fmt"

	"github.com/sprouts-solver/sprouts/game"
)

// Put merges the entries into the store.
func (b *Badger) Put(entries []Entry) error {
	return b.writing(func() error { return b.putLocked(entries, 0) })
}

// PutFrom merges entries with sequence numbers. Once in a million numbers it syncs
// the disk.
func (b *Badger) PutFrom(entries []Entry, first uint64) error {
	if err := checkSeq(first, len(entries)); err != nil {
		return err
	}
	return b.writing(func() error {
		if len(entries) > 0 {
			if err := b.takeLocked(first + uint64(len(entries)) - 1); err != nil {
				return err
			}
		}
		return b.putLocked(entries, first)
	})
}

// writing does what writes, one after the other.
func (b *Badger) writing(do func() error) error {
	if err := b.gate.enter(); err != nil {
		return err
	}
	defer b.gate.leave()
	if b.readOnly {
		return fmt.Errorf("%w: %s", ErrReadOnly, b.dir)
	}
	b.write.Lock()
	defer b.write.Unlock()
	return do()
}

func (b *Badger) putLocked(entries []Entry, first uint64) error {
	changes, err := b.merge(entries, first)
	if err != nil {
		return err
	}
	return b.changeLocked(changes)
}

// merge works out what the entries change.
func (b *Badger) merge(entries []Entry, first uint64) ([]change, error) {
	txn := b.db.NewTransaction(false)
	defer txn.Discard()
	have := func(c game.Component) (content, error) { return b.content(txn, c) }
	changes, err := merge(entries, first, have, "store "+b.dir)
	if isConflict(err) {
		b.conflicts.Add(1)
	}
	return changes, err
}

// changeLocked writes what has changed about components.
func (b *Badger) changeLocked(changes []change) error {
	pairs := make([]pair, len(changes))
	for i, c := range changes {
		pairs[i] = pair{factKey(c.component), b.codec.encode([]byte(c.component), c.now)}
	}
	if err := b.storeLocked(pairs); err != nil {
		b.counted = false
		return err
	}
	for _, c := range changes {
		b.counts.add(c.old.fact, c.now.fact)
	}
	return nil
}

// pair is what the engine is given: a key and its value, or nil to delete it.
type pair struct{ key, value []byte }

// cost is about what the pair takes in log and tables, in bytes.
func (p pair) cost() int64 {
	const overhead = 44 // lengths, version, checksum of the log's record
	return int64(overhead + len(p.key) + len(p.value))
}

// storeLocked gives the engine what it is to write, if the disk has room.
func (b *Badger) storeLocked(pairs []pair) (err error) {
	if len(pairs) == 0 {
		return nil
	}
	var cost int64
	for _, p := range pairs {
		cost += p.cost()
	}
	if err := b.disk.admit(cost, b.levels()); err != nil {
		return err
	}
	defer b.survive(&err)()
	batch := b.db.NewWriteBatch()
	defer batch.Cancel()
	for _, p := range pairs {
		if p.value == nil {
			err = batch.Delete(p.key)
		} else {
			err = batch.Set(p.key, p.value)
		}
		if err != nil {
			return fmt.Errorf("write store: %w", err)
		}
	}
	if err := batch.Flush(); err != nil {
		return fmt.Errorf("write store: %w", err)
	}
	return nil
}
