package canon

// Two moves that a symmetry of the land maps onto each other have the same child,
// so one of them is enough. The symmetries used here are those of one region that
// leave the other regions and the shared letters as they are:
//
//   - turning a boundary without shared letters onto itself;
//   - the mirror image of the region, if turning each boundary of the image gives
//     that boundary again, shared letters included.
//
// They take away a fifth of all children (a tenth of the time, as the children
// spared are often remembered ones). Symmetries that exchange letters or
// regions are not looked for.

// turns are the symmetries of the region in hand, by boundary.
type turns struct {
	period []int32 // turning by it maps the boundary onto itself
	axis   []int32 // the mirror maps vertex i to axis - i
	mirror bool    // the region has one
	code   []int32 // scratch: the vertices of a boundary
}

// maxTurn bounds the boundaries whose symmetries are looked for: it takes up to
// the square of their length.
const maxTurn = 64

// enter finds the symmetries of a region.
func (t *turns) enter(f *form, first, last int32) {
	t.period, t.axis, t.mirror = t.period[:0], t.axis[:0], true
	for b := first; b < last; b++ {
		verts := f.boundVerts(b)
		period, axis := int32(len(verts)), int32(-1)
		if len(verts) == 1 {
			axis = 0
		} else if len(verts) <= maxTurn {
			period, axis = t.find(verts)
		}
		t.period, t.axis = append(t.period, period), append(t.axis, axis)
		t.mirror = t.mirror && axis >= 0
	}
}

// find returns the least turn of a boundary onto itself, and an axis of its mirror
// images or -1 if it has none.
func (t *turns) find(verts []vertex) (period, axis int32) {
	n := int32(len(verts))
	t.code = t.code[:0]
	for i, x := range verts {
		code := int32(x)
		if x.isLetter() {
			code = -int32(x) // a shared letter: no other vertex is like it
			for d := int32(1); d < n; d++ {
				if verts[turned(int32(i)+d, n)] == x {
					code = 1000 + d // its twin is d vertices ahead
					break
				}
			}
		}
		t.code = append(t.code, code)
	}
	period = n
	for r := int32(1); r < n; r++ {
		if n%r == 0 && t.fits(func(i int32) int32 { return turned(i+r, n) }, false) {
			period = r
			break
		}
	}
	for a := range n {
		if t.fits(func(i int32) int32 { return turned(a-i+n, n) }, true) {
			return period, a
		}
	}
	return period, -1
}

// turned returns vertex i < 2n of a boundary of n, going round.
func turned(i, n int32) int32 {
	if i >= n {
		return i - n
	}
	return i
}

// fits reports whether the map takes each vertex to a like one.
func (t *turns) fits(image func(int32) int32, mirror bool) bool {
	n := int32(len(t.code))
	for i, x := range t.code {
		if mirror && x > 1000 {
			x = 1000 + n - (x - 1000)
		}
		if t.code[image(int32(i))] != x {
			return false
		}
	}
	return true
}

// split tells what to do with the moves from vertex i of boundary k of the region
// to vertex j >= i: to leave them out, since a symmetry makes others of them; or to
// make only half of the ways to share out the other boundaries, since a symmetry
// exchanges the two sides.
func (t *turns) split(k, i, j, n int32) (skip, half bool) {
	if n == 1 {
		return false, true
	}
	for r := int32(0); r < n; r += t.period[k] {
		// Turning by r, then the mirror. Each takes the vertices from i forward to
		// j to the first side or, if they pass the end, to the second.
		from, to := turned(i+r, n), turned(j+r, n)
		if s, h := compareLine(from, to, i, j); s || h {
			half = half || h
			if s {
				return true, false
			}
		}
		if t.mirror {
			from, to = turned(t.axis[k]-to+n, n), turned(t.axis[k]-from+n, n)
			if s, h := compareLine(from, to, i, j); s || h {
				half = half || h
				if s {
					return true, false
				}
			}
		}
	}
	return false, half
}

// compareLine compares the image of a line with the line from i to j: whether it
// comes earlier, and whether it is the same with the sides exchanged.
func compareLine(from, to, i, j int32) (earlier, exchanged bool) {
	a, b := min(from, to), max(from, to)
	return a < i || a == i && b < j, a == i && b == j && from > to
}

// join tells whether the move from vertex i of boundary k of the region to vertex
// j of boundary l, another one or another copy of k, can be left out.
func (t *turns) join(k, i, ni, l, j, nj int32) (skip bool) {
	if i >= t.period[k] || j >= t.period[l] {
		return true
	}
	if !t.mirror {
		return false
	}
	x, y := turned(t.axis[k]-i+ni, ni)%t.period[k], turned(t.axis[l]-j+nj, nj)%t.period[l]
	if k == l {
		x, y = min(x, y), max(x, y)
	}
	return x < i || x == i && y < j
}
