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
func Parse(text string) (Position, error) {
	p, _, err := parse(text, true)
	return p, err
}

// ParseStrings reads a position like [Parse], but takes digits for spots
// everywhere, as lists made by GLOP and SPOTS do: "12" is a boundary of a spot
// with two lives and a spot with one.
func ParseStrings(text string) (Position, error) {
	p, _, err := parse(text, false)
	return p, err
}

// ParseSummands reads a position like [Parse], and returns the sizes of its nim-heaps as
// well, in the order of the text: in misère play they do not add up to one.
func ParseSummands(text string) (Position, []uint8, error) { return parse(text, true) }

func parse(text string, numbers bool) (Position, []uint8, error) {
	p := parser{text: text, numbers: numbers}
	f, err := p.position()
	if err != nil {
		return Position{}, nil, err
	}
	lands := NewGenerator().canonize(f)
	position := Position{}
	for _, h := range p.heaps {
		position.Heap ^= h
	}
	for i := range lands.len() {
		position.Lands = append(position.Lands, Land(lands.at(i)))
	}
	slices.Sort(position.Lands)
	return position, p.heaps, nil
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

	form  form
	heaps []uint8
	lives int

	// Of the land, region and boundary being read.
	upper  map[string]*letterUse // letters of the land
	copies int                   // boundaries of the region so far
	lower  map[string]*letterUse // letters of the boundary
	dead   bool                  // dead spots on the boundary
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
	for end := len(strings.TrimRight(p.text, " \t\r\n")); p.at < end; {
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
	p.heaps = append(p.heaps, uint8(k))
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
