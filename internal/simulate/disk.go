package simulate

import (
	"bytes"
	"iter"
	"maps"
	"slices"
	"strings"

	"github.com/sprouts-solver/sprouts/coordinator"
	"github.com/sprouts-solver/sprouts/game"
)

// disk is the store: what a crash leaves, and a queue of writes that it may take.
type disk struct {
	records map[string][]byte
	facts   map[game.Component]game.Fact
	queue   []write
	ahead   map[game.Component]game.Fact // facts in the queue
}

// write is one step of a batch: it happens or it does not.
type write struct {
	record  coordinator.Record
	entry   coordinator.Entry
	seq     uint64 // of entry, 0 if there is none
	dropped []byte
}

func newDisk() *disk {
	return &disk{records: map[string][]byte{}, facts: map[game.Component]game.Fact{}, ahead: map[game.Component]game.Fact{}}
}

// Lookup tells a coordinator what it gave to the disk, written or not.
func (d *disk) Lookup(c []byte) game.Fact {
	return d.facts[game.Component(c)] | d.ahead[game.Component(c)]
}

// put queues changes.
func (d *disk) put(changes coordinator.Changes) {
	for _, r := range changes.Records {
		d.queue = append(d.queue, write{record: r})
	}
	for i, e := range changes.Facts {
		d.queue = append(d.queue, write{entry: e, seq: changes.First + uint64(i)})
		d.ahead[e.Component] |= e.Fact
	}
	for _, prefix := range changes.Dropped {
		d.queue = append(d.queue, write{dropped: prefix})
	}
}

// flush writes the first n writes of the queue.
func (d *disk) flush(n int) {
	for _, x := range d.queue[:n] {
		switch {
		case x.seq > 0:
			d.facts[x.entry.Component] |= x.entry.Fact
		case x.dropped != nil:
			maps.DeleteFunc(d.records, func(key string, _ []byte) bool { return strings.HasPrefix(key, string(x.dropped)) })
		case x.record.Value == nil:
			delete(d.records, string(x.record.Key))
		default:
			d.records[string(x.record.Key)] = bytes.Clone(x.record.Value)
		}
	}
	d.queue = d.queue[n:]
	if len(d.queue) == 0 {
		clear(d.ahead)
	}
}

// crash keeps what was written, and the first n writes of the queue.
func (d *disk) crash(n int) {
	d.flush(n)
	d.queue = nil
	clear(d.ahead)
}

// sorted returns the keys of all records.
func (d *disk) sorted() []string { return slices.Sorted(maps.Keys(d.records)) }

// all returns all records in the order of their keys.
func (d *disk) all() iter.Seq[coordinator.Record] {
	return func(yield func(coordinator.Record) bool) {
		for _, key := range d.sorted() {
			if !yield(coordinator.Record{Key: []byte(key), Value: d.records[key]}) {
				return
			}
		}
	}
}
