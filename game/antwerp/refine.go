package antwerp

import (
	"cmp"
	"slices"
)

// refine tells spots apart by what can be seen from their two places, whatever
// the names and the order, until that splits no class. Classes are then 0, 1, ...
// in an order that depends on the land alone.
func (c *canonizer) refine(n numbering) numbering {
	if len(c.twice) == 0 {
		return n
	}
	for classes := 0; ; {
		next, count := c.split(n)
		if count == classes {
			return next
		}
		n, classes = next, count
		if count == len(c.twice) {
			return n
		}
	}
}

// split makes one round: old class, colour, the two views.
func (c *canonizer) split(n numbering) (next numbering, count int) {
	views := map[int][]code{}
	for _, r := range c.land.regions {
		c.look(r, n, views)
	}
	signature := map[int]code{}
	for _, s := range c.twice {
		both := views[s]
		slices.SortFunc(both, slices.Compare[code])
		signature[s] = slices.Concat(code{n[s], int(c.land.spots[s].colour)}, both[0], code{endRegion}, both[1])
	}
	order := slices.Clone(c.twice)
	slices.SortFunc(order, func(a, b int) int { return slices.Compare(signature[a], signature[b]) })
	next = make(numbering, len(n))
	for i, s := range order {
		if i > 0 && slices.Compare(signature[order[i-1]], signature[s]) != 0 {
			count++
		}
		next[s] = count
	}
	return next, count + 1
}

// look adds what each place of a region sees: the region, and the boundary from
// there on, in the direction that gives less.
func (c *canonizer) look(r region, n numbering, views map[int][]code) {
	var walks [2][]code
	var whole [2]code
	for mirror := range 2 {
		for _, b := range r {
			walks[mirror] = append(walks[mirror], c.walk(b, n, mirror == 1))
		}
		whole[mirror] = joinWalks(walks[mirror])
	}
	for i, b := range r {
		for j, s := range b {
			if c.places[s] < 2 {
				continue
			}
			ahead := slices.Concat(whole[0], rotate(walks[0][i], j))
			behind := slices.Concat(whole[1], rotate(walks[1][i], len(b)-1-j))
			if slices.Compare(behind, ahead) < 0 {
				ahead = behind
			}
			views[s] = append(views[s], ahead)
		}
	}
}

// walk returns the tokens of a boundary as it is written, or backwards.
func (c *canonizer) walk(b boundary, n numbering, mirror bool) code {
	walk := make(code, len(b))
	for i, s := range b {
		if mirror {
			i = len(b) - 1 - i
		}
		walk[i] = c.token(s, n)
	}
	return walk
}

// encode returns the code of the land under a numbering.
func (c *canonizer) encode(n numbering) code {
	regions := make([]code, 0, len(c.land.regions))
	for _, r := range c.land.regions {
		var least code
		for mirror := range 2 {
			var walks []code
			for _, b := range r {
				walks = append(walks, c.walk(b, n, mirror == 1))
			}
			if whole := joinWalks(walks); mirror == 0 || slices.Compare(whole, least) < 0 {
				least = whole
			}
		}
		regions = append(regions, least)
	}
	slices.SortFunc(regions, func(a, b code) int {
		return cmp.Or(cmp.Compare(len(b), len(a)), slices.Compare(a, b))
	})
	var all code
	for _, r := range regions {
		all = append(append(all, r...), endRegion)
	}
	return all
}

// joinWalks returns boundaries in order, each from where it is least, with an end
// mark after each.
func joinWalks(walks []code) code {
	least := make([]code, len(walks))
	size := 0
	for i, w := range walks {
		least[i] = leastRotation(w)
		size += len(w) + 1
	}
	slices.SortFunc(least, slices.Compare[code])
	whole := make(code, 0, size)
	for _, w := range least {
		whole = append(append(whole, w...), endBoundary)
	}
	return whole
}

// leastRotation returns a cyclic code from where it is least.
func leastRotation(w code) code {
	best := 0
	for i := 1; i < len(w); i++ {
		for k := range w {
			if d := cmp.Compare(w[(i+k)%len(w)], w[(best+k)%len(w)]); d != 0 {
				if d < 0 {
					best = i
				}
				break
			}
		}
	}
	return rotate(w, best)
}

// rotate returns a cyclic code from token i on.
func rotate(w code, i int) code {
	if i == 0 {
		return w
	}
	return slices.Concat(w[i:], w[:i])
}
