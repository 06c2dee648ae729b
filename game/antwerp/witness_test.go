package antwerp_test

import (
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/sprouts-solver/sprouts/game/play"
)

// drawing is a witness: a drawing up to deformation, by its corners, in which
// nothing is dropped, merged, parted or put in order. A spot with k line ends has k
// corners between them, an isolated spot one corner all around it. With a face on
// the left, one walks from corner to corner along its border:
//
//	p ---- q     a line between isolated spots p and q by z has the corners
//	   z         p, z1 (below the line), q, z2 (above it), in one walk
type drawing struct {
	hot    bool
	start  int
	moves  int
	degree []int    // by spot: line ends
	paint  []string // by spot: "", "b" or "r"
	spot   []int    // by corner
	next   []int    // by corner: the one after it in its walk
	face   []int    // by corner
	faces  int
}

// draft returns a drawing of n white spots.
func draft(hot bool, n int) drawing {
	d := drawing{hot: hot, start: n, degree: make([]int, n), paint: make([]string, n), face: make([]int, n), faces: 1}
	for s := range n {
		d.spot, d.next = append(d.spot, s), append(d.next, s)
	}
	return d
}

func (d drawing) clone() drawing {
	d.degree, d.paint = slices.Clone(d.degree), slices.Clone(d.paint)
	d.spot, d.next, d.face = slices.Clone(d.spot), slices.Clone(d.next), slices.Clone(d.face)
	return d
}

// lives returns the lives of all spots.
func (d drawing) lives() int {
	n := 0
	for _, k := range d.degree {
		n += 3 - k
	}
	return n
}

// walk returns the corners that follow on a corner, with itself first.
func (d drawing) walk(c int) []int {
	walk := []int{c}
	for at := d.next[c]; at != c; at = d.next[at] {
		walk = append(walk, at)
	}
	return walk
}

// walks returns the walks of a face.
func (d drawing) walks(face int) (walks [][]int) {
	seen := map[int]bool{}
	for c, f := range d.face {
		if f != face || seen[c] {
			continue
		}
		w := d.walk(c)
		for _, at := range w {
			seen[at] = true
		}
		walks = append(walks, w)
	}
	return walks
}

// stroke is a line from one corner to another of a face. If it parts the face, the
// inside lists walks of the face, by a corner, that lie left of the line from p to q.
type stroke struct {
	p, q   int
	inside []int
}

// strokes returns all lines that a side may draw.
func (d drawing) strokes(s play.Side) (list []stroke) {
	avoid := "r"
	if s == play.Right {
		avoid = "b"
	}
	var open []int
	for c, s := range d.spot {
		if d.degree[s] < 3 && d.paint[s] != avoid {
			open = append(open, c)
		}
	}
	for i, p := range open {
		walk := d.walk(p)
		for _, q := range open[i:] {
			switch x := d.spot[p]; {
			case d.face[p] != d.face[q] || x == d.spot[q] && (p != q || d.degree[x] > 1):
			case !slices.Contains(walk, q):
				list = append(list, stroke{p, q, nil})
			default:
				var others []int
				for _, w := range d.walks(d.face[p]) {
					if !slices.Contains(walk, w[0]) {
						others = append(others, w[0])
					}
				}
				for set := range 1 << len(others) {
					var inside []int
					for k, c := range others {
						if set>>k&1 == 1 {
							inside = append(inside, c)
						}
					}
					list = append(list, stroke{p, q, inside})
				}
			}
		}
	}
	return list
}

// corner adds a corner at a spot.
func (d *drawing) corner(spot, face int) int {
	d.spot, d.next, d.face = append(d.spot, spot), append(d.next, -1), append(d.face, face)
	return len(d.spot) - 1
}

// open makes room for a line end at a corner: the walk arrives at one corner and
// leaves from the other. An isolated spot keeps its only corner.
func (d *drawing) open(c int) (arrive, leave int) {
	isolated := d.degree[d.spot[c]] == 0
	d.degree[d.spot[c]]++
	if isolated {
		return c, c
	}
	leave = d.corner(d.spot[c], d.face[c])
	d.next[leave] = d.next[c]
	return c, leave
}

// draw returns the drawing after a line of a side.
func (d drawing) draw(l stroke, s play.Side) drawing {
	d = d.clone()
	parts := slices.Contains(d.walk(l.p), l.q)
	d.moves++
	z := len(d.degree)
	d.degree = append(d.degree, 2)
	if d.hot == (s == play.Left) {
		d.paint = append(d.paint, "b")
	} else {
		d.paint = append(d.paint, "r")
	}
	face := d.face[l.p]
	z1, z2 := d.corner(z, face), d.corner(z, face)
	if l.p == l.q {
		d.loop(l.p, z1, z2)
	} else {
		p1, p2 := d.open(l.p)
		q1, q2 := d.open(l.q)
		d.next[p1], d.next[z1] = z1, q2
		d.next[q1], d.next[z2] = z2, p2
	}
	if parts {
		for _, c := range append(l.inside, z1) {
			for _, at := range d.walk(c) {
				d.face[at] = d.faces
			}
		}
		d.faces++
	}
	return d
}

// loop draws a line from a corner to itself: z1 lies inside, with a corner of its
// spot between the two ends of the line.
func (d *drawing) loop(c, z1, z2 int) {
	arrive, leave := d.open(c)
	between := d.corner(d.spot[c], d.face[c])
	d.degree[d.spot[c]]++
	d.next[between], d.next[z1] = z1, between
	d.next[arrive], d.next[z2] = z2, leave
}

// String writes the drawing in the notation, without its dead spots, not reduced.
func (d drawing) String() string {
	letters := map[int]string{}
	var regions []string
	for face := range d.faces {
		var boundaries []string
		for _, w := range d.walks(face) {
			var text strings.Builder
			for _, c := range w {
				s := d.spot[c]
				switch k := d.degree[s]; {
				case k == 3:
					continue
				case k < 2:
					text.WriteString([]string{"0", "1"}[k])
				default:
					if letters[s] == "" {
						letters[s] = string(rune('A' + len(letters)))
					}
					text.WriteString(letters[s])
				}
				text.WriteString(d.paint[s])
			}
			if text.Len() > 0 {
				boundaries = append(boundaries, text.String())
			}
		}
		if len(boundaries) > 0 {
			regions = append(regions, strings.Join(boundaries, ".")+".")
		}
	}
	if len(regions) == 0 {
		return "!"
	}
	return strings.Join(regions, "|")
}

// wins decides by brute force whether the side to move wins.
func (d drawing) wins(s play.Side, misere bool) bool {
	strokes := d.strokes(s)
	for _, l := range strokes {
		if !d.draw(l, s).wins(s.Other(), misere) {
			return true
		}
	}
	return len(strokes) == 0 && misere
}

// random plays a random game to its end and shows each drawing with the side to
// move.
func (d drawing) random(chance *rand.Rand, show func(d drawing, s play.Side, strokes []stroke)) {
	for s := play.Side(chance.IntN(2)); ; s = s.Other() {
		strokes := d.strokes(s)
		show(d, s, strokes)
		if len(strokes) == 0 {
			return
		}
		d = d.draw(strokes[chance.IntN(len(strokes))], s)
	}
}
