package gametest

import "slices"

// planarMap is a drawing of Sprouts up to deformation of the sphere, kept whole
// to the end of the game: no strings, nothing dropped, nothing split. It
// witnesses that the rules of the strings are those of the drawings.
//
// Each line has two ends, 2k and 2k+1. rotation[s] lists the ends at spot s
// counter-clockwise. The gap on the left of end d, seen from its spot, is the one
// between d and the next end of the rotation; walking along d with that gap on
// the left, one comes back along the end before d^1 at the spot of d^1:
//
//	        \ d                      d^1
//	gap of d \                   ------ t
//	    ------ s                     next = the end before d^1 at t
//
// Such a walk goes round one connected piece of the border of a face. A face is
// the set of its walks, each named by one end on it, or by a spot that no line
// touches.
type planarMap struct {
	rotation [][]int
	origin   []int // spot of each end
	faces    [][]planarWalk
}

// planarWalk is an end d >= 0 on the walk, or ^s for the spot s without lines.
type planarWalk int

// planarStart returns the map of n spots.
func planarStart(n int) planarMap {
	m := planarMap{rotation: make([][]int, n), faces: make([][]planarWalk, 1)}
	for s := range n {
		m.faces[0] = append(m.faces[0], planarWalk(^s))
	}
	return m
}

// spot returns the spot at which the walk begins.
func (m planarMap) spot(w planarWalk) int {
	if w < 0 {
		return int(^w)
	}
	return m.origin[w]
}

// next returns the end that follows d on its walk.
func (m planarMap) next(d int) int {
	back := d ^ 1
	ends := m.rotation[m.origin[back]]
	return ends[(slices.Index(ends, back)+len(ends)-1)%len(ends)]
}

// gaps returns all walks that name the same walk as w: one for each gap that it
// passes.
func (m planarMap) gaps(w planarWalk) []planarWalk {
	gaps := []planarWalk{w}
	if w < 0 {
		return gaps
	}
	for d := m.next(int(w)); d != int(w); d = m.next(d) {
		gaps = append(gaps, planarWalk(d))
	}
	return gaps
}

// moves returns the map after each move: a line between any two gaps of a face.
func (m planarMap) moves() []planarMap {
	var options []planarMap
	for f, face := range m.faces {
		for a, walk := range face {
			gaps := m.gaps(walk)
			for i, from := range gaps {
				for _, to := range gaps[i:] {
					options = append(options, m.split(f, a, from, to)...)
				}
				for b := a + 1; b < len(face); b++ {
					for _, to := range m.gaps(face[b]) {
						options = append(options, m.join(f, a, b, from, to)...)
					}
				}
			}
		}
	}
	return options
}

// split draws a line between two gaps of walk a of face f. It closes a curve, so
// the face falls apart; every other walk lies on the one side or the other.
func (m planarMap) split(f, a int, from, to planarWalk) []planarMap {
	next, line, ok := m.draw(from, to)
	if !ok {
		return nil
	}
	others, rest := without(m.faces, f), without(m.faces[f], a)
	var options []planarMap
	for subset := range 1 << len(rest) {
		left, right := []planarWalk{planarWalk(line)}, []planarWalk{planarWalk(line ^ 1)}
		for k, walk := range rest {
			if subset>>k&1 == 1 {
				left = append(left, walk)
			} else {
				right = append(right, walk)
			}
		}
		option := next
		option.faces = append(slices.Clone(others), left, right)
		options = append(options, option)
	}
	return options
}

// join draws a line from a gap of walk a to a gap of walk b of face f. The two
// become one walk and the face stays whole.
func (m planarMap) join(f, a, b int, from, to planarWalk) []planarMap {
	next, line, ok := m.draw(from, to)
	if !ok {
		return nil
	}
	face := append(without(without(m.faces[f], b), a), planarWalk(line))
	next.faces = append(without(m.faces, f), face)
	return []planarMap{next}
}

// draw puts a line with a new spot on it between two gaps, and returns the first
// of its ends. It is false if a spot would get more than three line ends. The
// faces are left to the caller.
func (m planarMap) draw(from, to planarWalk) (next planarMap, line int, ok bool) {
	x, y := m.spot(from), m.spot(to)
	ends := len(m.rotation[x])
	if x == y {
		ends++
	}
	if ends >= 3 || len(m.rotation[y]) >= 3 {
		return planarMap{}, 0, false
	}
	line = len(m.origin)
	z := len(m.rotation)
	next.origin = append(slices.Clone(m.origin), x, z, y, z)
	next.rotation = append(slices.Clone(m.rotation), []int{line + 1, line + 3})
	next.rotation[x] = insertAfter(next.rotation[x], from, line)
	if from == to {
		to = planarWalk(line)
	}
	next.rotation[y] = insertAfter(next.rotation[y], to, line+2)
	return next, line, true
}

// insertAfter returns a copy of the rotation with a new end in the gap.
func insertAfter(rotation []int, gap planarWalk, end int) []int {
	place := 1 + slices.Index(rotation, int(gap))
	return slices.Insert(slices.Clone(rotation), place, end)
}
