package store

import (
	"bytes"
	"path/filepath"
	"slices"
	"sync"

	"github.com/dgraph-io/badger/v4"
	sst "github.com/dgraph-io/badger/v4/table"
)

// The engine's iterators say nothing about a damaged block: one in a table of level 0
// ends there as if the table did, one that seeks into a damaged block as if its whole
// level did. What is newer is then not seen, and older values of the same keys come
// to light. So the blocks of a table are checked before it is read for the first
// time, and behind each damaged one the iterator is made to seek again. The check
// adds a tenth to the time of reading everything once.

// gapEnd returns the engine's key from which on one can read again when the block
// before the one with this first key is damaged. It is just above that key: a seek for
// the key itself looks into the damaged block. So the first fact behind the block is
// passed over as well.
func gapEnd(first string) []byte {
	const version = 8 // bytes at the end of a key
	return append([]byte(first[:len(first)-version]), 0)
}

// gapCache remembers the gaps of tables, which never change.
type gapCache struct {
	mu     sync.Mutex
	tables map[uint64][][]byte // by the number of the table
}

// of returns the gaps of a table. A table that cannot be read at all has none: its
// reader will meet the damage.
func (c *gapCache) of(dir string, id uint64) [][]byte {
	if gaps, known := c.get(id); known {
		return gaps
	}
	var gaps [][]byte
	if check, err := checkTable(sst.NewFilename(id, filepath.Join(dir, factsName)), true); err == nil {
		gaps = check.gaps
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.tables == nil {
		c.tables = make(map[uint64][][]byte)
	}
	c.tables[id] = gaps
	return gaps
}

func (c *gapCache) get(id uint64) (gaps [][]byte, known bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	gaps, known = c.tables[id]
	return gaps, known
}

// tableRange says where a table begins. What it holds is looked at when one gets there.
type tableRange struct {
	id    uint64
	first []byte
}

// gapFinder finds the gaps on the way of a reader.
type gapFinder struct {
	cache  *gapCache
	dir    string
	above  []byte
	prefix []byte
	ahead  []tableRange // tables that the reader has not reached, by their first keys
	gaps   [][]byte     // of the tables that it has reached, in ascending order
}

// newGapFinder returns the finder for a walk, without tables.
func newGapFinder(b *Badger, prefix, above []byte) gapFinder {
	return gapFinder{cache: &b.gaps, dir: b.dir, above: above, prefix: prefix}
}

// find adds the tables that may matter and are not known yet.
func (f *gapFinder) find(tables []badger.TableInfo) {
	known := func(id uint64) bool {
		return slices.ContainsFunc(f.ahead, func(t tableRange) bool { return t.id == id })
	}
	before := len(f.ahead)
	for _, t := range tables {
		first, last := t.Left[:len(t.Left)-8], t.Right[:len(t.Right)-8]
		if bytes.Compare(last, f.above) >= 0 && (bytes.HasPrefix(first, f.prefix) || bytes.Compare(first, f.prefix) < 0) &&
			(before == 0 || !known(t.ID)) {
			f.ahead = append(f.ahead, tableRange{t.ID, first})
		}
	}
	slices.SortFunc(f.ahead, func(a, b tableRange) int { return bytes.Compare(a.first, b.first) })
}

// upTo takes out the first gap that ends at or before a key, or before the end if the
// key is nil. It returns nil if there is none.
func (f *gapFinder) upTo(key []byte) []byte {
	for len(f.ahead) > 0 && (key == nil || bytes.Compare(f.ahead[0].first, key) <= 0) {
		for _, gap := range f.cache.of(f.dir, f.ahead[0].id) {
			if bytes.HasPrefix(gap, f.prefix) && bytes.Compare(gap, f.above) > 0 {
				f.gaps = append(f.gaps, gap)
			}
		}
		slices.SortFunc(f.gaps, bytes.Compare)
		f.ahead = f.ahead[1:]
	}
	if len(f.gaps) == 0 || key != nil && bytes.Compare(f.gaps[0], key) > 0 {
		return nil
	}
	gap := f.gaps[0]
	f.gaps = f.gaps[1:]
	return gap
}
