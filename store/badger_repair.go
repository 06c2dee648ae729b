package store

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io/fs"
	"os"

	sst "github.com/dgraph-io/badger/v4/table"
)

// Repair makes a store usable again that Open calls corrupt, and returns the
// paths of the files that it mended or set aside. Nothing is mended that Open
// accepts: blocks that fail their checksum in a table that can be read stay.
//
//   - A table that cannot be opened or is missing is taken out of MANIFEST, and
//     ".damaged" is put behind its name. Its facts are lost. What other tables
//     and logs say is still true, since facts only grow.
//   - The header of a log is made good, and the list of encryption keys is made
//     anew. Nothing is lost.
//
// It cannot help when MANIFEST or STORE is damaged or missing: such a store has
// to be started anew.
func Repair(dir string, id Identity) (mended []string, err error) {
	header, err := lockHeader(dir, id, false)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, header.Close()) }()
	tables, err := listTables(dir)
	if err != nil {
		return nil, err
	}
	mend := func(path string, damage error, how func() error) error {
		if !errors.Is(damage, ErrCorrupt) {
			return damage
		}
		if err := how(); err != nil {
			return fmt.Errorf("repair store: %w", err)
		}
		mended = append(mended, path)
		return nil
	}
	for _, t := range tables {
		_, damage := checkTable(t.path, true)
		if err := mend(t.path, damage, func() error { return setTableAside(dir, t.path) }); err != nil {
			return mended, err
		}
	}
	err = eachLog(dir, func(path string) error {
		return mend(path, checkLog(path), func() error { return writeThrough(path, make([]byte, len(logKey{})), 0) })
	})
	if err != nil {
		return mended, err
	}
	registry := registryPath(dir)
	return mended, mend(registry, checkRegistry(dir), func() error { return os.Remove(registry) })
}

func setTableAside(dir, path string) error {
	id, ok := sst.ParseFileID(path)
	if !ok {
		return fmt.Errorf("%s is no table", path)
	}
	if err := forgetTable(dir, id); err != nil {
		return err
	}
	err := os.Rename(path, path+".damaged")
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// forgetTable appends a record to MANIFEST that deletes a table. A record is its
// length and its CRC-32C, 4 bytes each, big-endian, and a protocol buffer
// ManifestChangeSet with one change: the id (field 1) and DELETE (field 2, 1).
func forgetTable(dir string, id uint64) error {
	_, end, err := readManifest(dir)
	if err != nil {
		return err
	}
	change := binary.AppendUvarint([]byte{1 << 3}, id)
	change = append(change, 2<<3, 1)
	set := append([]byte{1<<3 | 2, byte(len(change))}, change...)
	record := binary.BigEndian.AppendUint32(nil, uint32(len(set)))
	record = binary.BigEndian.AppendUint32(record, crc32.Checksum(set, castagnoli))
	record = append(record, set...)

	if err := os.Truncate(manifestPath(dir), end); err != nil {
		return err
	}
	return writeThrough(manifestPath(dir), record, end)
}

// writeThrough writes bytes into an existing file, and on to the disk.
func writeThrough(path string, b []byte, at int64) error {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	_, err = f.WriteAt(b, at)
	return errors.Join(err, f.Sync(), f.Close())
}
