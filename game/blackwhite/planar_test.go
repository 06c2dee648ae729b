package blackwhite_test

import (
	"slices"
	"strconv"
	"strings"
)

// drawing is a drawing on the sphere, whole to the end: nothing is dropped and
// nothing reduced. Each piece of line has two ends, 2k and 2k+1. round[s] lists the
// ends at spot s counter-clockwise; the gap after end d is the one between d and
// the next end. A walk keeps gaps on its left: along end d, and on along the end
// before the other one. A face is its walks, each known by an end on it, or by ^s
// for a spot s without lines.
type drawing struct {
	round [][]int
	spot  []int // of each end
	faces [][]int
}

// spots returns the drawing of n spots.
func spots(n int) drawing {
	g := drawing{round: make([][]int, n), faces: make([][]int, 1)}
	for s := range n {
		g.faces[0] = append(g.faces[0], ^s)
	}
	return g
}

// gaps returns the gaps on the walk of a gap, in order.
func (g drawing) gaps(walk int) []int {
	gaps := []int{walk}
	if walk < 0 {
		return gaps
	}
	for {
		back := gaps[len(gaps)-1] ^ 1
		ends := g.round[g.spot[back]]
		d := ends[(slices.Index(ends, back)+len(ends)-1)%len(ends)]
		if d == walk {
			return gaps
		}
		gaps = append(gaps, d)
	}
}

// at returns the spot of a gap.
func (g drawing) at(gap int) int {
	if gap < 0 {
		return ^gap
	}
	return g.spot[gap]
}

// connect draws a line between two gaps, with a new spot on it if spotted, and
// returns its first and its last end; false if a spot would get more than three.
// The faces are left to the caller.
func (g drawing) connect(from, to int, spotted bool) (next drawing, first, last int, ok bool) {
	x, y := g.at(from), g.at(to)
	if x == y && len(g.round[x]) > 1 || len(g.round[x]) > 2 || len(g.round[y]) > 2 {
		return drawing{}, 0, 0, false
	}
	first = len(g.spot)
	last = first + 1
	next = drawing{round: slices.Clone(g.round), spot: slices.Concat(g.spot, []int{x, y})}
	if spotted {
		z := len(g.round)
		last = first + 3
		next.spot = slices.Concat(g.spot, []int{x, z, z, y})
		next.round = append(next.round, []int{first + 1, first + 2})
	}
	next.round[x] = insertAfter(next.round[x], from, first)
	if from == to {
		to = first
	}
	next.round[y] = insertAfter(next.round[y], to, last)
	return next, first, last, true
}

// insertAfter returns a copy of the ends with a new one after another, or alone.
func insertAfter(ends []int, before, end int) []int {
	return slices.Insert(slices.Clone(ends), 1+slices.Index(ends, before), end)
}

// lines returns the drawing after each line of one kind.
func (g drawing) lines(spotted bool) (all []drawing) {
	for f, face := range g.faces {
		others := slices.Delete(slices.Clone(g.faces), f, f+1)
		for a, walk := range face {
			gaps, rest := g.gaps(walk), slices.Delete(slices.Clone(face), a, a+1)
			for i, from := range gaps {
				for _, to := range gaps[i:] {
					all = append(all, g.cuts(others, rest, from, to, spotted)...)
				}
				for b := a; b < len(rest); b++ {
					for _, to := range g.gaps(rest[b]) {
						if next, first, _, ok := g.connect(from, to, spotted); ok {
							whole := append(slices.Delete(slices.Clone(rest), b, b+1), first)
							next.faces = append(slices.Clone(others), whole)
							all = append(all, next)
						}
					}
				}
			}
		}
	}
	return all
}

// cuts returns the drawings after a line between gaps of one walk. Its two sides
// are faces of their own, and each other walk lies in the one or the other.
func (g drawing) cuts(others [][]int, rest []int, from, to int, spotted bool) (all []drawing) {
	next, first, last, ok := g.connect(from, to, spotted)
	if !ok {
		return nil
	}
	for subset := range 1 << len(rest) {
		sides := [2][]int{{first}, {last}}
		for k, walk := range rest {
			side := &sides[subset>>k&1]
			*side = append(*side, walk)
		}
		cut := next
		cut.faces = append(slices.Clone(others), sides[0], sides[1])
		all = append(all, cut)
	}
	return all
}

// text writes the drawing as a raw position of package canon, dead spots and all:
// a spot with one life is a letter wherever it is met.
func (g drawing) text() string {
	var regions []string
	for _, face := range g.faces {
		var boundaries []string
		for _, walk := range face {
			var boundary strings.Builder
			for _, gap := range g.gaps(walk) {
				s := g.at(gap)
				switch ends := len(g.round[s]); ends {
				case 2:
					boundary.WriteString("n(" + strconv.Itoa(s+1) + ")")
				default:
					boundary.WriteString(strconv.Itoa(ends))
				}
			}
			boundaries = append(boundaries, boundary.String())
		}
		regions = append(regions, strings.Join(boundaries, "."))
	}
	return strings.Join(regions, "|") + "|"
}

// code returns a text that tells the drawing up to names: the walks of all faces
// with all spots named. One drawing may have several codes.
func (g drawing) code() string {
	names := make([]string, len(g.round))
	for s, ends := range g.round {
		names[s] = strconv.Itoa(len(ends))
	}
	for range 3 { // each round tells more spots apart by those around them
		g.rename(names)
	}
	return g.spell(names)
}

// rename gives each spot a name by the sorted places in which it is met, those with
// equal places by order.
func (g drawing) rename(names []string) {
	order := make([]int, len(names))
	places := make([]string, len(names))
	for s := range order {
		order[s] = s
	}
	for _, face := range g.faces {
		for _, walk := range face {
			gaps := g.gaps(walk)
			for i, gap := range gaps {
				s := g.at(gap)
				around := slices.Concat(gaps[i:], gaps[:i])
				places[s] = max(places[s], g.words(names, around))
			}
		}
	}
	slices.SortStableFunc(order, func(s, t int) int { return strings.Compare(names[s]+places[s], names[t]+places[t]) })
	for k, s := range order {
		names[s] = string(rune('A' + k))
	}
}

// words writes the spots of gaps.
func (g drawing) words(names []string, gaps []int) string {
	var b strings.Builder
	for _, gap := range gaps {
		b.WriteString(names[g.at(gap)])
	}
	return b.String()
}

// spell writes all walks, each from its least place, sorted.
func (g drawing) spell(names []string) string {
	var faces []string
	for _, face := range g.faces {
		var walks []string
		for _, walk := range face {
			gaps := g.gaps(walk)
			var ways []string
			for i := range gaps {
				ways = append(ways, g.words(names, slices.Concat(gaps[i:], gaps[:i])))
			}
			walks = append(walks, slices.Min(ways))
		}
		slices.Sort(walks)
		faces = append(faces, strings.Join(walks, "."))
	}
	slices.Sort(faces)
	return strings.Join(faces, "|")
}
