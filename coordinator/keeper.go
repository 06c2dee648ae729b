package coordinator

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"time"

	"github.com/sprouts-solver/sprouts/store"
)

// keeper makes durable what the core changes. One goroutine writes, all that has
// come up since its last write at once; those who need it wait.
//
//	facts, spans, runs, ...   at once, as somebody waits for the answer
//	records of trees          every syncPeriod: those near the root change all the time
//	Sync                      every syncPeriod, and when somebody waits for it
//
// When the disk is full, what is to be written waits in memory, and the keeper tries
// again each second. Meanwhile it is read-only.
type keeper struct {
	facts   Facts
	journal Journal
	log     *slog.Logger
	metrics *metrics
	collect func() collected // takes what the core has changed
	kick    chan struct{}    // somebody waits

	// backlog belongs to the goroutine of run.
	backlog backlog
	synced  time.Time // when the last Sync ended

	mu sync.Mutex // guards the fields below
	// written is the number of the newest fact that would survive the death of the
	// process, and asked and done count syncs.
	written     uint64
	asked, done uint64
	bytes       int64         // of facts in the backlog
	full        error         // why the last write failed, while the disk is full
	dead        error         // why nothing is written any more
	moved       chan struct{} // closed when one of these changes
}

// collected is what the core has changed since the last time.
type collected struct {
	Changes

	last  uint64 // number of the newest fact
	bytes int64  // of the components of facts, about
}

// backlog is what is still to be written.
type backlog struct {
	records []store.Record
	facts   []store.Entry
	first   uint64 // number of facts[0]
	last    uint64 // number of the newest fact of the core
	dropped [][]byte
	trees   map[string][]byte // records of trees by key, the newest of each
}

const (
	// syncPeriod is how much of the journal power loss can take.
	syncPeriod = 5 * time.Second
	// retryPeriod is how often a full disk is tried.
	retryPeriod = time.Second
	// putBatch is how many facts are written at a time: some 50 ms. Those whose facts
	// are written need not wait for the others.
	putBatch = 4096
)

func newKeeper(facts Facts, journal Journal, log *slog.Logger, m *metrics, collect func() collected) *keeper {
	return &keeper{
		facts: facts, journal: journal, log: log, metrics: m, collect: collect,
		kick: make(chan struct{}, 1), moved: make(chan struct{}),
		backlog: backlog{trees: map[string][]byte{}},
		synced:  time.Now(),
	}
}

// run writes until ctx ends, and then once more. It returns an error if nothing can
// be written any more, for another reason than a full disk.
func (k *keeper) run(ctx context.Context) error {
	ticker := time.NewTicker(retryPeriod)
	defer ticker.Stop()
	for {
		select {
		case <-k.kick:
		case <-ticker.C:
		case <-ctx.Done():
			return k.last()
		}
		if err := k.commit(k.syncDue()); err != nil {
			k.settle(func() { k.dead = err })
			return err
		}
	}
}

// last writes what is left before the end.
func (k *keeper) last() error {
	err := k.commit(true)
	if err == nil {
		err = k.readOnly()
	}
	k.settle(func() { k.dead = cmp.Or(err, errEnded) })
	return err
}

var (
	// errStopped says that nothing is waited for any more.
	errStopped = errors.New("the coordinator is stopping")
	errEnded   = errors.New("all is written")
)

// syncDue reports whether it is time for a Sync, or somebody waits for one.
func (k *keeper) syncDue() bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.asked > k.done || time.Since(k.synced) >= syncPeriod
}

// commit writes all that has changed; with sync, the trees too, and through to the
// disk. A full disk is no error.
func (k *keeper) commit(sync bool) error {
	k.mu.Lock()
	asked := k.asked
	k.mu.Unlock()
	began := time.Now()
	news := k.collect()
	k.backlog.add(news)
	k.settle(func() { k.bytes += news.bytes })
	err := k.write()
	if err == nil {
		k.settle(func() { k.written, k.bytes = k.backlog.last, 0 })
		if sync {
			err = k.sync(asked)
		}
	}
	k.metrics.committed(time.Since(began), sync && err == nil)
	return k.judge(err)
}

// judge tells a full disk from other troubles.
func (k *keeper) judge(err error) error {
	full := errors.Is(err, store.ErrDiskFull) || errors.Is(err, store.ErrDiskLimit)
	if err != nil && !full {
		return err
	}
	switch was := k.readOnly(); {
	case err != nil && was == nil:
		k.log.Error("the disk is full: no work is given out and no facts are taken until there is room", "err", err)
	case err == nil && was != nil:
		k.log.Info("the disk has room again: work goes on")
	}
	k.settle(func() { k.full = err })
	return nil
}

// write writes the backlog but the trees, records before facts: a fact whose source
// is not known could not be taken back.
func (k *keeper) write() error {
	b := &k.backlog
	if len(b.records) > 0 {
		if err := k.journal.PutRecords(b.records); err != nil {
			return fmt.Errorf("write records: %w", err)
		}
		b.records = nil
	}
	for len(b.facts) > 0 {
		n := min(len(b.facts), putBatch)
		if err := k.facts.PutFrom(b.facts[:n], b.first); err != nil {
			return fmt.Errorf("write facts: %w", err)
		}
		b.facts, b.first = b.facts[n:], b.first+uint64(n)
		k.settle(func() { k.written = b.first - 1 })
	}
	b.facts = nil
	for len(b.dropped) > 0 {
		if err := k.journal.DropRecords(b.dropped[0]); err != nil {
			return fmt.Errorf("drop records: %w", err)
		}
		b.dropped = b.dropped[1:]
	}
	return nil
}

// sync writes the trees, and everything through to the disk.
func (k *keeper) sync(asked uint64) error {
	b := &k.backlog
	if len(b.trees) > 0 {
		batch := make([]store.Record, 0, len(b.trees))
		for key, value := range b.trees {
			batch = append(batch, store.Record{Key: []byte(key), Value: value})
		}
		slices.SortFunc(batch, func(a, b store.Record) int { return bytes.Compare(a.Key, b.Key) })
		if err := k.journal.PutRecords(batch); err != nil {
			return fmt.Errorf("write trees: %w", err)
		}
		clear(b.trees)
	}
	if err := k.journal.Sync(); err != nil {
		return fmt.Errorf("sync: %w", err)
	}
	k.settle(func() { k.synced, k.done = time.Now(), asked })
	return nil
}

// add takes what the core has changed.
func (b *backlog) add(c collected) {
	for _, r := range c.Records {
		if r.IsTree() {
			b.trees[string(r.Key)] = r.Value
		} else {
			b.records = append(b.records, store.Record(r))
		}
	}
	for _, prefix := range c.Dropped {
		for key := range b.trees {
			if bytes.HasPrefix([]byte(key), prefix) {
				delete(b.trees, key)
			}
		}
	}
	b.dropped = append(b.dropped, c.Dropped...)
	if len(b.facts) == 0 {
		b.first = c.First
	}
	for _, e := range c.Facts {
		b.facts = append(b.facts, store.Entry(e))
	}
	b.last = c.last
}

// settle changes what others wait for, and wakes them.
func (k *keeper) settle(change func()) {
	k.mu.Lock()
	defer k.mu.Unlock()
	change()
	close(k.moved)
	k.moved = make(chan struct{})
}

// readOnly returns why nothing can be written just now, nil if it can.
func (k *keeper) readOnly() error {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.full
}

// backlogBytes returns about how many bytes of facts are still to be written, those
// not counted that the core has not been asked for.
func (k *keeper) backlogBytes() int64 {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.bytes
}

// wake makes the goroutine of run write soon.
func (k *keeper) wake() {
	select {
	case k.kick <- struct{}{}:
	default:
	}
}

// awaitFacts returns when facts up to a number would survive the death of the
// process. Errors are those of ctx and of a disk that takes nothing.
func (k *keeper) awaitFacts(ctx context.Context, seq uint64) error {
	return k.await(ctx, func() bool { return k.written >= seq })
}

// awaitSync returns when all that the core has changed would survive power loss.
func (k *keeper) awaitSync(ctx context.Context) error {
	k.mu.Lock()
	k.asked++
	mine := k.asked
	k.mu.Unlock()
	return k.await(ctx, func() bool { return k.done >= mine })
}

// await wakes the writer and waits until something is done.
func (k *keeper) await(ctx context.Context, doneLocked func() bool) error {
	for {
		k.mu.Lock()
		done, full, dead, moved := doneLocked(), k.full, k.dead, k.moved
		k.mu.Unlock()
		switch {
		case done:
			return nil
		case dead != nil:
			return fmt.Errorf("%w: %w", errStopped, dead)
		case full != nil:
			return full
		}
		k.wake()
		select {
		case <-moved:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}
