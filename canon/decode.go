package canon

import (
	"bytes"
	"errors"
	"fmt"
)

// DecodeKey returns the land with these canonical bytes. Bytes that are not the
// canonical form of one land give an error that says where and why.
func DecodeKey(key []byte) (Land, error) {
	if err := NewGenerator().Check(key); err != nil {
		return "", fmt.Errorf("key %x: %w", key, err)
	}
	return Land(key), nil
}

// Check returns an error that says where and why bytes are not the canonical form
// of one land. It does what [DecodeKey] does in half the time.
func (g *Generator) Check(key []byte) error {
	if err := checkKey(key); err != nil {
		return err
	}
	g.parent.decode(key)
	if lives := g.parent.lives(); lives > MaxLives {
		return fmt.Errorf("%d lives, at most %d", lives, MaxLives)
	}
	lands := g.canonize(&g.parent)
	if lands.len() != 1 || !bytes.Equal(lands.at(0), key) {
		return errors.New("not in canonical form")
	}
	return nil
}

// maxKey bounds the bytes of a key: a life is met twice at most, in 4 bytes, and
// each end or count comes with a life.
const maxKey = 16 * MaxLives

// checkKey reports why bytes cannot be a key, where that can be told code by
// code: what it accepts can be decoded, but may still not be canonical.
func checkKey(key []byte) error {
	if len(key) == 0 {
		return errors.New("empty")
	}
	if len(key) > maxKey {
		return fmt.Errorf("%d bytes, at most %d", len(key), maxKey)
	}
	c := keyCheck{lower: map[int]int{}, upper: map[int]upperUse{}}
	for i := 0; i < len(key); {
		code, n, next := readCode(key, i)
		if err := c.add(code, n); err != nil {
			return fmt.Errorf("byte %d: %w", i, err)
		}
		i = next
	}
	if err := c.end(codeRegionEnd, 0); err != nil {
		return fmt.Errorf("byte %d: %w", len(key), err)
	}
	for n, u := range c.upper {
		if u.count != 2 {
			return fmt.Errorf("letter %d of the land occurs %d times, not twice", n, u.count)
		}
	}
	return nil
}

// keyCheck is what was read of a key.
type keyCheck struct {
	region, boundary int // numbers of those being read
	copies           int // boundaries of the region before this one
	open             bool
	single           bool        // this boundary has a letter of the land
	lower            map[int]int // occurrences by letter of this boundary
	upper            map[int]upperUse
}

// upperUse says where a letter of the land was met last and how often so far.
type upperUse struct{ count, region, boundary int }

func (c *keyCheck) add(code byte, n int) error {
	if n < 0 {
		return errors.New("a code without its number")
	}
	switch code {
	case byte(spot3Lives), byte(spot2Lives), byte(spot1Life):
		c.open = true
		return nil
	case codeBoundaryEnd, codeRegionEnd, codeRepeat:
		return c.end(code, n)
	case codeLower, codeUpper:
		c.open = true
	default:
		return fmt.Errorf("%02x is no code", code)
	}
	if code == codeLower {
		if n > len(c.lower) {
			return fmt.Errorf("letter %d of a boundary before letter %d", n, len(c.lower))
		}
		if c.lower[n]++; c.lower[n] > 2 {
			return fmt.Errorf("letter %d of a boundary for the third time", n)
		}
		return nil
	}
	if n > len(c.upper) {
		return fmt.Errorf("letter %d of the land before letter %d", n, len(c.upper))
	}
	u := c.upper[n]
	if u.count > 0 && u.region == c.region && u.boundary != c.boundary {
		return fmt.Errorf("letter %d of the land on two boundaries of one region", n)
	}
	c.upper[n] = upperUse{u.count + 1, c.region, c.boundary}
	c.single = true
	return nil
}

// end ends a boundary, and with codeRegionEnd its region too.
func (c *keyCheck) end(code byte, n int) error {
	count := 0
	switch {
	case code == codeRepeat:
		if count = n; !c.open || c.single || count < 2 {
			return fmt.Errorf("a count of %d is out of place", n)
		}
	case c.open:
		count = 1
	}
	if c.copies += count; c.copies > MaxBoundaries {
		return fmt.Errorf("more than %d boundaries in a region", MaxBoundaries)
	}
	c.boundary++
	c.open, c.single = false, false
	clear(c.lower)
	if code == codeRegionEnd {
		c.region++
		c.copies = 0
	}
	return nil
}
