package canon

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
// A number n is one byte up to 254; each byte ff counts 255 and another follows.
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

// Bounds of a position that this package reads. 250 spots have 750 lives and at
// most 250 pieces that no line joins, so no region has more boundaries. A move
// adds neither a life nor a boundary to a region: play stays within the bounds.
const (
	MaxLives      = 750          // of a position
	MaxBoundaries = MaxLives / 3 // of a region; a count then fits in one byte
)

// appendLower appends the code of letter n of a boundary.
func appendLower(dst []byte, n int) []byte {
	if n < lowerCodes {
		return append(dst, byte(codeLower+n))
	}
	return appendNumber(append(dst, codeLowerMore), n-lowerCodes)
}

// appendUpper appends the code of letter n of a land.
func appendUpper(dst []byte, n int) []byte {
	if n < upperCodes {
		return append(dst, byte(codeUpper+n))
	}
	return appendNumber(append(dst, codeUpperMore), n-upperCodes)
}

func appendNumber(dst []byte, n int) []byte {
	for ; n >= 255; n -= 255 {
		dst = append(dst, 255)
	}
	return append(dst, byte(n))
}

// readCode reads the code at key[i]. It returns spots and ends as they are, and
// codeRepeat, codeLower and codeUpper with their number n, which is -1 if the key
// ends within it.
func readCode(key []byte, i int) (code byte, n, next int) {
	c := key[i]
	i++
	switch {
	case c == codeRepeat || c == codeLowerMore || c == codeUpperMore:
	case c >= codeUpper:
		return codeUpper, int(c - codeUpper), i
	case c >= codeLower:
		return codeLower, int(c - codeLower), i
	default:
		return c, 0, i
	}
	switch c {
	case codeLowerMore:
		code, n = codeLower, lowerCodes
	case codeUpperMore:
		code, n = codeUpper, upperCodes
	default:
		code = c
	}
	for i < len(key) && key[i] == 255 {
		n += 255
		i++
	}
	if i == len(key) {
		return code, -1, i
	}
	return code, n + int(key[i]), i + 1
}

// decode fills f from the key of a land. Letters of the land keep their numbers,
// letters of boundaries follow.
func (f *form) decode(key []byte) {
	f.reset()
	f.letters = firstLetter + vertex(uppers(key))
	base := f.letters
	open := false // a boundary is being written
	for i := 0; i < len(key); {
		code, n, next := readCode(key, i)
		i = next
		switch code {
		case codeBoundaryEnd, codeRegionEnd:
			if open {
				f.endBoundary(1)
			}
			if code == codeRegionEnd {
				f.endRegion()
			}
			open, base = false, f.letters
		case codeRepeat:
			f.endBoundary(int32(n))
			open, base = false, f.letters
		case codeUpper:
			f.verts = append(f.verts, firstLetter+vertex(n))
			open = true
		case codeLower:
			f.verts = append(f.verts, base+vertex(n))
			f.letters = max(f.letters, base+vertex(n)+1)
			open = true
		default:
			f.verts = append(f.verts, vertex(code))
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
	letters := 0
	for i := 0; i < len(key); {
		code, n, next := readCode(key, i)
		i = next
		if code == codeUpper {
			letters = max(letters, n+1)
		}
	}
	return letters
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
