package store

import (
	"bytes"
	"maps"
	"slices"
	"strings"
)

// PutRecords writes and removes records.
func (m *Memory) PutRecords(records []Record) error {
	if err := validateRecords(records); err != nil {
		return err
	}
	return m.writing(func() error {
		for _, r := range records {
			if r.Value == nil {
				delete(m.records, string(r.Key))
			} else {
				m.records[string(r.Key)] = bytes.Clone(r.Value)
			}
		}
		return nil
	})
}

// RangeRecords calls yield for the records that the store holds at the call.
func (m *Memory) RangeRecords(prefix []byte, yield func(Record) error) error {
	records := map[string][]byte{}
	err := m.reading(func() {
		for key, value := range m.records {
			if strings.HasPrefix(key, string(prefix)) {
				records[key] = value
			}
		}
	})
	if err != nil {
		return err
	}
	for _, key := range slices.Sorted(maps.Keys(records)) {
		if err := yield(Record{[]byte(key), bytes.Clone(records[key])}); err != nil {
			return err
		}
	}
	return nil
}

// DropRecords removes the records with a prefix.
func (m *Memory) DropRecords(prefix []byte) error {
	return m.writing(func() error {
		maps.DeleteFunc(m.records, func(key string, _ []byte) bool { return strings.HasPrefix(key, string(prefix)) })
		return nil
	})
}
