package canon

import (
	"bytes"
	"encoding/binary"
	"math/bits"
)

// memo remembers the keys of lands in reduced form, written as they stand with
// letters named by first occurrence. About half of the lands that play brings up
// are literal repeats of earlier ones, and for lands with letters that no
// colouring tells apart a look-up is many times cheaper than the search for their
// least key. It is a direct-mapped cache: a land takes the place of an earlier one
// with the same hash bits, and lands too long for a slot are not kept.
type memo struct {
	slots []memoSlot
	form  []byte // the land being looked up
	slot  *memoSlot
}

const (
	memoSlots = 1 << 14
	memoBytes = 122
)

// open makes the memo remember from now on.
func (m *memo) open() {
	if m.slots == nil {
		m.slots = make([]memoSlot, memoSlots)
	}
}

// memoSlot is two cache lines: the bytes of the form, then those of the key.
type memoSlot struct {
	hash  uint32
	formN uint8
	keyN  uint8
	bytes [memoBytes]byte
}

// find returns the key of a land of f, if the memo has it. It remembers the form
// for keep.
func (m *memo) find(f *form, letters []letterInfo, land []int32, root int32) ([]byte, bool) {
	m.slot = nil
	if m.slots == nil {
		return nil, false
	}
	m.describe(f, letters, land, root)
	if len(m.form) > memoBytes {
		return nil, false
	}
	h := hashBytes(m.form)
	m.slot = &m.slots[h%memoSlots]
	s := m.slot
	if s.hash == uint32(h>>32) && int(s.formN) == len(m.form) && bytes.Equal(s.bytes[:s.formN], m.form) {
		return s.bytes[s.formN : s.formN+s.keyN], true
	}
	s.hash = uint32(h >> 32)
	return nil, false
}

// keep stores the key of the land that find did not find.
func (m *memo) keep(key []byte) {
	if s := m.slot; s != nil {
		s.formN = 0
		if len(m.form)+len(key) <= memoBytes {
			s.formN, s.keyN = uint8(len(m.form)), uint8(len(key))
			copy(s.bytes[copy(s.bytes[:], m.form):], key)
		}
	}
}

// describe writes the land as it stands. Names that no longer fit a byte, beyond
// 239, make no difference: such a land is too long for a slot.
func (m *memo) describe(f *form, letters []letterInfo, land []int32, root int32) {
	out := m.form[:0]
	names := uint8(0)
	for r := int(root); r < len(land); r++ {
		if land[r] != root {
			continue
		}
		b := f.regionStart(int32(r))
		v := f.boundStart(b)
		for ; b < f.regions[r]; b++ {
			end := f.bounds[b].end
			for _, x := range f.verts[v:end] {
				if !x.isLetter() {
					out = append(out, byte(x))
					continue
				}
				l := &letters[x]
				if l.name == 0 {
					names++
					l.name = names
				}
				out = append(out, l.name+codeLower)
			}
			v = end
			out = append(out, codeBoundaryEnd, byte(f.bounds[b].count))
		}
		out = append(out, codeRegionEnd)
	}
	m.form = out
}

// hashBytes hashes the bytes of a form.
func hashBytes(b []byte) uint64 {
	h := uint64(len(b))
	for ; len(b) >= 8; b = b[8:] {
		hi, lo := bits.Mul64(h^binary.LittleEndian.Uint64(b), hashBase)
		h = hi ^ lo
	}
	var tail uint64
	for i, x := range b {
		tail |= uint64(x) << (8 * i)
	}
	hi, lo := bits.Mul64(h^tail, hashBase)
	return mix(hi ^ lo)
}
