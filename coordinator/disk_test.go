package coordinator_test

import (
	"bytes"
	"iter"
	"maps"
	"slices"

	"github.com/sprouts-solver/sprouts/coordinator"
	"github.com/sprouts-solver/sprouts/game"
)

// disk is a store in memory: what survives the death of a coordinator.
type disk struct {
	records map[string][]byte
	facts   map[game.Component]game.Fact
	seqs    map[game.Component]uint64
}

func newDisk() *disk {
	return &disk{records: map[string][]byte{}, facts: map[game.Component]game.Fact{}, seqs: map[game.Component]uint64{}}
}

// Lookup makes the disk a coordinator.Memo.
func (d *disk) Lookup(c []byte) game.Fact { return d.facts[game.Component(c)] }

// write does what a store must do with changes.
func (d *disk) write(changes coordinator.Changes) {
	for _, r := range changes.Records {
		if r.Value == nil {
			delete(d.records, string(r.Key))
		} else {
			d.records[string(r.Key)] = bytes.Clone(r.Value)
		}
	}
	for i, e := range changes.Facts {
		d.facts[e.Component] |= e.Fact
		d.seqs[e.Component] = changes.First + uint64(i)
	}
	for _, prefix := range changes.Dropped {
		maps.DeleteFunc(d.records, func(key string, _ []byte) bool { return bytes.HasPrefix([]byte(key), prefix) })
	}
}

// all returns the records in the order of their keys.
func (d *disk) all() iter.Seq[coordinator.Record] {
	return func(yield func(coordinator.Record) bool) {
		for _, key := range slices.Sorted(maps.Keys(d.records)) {
			if !yield(coordinator.Record{Key: []byte(key), Value: d.records[key]}) {
				return
			}
		}
	}
}
