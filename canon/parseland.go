package canon

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// letterUse is what one name stands for.
type letterUse struct {
	vertex        vertex
	count         int
	at            int // of the first occurrence, in the text
	region, bound int // of the first occurrence, numbered in the form
}

// land reads regions up to end.
func (p *parser) land(end int) error {
	p.upper = map[string]*letterUse{}
	p.lower = map[string]*letterUse{}
	for p.at < end {
		start := p.at
		c := p.text[p.at]
		p.at++
		var err error
		switch c {
		case ' ', '\t':
		case '.':
			err = p.endBoundary(start, 1)
		case '|', '}':
			err = p.endRegion(start)
		case '*':
			err = p.count(start, end)
		default:
			err = p.spot(start, end)
		}
		if err != nil {
			return err
		}
	}
	return p.endRegion(end)
}

// walk returns the vertices of the boundary that is being read.
func (p *parser) walk() []vertex {
	return p.form.verts[p.form.boundStart(int32(len(p.form.bounds))):]
}

// endBoundary ends the boundary that is being read, if there is one.
func (p *parser) endBoundary(at, count int) error {
	alone, first := "", at
	for name, u := range p.lower {
		if u.count == 1 && u.at <= first {
			alone, first = name, u.at
		}
	}
	if alone != "" {
		return p.fail(first, fmt.Sprintf("letter %s only once on its boundary", alone), "a small letter stands twice on one boundary; a spot with one life met once is written 2")
	}
	clear(p.lower)
	p.dead = false
	if len(p.walk()) == 0 {
		return nil
	}
	if p.copies += count; p.copies > MaxBoundaries {
		return p.fail(at, fmt.Sprintf("more than %d boundaries in a region", MaxBoundaries), fmt.Sprintf("a position has at most %d spots", MaxLives/3))
	}
	p.form.endBoundary(int32(count))
	return nil
}

// endRegion ends the region that is being read, if there is one.
func (p *parser) endRegion(at int) error {
	if err := p.endBoundary(at, 1); err != nil {
		return err
	}
	if p.copies > 0 {
		p.form.endRegion()
	}
	p.copies = 0
	return nil
}

// count reads the k of "0*k", copies of the boundary, and ends it.
func (p *parser) count(start, end int) error {
	digits := p.at
	p.skipDigits(end)
	k, err := strconv.Atoi(p.text[digits:p.at])
	walk := p.walk()
	switch {
	case len(walk) == 0 && !p.dead:
		return p.fail(start, "a count without a boundary", "write 0*8 for eight spots, or + before a nim-heap such as *2")
	case err != nil || k < 1 || k > MaxBoundaries:
		return p.fail(digits, "a boundary is counted from 1 to 250", "write for example 0*8")
	}
	p.skipBlanks()
	if p.at < end && !strings.ContainsRune(".|}", rune(p.text[p.at])) {
		return p.fail(p.at, p.character(p.at)+" behind a count", `end the boundary first, with "." or "|"`)
	}
	lives := len(p.lower)
	for _, v := range walk {
		if !v.isLetter() {
			lives += int(3 - v)
		}
	}
	for _, u := range p.upper {
		if slices.Contains(walk, u.vertex) {
			return p.fail(start, "a boundary with a letter of the land cannot be repeated", "capital letters name one spot each: write the boundaries out")
		}
	}
	if err := p.addLives(digits, lives*(k-1)); err != nil {
		return err
	}
	return p.endBoundary(digits, k)
}

// spot reads one vertex.
func (p *parser) spot(start, end int) error {
	c := p.text[start]
	names := p.lower
	switch {
	case c >= '0' && c <= '2':
		p.form.verts = append(p.form.verts, vertex(c-'0'))
		return p.addLives(start, int('3'-c))
	case c == '3':
		p.dead = true
		return nil
	case (c == 'm' || c == 'n') && p.at < end && p.text[p.at] == '(':
		p.at++
		digits := p.at
		p.skipDigits(end)
		if p.at == digits || p.text[digits] == '0' || p.at == end || p.text[p.at] != ')' {
			return p.fail(start, "a numbered letter is not complete", "write for example m(13) or n(26)")
		}
		p.at++
		if c == 'n' {
			names = p.upper
		}
	case c >= 'a' && c <= 'z':
	case c >= 'A' && c <= 'Z':
		names = p.upper
	default:
		return p.fail(start, "unexpected "+p.character(start), "spots are 0 1 2, a..z and A..Z; boundaries end with ., regions with | or }, lands with + or ]")
	}
	return p.letter(start, names)
}

// letter notes one occurrence of the spot whose name starts at start and ends
// here.
func (p *parser) letter(start int, names map[string]*letterUse) error {
	name := p.text[start:p.at]
	region, bound := len(p.form.regions), len(p.form.bounds)
	u := names[name]
	if u == nil {
		u = &letterUse{vertex: p.form.freshLetter(), at: start, region: region, bound: bound}
		names[name] = u
		if err := p.addLives(start, 1); err != nil {
			return err
		}
	}
	if u.count++; u.count > 2 {
		return p.fail(start, fmt.Sprintf("letter %s for the third time", name), "a spot with one life left is met at most twice: twice on one boundary (a..z) or in two regions (A..Z)")
	}
	if u.region == region && u.bound != bound {
		return p.fail(start, fmt.Sprintf("letter %s on two boundaries of one region", name), "both sides of a spot that lie in one region are on the same boundary: write AxA, or put the second in another region")
	}
	p.form.verts = append(p.form.verts, u.vertex)
	return nil
}

func (p *parser) skipDigits(end int) {
	for p.at < end && p.text[p.at] >= '0' && p.text[p.at] <= '9' {
		p.at++
	}
}

// character quotes the character at a place of the text.
func (p *parser) character(at int) string {
	c, n := utf8.DecodeRuneInString(p.text[at:])
	if c == utf8.RuneError && n == 1 {
		return fmt.Sprintf("byte %02x", p.text[at])
	}
	return strconv.QuoteRune(c)
}
