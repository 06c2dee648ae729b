package store

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"sync"
	"sync/atomic"

	"github.com/dgraph-io/badger/v4"

	"github.com/sprouts-solver/sprouts/game"
)

// Badger is the durable store: a directory on disk. See [Open].
type Badger struct {
	dir      string
	id       Identity
	readOnly bool
	codec    codec
	header   *os.File // STORE, locked
	db       *badger.DB
	gate     gate

	corruptReads atomic.Int64
	conflicts    atomic.Int64

	put     sync.Mutex // makes reading, merging and writing of a batch one step
	disk    guard
	counted bool  // the counts below hold
	counts  Stats // Nimbers and Exclusions only
}

var _ Store = (*Badger)(nil)

// Dir returns the directory of the store.
func (b *Badger) Dir() string { return b.dir }

// Identity returns what the store is for.
func (b *Badger) Identity() Identity { return b.id }

// Get returns what is known about c. An absent component costs a look at the
// bloom filters, a present one a read of its block as well.
func (b *Badger) Get(c game.Component) (game.Fact, error) {
	if err := b.gate.enter(); err != nil {
		return 0, err
	}
	defer b.gate.leave()
	txn := b.db.NewTransaction(false)
	defer txn.Discard()
	return b.get(txn, c)
}

func (b *Badger) get(txn *badger.Txn, c game.Component) (f game.Fact, err error) {
	defer b.survive(&err)()
	item, err := txn.Get(appendKey(nil, c))
	if errors.Is(err, badger.ErrKeyNotFound) {
		return 0, nil
	}
	if err != nil {
		return 0, fmt.Errorf("read store: %w", err)
	}
	var value []byte
	return b.fact([]byte(c), item, &value)
}

// fact reads the value of an item, through a buffer. A value that fails its
// checksum is counted and gives the zero fact.
func (b *Badger) fact(component []byte, item *badger.Item, buffer *[]byte) (game.Fact, error) {
	value, err := item.ValueCopy(*buffer)
	if err != nil {
		return 0, fmt.Errorf("read store: %w", err)
	}
	*buffer = value
	f, err := b.codec.decode(component, value)
	if errors.Is(err, errCorruptValue) {
		b.corruptReads.Add(1)
		return 0, nil
	}
	return f, err
}

// Put merges the entries into the store.
func (b *Badger) Put(entries []Entry) error {
	if err := b.gate.enter(); err != nil {
		return err
	}
	defer b.gate.leave()
	if b.readOnly {
		return fmt.Errorf("%w: %s", ErrReadOnly, b.dir)
	}
	b.put.Lock()
	defer b.put.Unlock()

	changes, err := b.merge(entries)
	if err != nil || len(changes) == 0 {
		return err
	}
	if err := b.disk.admit(writeCost(changes)); err != nil {
		return err
	}
	if err := b.write(changes); err != nil {
		b.counted = false
		return err
	}
	for _, c := range changes {
		b.counts.add(c.old, c.Fact)
	}
	return nil
}

// merge works out what the entries change.
func (b *Badger) merge(entries []Entry) ([]change, error) {
	txn := b.db.NewTransaction(false)
	defer txn.Discard()
	have := func(c game.Component) (game.Fact, error) { return b.get(txn, c) }
	changes, err := merge(entries, have, "store "+b.dir)
	if isConflict(err) {
		b.conflicts.Add(1)
	}
	return changes, err
}

// writeCost is about what the changes take in log and tables, in bytes.
func writeCost(changes []change) int64 {
	const perEntry = 48
	n := int64(len(changes)) * perEntry
	for _, c := range changes {
		n += int64(len(c.Component))
	}
	return n
}

func (b *Badger) write(changes []change) (err error) {
	defer b.survive(&err)()
	batch := b.db.NewWriteBatch()
	defer batch.Cancel()
	for _, c := range changes {
		value := b.codec.encode([]byte(c.Component), c.Fact)
		if err := batch.Set(appendKey(nil, c.Component), value); err != nil {
			return fmt.Errorf("write store: %w", err)
		}
	}
	if err := batch.Flush(); err != nil {
		return fmt.Errorf("write store: %w", err)
	}
	return nil
}

// Sync writes all logs through to the disk. The engine's own Sync leaves out the
// logs of memtables that it has filled but not yet written to a table.
func (b *Badger) Sync() error {
	if err := b.gate.enter(); err != nil {
		return err
	}
	defer b.gate.leave()
	if b.readOnly {
		return nil
	}
	logs, err := files(b.dir, ".mem")
	if err != nil {
		return err
	}
	for _, log := range append(logs, filepath.Join(b.dir, factsName)) {
		// A log that is gone has become a table, which the engine has synced.
		if err := syncPath(log); err != nil && !errors.Is(err, os.ErrNotExist) {
			return fmt.Errorf("sync store: %w", err)
		}
	}
	return nil
}

// Range calls yield for each entry in key order, as of the call. Facts in
// damaged blocks and values that fail their checksum are passed over; Verify
// counts them.
func (b *Badger) Range(yield func(Entry) error) error {
	if err := b.gate.enter(); err != nil {
		return err
	}
	defer b.gate.leave()
	txn := b.db.NewTransaction(false)
	defer txn.Discard()
	options := badger.DefaultIteratorOptions
	options.PrefetchValues = false // they stand beside their keys
	options.Prefix = []byte{factPrefix}
	it := txn.NewIterator(options)
	defer it.Close()
	r := reader{store: b, it: it, entries: make([]Entry, 0, readAhead)}
	for {
		err := r.read()
		for _, e := range r.entries {
			if err := yield(e); err != nil {
				return err
			}
		}
		if err != nil || len(r.entries) < readAhead {
			return err
		}
	}
}

// readAhead is the number of entries read between two calls of survive.
const readAhead = 256

// reader reads entries in order.
type reader struct {
	store   *Badger
	it      *badger.Iterator
	started bool
	entries []Entry
	value   []byte
}

// read gets the next readAhead entries, or fewer at the end or with an error.
// Values that fail their checksum are passed over.
func (r *reader) read() (err error) {
	defer r.store.survive(&err)()
	for r.entries = r.entries[:0]; len(r.entries) < readAhead; {
		if r.started {
			r.it.Next()
		} else {
			r.it.Rewind()
			r.started = true
		}
		if !r.it.Valid() {
			return nil
		}
		item := r.it.Item()
		component := item.Key()[1:]
		f, err := r.store.fact(component, item, &r.value)
		if err != nil {
			return err
		}
		if f != 0 {
			r.entries = append(r.entries, Entry{game.Component(component), f})
		}
	}
	return nil
}

// Stats returns counts. The first call walks all entries, about 0.4 s for each
// million, and holds up Put meanwhile.
func (b *Badger) Stats() (Stats, error) {
	if err := b.gate.enter(); err != nil {
		return Stats{}, err
	}
	defer b.gate.leave()
	b.put.Lock()
	defer b.put.Unlock()
	if !b.counted {
		b.counts = Stats{}
		err := b.Range(func(e Entry) error {
			b.counts.add(0, e.Fact)
			return nil
		})
		if err != nil {
			return Stats{}, err
		}
		b.counted = true
	}
	stats := b.counts
	stats.CorruptReads, stats.Conflicts = b.corruptReads.Load(), b.conflicts.Load()
	var err error
	stats.DiskBytes, err = diskBytes(b.dir)
	return stats, err
}

// Close writes the memtable to a table, unlocks the store and frees everything.
func (b *Badger) Close() error {
	if !b.gate.close() {
		return nil
	}
	err := b.db.Close()
	if err != nil {
		err = fmt.Errorf("close store: %w", err)
	}
	return errors.Join(err, b.header.Close())
}

// survive turns a panic or memory fault of the engine, which meets damaged files
// with either, into an error. It is called and deferred in one line.
func (b *Badger) survive(err *error) func() { return survive(err, b.dir) }

func survive(err *error, path string) func() {
	before := debug.SetPanicOnFault(true)
	return func() {
		debug.SetPanicOnFault(before)
		if r := recover(); r != nil {
			*err = &CorruptError{Path: path, Detail: "the engine gave up: " + firstLine(fmt.Sprint(r))}
		}
	}
}
