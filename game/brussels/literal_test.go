package brussels_test

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
)

// literal is a position with each free arm by name, in its cyclic order round the
// boundary: what is drawn, and no counting. It knows the rules and nothing else.
type literal struct {
	regions [][][]int // of boundaries of arms
	arms    int       // named so far
}

// literalCrosses returns n crosses.
func literalCrosses(n int) literal {
	p := literal{regions: make([][][]int, 1)}
	for range n {
		p.regions[0] = append(p.regions[0], []int{p.arms, p.arms + 1, p.arms + 2, p.arms + 3})
		p.arms += 4
	}
	return p
}

// choice is two arms of a region, and for a line that cuts it the set of other
// boundaries on its first side, as bits.
type choice struct{ region, a, i, b, j, inside int }

// choices returns all moves. Joining arms i < j of one boundary, with the others
// shared out, and joining arms of two boundaries a < b.
func (p literal) choices() (all []choice) {
	for r, region := range p.regions {
		for a, boundary := range region {
			for i := range boundary {
				for j := i + 1; j < len(boundary); j++ {
					for inside := range 1 << (len(region) - 1) {
						all = append(all, choice{r, a, i, a, j, inside})
					}
				}
				for b := a + 1; b < len(region); b++ {
					for j := range region[b] {
						all = append(all, choice{r, a, i, b, j, 0})
					}
				}
			}
		}
	}
	return all
}

// random returns one of the moves, false if there is none.
func (p literal) random(r *rand.Rand) (choice, bool) {
	var open []int
	for k, region := range p.regions {
		if len(region) > 1 || len(region[0]) > 1 {
			open = append(open, k)
		}
	}
	if len(open) == 0 {
		return choice{}, false
	}
	c := choice{region: open[r.IntN(len(open))]}
	region := p.regions[c.region]
	for {
		c.a, c.b = r.IntN(len(region)), r.IntN(len(region))
		c.i, c.j = r.IntN(len(region[c.a])), r.IntN(len(region[c.b]))
		if c.a < c.b || c.a == c.b && c.i < c.j {
			c.inside = r.IntN(1 << (len(region) - 1))
			return c, true
		}
	}
}

// play draws the line and its bar. The bar has an arm on each side of the line.
func (p literal) play(c choice) literal {
	left, right := p.arms, p.arms+1
	next := literal{arms: p.arms + 2}
	for k, region := range p.regions {
		if k != c.region {
			next.regions = append(next.regions, region)
		}
	}
	region := p.regions[c.region]
	x, y := region[c.a], region[c.b]
	var first, second [][]int
	bystander := 0
	for k, boundary := range region {
		if k == c.a || k == c.b {
			continue
		}
		if c.inside>>bystander&1 == 1 {
			first = append(first, boundary)
		} else {
			second = append(second, boundary)
		}
		bystander++
	}
	if c.a == c.b {
		between := append(slices.Clone(x[c.i+1:c.j]), left)
		around := append(slices.Concat(x[c.j+1:], x[:c.i]), right)
		next.regions = append(next.regions, append(first, between), append(second, around))
		return next
	}
	walk := slices.Concat(x[c.i+1:], x[:c.i], []int{left}, y[c.j+1:], y[:c.j], []int{right})
	next.regions = append(next.regions, append(append(first, second...), walk))
	return next
}

// String writes the position with every boundary, in no special order.
func (p literal) String() string {
	var regions []string
	for _, region := range p.regions {
		var boundaries []string
		for _, boundary := range region {
			boundaries = append(boundaries, strconv.Itoa(len(boundary)))
		}
		regions = append(regions, "("+strings.Join(boundaries, ".")+")")
	}
	return strings.Join(regions, "+")
}
