package canon

import (
	"strconv"
	"strings"
)

// Names of letters in text: a..l and m(13), m(14), ... on a boundary, A..Y and
// n(26), n(27), ... in a land.
const (
	lowerNames = 12
	upperNames = 25
)

// String writes the land in GLOP 2's dialect, with a trailing "." where the text
// would otherwise be digits only and read as a number of spots. The land must be
// a valid key.
func (l Land) String() string {
	var b strings.Builder
	key := []byte(l)
	start := 0 // of the boundary being written, in b
	for i := 0; i < len(key); {
		code, n, next := readCode(key, i)
		i = next
		switch code {
		case codeBoundaryEnd:
			b.WriteByte('.')
			start = b.Len()
		case codeRegionEnd:
			b.WriteByte('|')
			start = b.Len()
		case codeRepeat:
			writeCopies(&b, b.String()[start:], n)
			if i < len(key) && key[i] != codeRegionEnd {
				b.WriteByte('.')
			}
			start = b.Len()
		case codeLower:
			writeLetter(&b, 'a', 'm', lowerNames, n)
		case codeUpper:
			writeLetter(&b, 'A', 'n', upperNames, n)
		default:
			b.WriteByte('0' + code)
		}
	}
	if isDigits(b.String()) {
		b.WriteByte('.')
	}
	return b.String()
}

// writeCopies writes what is missing of count copies of a boundary that was just
// written: "*count" for lone spots, else the copies themselves.
func writeCopies(b *strings.Builder, boundary string, count int) {
	if boundary == "0" {
		b.WriteByte('*')
		b.WriteString(strconv.Itoa(count))
		return
	}
	for range count - 1 {
		b.WriteByte('.')
		b.WriteString(boundary)
	}
}

// writeLetter writes letter n: one of the first names, or numbered(n+1).
func writeLetter(b *strings.Builder, first, numbered byte, names, n int) {
	if n < names {
		b.WriteByte(first + byte(n))
		return
	}
	b.WriteByte(numbered)
	b.WriteByte('(')
	b.WriteString(strconv.Itoa(n + 1))
	b.WriteByte(')')
}

// Lives returns how many lives the spots of the land have together: an upper
// bound of the number of moves left.
func (l Land) Lives() int {
	var f form
	f.decode([]byte(l))
	return f.lives()
}
