package store

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"sync"
	"sync/atomic"
	"time"

	"github.com/sprouts-solver/sprouts/game"
)

const (
	// flushEntries is when a writer is woken, or, where none runs, when Record
	// writes by itself: about 0.2 s of the engine's work.
	flushEntries = 1 << 15
	// maxPending is when Record writes by itself in any case, so that a slow disk
	// slows the search down rather than filling the memory.
	maxPending = 8 * flushEntries
)

// CacheOptions say how much a cache keeps and how often it writes. The zero
// value is sound.
type CacheOptions struct {
	// MaxMemory bounds the table, in bytes. Default 1 GiB, about 20 million
	// nimbers; below 2 MiB nothing fits. A full table takes no more components;
	// facts about them are still written to the store, and Lookup asks it for them.
	// Load takes nimbers first, in key order, then exclusions.
	MaxMemory int64

	// FlushEvery is how long a recorded fact waits for the disk at most while Run
	// is at work. Default 5 s.
	FlushEvery time.Duration

	// KeepExclusions loads and records excluded nimbers too. A search proves far
	// more of them than nimbers, and the store grows accordingly. Default false:
	// they are left to the search's own tables.
	KeepExclusions bool
}

// Cache stands between a search and a store. It implements search.Memo:
//
//	cache := store.NewCache(s, store.CacheOptions{})
//	go cache.Run(ctx)      // optional: writes behind, every 5 s
//	...                    // the search calls Load, Lookup, Record
//	err := cache.Close()   // writes what is left; the store stays open
//
// Until the store is loaded, Lookup asks the store itself, some microseconds each,
// so that a question which needs a few facts only does not wait for all of them.
// Then it reads the table in memory, and the store only for what did not fit.
//
// A cache is safe for concurrent use. Lookups of several goroutines do not wait
// for each other, nor for the writer.
type Cache struct {
	store Store
	o     CacheOptions

	wake  chan struct{} // holds one token when a writer has something to do
	table atomic.Pointer[table]

	writing sync.Mutex // held by the one Flush at work
	spare   batch      // the batch that Flush writes

	mu      sync.Mutex
	closed  bool
	running int // calls of Run
	pending batch
	err     error // why the last write failed, nil if it did not
	fatal   error // a contradiction: nothing is written after it
	stats   CacheStats
}

// CacheStats counts what a cache holds and did.
type CacheStats struct {
	Components int   // in the table
	Memory     int64 // bytes of the table
	Full       bool  // the table takes no more components
	Pending    int   // facts recorded and not yet written
	Recorded   int64 // facts taken by Record
	Written    int64 // of these, on disk
}

// NewCache returns an empty cache before a store, which stays the caller's to
// close, after the cache.
func NewCache(s Store, o CacheOptions) *Cache {
	o.MaxMemory = cmp.Or(o.MaxMemory, 1<<30)
	o.FlushEvery = cmp.Or(o.FlushEvery, 5*time.Second)
	c := &Cache{store: s, o: o, wake: make(chan struct{}, 1)}
	c.table.Store(&table{limit: o.MaxMemory})
	return c
}

// loadPerVisit is how many entries Load reads for each visit of the search: it
// then takes at most a quarter of the time that the search has taken.
const loadPerVisit = 10

// Load reads the facts of the store into the table, if there are few enough for a
// search that has visited so many couples; otherwise it leaves the table as it was,
// until the search has got further. It reports whether Lookup knows more than
// before. See search.Memo.
func (c *Cache) Load(visits int64) (more bool, err error) {
	return c.load(loadPerVisit * visits)
}

// LoadAll reads all facts of the store into the table, about 1.5 million a second.
// Facts recorded before stay. A second call does nothing.
func (c *Cache) LoadAll() error {
	_, err := c.load(math.MaxInt64)
	return err
}

// load reads the facts of the store into the table unless there are more than
// limit.
func (c *Cache) load(limit int64) (more bool, err error) {
	if c.table.Load().complete {
		return false, nil
	}
	t := &table{limit: c.o.MaxMemory, complete: true}
	if err := c.read(t, limit); errors.Is(err, errMany) {
		return false, nil
	} else if err != nil {
		return false, fmt.Errorf("load facts: %w", err)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	err = c.table.Load().each(func(component []byte, f game.Fact) error {
		if old, ok := t.merge(component, f); !ok {
			return c.conflict(component, old, f)
		}
		return nil
	})
	if err != nil {
		c.fatal = err
		return false, err
	}
	if _, _, full := c.table.Load().stats(); full {
		t.full = true // what the old table passed over may have missed the reading
	}
	c.table.Store(t)
	return true, nil
}

// What ends the reading of a store early.
var (
	errFull = errors.New("table is full")
	errMany = errors.New("more entries than are worth the time")
)

// read fills a table: nimbers first, exclusions if they are wanted and fit. It
// stops with errMany after limit entries.
func (c *Cache) read(t *table, limit int64) error {
	add := func(known bool) func(Entry) error {
		return func(e Entry) error {
			if limit--; limit < 0 {
				return errMany
			}
			if e.Fact.IsKnown() != known {
				return nil
			}
			t.merge([]byte(e.Component), e.Fact)
			if t.full {
				return errFull
			}
			return nil
		}
	}
	err := c.store.Range(add(true))
	if err == nil && c.o.KeepExclusions {
		err = c.store.Range(add(false))
	}
	if errors.Is(err, errFull) {
		return nil
	}
	return err
}

// Lookup returns what is known about a component. It allocates nothing once the
// store is loaded and has fitted. If the store cannot be read, the next Record says so.
func (c *Cache) Lookup(component []byte) game.Fact {
	f, all := c.table.Load().get(component)
	if all {
		return f
	}
	stored, err := c.store.Get(game.Component(component))
	if err != nil {
		c.fail(err)
	}
	f, _ = f.Merge(stored) // a contradiction is for Flush to find
	return f
}

// Record takes a proven fact to be written. It returns the error of the last
// write, if that failed, or a *game.ConflictError if the fact contradicts one in
// the table. An exclusion is dropped unless KeepExclusions is set.
func (c *Cache) Record(component []byte, f game.Fact) error {
	if !f.IsKnown() && !c.o.KeepExclusions {
		return nil
	}
	n, writer, err := c.record(component, f)
	switch {
	case err != nil:
		return err
	case n >= maxPending, n >= flushEntries && !writer:
		return c.Flush()
	case n == flushEntries:
		c.signal()
	}
	return nil
}

// record returns the number of pending facts and whether a writer runs.
func (c *Cache) record(component []byte, f game.Fact) (n int, writer bool, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if err := c.failedLocked(); err != nil {
		return 0, false, err
	}
	if c.closed {
		return 0, false, ErrClosed
	}
	old, ok := c.table.Load().merge(component, f)
	if !ok {
		c.fatal = c.conflict(component, old, f)
		return 0, false, c.fatal
	}
	if old|f != old {
		c.pending.add(component, f)
		c.stats.Recorded++
	}
	return c.pending.len(), c.running > 0, nil
}

// conflict names both sides of a contradiction.
func (c *Cache) conflict(component []byte, have, found game.Fact) error {
	return &game.ConflictError{
		Component: game.Component(component),
		Have:      have, HaveFrom: "the store or an earlier search",
		New: found, NewFrom: "this search",
	}
}

func (c *Cache) signal() {
	select {
	case c.wake <- struct{}{}:
	default:
	}
}

func (c *Cache) fail(err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.err = err
}

func (c *Cache) failedLocked() error { return cmp.Or(c.fatal, c.err) }

// Run is the writer. Every FlushEvery, and sooner when many facts wait, it
// writes what was recorded through to the disk. It returns when ctx ends, after
// a last write, with its error. Errors before that reach the caller of Record.
func (c *Cache) Run(ctx context.Context) error {
	c.count(+1)
	defer c.count(-1)
	tick := time.NewTicker(c.o.FlushEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return c.Flush()
		case <-tick.C:
		case <-c.wake:
		}
		// The error is kept for Record, and the facts for the next try.
		_ = c.Flush()
	}
}

func (c *Cache) count(n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.running += n
}

// Flush writes all recorded facts and returns once they would survive power
// loss. After a failure they are kept for the next Flush, except after a
// contradiction: then something is wrong with the search or the store, and
// nothing more is written.
func (c *Cache) Flush() error {
	c.writing.Lock()
	defer c.writing.Unlock()

	c.mu.Lock()
	if err := c.fatal; err != nil || c.pending.len() == 0 {
		err = c.failedLocked()
		c.mu.Unlock()
		return err
	}
	c.pending, c.spare = c.spare, c.pending
	c.mu.Unlock()

	err := c.store.Put(c.spare.entries())
	if err == nil {
		err = c.store.Sync()
	}

	c.mu.Lock()
	defer c.mu.Unlock()
	defer c.spare.reset()
	c.err = err
	switch {
	case isConflict(err):
		c.fatal = err
	case err != nil:
		c.spare.addAll(&c.pending)
		c.pending, c.spare = c.spare, c.pending
	default:
		c.stats.Written += int64(c.spare.len())
	}
	return err
}

// Close writes what is left. Record then returns ErrClosed; Lookup goes on. The
// store stays open.
func (c *Cache) Close() error {
	c.mu.Lock()
	c.closed = true
	c.mu.Unlock()
	return c.Flush()
}

// Stats returns counts.
func (c *Cache) Stats() CacheStats {
	c.mu.Lock()
	defer c.mu.Unlock()
	s := c.stats
	s.Components, s.Memory, s.Full = c.table.Load().stats()
	s.Pending = c.pending.len()
	return s
}
