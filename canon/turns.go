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
	length []int32 // vertices
	period []int32 // turning by it maps the boundary onto itself
	axis   []int32 // the mirror maps vertex i to axis - i
	mirror bool    // the region has one
	code   []int32 // scratch: the vertices of a boundary
}

// twinCode + d is the code of a letter whose twin is d vertices ahead. It is above
// the codes of spots met once.
const twinCode = 1000

// maxTurn bounds the boundaries whose symmetries are looked for: it takes up to
// the square of their length.
const maxTurn = 64

// enter finds the symmetries of a region.
func (t *turns) enter(f *form, first, last int32) {
	t.length, t.period, t.axis, t.mirror = t.length[:0], t.period[:0], t.axis[:0], true
	for b := first; b < last; b++ {
		verts := f.boundVerts(b)
		period, axis := int32(len(verts)), int32(-1)
		if len(verts) == 1 {
			axis = 0
		} else if len(verts) <= maxTurn {
			period, axis = t.find(verts)
		}
		t.length = append(t.length, int32(len(verts)))
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
					code = twinCode + d
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
		if mirror && x > twinCode {
			x = twinCode + n - (x - twinCode)
		}
		if t.code[image(int32(i))] != x {
			return false
		}
	}
	return true
}

// repeatsSplit tells what to do with the moves from vertex i of boundary k of the
// region to vertex j >= i: to leave them out, since a symmetry makes others of them;
// or to make only half of the ways to share out the other boundaries, since a
// symmetry exchanges the two sides.
func (t *turns) repeatsSplit(k, i, j int32) (skip, half bool) {
	n := t.length[k]
	if n == 1 {
		return false, true
	}
	for r := int32(0); r < n; r += t.period[k] {
		// The vertices from i forward to j come to the first side of the image or,
		// if they pass the end, to the second.
		from, to := turned(i+r, n), turned(j+r, n)
		for image := range 2 { // the turn, then the mirror image of it
			if image == 1 {
				if !t.mirror {
					break
				}
				from, to = turned(t.axis[k]-to+n, n), turned(t.axis[k]-from+n, n)
			}
			a, b := min(from, to), max(from, to)
			if a < i || a == i && b < j {
				return true, false
			}
			half = half || a == i && b == j && from > to
		}
	}
	return false, half
}

// repeatsJoin tells whether the move from vertex i of boundary k of the region to
// vertex j of boundary l, another one or another copy of k, can be left out.
func (t *turns) repeatsJoin(k, i, l, j int32) (skip bool) {
	if i >= t.period[k] || j >= t.period[l] {
		return true
	}
	if !t.mirror {
		return false
	}
	x := turned(t.axis[k]-i+t.length[k], t.length[k]) % t.period[k]
	y := turned(t.axis[l]-j+t.length[l], t.length[l]) % t.period[l]
	if k == l {
		x, y = min(x, y), max(x, y)
	}
	return x < i || x == i && y < j
}
