package store

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"
)

// The largest records, in bytes.
const (
	MaxRecordKey   = 60_000
	MaxRecordValue = 1_000_000
)

// Record is a piece of somebody else's state: a key and bytes that mean nothing to
// the store. A coordinator keeps its runs, trees and leases so.
type Record struct {
	Key, Value []byte // Value nil: there is no record, or none any more
}

// Records is the part of a store that keeps records.
//
// A damaged disk may take a record, or bring back what it said before, as it does
// with facts (see the package comment). So each record should mean something by
// itself, and an old one nothing false.
type Records interface {
	// PutRecords writes the records over those with the same keys, in order, and
	// removes those whose value is nil. It returns once they would survive the
	// death of the process. If the process dies meanwhile, the first of them may
	// be there and the others not. A record that is too large gives an error, and
	// nothing is written.
	PutRecords(records []Record) error

	// RangeRecords calls yield for each record whose key has the prefix, in the
	// order of the keys, and stops at its first error, which it returns. The bytes
	// are yield's to keep. It may or may not see what is put meanwhile. yield may
	// use the store, but not close it.
	RangeRecords(prefix []byte, yield func(Record) error) error

	// DropRecords removes all records whose keys have the prefix and gives back
	// their room on disk, which removing one by one does not: that leaves a mark
	// of some 20 bytes beside the key. In exchange a bug of the engine might bring
	// them back. It is for records that others make void: those of a run that has
	// an end.
	DropRecords(prefix []byte) error
}

// The kinds of values of records, their first byte.
const (
	kindRecord  = 'r'
	kindRemoved = 'd'
)

// recordOverhead is what a value has beside its bytes: the kind, the checksum.
const recordOverhead = 1 + crc32.Size

// validate reports what no store can hold.
func (r Record) validate() error {
	if len(r.Key) > MaxRecordKey {
		return fmt.Errorf("key of %d bytes: at most %d fit", len(r.Key), MaxRecordKey)
	}
	if len(r.Value) > MaxRecordValue {
		return fmt.Errorf("value of %d bytes: at most %d fit", len(r.Value), MaxRecordValue)
	}
	return nil
}

func validateRecords(records []Record) error {
	for i, r := range records {
		if err := r.validate(); err != nil {
			return fmt.Errorf("record %d: %w", i, err)
		}
	}
	return nil
}

// recordKey returns the engine's key of a record, or of all records with a prefix.
func recordKey(key []byte) []byte {
	return append(append(make([]byte, 0, 1+len(key)), recordPrefix), key...)
}

// encodeRecord returns the value of one of the engine's keys.
func (k codec) encodeRecord(key, what []byte) []byte {
	value := make([]byte, 0, len(what)+recordOverhead)
	if what == nil {
		value = append(value, kindRemoved)
	} else {
		value = append(append(value, kindRecord), what...)
	}
	return binary.BigEndian.AppendUint32(value, k.recordChecksum(key, value))
}

// decodeRecord returns the bytes that a value holds, a part of it, nil if the record
// was removed; or errCorruptValue.
func (k codec) decodeRecord(key, value []byte) ([]byte, error) {
	n := len(value) - crc32.Size
	if n < 1 || binary.BigEndian.Uint32(value[n:]) != k.recordChecksum(key, value[:n]) {
		return nil, errCorruptValue
	}
	switch what := value[1:n]; {
	case value[0] == kindRecord:
		return what, nil
	case value[0] == kindRemoved && len(what) == 0:
		return nil, nil
	}
	return nil, errCorruptValue
}

func (k codec) recordChecksum(key, what []byte) uint32 {
	return crc32.Update(crc32.Update(k.seed, castagnoli, key), castagnoli, what)
}
