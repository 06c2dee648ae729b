package record

import "slices"

// MaxSpots is the largest number of start spots, as in package canon.
const MaxSpots = 250

// walk lists the spots met on one boundary in left-hand order: as a robot in the
// region meets them that walks with its left hand on the boundary. It is cyclic. A
// spot is met once in each of its corners there.
type walk []int

// region is the set of boundaries of one region.
type region []walk

// drawing is a drawing of Sprouts up to deformation of the sphere, with names.
// Walks, regions and degrees are never changed once they are made, so drawings
// share them.
type drawing struct {
	start   int     // number of start spots, 1..start
	degree  []uint8 // number of lines that end at spot s, at s-1
	regions []region
}

// corner is a place where a line can end: one occurrence of a spot in a region.
type corner struct{ walk, at int }

// line is a move but for the number of its new spot: two corners of one region
// and, if it cuts the region, which other boundaries come to lie on its left, seen
// from the first corner. A line that is a loop has its empty side on the left.
type line struct {
	region   int
	from, to corner
	left     []bool // by boundary; what it says of the boundary that is cut means nothing
}

// cuts reports whether the line joins two places of one boundary.
func (l line) cuts() bool { return l.from.walk == l.to.walk }

// loop reports whether the line joins a spot to itself.
func (l line) loop() bool { return l.from == l.to }

// startDrawing returns n spots without lines.
func startDrawing(n int) drawing {
	d := drawing{start: n, degree: make([]uint8, n), regions: make([]region, 1)}
	for s := 1; s <= n; s++ {
		d.regions[0] = append(d.regions[0], walk{s})
	}
	return d
}

// lives returns how many more lines can end at a spot.
func (d drawing) lives(spot int) int { return 3 - int(d.degree[spot-1]) }

// alive reports whether a line can end at some spot of the walk.
func (d drawing) alive(w walk) bool {
	return slices.ContainsFunc(w, func(s int) bool { return d.lives(s) > 0 })
}

// spot returns the spot of a corner.
func (r region) spot(c corner) int { return r[c.walk][c.at] }

// corners returns the corners of a spot in the region: at most two while it is
// alive, and then on one boundary.
func (r region) corners(spot int) (list []corner) {
	for i, w := range r {
		for k, s := range w {
			if s == spot {
				list = append(list, corner{i, k})
			}
		}
	}
	return list
}

// draw returns the drawing after a line with a new spot on it. Its cost is linear
// in the degrees and in the region; other regions are shared.
func (d drawing) draw(l line) drawing {
	r, g := d.regions[l.region], len(d.degree)+1
	next := drawing{start: d.start, degree: make([]uint8, g), regions: make([]region, 0, len(d.regions)+1)}
	copy(next.degree, d.degree)
	next.degree[g-1] = 2
	next.degree[r.spot(l.from)-1]++
	next.degree[r.spot(l.to)-1]++
	next.regions = append(next.regions, d.regions[:l.region]...)
	next.regions = append(next.regions, d.regions[l.region+1:]...)
	if l.cuts() {
		next.regions = append(next.regions, r.split(l, g)...)
	} else {
		next.regions = append(next.regions, r.join(l, g))
	}
	return next
}

// split returns the two regions that the line makes of r, its left one first.
func (r region) split(l line, g int) []region {
	left, right := r.sides(l)
	sides := []region{{append(left, g)}, {append(right, g)}}
	for i, w := range r {
		switch {
		case i == l.from.walk:
		case l.left[i]:
			sides[0] = append(sides[0], w)
		default:
			sides[1] = append(sides[1], w)
		}
	}
	return sides
}

// sides returns what the line leaves of the boundary that it cuts on its left and on
// its right, both with the two ends. In left-hand order the region is on the right of
// the walk, so the part from the first end to the second is on the line's left.
func (r region) sides(l line) (left, right walk) {
	w := r[l.from.walk]
	if l.loop() {
		return walk{w[l.from.at]}, w.round(l.from.at)
	}
	return w.span(l.from.at, l.to.at), w.span(l.to.at, l.from.at)
}

// join returns the region in which the line has made one boundary of two.
func (r region) join(l line, g int) region {
	a, b := r[l.from.walk].round(l.from.at), r[l.to.walk].round(l.to.at)
	joined := append(append(append(a, g), b...), g)
	next := make(region, 0, len(r)-1)
	for i, w := range r {
		if i != l.from.walk && i != l.to.walk {
			next = append(next, w)
		}
	}
	return append(next, joined)
}

// span returns the walk from place p to place q, both included; p and q differ.
func (w walk) span(p, q int) walk {
	part := make(walk, 0, len(w)+2)
	if q < p {
		return append(append(part, w[p:]...), w[:q+1]...)
	}
	return append(part, w[p:q+1]...)
}

// round returns the walk from place p once round to p, which is there twice unless
// the spot has no line yet.
func (w walk) round(p int) walk {
	part := make(walk, 0, len(w)+3)
	part = append(append(part, w[p:]...), w[:p]...)
	if len(w) > 1 {
		part = append(part, w[p])
	}
	return part
}

// before and after return the spots that a walk meets next to place p.
func (w walk) before(p int) int { return w[(p+len(w)-1)%len(w)] }
func (w walk) after(p int) int  { return w[(p+1)%len(w)] }

// normal returns the same drawing with its walks begun at their least rotation, and
// walks and regions in ascending order: equal drawings become equal.
func (d drawing) normal() drawing {
	regions := make([]region, len(d.regions))
	for i, r := range d.regions {
		sorted := make(region, len(r))
		for k, w := range r {
			sorted[k] = w.normal()
		}
		slices.SortFunc(sorted, slices.Compare[walk])
		regions[i] = sorted
	}
	slices.SortFunc(regions, compareRegions)
	d.regions = regions
	return d
}

func compareRegions(a, b region) int { return slices.CompareFunc(a, b, slices.Compare[walk]) }

// normal returns the least rotation of the walk, found in linear time: i and k are the
// two best starts so far, and size places from them on are known to be equal.
func (w walk) normal() walk {
	i, k, size, n := 0, 1, 0, len(w)
	for i < n && k < n && size < n {
		a, b := w[(i+size)%n], w[(k+size)%n]
		switch {
		case a == b:
			size++
			continue
		case a > b:
			i += size + 1
		default:
			k += size + 1
		}
		if i == k {
			k++
		}
		size = 0
	}
	if i = min(i, k); i == 0 {
		return w
	}
	return append(append(make(walk, 0, n), w[i:]...), w[:i]...)
}
