package store

import "errors"

// PutRecords writes and removes records.
func (b *Badger) PutRecords(records []Record) error {
	if err := validateRecords(records); err != nil {
		return err
	}
	pairs := make([]pair, len(records))
	for i, r := range records {
		key := recordKey(r.Key)
		pairs[i] = pair{key, b.codec.encodeRecord(key, r.Value)}
	}
	return b.writing(func() error { return b.storeLocked(pairs) })
}

// DropRecords deletes the engine's keys of all records with a prefix, also those of
// records that were removed.
func (b *Badger) DropRecords(prefix []byte) error {
	const batch = 10_000
	key := recordKey(prefix)
	var pairs []pair
	flush := func() error {
		err := b.writing(func() error { return b.storeLocked(pairs) })
		pairs = pairs[:0]
		return err
	}
	err := b.walk(key, key, func(key, _ []byte) error {
		if pairs = append(pairs, pair{key: append([]byte(nil), key...)}); len(pairs) < batch {
			return nil
		}
		return flush()
	})
	if err != nil {
		return err
	}
	return flush()
}

// RangeRecords calls yield for each record with a prefix in key order, as of the
// call. Those in damaged blocks and those that fail their checksum are passed
// over; Verify counts them.
func (b *Badger) RangeRecords(prefix []byte, yield func(Record) error) error {
	key := recordKey(prefix)
	return b.walk(key, key, func(key, value []byte) error {
		what, err := b.codec.decodeRecord(key, value)
		if errors.Is(err, errCorruptValue) {
			b.corruptReads.Add(1)
			return nil
		}
		if what == nil {
			return nil
		}
		both := append(append(make([]byte, 0, len(key)-1+len(what)), key[1:]...), what...)
		n := len(key) - 1
		return yield(Record{Key: both[:n:n], Value: both[n:]})
	})
}
