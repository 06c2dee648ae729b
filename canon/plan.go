package canon

import "slices"

// plan holds moves of a land to be made, in order.
//
// A search looks for a child that is already known to be lost. Lands are the better
// known the smaller they are, so children come in the order of the lives of their
// largest land, even cuts first among equals. Both are read off the move before its
// child is made. Three children come before such a one on average, where the order
// of the boundaries takes fourteen (docs/experiments.md).
type plan struct {
	moves  []move
	order  []uint64 // of children: largest land, larger side, place in moves
	shares []int32  // of the moves, one after the other
}

// maxPlan bounds the moves that are sorted together. Few lands have so many.
const maxPlan = 4096

// move joins vertex i of boundary b with vertex j of boundary c, all in one region.
type move struct {
	region     int32
	b, i, c, j int32
	share      int32 // where its share starts in shares, noShare if it joins two boundaries
}

const noShare = -1

func (p *plan) reset() { p.moves, p.order, p.shares = p.moves[:0], p.order[:0], p.shares[:0] }

// add plans a move; one that joins two boundaries has no share.
func (p *plan) add(m move, share []int32, land, side int32) {
	m.share = noShare
	if share != nil {
		m.share = int32(len(p.shares))
		p.shares = append(p.shares, share...)
	}
	p.order = append(p.order, uint64(land)<<40|uint64(side)<<20|uint64(len(p.moves)))
	p.moves = append(p.moves, m)
}

// place returns the place in moves of an entry of order.
func place(order uint64) int { return int(order & (1<<20 - 1)) }

// add plans a move. If the plan is full, its children are made first.
func (g *Generator) add(m move, share []int32, s sides) bool {
	if len(g.plan.moves) == maxPlan && !g.makePlanned() {
		return false
	}
	land, side := g.outline.size(s)
	g.plan.add(m, share, land, side)
	return true
}

// planJoins plans the moves of the region in hand that join two boundaries.
func (g *Generator) planJoins() bool {
	f, o := &g.parent, &g.outline
	for b := o.first; b < o.last; b++ {
		for c := b; c < o.last; c++ {
			if c == b && f.bounds[b].count < 2 {
				continue
			}
			others := uint64(0)
			for k, links := range o.links {
				if k := o.first + int32(k); k != b && k != c {
					others |= links
				}
			}
			for i := range f.boundVerts(b) {
				links := others | o.linksBeside(f.boundVerts(b), i)
				j := 0
				if c == b {
					j = i
				}
				for ; j < len(f.boundVerts(c)); j++ {
					if o.turns.repeatsJoin(b-o.first, int32(i), c-o.first, int32(j)) {
						continue
					}
					m := move{region: o.region, b: b, i: int32(i), c: c, j: int32(j)}
					s := sides{one: o.regionLives, oneLinks: links | o.linksBeside(f.boundVerts(c), j)}
					if !g.add(m, nil, s) {
						return false
					}
				}
			}
		}
	}
	return true
}

// linksBeside returns the links of the letters of a boundary but that at i.
func (o *outline) linksBeside(verts []vertex, i int) (links uint64) {
	if len(o.partLives) == 0 {
		return 0
	}
	for k, x := range verts {
		if k != i {
			links |= o.link(x)
		}
	}
	return links
}

// planSplits plans the moves of the region in hand that join two vertices of a
// boundary, or one with itself, and so cut the region in two.
func (g *Generator) planSplits() bool {
	o := &g.outline
	for b := o.first; b < o.last; b++ {
		o.rest[b-o.first]--
		more := g.planSplitsOf(b)
		o.rest[b-o.first]++
		if !more {
			return false
		}
	}
	return true
}

func (g *Generator) planSplitsOf(b int32) bool {
	o, verts := &g.outline, g.parent.boundVerts(b)
	g.after = slices.Grow(g.after[:0], len(verts)+1)[:len(verts)+1]
	g.after[len(verts)] = 0
	for i := len(verts) - 1; i >= 0; i-- {
		g.after[i] = g.after[i+1] | o.link(verts[i])
	}
	all, before := o.lives[b-o.first], uint64(0)
	for i, x := range verts {
		if x <= spot2Lives { // a line from the spot to itself
			s := sides{one: 1, two: all - x.lives() + 1, twoLinks: before | g.after[i+1]}
			if x == spot3Lives {
				s.one, s.two = s.one+1, s.two+1
			}
			if !g.planShares(b, i, i, s) {
				return false
			}
		}
		inside, links := int32(0), uint64(0)
		for j := i + 1; j < len(verts); j++ {
			y := verts[j]
			if x != y || !x.isLetter() {
				ends := int32(1) // lives of the new spot and of the line's ends
				if x == spot2Lives {
					ends++
				}
				if y == spot2Lives {
					ends++
				}
				s := sides{
					one: inside + ends, two: all - inside - x.lives() - y.lives() + ends,
					oneLinks: links, twoLinks: before | g.after[j+1],
				}
				if !g.planShares(b, i, j, s) {
					return false
				}
			}
			inside += y.lives()
			links |= o.link(y)
		}
		before |= o.link(x)
	}
	return true
}

// planShares plans the moves from vertex i of boundary b to vertex j >= i of the
// same boundary: every way to share out the other boundaries to the two sides,
// which hold s without them.
func (g *Generator) planShares(b int32, i, j int, s sides) bool {
	o := &g.outline
	skip, half := o.turns.repeatsSplit(b-o.first, int32(i), int32(j))
	if skip {
		return true
	}
	g.share = append(g.share[:0], o.rest...)
	clear(g.share)
	total := o.regionLives - o.lives[b-o.first]
	for {
		if !half || g.firstHalf() {
			t, lives := s, int32(0)
			for k, n := range g.share {
				lives += n * o.lives[k]
				if n > 0 {
					t.oneLinks |= o.links[k]
				}
				if n < o.rest[k] {
					t.twoLinks |= o.links[k]
				}
			}
			t.one, t.two = t.one+lives, t.two+total-lives
			if !g.add(move{region: o.region, b: b, i: int32(i), c: b, j: int32(j)}, g.share, t) {
				return false
			}
		}
		k := 0
		for ; k < len(g.share); k++ {
			if g.share[k] < o.rest[k] {
				g.share[k]++
				break
			}
			g.share[k] = 0
		}
		if k == len(g.share) {
			return true
		}
	}
}

// firstHalf reports whether the sharing comes before its mirror image, or is it.
func (g *Generator) firstHalf() bool {
	for k, n := range g.share {
		if m := g.outline.rest[k] - n; n != m {
			return n < m
		}
	}
	return true
}
