package antwerp

import (
	"slices"

	"github.com/sprouts-solver/sprouts/game/play"
)

// place is where a spot is met: a boundary of a region and how far along it.
type place struct{ boundary, index int }

// line is a move in a figure: a line from one place of a region to another. If both
// are on one boundary the region falls apart, and inside lists the other
// boundaries that lie with the walk from the first place on to the second.
type line struct {
	region   int
	from, to place // on one boundary from is not after to
	inside   []int // ascending
}

// splits reports whether the line cuts its region in two.
func (l line) splits() bool { return l.from.boundary == l.to.boundary }

// ends returns the spots that the line joins.
func (f figure) ends(l line) (x, y int) {
	r := f.regions[l.region]
	return r[l.from.boundary][l.from.index], r[l.to.boundary][l.to.index]
}

// may reports whether a side may use a spot of this colour.
func may(s play.Side, c colour) bool {
	if s == play.Left {
		return c != red
	}
	return c != blue
}

// joins reports whether a side may join two spots, or one with itself.
func (f figure) joins(s play.Side, x, y int) bool {
	needed := 1
	if x == y {
		needed = 2
	}
	return f.spots[x].lives >= needed && f.spots[y].lives >= needed &&
		may(s, f.spots[x].colour) && may(s, f.spots[y].colour)
}

// lines yields lines of a side until yield returns false, at least one for each
// different child. Boundaries without letters that look alike are one class: how many
// of them lie inside is all that matters.
func (f figure) lines(s play.Side, yield func(line) bool) {
	for r := range f.regions {
		class := f.classes(r)
		for a := range f.regions[r] {
			if class[a] == a && !f.linesFrom(s, r, a, class, yield) {
				return
			}
		}
	}
}

// linesFrom yields the lines that begin on boundary a and end there or on a later
// one.
func (f figure) linesFrom(s play.Side, r, a int, class []int, yield func(line) bool) bool {
	boundaries := f.regions[r]
	for i, x := range boundaries[a] {
		for j := i; j < len(boundaries[a]); j++ {
			l := line{region: r, from: place{a, i}, to: place{a, j}}
			if f.joins(s, x, boundaries[a][j]) && (x != boundaries[a][j] || i == j) &&
				!chooseInside(l, class, yield) {
				return false
			}
		}
		for b := a + 1; b < len(boundaries); b++ {
			if class[b] != b && (class[b] != a || b > a+1) {
				continue // like an earlier one
			}
			for j, y := range boundaries[b] {
				if f.joins(s, x, y) && !yield(line{region: r, from: place{a, i}, to: place{b, j}}) {
					return false
				}
			}
		}
	}
	return true
}

// classes returns for each boundary of a region the first one that looks like it,
// which stands next to it in a canonical figure.
func (f figure) classes(r int) []int {
	boundaries := f.regions[r]
	class := make([]int, len(boundaries))
	for b := range boundaries {
		class[b] = b
		if b > 0 && f.alike(boundaries[b-1], boundaries[b]) {
			class[b] = class[b-1]
		}
	}
	return class
}

// alike reports whether two boundaries consist of equal spots, each met once in
// all.
func (f figure) alike(a, b boundary) bool {
	return slices.EqualFunc(a, b, func(x, y int) bool {
		return f.spots[x] == f.spots[y] && f.places(x) == 1 && f.places(y) == 1
	})
}

// places counts where a spot is met.
func (f figure) places(s int) int {
	n := 0
	for _, r := range f.regions {
		for _, b := range r {
			for _, t := range b {
				if t == s {
					n++
				}
			}
		}
	}
	return n
}

// chooseInside yields a line that splits with each choice of boundaries inside.
func chooseInside(l line, class []int, yield func(line) bool) bool {
	var members [][]int // the other boundaries by class
	for b, c := range class {
		if b == l.from.boundary {
			continue
		}
		if k := len(members); k > 0 && class[members[k-1][0]] == c {
			members[k-1] = append(members[k-1], b)
		} else {
			members = append(members, []int{b})
		}
	}
	for taken := make([]int, len(members)); ; {
		l.inside = nil
		for k, n := range taken {
			l.inside = append(l.inside, members[k][:n]...)
		}
		if !yield(l) {
			return false
		}
		k := 0
		for k < len(taken) && taken[k] == len(members[k]) {
			taken[k] = 0
			k++
		}
		if k == len(taken) {
			return true
		}
		taken[k]++
	}
}

// draw returns the figure after a line with a new spot z of a colour on it, not
// reduced. A join makes one walk of two, round the first, over the line, round the
// second and back:
//
//	x a...  and  y b...   become   x a... x z y b... y z
//
// A line from x to y on one boundary splits, and so does a loop at x:
//
//	x a... y b...   becomes   x a... y z  and  y b... x z
//	x a...          becomes   x z         and  x a... x z
func (f figure) draw(l line, c colour) figure {
	x, y := f.ends(l)
	z := len(f.spots)
	spots := append(slices.Clone(f.spots), spot{lives: 1, colour: c})
	spots[x].lives--
	spots[y].lives--
	r := f.regions[l.region]
	regions := slices.Delete(slices.Clone(f.regions), l.region, l.region+1)
	if !l.splits() {
		walk := slices.Concat(f.around(r, l.from), boundary{z}, f.around(r, l.to), boundary{z})
		joined := region{walk}
		for b := range r {
			if b != l.from.boundary && b != l.to.boundary {
				joined = append(joined, r[b])
			}
		}
		return figure{spots, append(regions, joined)}
	}
	walk, i, j := r[l.from.boundary], l.from.index, l.to.index
	inner := region{append(slices.Clone(walk[i:j+1]), z)}
	outer := region{append(slices.Concat(walk[j:], walk[:i+1]), z)}
	if i == j {
		outer = region{append(f.around(r, l.from), z)}
	}
	for b := range r {
		switch {
		case b == l.from.boundary:
		case slices.Contains(l.inside, b):
			inner = append(inner, r[b])
		default:
			outer = append(outer, r[b])
		}
	}
	return figure{spots, append(regions, inner, outer)}
}

// around returns the walk from a place once round its boundary and back to it. A
// spot that no line touches is met once.
func (f figure) around(r region, p place) boundary {
	walk := r[p.boundary]
	if f.spots[walk[p.index]].lives == 3 {
		return boundary{walk[p.index]}
	}
	return slices.Concat(walk[p.index:], walk[:p.index+1])
}
