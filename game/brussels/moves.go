package brussels

import (
	"iter"
	"slices"
	"strconv"
)

// line is a line in a region. One that joins two boundaries leaves one region,
// one that joins two arms of a boundary two.
type line struct {
	from, to int // arms of the two boundaries, from >= to; to is 0 if it is one boundary

	// Of a line within one boundary:
	between int    // arms on the first side, as they were before the line
	inside  region // boundaries that lie on that side
}

// splits reports whether the line joins two arms of one boundary.
func (l line) splits() bool { return l.to == 0 }

// lines yields each line of the region that is not like an earlier one: lines
// within a boundary, then those that join two. A line within a boundary can be
// written from either side; it comes in the form of [line.less].
func (r region) lines() iter.Seq[line] {
	return func(yield func(line) bool) {
		classes := r.classes()
		for _, c := range classes {
			if !r.without(c.arms).splitsOf(c.arms, yield) {
				return
			}
		}
		for i, c := range classes {
			for j, d := range classes[i:] {
				if j == 0 && c.count < 2 {
					continue
				}
				if !yield(line{from: c.arms, to: d.arms}) {
					return
				}
			}
		}
	}
}

// splitsOf yields the lines within a boundary that stands beside the region.
func (r region) splitsOf(arms int, yield func(line) bool) bool {
	for between := range arms - 1 {
		for inside := range r.parts() {
			l := line{from: arms, between: between, inside: inside}
			if other := l.otherSide(r); other.less(l) {
				continue
			}
			if !yield(l) {
				return false
			}
		}
	}
	return true
}

// otherSide returns the line as it is written from its other side; others are the
// boundaries that it leaves alone.
func (l line) otherSide(others region) line {
	l.between = l.from - 2 - l.between
	l.inside = others.minus(l.inside)
	return l
}

// String writes the line as in a move: "4-3" or "4(1)[4*2.3]".
func (l line) String() string {
	from := strconv.Itoa(l.from)
	switch {
	case !l.splits():
		return from + "-" + strconv.Itoa(l.to)
	case len(l.inside) == 0:
		return from + "(" + strconv.Itoa(l.between) + ")"
	default:
		return from + "(" + strconv.Itoa(l.between) + ")[" + l.inside.list() + "]"
	}
}

// fits reports whether the line can be drawn in the region.
func (l line) fits(r region) bool {
	ends := region{l.from}
	if !l.splits() {
		ends = append(ends, l.to)
	} else if l.between > l.from-2 {
		return false
	}
	return r.holds(newRegion(append(ends, l.inside...)))
}

// less reports whether l is the better way to write a line than m, the same line
// from its other side: the shorter one, else the one with fewer arms between.
func (l line) less(m line) bool {
	a, b := l.String(), m.String()
	if len(a) != len(b) {
		return len(a) < len(b)
	}
	if l.between != m.between {
		return l.between < m.between
	}
	return a < b
}

// parts yields each set of boundaries of the region, by size of the classes.
func (r region) parts() iter.Seq[region] {
	return func(yield func(region) bool) {
		classes := r.classes()
		taken := make([]int, len(classes))
		for {
			part := region{}
			for k, n := range taken {
				part = append(part, slices.Repeat(region{classes[k].arms}, n)...)
			}
			if !yield(part) {
				return
			}
			k := len(taken) - 1
			for ; k >= 0 && taken[k] == classes[k].count; k-- {
				taken[k] = 0
			}
			if k < 0 {
				return
			}
			taken[k]++
		}
	}
}

// after returns the regions after a line, which must fit. Those in which nobody
// can move are among them.
func (r region) after(l line) []region {
	others := r.without(l.from)
	if !l.splits() {
		return []region{newRegion(append(others.without(l.to), l.from+l.to))}
	}
	outer := l.otherSide(others)
	return []region{
		newRegion(append(slices.Clone(l.inside), l.between+1)),
		newRegion(append(outer.inside, outer.between+1)),
	}
}
