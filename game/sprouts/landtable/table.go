package landtable

import (
	"bytes"
	_ "embed"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"slices"

	"github.com/sprouts-solver/sprouts/internal/chunk"
	"github.com/sprouts-solver/sprouts/internal/intern"
)

// Table holds lands and their nimbers. It is not safe for concurrent changes;
// lookups may run at the same time.
type Table struct {
	keys    intern.Table
	nimbers chunk.Slice[uint8]
}

// Len returns the number of lands.
func (t *Table) Len() int { return t.keys.Len() }

// Memory returns the bytes that the table holds in memory.
func (t *Table) Memory() int64 { return t.keys.Memory() + t.nimbers.Memory() }

// Nimber returns the nimber of the land with this key and true, or 0 and false
// if the table does not have it.
func (t *Table) Nimber(key []byte) (uint8, bool) {
	id, ok := t.keys.Find(key)
	if !ok {
		return 0, false
	}
	return *t.nimbers.At(id), true
}

// All calls yield with every land in no particular order.
func (t *Table) All(yield func(key []byte, nimber uint8) bool) {
	for id := range uint32(t.Len()) {
		if !yield(t.keys.Bytes(id), *t.nimbers.At(id)) {
			return
		}
	}
}

// magic begins every encoded table.
const magic = "sprouts lands 1\n"

// Encode returns the table as bytes, in the format of the package documentation.
// Nimbers must be below 16 and keys shorter than 256 bytes.
func (t *Table) Encode(canonVersion string) []byte {
	ids := make([]uint32, t.Len())
	for i := range ids {
		ids[i] = uint32(i)
	}
	slices.SortFunc(ids, func(a, b uint32) int { return bytes.Compare(t.keys.Bytes(a), t.keys.Bytes(b)) })
	out := []byte(magic)
	out = append(out, byte(len(canonVersion)))
	out = append(out, canonVersion...)
	out = binary.AppendUvarint(out, uint64(len(ids)))
	var last []byte
	for _, id := range ids {
		key := t.keys.Bytes(id)
		shared := 0
		for shared < min(len(last), len(key)) && last[shared] == key[shared] {
			shared++
		}
		rest := len(key) - shared
		out = append(out, byte(shared), *t.nimbers.At(id)<<4|byte(min(rest, longRest)))
		if rest >= longRest {
			out = append(out, byte(rest))
		}
		out = append(out, key[shared:]...)
		last = key
	}
	return binary.LittleEndian.AppendUint32(out, crc32.ChecksumIEEE(out))
}

// maxKey is the length of the longest key, in bytes.
const maxKey = 255

// longRest in the low half of an entry's second byte says that a byte with the
// length of the rest follows.
const longRest = 15

// ErrCorrupt says that bytes are not an encoded table.
var ErrCorrupt = errors.New("corrupt table of lands")

// Decode reads what Encode wrote for the same canonical form.
func Decode(data []byte, canonVersion string) (*Table, error) {
	if len(data) < len(magic)+5 || string(data[:len(magic)]) != magic {
		return nil, fmt.Errorf("%w: it does not begin with %q", ErrCorrupt, magic)
	}
	body := data[:len(data)-4]
	if binary.LittleEndian.Uint32(data[len(body):]) != crc32.ChecksumIEEE(body) {
		return nil, fmt.Errorf("%w: wrong checksum", ErrCorrupt)
	}
	body = body[len(magic):]
	n := int(body[0])
	if len(body) < 1+n || string(body[1:1+n]) != canonVersion {
		return nil, fmt.Errorf("%w: not made for canonical form %s", ErrCorrupt, canonVersion)
	}
	body = body[1+n:]
	count, n := binary.Uvarint(body)
	if n <= 0 {
		return nil, fmt.Errorf("%w: no count", ErrCorrupt)
	}
	return decodeEntries(body[n:], count)
}

func decodeEntries(body []byte, count uint64) (*Table, error) {
	t := &Table{}
	var key []byte
	for range count {
		if len(body) < 2 {
			return nil, fmt.Errorf("%w: it ends early", ErrCorrupt)
		}
		shared, rest, nimber := int(body[0]), int(body[1]&longRest), body[1]>>4
		body = body[2:]
		if rest == longRest && len(body) > 0 {
			rest = int(body[0])
			body = body[1:]
		}
		if shared > len(key) || rest > len(body) || shared+rest > maxKey {
			return nil, fmt.Errorf("%w: entry %d is out of bounds", ErrCorrupt, t.Len())
		}
		key = append(key[:shared], body[:rest]...)
		body = body[rest:]
		t.keys.Intern(key)
		t.nimbers.Append(nimber)
	}
	if len(body) > 0 || uint64(t.Len()) != count {
		return nil, fmt.Errorf("%w: %d lands, %d announced", ErrCorrupt, t.Len(), count)
	}
	return t, nil
}
