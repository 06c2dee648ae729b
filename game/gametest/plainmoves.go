package gametest

import "slices"

// plain is a position of Sprouts as the strings have it: regions of boundaries
// of spots. Spots are numbered, and lives[s] is 3 less the line ends at spot s.
// A spot is written once for each time that its boundary passes it:
//
//	0.0.0        one region   {{0} {1} {2}}                lives 3 3 3
//	AB|AB.1      two regions  {{0 1}} and {{0 1} {2}}      lives 1 1 2
//
// Slices may be shared between positions and are never written to once made.
type plain struct {
	regions []plainRegion
	lives   []int
}

type (
	plainRegion   []plainBoundary
	plainBoundary []int // spots in the order of the walk, cyclic
)

// moves returns the position after each move, dead parts dropped: every join of
// two boundaries of a region, and every way to part a region by a line between
// two places of one boundary. Nothing is grouped, so most come many times.
func (p plain) moves() []plain {
	var options []plain
	for r, region := range p.regions {
		others := without(p.regions, r)
		for a, boundary := range region {
			rest := without(region, a)
			for i := range boundary {
				for j := i; j < len(boundary); j++ {
					options = append(options, p.splits(others, rest, boundary, i, j)...)
				}
			}
			for b := a + 1; b < len(region); b++ {
				bystanders := without(rest, b-1)
				for i := range boundary {
					for j := range region[b] {
						options = append(options, p.joins(others, bystanders, boundary, region[b], i, j)...)
					}
				}
			}
		}
	}
	return options
}

// joins draws a line from place i of boundary a to place j of boundary b of the
// same region, with a new spot z on it. The two become one walk, round a, over
// the line by z, round b, and back over the line by z:
//
//	x a...  and  y b...   become   x a... x z y b... y z
//
// An isolated spot is passed once only: its line ends there.
func (p plain) joins(others []plainRegion, bystanders plainRegion, a, b plainBoundary, i, j int) []plain {
	x, y := a[i], b[j]
	if x == y || p.lives[x] == 0 || p.lives[y] == 0 {
		return nil
	}
	next, z := p.connect(x, y)
	walk := slices.Concat(p.around(a, i), plainBoundary{z}, p.around(b, j), plainBoundary{z})
	next.regions = append(slices.Clone(others), append(slices.Clone(bystanders), walk))
	return []plain{next.live()}
}

// splits draws a line from place i to place j >= i of one boundary, with a new
// spot z on it. The region falls apart into two, and each of its other
// boundaries, the rest, lies in the one or the other:
//
//	x a... y b...   becomes   x a... y z  and  y b... x z
//
// A loop, i = j, has only x and z on its inside, and all the walk outside.
func (p plain) splits(others []plainRegion, rest plainRegion, boundary plainBoundary, i, j int) []plain {
	x, y := boundary[i], boundary[j]
	needed := 1
	if x == y {
		needed = 2
	}
	if p.lives[x] < needed || p.lives[y] < needed {
		return nil
	}
	next, z := p.connect(x, y)
	inner := append(slices.Clone(boundary[i:j+1]), z)
	outer := append(slices.Concat(boundary[j:], boundary[:i+1]), z)
	if i == j {
		outer = append(p.around(boundary, i), z)
	}
	var options []plain
	for subset := range 1 << len(rest) {
		inside, outside := plainRegion{inner}, plainRegion{outer}
		for k, bystander := range rest {
			if subset>>k&1 == 1 {
				inside = append(inside, bystander)
			} else {
				outside = append(outside, bystander)
			}
		}
		option := next
		option.regions = append(slices.Clone(others), inside, outside)
		options = append(options, option.live())
	}
	return options
}

// connect takes a life from x and y (two if they are one spot) and adds a spot z
// with one life. The regions are left to the caller.
func (p plain) connect(x, y int) (next plain, z int) {
	lives := append(slices.Clone(p.lives), 1)
	lives[x]--
	lives[y]--
	return plain{lives: lives}, len(lives) - 1
}

// around returns the walk from place i once round the boundary back to place i,
// which for a spot without a line is no walk: the spot is met once.
func (p plain) around(boundary plainBoundary, i int) plainBoundary {
	if p.lives[boundary[i]] == 3 {
		return plainBoundary{boundary[i]}
	}
	return slices.Concat(boundary[i:], boundary[:i+1])
}

// live drops what can never matter again: dead spots, all but one of the same
// spot in a row, boundaries without spots, and regions where no line can be drawn
// because all spots in them have fewer than two lives together.
func (p plain) live() plain {
	var regions []plainRegion
	for _, region := range p.regions {
		var kept plainRegion
		for _, boundary := range region {
			if alive := p.alive(boundary); len(alive) > 0 {
				kept = append(kept, alive)
			}
		}
		if p.livesIn(kept) >= 2 {
			regions = append(regions, kept)
		}
	}
	return plain{regions: regions, lives: p.lives}
}

// alive returns the boundary without dead spots. A spot that then follows itself
// is met once there: what lay between the two places is dead.
func (p plain) alive(boundary plainBoundary) plainBoundary {
	alive := make(plainBoundary, 0, len(boundary))
	for _, s := range boundary {
		if p.lives[s] > 0 && (len(alive) == 0 || s != alive[len(alive)-1]) {
			alive = append(alive, s)
		}
	}
	if n := len(alive); n > 1 && alive[0] == alive[n-1] {
		alive = alive[:n-1]
	}
	return alive
}

// livesIn returns the lives of the spots in the regions, each spot counted once.
func (p plain) livesIn(regions ...plainRegion) int {
	seen := make([]bool, len(p.lives))
	sum := 0
	for _, region := range regions {
		for _, boundary := range region {
			for _, s := range boundary {
				if !seen[s] {
					seen[s] = true
					sum += p.lives[s]
				}
			}
		}
	}
	return sum
}

// lands parts the regions, live ones, into sets that share no spot: what happens in one
// of them never matters to another.
func (p plain) lands() []plain {
	var lands []plain
	for left := slices.Clone(p.regions); len(left) > 0; {
		land := left[:1:1]
		left = left[1:]
		for k := 0; k < len(left); k++ {
			if slices.ContainsFunc(land, func(r plainRegion) bool { return shareSpot(r, left[k]) }) {
				land = append(land, left[k])
				left = without(left, k)
				k = -1 // the land has grown: look at all that is left again
			}
		}
		lands = append(lands, plain{regions: land, lives: p.lives})
	}
	return lands
}

// shareSpot reports whether a spot is met in both regions.
func shareSpot(a, b plainRegion) bool {
	for _, boundary := range a {
		for _, other := range b {
			if slices.ContainsFunc(boundary, func(s int) bool { return slices.Contains(other, s) }) {
				return true
			}
		}
	}
	return false
}

// without returns a copy of list without element i.
func without[S ~[]E, E any](list S, i int) S { return slices.Delete(slices.Clone(list), i, i+1) }
