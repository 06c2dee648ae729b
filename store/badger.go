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

	gaps         gapCache
	corruptReads atomic.Int64
	conflicts    atomic.Int64

	write   sync.Mutex // makes reading, merging and writing of a batch one step
	disk    guard
	counted bool  // the counts below hold
	counts  Stats // Nimbers and Exclusions only
	numbers taken // as on disk; the zero value before it is read
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
	what, err := b.content(txn, c)
	return what.fact, err
}

// content reads what the store has about a component. A value that fails its
// checksum is counted and gives nothing.
func (b *Badger) content(txn *badger.Txn, c game.Component) (content, error) {
	var what content
	key := factKey(c)
	err := b.read(txn, key, func(value []byte) (err error) {
		what, err = b.codec.decode(key[1:], value)
		return err
	})
	return what, err
}

// read calls use for the value of one of the engine's keys, if there is one. An
// errCorruptValue of use is counted and dropped.
func (b *Badger) read(txn *badger.Txn, key []byte, use func(value []byte) error) error {
	err := b.tryRead(txn, key, use)
	if err != nil {
		return b.blame(err)
	}
	return nil
}

func (b *Badger) tryRead(txn *badger.Txn, key []byte, use func(value []byte) error) (err error) {
	defer b.survive(&err)()
	item, err := txn.Get(key)
	if errors.Is(err, badger.ErrKeyNotFound) {
		return nil
	}
	if err == nil {
		err = item.Value(use)
	}
	if errors.Is(err, errCorruptValue) {
		b.corruptReads.Add(1)
		return nil
	}
	if err != nil {
		return fmt.Errorf("read store: %w", err)
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

// Stats returns counts. The first call walks all entries, about 0.4 s for each
// million, and holds up who writes meanwhile.
func (b *Badger) Stats() (Stats, error) {
	if err := b.gate.enter(); err != nil {
		return Stats{}, err
	}
	defer b.gate.leave()
	b.write.Lock()
	defer b.write.Unlock()
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

// blame names the table that is damaged where the engine gave up without saying so.
func (b *Badger) blame(err error) error {
	if corrupt, ok := errors.AsType[*CorruptError](err); !ok || corrupt.Path != b.dir {
		return err
	}
	tables, listErr := files(b.dir, ".sst")
	if listErr != nil {
		return err
	}
	for _, path := range tables {
		if _, damage := checkTable(path, true); errors.Is(damage, ErrCorrupt) {
			return damage
		}
	}
	return err
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
