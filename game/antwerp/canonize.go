package antwerp

import (
	"cmp"
	"slices"
)

// code is a sequence of tokens that stands for a region, a boundary or a land.
// Tokens of separators are the least, so that short comes before long:
//
//	0, 1            end of a boundary, of a region
//	2 + 3k + c      a spot met once with k line ends, of colour c
//	16 + 4n + c     the spot met twice with number n, of colour c
type code []int

const (
	endBoundary = iota
	endRegion
	onceToken
	twiceToken = 16
)

// canonical returns the canonical form of a reduced land, as text. See the package
// comment for the form and why it is the same for all ways to write the land.
func (f figure) canonical() string {
	c := newCanonizer(f)
	c.descend(c.start, nil)
	return spell(c.best)
}

// canonizer looks for the least code of a land over all numberings of the spots
// that are met twice.
type canonizer struct {
	land   figure
	twice  []int       // spots that are met twice
	places map[int]int // spot -> how often it is met
	start  numbering

	best     code
	order    []int   // the numbering of best: spots by number
	path     []int   // the spots that were made first on the way to best
	symmetry [][]int // permutations of spots that map the land to itself
}

// numbering gives each spot a class. Spots of equal class are not yet told apart.
type numbering []int

func newCanonizer(f figure) *canonizer {
	c := &canonizer{land: f, places: map[int]int{}, start: make(numbering, len(f.spots))}
	for _, r := range f.regions {
		for _, b := range r {
			for _, s := range b {
				if c.places[s]++; c.places[s] == 2 {
					c.twice = append(c.twice, s)
				}
			}
		}
	}
	return c
}

// token returns the token of a spot.
func (c *canonizer) token(s int, n numbering) int {
	p := c.land.spots[s]
	if c.places[s] < 2 {
		return onceToken + 3*(3-p.lives) + int(p.colour)
	}
	return twiceToken + 4*n[s] + int(p.colour)
}

// descend refines a numbering and, where spots stay alike, makes each of them the
// first in turn. It returns the depth to go back to: less than len(path) when a
// symmetry has shown that nothing new is to be found before that.
func (c *canonizer) descend(n numbering, path []int) int {
	n = c.refine(n)
	cell := c.alike(n)
	if cell == nil {
		return c.leaf(n, path)
	}
	var tried []int
	for _, s := range cell {
		if c.related(s, tried, path) {
			continue
		}
		tried = append(tried, s)
		back := c.descend(first(n, s), append(slices.Clone(path), s))
		if back < len(path) {
			return back
		}
	}
	return len(path)
}

// leaf compares a numbering without ties with the best so far.
func (c *canonizer) leaf(n numbering, path []int) int {
	found := c.encode(n)
	order := slices.Clone(c.twice)
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(n[a], n[b]) })
	if c.best == nil || slices.Compare(found, c.best) < 0 {
		c.best, c.order, c.path = found, order, path
		return len(path)
	}
	if !slices.Equal(found, c.best) {
		return len(path)
	}
	image := make([]int, len(c.land.spots))
	for s := range image {
		image[s] = s
	}
	for i, s := range c.order {
		image[s] = order[i]
	}
	c.symmetry = append(c.symmetry, image)
	common := 0
	for common < len(path) && common < len(c.path) && path[common] == c.path[common] {
		common++
	}
	return common
}

// related reports whether symmetries that leave the path alone map a spot to one
// that was tried.
func (c *canonizer) related(s int, tried, path []int) bool {
	if len(tried) == 0 || len(c.symmetry) == 0 {
		return false
	}
	orbit := []int{s}
	for i := 0; i < len(orbit); i++ {
		for _, image := range c.symmetry {
			if slices.ContainsFunc(path, func(p int) bool { return image[p] != p }) {
				continue
			}
			if to := image[orbit[i]]; !slices.Contains(orbit, to) {
				orbit = append(orbit, to)
			}
		}
	}
	return slices.ContainsFunc(tried, func(t int) bool { return slices.Contains(orbit, t) })
}

// alike returns the spots of the least class with more than one, nil if none has.
func (c *canonizer) alike(n numbering) []int {
	count := map[int]int{}
	for _, s := range c.twice {
		count[n[s]]++
	}
	least := -1
	for class, k := range count {
		if k > 1 && (least < 0 || class < least) {
			least = class
		}
	}
	if least < 0 {
		return nil
	}
	var cell []int
	for _, s := range c.twice {
		if n[s] == least {
			cell = append(cell, s)
		}
	}
	return cell
}

// first returns the numbering in which a spot comes before all others of its
// class.
func first(n numbering, s int) numbering {
	next := slices.Clone(n)
	for i := range next {
		next[i] *= 2
	}
	next[s]--
	return next
}
