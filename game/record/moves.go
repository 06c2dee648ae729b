package record

import (
	"iter"
	"slices"
)

// lines yields all lines that can be drawn, each once, in a fixed order and the spot
// with the lower number first, but for three kinds of copies: of isolated spots in one
// region the lowest numbers are used first; a line does not choose where boundaries
// without live spots lie; a loop at an isolated spot has no left and right.
func (d drawing) lines() iter.Seq[line] {
	return func(yield func(line) bool) {
		for i := range d.regions {
			if !d.linesIn(i, yield) {
				return
			}
		}
	}
}

// linesIn yields the lines of one region. It is false if yield was.
func (d drawing) linesIn(region int, yield func(line) bool) bool {
	r := d.regions[region]
	ends := d.liveCorners(r)
	lone := r.lone()
	ends = slices.DeleteFunc(ends, func(c corner) bool { return slices.Index(lone, c.walk) > 1 })
	for i, a := range ends {
		for _, b := range ends[i:] {
			l := line{region: region, from: a, to: b}
			if r.spot(a) > r.spot(b) {
				l.from, l.to = b, a
			}
			if !d.legal(l) || !inOrder(l, lone) {
				continue
			}
			if !l.cuts() {
				if !yield(l) {
					return false
				}
			} else if !d.sharings(l, lone, yield) {
				return false
			}
		}
	}
	return true
}

// inOrder reports whether a line that ends at the second isolated spot of its region
// comes from the first one.
func inOrder(l line, lone []int) bool {
	if len(lone) < 2 || l.from.walk != lone[1] && l.to.walk != lone[1] {
		return true
	}
	return l.from.walk == lone[0] || l.to.walk == lone[0]
}

// liveCorners returns the corners of a region where a line can end.
func (d drawing) liveCorners(r region) (list []corner) {
	for i, w := range r {
		for k, s := range w {
			if d.lives(s) > 0 {
				list = append(list, corner{i, k})
			}
		}
	}
	return list
}

// legal reports whether there are lives enough: a line to itself takes two, and a spot
// with two lives has one corner.
func (d drawing) legal(l line) bool {
	r := d.regions[l.region]
	f, h := r.spot(l.from), r.spot(l.to)
	return f != h || l.loop() && d.lives(f) > 1
}

// lone returns the boundaries that are one spot without lines, in ascending order.
func (r region) lone() (list []int) {
	for i, w := range r {
		if len(w) == 1 {
			list = append(list, i)
		}
	}
	return list
}

// sharings yields a line that cuts with all ways to share out the other boundaries.
// Those that are listed go to the left of a loop, which is empty, and else to the
// right, which is where the notation looks for them first. It is false if yield was.
func (d drawing) sharings(l line, lone []int, yield func(line) bool) bool {
	r := d.regions[l.region]
	var free []int // boundaries with live spots and lines
	for i, w := range r {
		if i != l.from.walk && len(w) > 1 && d.alive(w) {
			free = append(free, i)
		}
	}
	lone = slices.DeleteFunc(slices.Clone(lone), func(i int) bool { return i == l.from.walk })
	turned := l.loop() && len(r[l.from.walk]) == 1 // both sides are alike
	listed := make([]bool, len(r))
	for {
		for k := 0; k <= len(lone); k++ {
			if turned && len(free) == 0 && 2*k > len(lone) {
				break
			}
			if !yield(l.listing(listed, lone[:k])) {
				return false
			}
		}
		if turned && len(free) > 0 {
			// The last of these stays where it is: the other half is the same again.
			if !advance(listed, free[:len(free)-1]) {
				return true
			}
		} else if !advance(listed, free) {
			return true
		}
	}
}

// listing returns the line with the listed boundaries on the side that lists them.
func (l line) listing(listed []bool, lone []int) line {
	l.left = slices.Clone(listed)
	for _, i := range lone {
		l.left[i] = true
	}
	if !l.loop() {
		for i := range l.left {
			l.left[i] = !l.left[i]
		}
	}
	return l
}

// advance counts on in binary, with the given places as digits. It is false after the
// highest number.
func advance(digits []bool, places []int) bool {
	for _, i := range places {
		digits[i] = !digits[i]
		if digits[i] {
			return true
		}
	}
	return false
}
