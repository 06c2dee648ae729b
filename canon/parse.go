package canon

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Land is the key of one land: its canonical bytes. Two lands are isomorphic if
// and only if they are equal.
type Land string

// Position is a sum of lands and a nim-heap.
type Position struct {
	// Lands are sorted by their bytes. Equal lands are all kept.
	Lands []Land
	// Heap is the size of the nim-heap, 0..15: the xor of all heaps of the text.
	Heap uint8
}

// MaxHeap is the largest nim-heap that a text may name.
const MaxHeap = 15

// SyntaxError says where and why a text is not a position.
type SyntaxError struct {
	Input  string // the whole text
	Offset int    // where the trouble starts, in bytes from 0
	Reason string // what is wrong there
	Remedy string // what would be right
}

// Error names the input, the place in it and what would be right.
func (e *SyntaxError) Error() string {
	return fmt.Sprintf("position %q, column %d: %s; %s", e.Input, e.Offset+1, e.Reason, e.Remedy)
}

// Parse reads a position in either dialect (see the package documentation). A
// summand of digits only is a number of spots: "12" is 12 spots. A boundary of
// spots 1 and 2 is written "12.". Errors are of type *SyntaxError.
func Parse(text string) (Position, error) { return parse(text, true) }

// ParseStrings reads a position like [Parse], but takes digits for spots
// everywhere, as lists made by GLOP and SPOTS do: "12" is a boundary of a spot
// with two lives and a spot with one.
func ParseStrings(text string) (Position, error) { return parse(text, false) }

func parse(text string, numbers bool) (Position, error) {
	p := parser{text: text, numbers: numbers}
	f, err := p.position()
	if err != nil {
		return Position{}, err
	}
	lands := NewGenerator().canonize(f)
	position := Position{Heap: p.heap}
	for i := range lands.len() {
		position.Lands = append(position.Lands, Land(lands.at(i)))
	}
	slices.Sort(position.Lands)
	return position, nil
}

// String writes the position in canonical text, "!" if it is empty.
func (p Position) String() string {
	var parts []string
	for _, l := range p.Lands {
		parts = append(parts, l.String())
	}
	if p.Heap > 0 {
		parts = append(parts, "*"+strconv.Itoa(int(p.Heap)))
	}
	if len(parts) == 0 {
		return "!"
	}
	return strings.Join(parts, "+")
}

// parser reads one text into a raw form. The lands of the text become regions of
// one form; reduction splits them again.
type parser struct {
	text    string
	at      int
	numbers bool // a summand of digits only is a number of spots

	form   form
	heap   uint8
	lives  int
	bounds int                // with copies
	upper  map[int]*letterUse // of the land being read
	lower  map[int]*letterUse // of the boundary being read
}

// letterUse is what one name stands for.
type letterUse struct {
	vertex vertex
	count  int
	region int // of the first occurrence
	bound  int
}

func (p *parser) fail(at int, reason, remedy string) error {
	return &SyntaxError{Input: p.text, Offset: at, Reason: reason, Remedy: remedy}
}

// position reads the whole text.
func (p *parser) position() (*form, error) {
	p.form.reset()
	if strings.TrimSpace(p.text) == "" {
		return nil, p.fail(0, "empty", `write a number of spots such as 12, a position such as 0*8.AB|0*3.AB, or "!" for the position without moves`)
	}
	for end := len(strings.TrimRight(p.text, " \t\r")); p.at < end; {
		if err := p.summand(end); err != nil {
			return nil, err
		}
	}
	return &p.form, nil
}

// summand reads a land, a nim-heap or a number of spots, with its separator.
func (p *parser) summand(end int) error {
	p.skipBlanks()
	start := p.at
	stop := start
	for stop < end && !strings.ContainsRune("+]!", rune(p.text[stop])) {
		stop++
	}
	word := strings.TrimRight(p.text[start:stop], " \t")
	var err error
	switch {
	case word == "" && stop < end && p.text[stop] == '!':
	case word == "":
		return p.fail(start, "a summand is missing", "write a land, a number of spots or a nim-heap such as *2 on both sides of +")
	case word[0] == '*':
		err = p.nimHeap(word)
	case p.numbers && isDigits(word):
		err = p.spots(word)
	default:
		err = p.land(start + len(word))
	}
	if err != nil {
		return err
	}
	if p.bounds > MaxBoundaries {
		return p.fail(start, fmt.Sprintf("more than %d boundaries", MaxBoundaries), "write a smaller position")
	}
	p.at = stop
	return p.separator(end)
}

// separator reads what ends a summand.
func (p *parser) separator(end int) error {
	if p.at >= end {
		return nil
	}
	c := p.text[p.at]
	p.at++
	p.skipBlanks()
	switch {
	case c == '!' && p.at < end:
		return p.fail(p.at, `text after "!"`, `"!" ends a position`)
	case c == ']' && p.at < end && p.text[p.at] == '+':
		p.at++
	}
	return nil
}

func (p *parser) skipBlanks() {
	for p.at < len(p.text) && (p.text[p.at] == ' ' || p.text[p.at] == '\t') {
		p.at++
	}
}

func isDigits(s string) bool {
	return strings.Trim(s, "0123456789") == ""
}

// nimHeap reads "*k".
func (p *parser) nimHeap(word string) error {
	if !isDigits(word[1:]) || len(word) == 1 {
		return p.fail(p.at+1, "a nim-heap without its size", "write *0 to *15")
	}
	k, err := strconv.Atoi(word[1:])
	if err != nil || k > MaxHeap {
		return p.fail(p.at+1, fmt.Sprintf("nim-heap %s is too large", word), "write *0 to *15")
	}
	p.heap ^= uint8(k)
	return nil
}

// spots reads a number of spots.
func (p *parser) spots(word string) error {
	n, err := strconv.Atoi(word)
	if err != nil || n > MaxLives/3 {
		return p.fail(p.at, word+" spots are too many", fmt.Sprintf("write at most %d", MaxLives/3))
	}
	if n == 0 {
		return nil
	}
	if err := p.addLives(p.at, 3*n); err != nil {
		return err
	}
	p.form.verts = append(p.form.verts, spot3Lives)
	p.bounds += n
	p.form.endBoundary(int32(n))
	p.form.endRegion()
	return nil
}

// addLives counts lives and refuses more than a key can number.
func (p *parser) addLives(at, n int) error {
	if p.lives += n; p.lives > MaxLives {
		return p.fail(at, fmt.Sprintf("more than %d lives", MaxLives), fmt.Sprintf("a position has at most %d spots", MaxLives/3))
	}
	return nil
}

// land reads regions up to end.
func (p *parser) land(end int) error {
	p.upper = map[int]*letterUse{}
	p.lower = map[int]*letterUse{}
	boundStart, regionOpen := len(p.form.verts), false
	endBoundary := func(count int) {
		if len(p.form.verts) > boundStart {
			p.bounds += count
			p.form.endBoundary(int32(count))
			boundStart, regionOpen = len(p.form.verts), true
		}
		clear(p.lower)
	}
	for p.at < end {
		start := p.at
		c := p.text[p.at]
		p.at++
		switch c {
		case ' ', '\t':
		case '.':
			endBoundary(1)
		case '|', '}':
			endBoundary(1)
			if regionOpen {
				p.form.endRegion()
			}
			regionOpen = false
		case '*':
			count, err := p.count(start, boundStart, end)
			if err != nil {
				return err
			}
			endBoundary(count)
		default:
			if err := p.spot(start, end); err != nil {
				return err
			}
		}
	}
	endBoundary(1)
	if regionOpen {
		p.form.endRegion()
	}
	return nil
}

// count reads the k of "0*k": copies of the boundary that ends here.
func (p *parser) count(start, boundStart, end int) (int, error) {
	digits := p.at
	for p.at < end && p.text[p.at] >= '0' && p.text[p.at] <= '9' {
		p.at++
	}
	k, err := strconv.Atoi(p.text[digits:p.at])
	switch {
	case len(p.form.verts) == boundStart:
		return 0, p.fail(start, "a count without a boundary", "write 0*8 for eight spots, or + before a nim-heap such as *2")
	case err != nil || k < 1 || k > MaxLives/3:
		return 0, p.fail(digits, "a boundary is counted from 1 to 250", "write for example 0*8")
	case p.at < end && !strings.ContainsRune(".|} \t", rune(p.text[p.at])):
		return 0, p.fail(p.at, fmt.Sprintf("%q behind a count", p.text[p.at]), `end the boundary first, with "." or "|"`)
	}
	lives := 0
	for _, v := range p.form.verts[boundStart:] {
		if v.isLetter() {
			for _, u := range p.upper {
				if u.vertex == v {
					return 0, p.fail(start, "a boundary with a letter of the land cannot be repeated", "capital letters name one spot each: write the boundaries out")
				}
			}
			lives++
			continue
		}
		lives += int(3 - v)
	}
	return k, p.addLives(digits, lives*(k-1))
}

// spot reads one vertex.
func (p *parser) spot(start, end int) error {
	c := p.text[start]
	switch {
	case c >= '0' && c <= '2':
		p.form.verts = append(p.form.verts, vertex(c-'0'))
		return p.addLives(start, int('3'-c))
	case c == '3': // a dead spot
		return nil
	case c >= 'a' && c <= 'z':
		if p.at < end && p.text[p.at] == '(' && (c == 'm' || c == 'n') {
			n, err := p.numbered(start, end)
			if err != nil {
				return err
			}
			if c == 'n' {
				return p.letter(start, p.upper, n+1000)
			}
			return p.letter(start, p.lower, n+1000)
		}
		return p.letter(start, p.lower, int(c))
	case c >= 'A' && c <= 'Z':
		return p.letter(start, p.upper, int(c))
	}
	return p.fail(start, fmt.Sprintf("unexpected %q", c), "spots are 0 1 2, a..z and A..Z; boundaries end with ., regions with | or }, lands with + or ]")
}

// numbered reads the number of "m(13)" or "n(26)".
func (p *parser) numbered(start, end int) (int, error) {
	digits := p.at + 1
	p.at = digits
	for p.at < end && p.text[p.at] >= '0' && p.text[p.at] <= '9' {
		p.at++
	}
	n, err := strconv.Atoi(p.text[digits:p.at])
	if err != nil || p.at == end || p.text[p.at] != ')' {
		return 0, p.fail(start, "a numbered letter is not complete", "write for example m(13) or n(26)")
	}
	p.at++
	return n, nil
}

// letter notes one occurrence of a named spot.
func (p *parser) letter(start int, names map[int]*letterUse, name int) error {
	u := names[name]
	if u == nil {
		u = &letterUse{vertex: p.form.freshLetter(), region: len(p.form.regions), bound: len(p.form.bounds)}
		names[name] = u
		if err := p.addLives(start, 1); err != nil {
			return err
		}
	}
	last := len(p.form.verts) - 1
	if u.count > 0 && last >= 0 && p.form.verts[last] == u.vertex && p.sameBoundary(start) {
		return nil // equal neighbours are one occurrence
	}
	if u.count++; u.count > 2 {
		return p.fail(start, fmt.Sprintf("letter %s for the third time", p.text[start:p.at]), "a spot with one life left is met at most twice: twice on one boundary (a..z) or in two regions (A..Z)")
	}
	if u.count == 2 && u.region == len(p.form.regions) && u.bound != len(p.form.bounds) {
		return p.fail(start, fmt.Sprintf("letter %s on two boundaries of one region", p.text[start:p.at]), "both sides of a spot that lie in one region are on the same boundary: write AxA, or put the second in another region")
	}
	p.form.verts = append(p.form.verts, u.vertex)
	return nil
}

// sameBoundary reports whether the character before start belongs to the same
// boundary.
func (p *parser) sameBoundary(start int) bool {
	before := strings.TrimRight(p.text[:start], " \t")
	return before != "" && !strings.ContainsAny(before[len(before)-1:], ".|}+]")
}
