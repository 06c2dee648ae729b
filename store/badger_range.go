package store

import (
	"errors"
	"fmt"

	"github.com/dgraph-io/badger/v4"

	"github.com/sprouts-solver/sprouts/game"
)

// Range calls yield for each entry in key order, as of the call. Facts in
// damaged blocks and values that fail their checksum are passed over; Verify
// counts them.
func (b *Badger) Range(yield func(Entry) error) error {
	return b.RangeFrom("", func(e Entry, _ uint64) error { return yield(e) })
}

// RangeFrom is Range from a component on, with sequence numbers.
func (b *Badger) RangeFrom(after game.Component, yield func(e Entry, seq uint64) error) error {
	return b.contents(after, func(component []byte, what content) error {
		if what.fact == 0 {
			return nil
		}
		return yield(Entry{game.Component(component), what.fact}, what.seq)
	})
}

// contents calls yield for each component that has a good value, also for those
// forgotten. The bytes are lent.
func (b *Badger) contents(after game.Component, yield func(component []byte, what content) error) error {
	return b.walk([]byte{factPrefix}, factKey(after), func(key, value []byte) error {
		what, err := b.codec.decode(key[1:], value)
		if errors.Is(err, errCorruptValue) {
			b.corruptReads.Add(1)
			return nil
		}
		return yield(key[1:], what)
	})
}

// walk calls yield for each of the engine's keys with a prefix that is above
// another key, or for all with the prefix if that is the prefix itself, with its
// value, as of the call. The bytes are lent.
func (b *Badger) walk(prefix, above []byte, yield func(key, value []byte) error) error {
	if err := b.gate.enter(); err != nil {
		return err
	}
	defer b.gate.leave()
	gaps := newGapFinder(b, prefix, above)
	gaps.find(b.db.Tables())
	txn := b.db.NewTransaction(false)
	defer txn.Discard()
	options := badger.DefaultIteratorOptions
	options.PrefetchValues = false // they stand beside their keys
	options.Prefix = prefix
	it := txn.NewIterator(options)
	defer it.Close()
	gaps.find(b.db.Tables()) // those that came before the iterator did
	r := reader{store: b, it: it, prefix: prefix, above: above, gaps: gaps}
	for more := true; more; {
		var err error
		more, err = r.read()
		for i, start := 0, 0; i < len(r.ends); i += 2 {
			key, value := r.ends[i], r.ends[i+1]
			if err := yield(r.bytes[start:key:key], r.bytes[key:value:value]); err != nil {
				return err
			}
			start = value
		}
		if err != nil {
			return b.blame(err)
		}
	}
	return nil
}

// Between two calls of survive so many keys are read, or so many bytes.
const (
	readAheadKeys  = 256
	readAheadBytes = 64 << 10
)

// reader reads keys and values in order.
type reader struct {
	store   *Badger
	it      *badger.Iterator
	prefix  []byte
	above   []byte
	gaps    gapFinder
	started bool
	bytes   []byte // keys and values in turns
	ends    []int  // of each of them
}

// read gets the next keys and values. It reports whether there may be more.
func (r *reader) read() (more bool, err error) {
	defer r.store.survive(&err)()
	r.bytes, r.ends = r.bytes[:0], r.ends[:0]
	for len(r.ends) < 2*readAheadKeys && len(r.bytes) < readAheadBytes {
		if !r.next() {
			return false, nil
		}
		item := r.it.Item()
		r.bytes = append(r.bytes, item.Key()...)
		key := len(r.bytes)
		if err := item.Value(func(value []byte) error { r.bytes = append(r.bytes, value...); return nil }); err != nil {
			return false, fmt.Errorf("read store: %w", err)
		}
		r.ends = append(r.ends, key, len(r.bytes))
	}
	return true, nil
}

// next goes to the next key, and reports whether there is one. Where a damaged block
// lies on the way, it starts again behind it.
func (r *reader) next() bool {
	r.advance()
	for {
		var key []byte // none: the end
		if r.it.Valid() {
			key = r.it.Item().Key()
		}
		gap := r.gaps.upTo(key)
		if gap == nil {
			return key != nil
		}
		r.it.Seek(gap)
	}
}

func (r *reader) advance() {
	if r.started {
		r.it.Next()
		return
	}
	r.started = true
	r.it.Seek(r.above)
	if len(r.above) > len(r.prefix) && r.it.Valid() && string(r.it.Item().Key()) == string(r.above) {
		r.it.Next()
	}
}
