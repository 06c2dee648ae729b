package antwerp

import "slices"

// colour says who may use a spot: a white one both sides, a blue one Left, a red
// one Right.
type colour uint8

const (
	white colour = iota
	blue
	red
)

// other exchanges blue and red.
func (c colour) other() colour {
	switch c {
	case blue:
		return red
	case red:
		return blue
	default:
		return white
	}
}

// String returns "white", "blue" or "red".
func (c colour) String() string { return [...]string{"white", "blue", "red"}[c] }

// spot is a drawn point: its lives are 3 less the line ends at it.
type spot struct {
	lives  int
	colour colour
}

// figure is a set of regions, before or after reduction. Spots are numbered from
// 0, and a boundary lists a spot once for each time that the walk passes it:
//
//	0.0        one region   {{0} {1}}              lives 3 3
//	2.AB|AB    two regions  {{0} {1 2}} {{1 2}}    lives 1 1 1
//
// Slices may be shared between figures and are never written to once made.
type figure struct {
	spots   []spot
	regions []region
}

type (
	region   []boundary
	boundary []int // spots in the order of the walk, cyclic
)

// reduce drops what can never matter again and returns the lands that are left,
// each a figure with the same spots. See the package comment for why each step
// keeps the game; no step makes work for an earlier one.
func (f figure) reduce(hot bool) []figure {
	var kept []region
	for _, r := range f.regions {
		r = f.alive(r, func(s int) bool { return f.spots[s].lives > 0 })
		for _, only := range []colour{blue, red} {
			if hot && f.lives(r, only.other()) < 2 {
				r = f.alive(r, func(s int) bool { return f.spots[s].colour != only.other() })
			}
		}
		if max(f.lives(r, blue), f.lives(r, red)) < 2 {
			continue
		}
		if f.lives(r, white) <= 3 {
			r = region{f.merge(r)}
			if slices.ContainsFunc(kept, func(k region) bool { return len(k) == 1 && slices.Equal(k[0], r[0]) }) {
				continue // lines here and there leave the same
			}
		}
		kept = append(kept, r)
	}
	f.regions = kept
	if hot {
		f.spots = f.claim()
	}
	return f.lands()
}

// alive returns the region without the spots that are of no use in it. A spot
// that then follows itself is met once there: what lay between is of no use.
func (f figure) alive(r region, useful func(s int) bool) region {
	var kept region
	for _, b := range r {
		walk := make(boundary, 0, len(b))
		for _, s := range b {
			if useful(s) && (len(walk) == 0 || s != walk[len(walk)-1]) {
				walk = append(walk, s)
			}
		}
		if n := len(walk); n > 1 && walk[0] == walk[n-1] {
			walk = walk[:n-1]
		}
		if len(walk) > 0 {
			kept = append(kept, walk)
		}
	}
	return kept
}

// merge puts the spots of a region on one boundary, each once.
func (figure) merge(r region) boundary {
	all := slices.Concat(r...)
	slices.Sort(all)
	return slices.Compact(all)
}

// lives returns the lives in a region that the owner of a colour can use, or all
// lives for white. Each spot counts once.
func (f figure) lives(r region, c colour) int {
	n := 0
	for i, b := range r {
		for j, s := range b {
			if (c == white || f.spots[s].colour != c.other()) && !f.met(s, r[:i], b[:j]) {
				n += f.spots[s].lives
			}
		}
	}
	return n
}

// met reports whether a spot is in the boundaries or in the walk. Only a spot with
// one life can be met twice.
func (f figure) met(s int, before region, walk boundary) bool {
	if f.spots[s].lives != 1 {
		return false
	}
	return slices.Contains(walk, s) ||
		slices.ContainsFunc(before, func(b boundary) bool { return slices.Contains(b, s) })
}

// claim returns the spots with the white ones coloured that one side only can ever
// use, because the other cannot move in any region in which they are met.
func (f figure) claim() []spot {
	var open [3][]bool // by colour: whether its owner can move where the spot is met
	for _, c := range []colour{blue, red} {
		open[c] = make([]bool, len(f.spots))
		for _, r := range f.regions {
			if f.lives(r, c) >= 2 {
				for _, s := range slices.Concat(r...) {
					open[c][s] = true
				}
			}
		}
	}
	spots := slices.Clone(f.spots)
	for s := range spots {
		switch {
		case spots[s].colour != white || open[blue][s] == open[red][s]:
		case open[blue][s]:
			spots[s].colour = blue
		default:
			spots[s].colour = red
		}
	}
	return spots
}

// lands parts the regions into sets that share no spot.
func (f figure) lands() []figure {
	var lands []figure
	for left := slices.Clone(f.regions); len(left) > 0; {
		land := left[:1:1]
		left = left[1:]
		for k := 0; k < len(left); k++ {
			if slices.ContainsFunc(land, left[k].meets) {
				land = append(land, left[k])
				left = slices.Delete(slices.Clone(left), k, k+1)
				k = -1 // the land has grown: look at all that is left again
			}
		}
		lands = append(lands, figure{f.spots, land})
	}
	return lands
}

// meets reports whether a spot is met in both regions.
func (r region) meets(other region) bool {
	for _, b := range r {
		for _, s := range b {
			if slices.ContainsFunc(other, func(o boundary) bool { return slices.Contains(o, s) }) {
				return true
			}
		}
	}
	return false
}
