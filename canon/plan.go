package canon

import "slices"

// The order of moves. A search looks for a child that is already known to be
// lost, and lands are the better known the smaller they are. So children come in
// the order of the lives of their largest land, which is read off the move before
// its child is made: five to six children before such a one, where the order of
// the boundaries takes fourteen (docs/experiments.md). The estimate counts a
// letter once for each region that holds it and knows no reductions; it decides
// about the order alone.

// plan holds moves of a land to be made.
type plan struct {
	moves  []move
	order  []uint64 // lives of the child's largest land << 32 | place in moves
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
func (p *plan) add(m move, share []int32, largest int32) {
	m.share = noShare
	if share != nil {
		m.share = int32(len(p.shares))
		p.shares = append(p.shares, share...)
	}
	p.order = append(p.order, uint64(largest)<<32|uint64(len(p.moves)))
	p.moves = append(p.moves, m)
}

// outline is what the order of the moves in one region depends on. Components are
// those that the other regions of the land fall into without this one; a set of
// them is a mask of bits, where the 64th bit stands for all beyond.
type outline struct {
	region, first, last int32 // the region and its boundaries
	turns               turns // its symmetries

	parent     []int32 // union-find over regions
	part       []int32 // by region: its component
	partLives  []int32 // by component
	places     []letterPlace
	lives      []int32  // by boundary of the region: lives of one copy
	links      []uint64 // by boundary of the region: components that its letters lead to
	regionLife int32
	after      []uint64 // by vertex of a boundary: links of it and those behind it
	rest       []int32  // by boundary of the region: copies beside the one that is cut
	share      []int32  // of these, copies on the first side
}

// letterPlace tells where a letter of the land occurs.
type letterPlace struct {
	region, other int32  // of its occurrences
	link          uint64 // the component that it leads to from the region
	twin          uint64 // a bit for it, if both occurrences are in the region
}

// oneBit returns the mask of component or letter i.
func oneBit(i int32) uint64 { return 1 << min(uint(i), 63) }

func (x vertex) lives() int32 {
	if x.isLetter() {
		return 1
	}
	return int32(3 - x)
}

// findLetters notes the regions of the letters of a land.
func (o *outline) findLetters(f *form) {
	if int(f.letters) > len(o.places) {
		o.places = make([]letterPlace, 2*f.letters)
	}
	clear(o.places[:f.letters])
	v := int32(0)
	for r, regionEnd := range f.regions {
		for end := f.bounds[regionEnd-1].end; v < end; v++ {
			if x := f.verts[v]; x.isLetter() {
				p := &o.places[x]
				p.region, p.other = p.other, int32(r)+1 // 0 is none yet
			}
		}
	}
}

// enter outlines region r, after findLetters.
func (o *outline) enter(f *form, r int32) {
	o.region, o.first, o.last = r, f.regionStart(r), f.regions[r]
	o.turns.enter(f, o.first, o.last)
	o.partLives = o.partLives[:0]
	if len(f.regions) > 1 {
		o.findParts(f, r)
	}
	for x := firstLetter; x < f.letters; x++ {
		p := &o.places[x]
		p.link, p.twin = 0, 0
		switch a, b := p.region-1, p.other-1; {
		case a == b:
			p.twin = 1 << (x & 63)
		case a == r:
			p.link = oneBit(o.part[b])
		case b == r:
			p.link = oneBit(o.part[a])
		}
	}
	o.lives, o.links, o.rest, o.regionLife = o.lives[:0], o.links[:0], o.rest[:0], 0
	for b := o.first; b < o.last; b++ {
		lives, links := int32(0), uint64(0)
		for _, x := range f.boundVerts(b) {
			lives += x.lives()
			if x.isLetter() {
				links |= o.places[x].link
			}
		}
		o.lives, o.links = append(o.lives, lives), append(o.links, links)
		o.rest = append(o.rest, f.bounds[b].count)
		o.regionLife += lives * f.bounds[b].count
	}
}

// findParts finds the components of the regions but r, and their lives.
func (o *outline) findParts(f *form, r int32) {
	o.parent, o.part = o.parent[:0], o.part[:0]
	for q := range f.regions {
		o.parent, o.part = append(o.parent, int32(q)), append(o.part, -1)
	}
	if len(f.regions) > 2 {
		for x := firstLetter; x < f.letters; x++ {
			if a, b := o.places[x].region-1, o.places[x].other-1; a != b && a != r && b != r {
				a, b = o.root(a), o.root(b)
				o.parent[max(a, b)] = min(a, b)
			}
		}
	}
	v := int32(0)
	for q, regionEnd := range f.regions {
		b := f.regionStart(int32(q))
		if int32(q) == r {
			v = f.bounds[regionEnd-1].end
			continue
		}
		root := o.root(int32(q))
		if o.part[root] < 0 {
			o.part[root] = int32(len(o.partLives))
			o.partLives = append(o.partLives, 0)
		}
		o.part[q] = o.part[root]
		lives := &o.partLives[o.part[q]]
		for ; b < regionEnd; b++ {
			for end := f.bounds[b].end; v < end; v++ {
				*lives += f.verts[v].lives() * f.bounds[b].count
			}
		}
	}
}

func (o *outline) root(r int32) int32 {
	for o.parent[r] != r {
		r = o.parent[r]
	}
	return r
}

// largest returns the lives of the largest land if the move leaves two sides with
// these lives and links; linked tells that a letter of the boundary holds them
// together.
func (o *outline) largest(one, two int32, oneLinks, twoLinks uint64, linked bool) int32 {
	apart := int32(0)
	if linked || oneLinks&twoLinks != 0 {
		one, two = one+two, 0
		oneLinks |= twoLinks
	}
	for i, lives := range o.partLives {
		switch bit := oneBit(int32(i)); {
		case oneLinks&bit != 0:
			one += lives
		case twoLinks&bit != 0:
			two += lives
		default:
			apart = max(apart, lives)
		}
	}
	return max(one, two, apart)
}

// children makes the children of g.parent.
func (g *Generator) children(yield func(*Lands) bool) {
	g.yield = yield
	g.plan.reset()
	g.outline.findLetters(&g.parent)
	more := true
	for r := int32(0); more && int(r) < len(g.parent.regions); r++ {
		g.outline.enter(&g.parent, r)
		more = g.planSplits() && g.planJoins()
	}
	if more {
		g.makePlanned()
	}
	g.yield = nil
}

// add plans a move. If the plan is full, its children are made first.
func (g *Generator) add(m move, share []int32, largest int32) bool {
	if len(g.plan.moves) == maxPlan && !g.makePlanned() {
		return false
	}
	g.plan.add(m, share, largest)
	return true
}

// makePlanned makes the planned moves, those with the smallest lands first.
func (g *Generator) makePlanned() bool {
	p := &g.plan
	slices.Sort(p.order)
	g.region = noRegion
	for _, place := range p.order {
		m := &p.moves[uint32(place)]
		if m.region != g.region {
			g.enter(m.region)
		}
		more := false
		if m.share == noShare {
			more = g.join(m.b, m.i, m.c, m.j)
		} else {
			more = g.split(m.b, m.i, m.j, p.shares[m.share:m.share+g.last-g.first])
		}
		if !more {
			return false
		}
	}
	p.reset()
	return true
}

// planJoins plans the moves of the region that join two boundaries.
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
					if o.turns.join(b-o.first, int32(i), int32(len(f.boundVerts(b))), c-o.first, int32(j), int32(len(f.boundVerts(c)))) {
						continue
					}
					m := move{region: o.region, b: b, i: int32(i), c: c, j: int32(j)}
					all := links | o.linksBeside(f.boundVerts(c), j)
					if !g.add(m, nil, o.largest(o.regionLife-1, 0, all, 0, false)) {
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
		if k != i && x.isLetter() {
			links |= o.places[x].link
		}
	}
	return links
}

// planSplits plans the moves of the region that join two vertices of a boundary,
// or one with itself, and so cut the region in two.
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
	o.after = append(o.after[:0], make([]uint64, len(verts)+1)...)
	for i := len(verts) - 1; i >= 0; i-- {
		o.after[i] = o.after[i+1]
		if x := verts[i]; x.isLetter() {
			o.after[i] |= o.places[x].link
		}
	}
	all, before := o.lives[b-o.first], uint64(0)
	for i, x := range verts {
		if x <= spot2Lives { // a line from the spot to itself
			s := sides{one: 1, two: all - x.lives() + 1, twoLinks: before | o.after[i+1]}
			if x == spot3Lives {
				s.one, s.two = s.one+1, s.two+1
			}
			if !g.planShares(b, i, i, s) {
				return false
			}
		}
		inside, links, twins := int32(0), uint64(0), uint64(0)
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
					oneLinks: links, twoLinks: before | o.after[j+1],
					linked: twins&^o.twinOf(x)&^o.twinOf(y) != 0,
				}
				if !g.planShares(b, i, j, s) {
					return false
				}
			}
			inside += y.lives()
			if y.isLetter() {
				links |= o.places[y].link
				twins ^= o.places[y].twin
			}
		}
		if x.isLetter() {
			before |= o.places[x].link
		}
	}
	return true
}

// twinOf returns the bit of a letter whose twin is in the region, or no bit.
func (o *outline) twinOf(x vertex) uint64 {
	if !x.isLetter() {
		return 0
	}
	return o.places[x].twin
}

// sides is what a line from a boundary to itself leaves on its sides, without the
// other boundaries of the region.
type sides struct {
	one, two           int32 // lives
	oneLinks, twoLinks uint64
	linked             bool // by a letter of the boundary
}

// planShares plans the moves from vertex i of boundary b to vertex j >= i of the
// same boundary: every way to share out the other boundaries to the two sides.
func (g *Generator) planShares(b int32, i, j int, s sides) bool {
	o := &g.outline
	skip, half := o.turns.split(b-o.first, int32(i), int32(j), int32(len(g.parent.boundVerts(b))))
	if skip {
		return true
	}
	o.share = append(o.share[:0], o.rest...)
	clear(o.share)
	total := o.regionLife - o.lives[b-o.first]
	for {
		if !half || o.firstHalf() {
			lives, one, two := int32(0), s.oneLinks, s.twoLinks
			for k, n := range o.share {
				lives += n * o.lives[k]
				if n > 0 {
					one |= o.links[k]
				}
				if n < o.rest[k] {
					two |= o.links[k]
				}
			}
			m := move{region: o.region, b: b, i: int32(i), c: b, j: int32(j)}
			if !g.add(m, o.share, o.largest(s.one+lives, s.two+total-lives, one, two, s.linked)) {
				return false
			}
		}
		k := 0
		for ; k < len(o.share); k++ {
			if o.share[k] < o.rest[k] {
				o.share[k]++
				break
			}
			o.share[k] = 0
		}
		if k == len(o.share) {
			return true
		}
	}
}

// firstHalf reports whether the sharing comes before its mirror image, or is it.
func (o *outline) firstHalf() bool {
	for k, n := range o.share {
		if m := o.rest[k] - n; n != m {
			return n < m
		}
	}
	return true
}
