package canon

import (
	"bytes"
	"fmt"
)

// The bytes of a key. A land is its regions, each ended by regionEnd; a region
// is its boundaries, each ended by boundaryEnd or by repeat and a count; a
// boundary is its vertices. The last boundaryEnd of a region and the last
// regionEnd of the land are left out where a longer code follows:
//
//	00 .. 02           a spot met once, with 3, 2 or 1 lives
//	03                 end of a boundary
//	04                 end of a region (and of its last boundary)
//	05 n               the boundary before stands n times in this region, n >= 2
//	0f n               letter 112+n of this boundary
//	10 .. 7f           letters 0..111 of this boundary, met twice on it
//	80 .. fe           letters 0..126 of this land, shared by two regions
//	ff n               letter 127+n of this land
//
// Letters are numbered by their first occurrence, in a boundary or in the land.
const (
	codeBoundaryEnd = 0x03
	codeRegionEnd   = 0x04
	codeRepeat      = 0x05
	codeLowerMore   = 0x0f
	codeLower       = 0x10
	codeUpper       = 0x80
	codeUpperMore   = 0xff

	lowerCodes = codeUpper - codeLower
	upperCodes = codeUpperMore - codeUpper
)

// Bounds of a position that this package reads: 250 spots. A land then never has
// more letters, nor a class more members, than its key can number.
const (
	MaxLives      = 750
	MaxBoundaries = MaxLives / 3
)

// maxCopies is the largest count in a key. Play from a position within the bounds
// adds boundaries one by one and never gets there in practice.
const maxCopies = 255

// boundaries returns how many boundaries there are, equal ones counted each.
func (f *form) boundaries() int {
	n := 0
	for _, b := range f.bounds {
		n += int(b.count)
	}
	return n
}

// appendLower appends the code of letter n of a boundary.
func appendLower(dst []byte, n int) []byte {
	if n < lowerCodes {
		return append(dst, byte(codeLower+n))
	}
	return append(dst, codeLowerMore, byte(n-lowerCodes))
}

// appendUpper appends the code of letter n of a land.
func appendUpper(dst []byte, n int) []byte {
	if n < upperCodes {
		return append(dst, byte(codeUpper+n))
	}
	return append(dst, codeUpperMore, byte(n-upperCodes))
}

// DecodeKey returns the land with these canonical bytes. Bytes that are not the
// canonical form of one land give an error that says where and why.
func DecodeKey(key []byte) (Land, error) {
	var f form
	if err := f.decodeChecked(key); err != nil {
		return "", fmt.Errorf("key %x: %w", key, err)
	}
	if lives := f.lives(); lives > MaxLives {
		return "", fmt.Errorf("key %x: %d lives, at most %d", key, lives, MaxLives)
	}
	if n := f.boundaries(); n > maxCopies {
		return "", fmt.Errorf("key %x: %d boundaries, at most %d", key, n, maxCopies)
	}
	lands := NewGenerator().canonize(&f)
	if lands.len() != 1 || !bytes.Equal(lands.at(0), key) {
		return "", fmt.Errorf("key %x: not in canonical form", key)
	}
	return Land(key), nil
}

// decodeChecked reads a key that may be any bytes. What it accepts may still not
// be canonical.
func (f *form) decodeChecked(key []byte) error {
	if len(key) == 0 {
		return fmt.Errorf("empty")
	}
	upper := make(map[int]int)
	lower := make(map[int]int)
	regions, bounds := 0, 0
	first := make(map[int][2]int) // region and boundary where an upper letter came first
	open, single := false, false  // a boundary is being written; it may not be repeated
	for i := 0; i < len(key); i++ {
		c := key[i]
		n := 0
		if c == codeRepeat || c == codeLowerMore || c == codeUpperMore {
			if i++; i == len(key) {
				return fmt.Errorf("byte %d: code %02x without its number", i-1, c)
			}
			n = int(key[i])
		}
		switch {
		case c == codeBoundaryEnd || c == codeRegionEnd:
			clear(lower)
			open, single = false, false
			bounds++
			if c == codeRegionEnd {
				regions++
			}
			continue
		case c == codeRepeat:
			if !open || single || n < 2 {
				return fmt.Errorf("byte %d: a count of %d is out of place", i, n)
			}
			clear(lower)
			open = false
			bounds++
			continue
		case c <= byte(spot1Life):
		case c == codeLowerMore:
			lower[lowerCodes+n]++
		case c >= codeUpper:
			if c != codeUpperMore {
				n = int(c - codeUpper)
			} else {
				n += upperCodes
			}
			if at, met := first[n]; met && at[0] == regions && at[1] != bounds {
				return fmt.Errorf("byte %d: letter %d of the land on two boundaries of one region", i, n)
			}
			first[n] = [2]int{regions, bounds}
			upper[n]++
			single = true
		case c >= codeLower:
			lower[int(c-codeLower)]++
		default:
			return fmt.Errorf("byte %d: %02x is no code", i, c)
		}
		open = true
		for n, k := range lower {
			if k > 2 {
				return fmt.Errorf("byte %d: letter %d of a boundary for the third time", i, n)
			}
		}
	}
	for n, k := range upper {
		if k != 2 {
			return fmt.Errorf("letter %d of the land occurs %d times, not twice", n, k)
		}
	}
	f.decode(key)
	return nil
}

// decode fills f from the key of a land. Letters of the land keep their numbers,
// letters of boundaries follow.
func (f *form) decode(key []byte) {
	f.reset()
	f.letters = firstLetter + vertex(uppers(key))
	base := f.letters
	open := false // a boundary is being written
	for i := 0; i < len(key); i++ {
		switch c := key[i]; {
		case c <= byte(spot1Life):
			f.verts = append(f.verts, vertex(c))
			open = true
		case c == codeBoundaryEnd:
			if open {
				f.endBoundary(1)
			}
			open, base = false, f.letters
		case c == codeRegionEnd:
			if open {
				f.endBoundary(1)
			}
			f.endRegion()
			open, base = false, f.letters
		case c == codeRepeat:
			i++
			f.endBoundary(int32(key[i]))
			open, base = false, f.letters
		case c == codeUpperMore:
			i++
			f.verts = append(f.verts, firstLetter+upperCodes+vertex(key[i]))
			open = true
		case c >= codeUpper:
			f.verts = append(f.verts, firstLetter+vertex(c-codeUpper))
			open = true
		default:
			n := vertex(c - codeLower)
			if c == codeLowerMore {
				i++
				n = lowerCodes + vertex(key[i])
			}
			f.verts = append(f.verts, base+n)
			f.letters = max(f.letters, base+n+1)
			open = true
		}
	}
	if open {
		f.endBoundary(1)
	}
	f.endRegion()
}

// uppers returns the number of letters that regions of the land share.
func uppers(key []byte) int {
	n := 0
	for i := 0; i < len(key); i++ {
		switch c := key[i]; {
		case c == codeUpperMore:
			i++
			n = max(n, upperCodes+int(key[i])+1)
		case c >= codeUpper:
			n = max(n, int(c-codeUpper)+1)
		case c == codeRepeat || c == codeLowerMore:
			i++
		}
	}
	return n
}

// lives returns the number of lives of all spots together.
func (f *form) lives() int {
	total, letters, start := 0, 0, int32(0)
	for _, b := range f.bounds {
		for _, v := range f.verts[start:b.end] {
			if v.isLetter() {
				letters += int(b.count)
			} else {
				total += int(3-v) * int(b.count)
			}
		}
		start = b.end
	}
	return total + letters/2
}
