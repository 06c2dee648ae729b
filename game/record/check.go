package record

import (
	"fmt"
	"slices"
)

// check sees to it that the text is a drawing that play from some start spots can
// lead to, with its spots numbered as they came. It fills in the degrees.
//
// Taking the spot with the highest number away, if it is no start spot, undoes a move:
// so it is enough that each such spot ends just two lines to lower numbers, and that
// the rest is a drawing in the plane.
func (t *drawingText) check(regions []region) {
	n := 0
	for s := range t.firstAt {
		n = max(n, s)
	}
	for s := 1; s <= n; s++ {
		if _, ok := t.firstAt[s]; !ok {
			t.fail(t.firstAt[n], "number spots from 1 on without a gap", "there is a spot %d but no spot %d", n, s)
			return
		}
	}
	nextTo := linesFrom(n, regions)
	t.degree = make([]uint8, n)
	for s := 1; s <= n && t.err == nil; s++ {
		t.checkSpot(s, nextTo)
		t.degree[s-1] = uint8(min(len(nextTo[s]), 3))
	}
	if t.err == nil {
		t.checkCorners(regions, nextTo)
	}
	if t.err == nil {
		t.checkPlane(regions, nextTo)
	}
}

// checkSpot checks the lines at one spot.
func (t *drawingText) checkSpot(s int, nextTo [][]int) {
	ends := nextTo[s]
	lower := 0
	for _, o := range ends {
		if o < s {
			lower++
		}
		if count(nextTo[o], s) != count(ends, o) || o == s {
			t.fail(t.firstAt[s], "a boundary that passes from one spot to the next has a line there, with another side",
				"the line from %d to %d is not passed once on each side", s, o)
		}
	}
	first := s == 1 || len(nextTo[s-1]) == 0 || slices.Min(nextTo[s-1]) > s-1
	switch {
	case len(ends) > 3:
		t.fail(t.firstAt[s], "three lines at most end at a spot", "%d lines end at spot %d", len(ends), s)
	case lower == 0 && !first:
		t.fail(t.firstAt[s], "the start spots have the lowest numbers", "spot %d looks like a start spot, and spot %d does not", s, s-1)
	case lower == 0 && s > MaxSpots:
		t.fail(t.firstAt[s], fmt.Sprintf("start with %d spots at most", MaxSpots), "there are too many start spots")
	case lower != 0 && lower != 2:
		t.fail(t.firstAt[s], "a spot made by a move ends two lines to spots with lower numbers, a start spot none",
			"spot %d ends %d such lines", s, lower)
	}
}

// checkCorners wants the corners of a spot to go once round it: a lone spot has one
// corner and nothing else, and a boundary turns back only at the end of a line, or from
// one line to the other of two that join the same spots.
func (t *drawingText) checkCorners(regions []region, nextTo [][]int) {
	alone := make([]int, len(nextTo))
	for _, w := range slices.Concat(regions...) {
		for k, s := range w {
			if len(w) == 1 {
				alone[s]++
			} else if o := w.after(k); w.before(k) == o && len(nextTo[s]) > 1 && count(nextTo[s], o) < 2 {
				t.fail(t.firstAt[s], "walk on to the next line at the spot", "a boundary turns back at spot %d, where other lines end", s)
			}
		}
	}
	for s, times := range alone {
		if times > 1 || times == 1 && len(nextTo[s]) > 0 {
			t.fail(t.firstAt[s], "a spot without lines is one boundary by itself", "spot %d is a boundary by itself and something else", s)
		}
	}
}

// count returns how often a spot is in a list.
func count(list []int, spot int) (n int) {
	for _, s := range list {
		if s == spot {
			n++
		}
	}
	return n
}

// checkPlane wants a drawing on the sphere. By Euler's formula each connected piece has
// as many boundaries as lines - spots + 2, and boundaries join pieces and regions to a
// tree.
func (t *drawingText) checkPlane(regions []region, nextTo [][]int) {
	n := len(nextTo) - 1
	pieces := make(groups, n+1+len(regions)) // spots, then regions
	for s, ends := range nextTo {
		for _, o := range ends {
			pieces.join(s, o)
		}
	}
	euler := make([]int, n+1) // twice spots - lines + boundaries, by piece
	for s := 1; s <= n; s++ {
		euler[pieces.find(s)] += 2 - len(nextTo[s])
	}
	for _, w := range slices.Concat(regions...) {
		euler[pieces.find(w[0])] += 2
	}
	trees := len(regions) - 1 // joints that are still to come
	for s := 1; s <= n; s++ {
		if pieces.find(s) != s {
			continue
		}
		trees++
		if euler[s] != 4 {
			t.fail(t.firstAt[s], "a drawing in the plane has no bridges: spots - lines + boundaries is 2 for each connected piece",
				"the piece of spot %d cannot be drawn", s)
		}
	}
	for i, r := range regions {
		for _, w := range r {
			if !pieces.join(w[0], n+1+i) {
				t.fail(t.firstAt[w[0]], "two regions share one connected piece at most once",
					"the boundary with spot %d cannot be in region %d", w[0], i+1)
			}
			trees--
		}
	}
	if trees != 0 {
		t.fail(0, "each piece lies in some region of another one", "the regions fall apart")
	}
}

// groups are disjoint sets of small numbers: 0 stands for a set's own least number, any
// other value is one more than a number of the same set.
type groups []int

// find returns the number that stands for the set of x.
func (g groups) find(x int) int {
	for g[x] != 0 {
		x = g[x] - 1
	}
	return x
}

// join makes one set of two, and is false if they are one already.
func (g groups) join(x, y int) bool {
	x, y = g.find(x), g.find(y)
	if x == y {
		return false
	}
	g[max(x, y)] = min(x, y) + 1
	return true
}
