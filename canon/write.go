package canon

import "bytes"

// write appends the key of the land, given colours that leave no choice: where
// two things still compare equal, writing either first gives the same bytes.
func (c *canonizer) write(dst []byte) []byte {
	c.order = c.order[:0]
	for i := range c.regions {
		c.insertRegion(int32(i))
	}
	for i := range c.shared {
		c.index[c.shared[i].letter] = -1
	}
	uppers := 0
	for i, r := range c.order {
		if i > 0 {
			dst = append(dst, codeRegionEnd)
		}
		dst = c.writeRegion(dst, &c.regions[r], &uppers)
	}
	return dst
}

// insertRegion puts a region in its place in the order of writing: more lives
// first, then by hash.
func (c *canonizer) insertRegion(r int32) {
	c.order = append(c.order, r)
	for i := len(c.order) - 1; i > 0 && c.regionBefore(r, c.order[i-1]); i-- {
		c.order[i], c.order[i-1] = c.order[i-1], c.order[i]
	}
}

func (c *canonizer) regionBefore(a, b int32) bool {
	r, s := &c.regions[a], &c.regions[b]
	if r.lives != s.lives {
		return r.lives > s.lives
	}
	return r.hash < s.hash
}

// writeRegion appends a region in the mirror image with the smaller hash, equal
// boundaries as one with a count.
func (c *canonizer) writeRegion(dst []byte, r *regionHash, uppers *int) []byte {
	mirror := r.sumG < r.sumF
	c.sortBounds(c.bounds[r.first:r.end], mirror)
	var previous []byte // last boundary written, if it may be repeated
	count := int32(0)
	for i := r.first; i < r.end; i++ {
		b := &c.bounds[i]
		start := len(dst)
		if i > r.first {
			dst = endBound(dst, count)
			start = len(dst)
		}
		dst = c.writeBound(dst, b, mirror, uppers)
		if i > r.first && !b.shared && bytes.Equal(dst[start:], previous) {
			// Take back the copy and the end of the boundary before it.
			dst = dst[:start-endLen(count)]
			previous = dst[len(dst)-len(previous):]
			count += b.count
			continue
		}
		previous, count = dst[start:], b.count
		if b.shared {
			previous = nil
		}
	}
	if count > 1 {
		dst = endBound(dst, count)
	}
	return dst
}

// endBound ends a boundary that another one follows, or a class of several.
func endBound(dst []byte, count int32) []byte {
	if count > MaxBoundaries {
		panic("canon: more boundaries in a region than its key can count")
	}
	if count > 1 {
		return append(dst, codeRepeat, byte(count))
	}
	return append(dst, codeBoundaryEnd)
}

// endLen returns how many bytes endBound appends.
func endLen(count int32) int {
	if count > 1 {
		return 2
	}
	return 1
}

// writeBound appends the vertices of one boundary from the place of its least
// hash.
func (c *canonizer) writeBound(dst []byte, b *boundHash, mirror bool, uppers *int) []byte {
	at, step := b.fromF, int32(1)
	if mirror {
		at, step = b.fromG, -1
	}
	lowers := 0
	for range b.n {
		x := c.form.verts[b.start+at]
		switch {
		case !x.isLetter():
			dst = append(dst, byte(x))
		case c.letters[x].lower:
			l := &c.letters[x]
			if l.other == 0 {
				lowers++
				l.other = int32(lowers)
				dst = appendLower(dst, lowers-1)
			} else {
				dst = appendLower(dst, int(l.other-1))
				l.other = 0
			}
		default:
			if c.index[x] < 0 {
				c.index[x] = int32(*uppers)
				*uppers++
			}
			dst = appendUpper(dst, int(c.index[x]))
		}
		if at += step; at == b.n {
			at = 0
		} else if at < 0 {
			at = b.n - 1
		}
	}
	return dst
}

// sortBounds sorts the boundaries of a region for writing: those without shared
// letters first, then short ones, then by hash. Lone spots stand first, by lives.
func (c *canonizer) sortBounds(bounds []boundHash, mirror bool) {
	for i := 1; i < len(bounds); i++ {
		for j := i; j > 0 && c.boundBefore(&bounds[j], &bounds[j-1], mirror); j-- {
			bounds[j], bounds[j-1] = bounds[j-1], bounds[j]
		}
	}
}

func (c *canonizer) boundBefore(a, b *boundHash, mirror bool) bool {
	switch {
	case a.shared != b.shared:
		return b.shared
	case a.n != b.n:
		return a.n < b.n
	case a.n == 1 && !a.shared:
		return c.form.verts[a.start] < c.form.verts[b.start]
	case mirror:
		return a.minG < b.minG
	default:
		return a.minF < b.minF
	}
}
