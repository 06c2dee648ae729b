package coordinator

import (
	"errors"
	"fmt"
	"iter"

	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/store"
)

// Facts is where facts go, and what the core asks about them: a *store.Cache.
type Facts interface {
	Memo

	// PutFrom is that of store.Numbered. Lookup knows the facts when it returns.
	PutFrom(entries []store.Entry, first uint64) error
}

// Journal is where everything else goes: a store.Store, whose methods these are.
type Journal interface {
	PutRecords(records []store.Record) error
	RangeRecords(prefix []byte, yield func(store.Record) error) error
	DropRecords(prefix []byte) error
	RangeFrom(after game.Component, yield func(e store.Entry, seq uint64) error) error
	NextSeq() (uint64, error)
	Sync() error
}

// restore gives a core the records of earlier lives, and makes the beginning of its
// epoch durable.
func restore(c *Core, j Journal) error {
	next, err := j.NextSeq()
	if err != nil {
		return fmt.Errorf("coordinator: next number of a fact: %w", err)
	}
	var readErr error
	if err := c.Restore(records(j, next, &readErr)); err != nil || readErr != nil {
		return fmt.Errorf("coordinator: %w", errors.Join(readErr, err))
	}
	first := c.Changes()
	if err := j.PutRecords(storeRecords(first.Records)); err != nil {
		return fmt.Errorf("coordinator: write the new epoch: %w", err)
	}
	for _, prefix := range first.Dropped {
		if err := j.DropRecords(prefix); err != nil {
			return fmt.Errorf("coordinator: drop old records: %w", err)
		}
	}
	if err := j.Sync(); err != nil {
		return fmt.Errorf("coordinator: sync the new epoch: %w", err)
	}
	return nil
}

// records are those of a journal. The store knows numbers of facts of which the
// journal may have lost the record, and none may be used again.
func records(j Journal, next uint64, err *error) iter.Seq[Record] {
	return func(yield func(Record) bool) {
		if !yield(Record{[]byte{kindBound}, encodeNumber(next - 1)}) {
			return
		}
		*err = j.RangeRecords(nil, func(r store.Record) error {
			if !yield(Record(r)) {
				return errEnough
			}
			return nil
		})
		if errors.Is(*err, errEnough) {
			*err = nil
		}
	}
}

// errEnough ends the reading of a store.
var errEnough = errors.New("that is enough")

func storeRecords(records []Record) []store.Record {
	all := make([]store.Record, len(records))
	for i, r := range records {
		all[i] = store.Record(r)
	}
	return all
}
