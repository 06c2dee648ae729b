package canon

// regionInHand is a region of a land and its boundaries.
type regionInHand struct {
	region, first, last int32
	rest                []int32 // by boundary: copies that a move leaves where they are
}

// enter takes region r in hand.
func (h *regionInHand) enter(f *form, r int32) {
	h.region, h.first, h.last = r, f.regionStart(r), f.regions[r]
	h.rest = h.rest[:0]
	for b := h.first; b < h.last; b++ {
		h.rest = append(h.rest, f.bounds[b].count)
	}
}

// outline tells how a land falls apart when moves in one region kill letters. The
// other regions form parts that hang together without this one; a set of parts is
// a mask of bits, where the 64th bit stands for all parts beyond. A letter counts
// as a life wherever it stands. All that is an estimate, for the order of moves.
type outline struct {
	regionInHand
	turns  turns         // symmetries of the region
	places []letterPlace // by letter

	parent    regionSets
	part      []int32 // by region: its part
	partLives []int32 // by part

	lives       []int32  // by boundary of the region: of one copy
	links       []uint64 // by boundary of the region: parts that its letters lead to
	regionLives int32
}

// letterPlace tells where a letter of the land stands.
type letterPlace struct {
	one, other int32  // regions
	link       uint64 // the part that it leads to from the region in hand, or none
}

// oneBit returns the mask of part i.
func oneBit(i int32) uint64 { return 1 << min(uint(i), 63) }

// lives returns how many lives the vertex shows.
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
	for x := firstLetter; x < f.letters; x++ {
		o.places[x].other = noRegion
	}
	v := int32(0)
	for r, regionEnd := range f.regions {
		for end := f.bounds[regionEnd-1].end; v < end; v++ {
			if x := f.verts[v]; x.isLetter() {
				p := &o.places[x]
				p.one, p.other = p.other, int32(r)
			}
		}
	}
}

// enter outlines the land around region r, after findLetters.
func (o *outline) enter(f *form, r int32) {
	o.regionInHand.enter(f, r)
	o.turns.enter(f, o.first, o.last)
	o.partLives = o.partLives[:0]
	if len(f.regions) > 1 {
		o.findParts(f)
	}
	for x := firstLetter; x < f.letters; x++ {
		p := &o.places[x]
		p.link = 0
		switch {
		case p.one == p.other:
		case p.one == r:
			p.link = oneBit(o.part[p.other])
		case p.other == r:
			p.link = oneBit(o.part[p.one])
		}
	}
	o.lives, o.links, o.regionLives = o.lives[:0], o.links[:0], 0
	for b := o.first; b < o.last; b++ {
		lives, links := int32(0), uint64(0)
		for _, x := range f.boundVerts(b) {
			lives += x.lives()
			links |= o.link(x)
		}
		o.lives, o.links = append(o.lives, lives), append(o.links, links)
		o.regionLives += lives * f.bounds[b].count
	}
}

// link returns the part that a vertex of the region leads to, if any.
func (o *outline) link(x vertex) uint64 {
	if !x.isLetter() {
		return 0
	}
	return o.places[x].link
}

// findParts finds the parts that the regions but the one in hand form, and their
// lives.
func (o *outline) findParts(f *form) {
	o.parent.reset(len(f.regions))
	o.part = o.part[:0]
	for range f.regions {
		o.part = append(o.part, -1)
	}
	if len(f.regions) > 2 {
		for x := firstLetter; x < f.letters; x++ {
			if a, b := o.places[x].one, o.places[x].other; a != b && a != o.region && b != o.region {
				o.parent.join(a, b)
			}
		}
	}
	b, v := int32(0), int32(0)
	for q, regionEnd := range f.regions {
		if int32(q) == o.region {
			b, v = regionEnd, f.bounds[regionEnd-1].end
			continue
		}
		root := o.parent.root(int32(q))
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

// sides is what a line leaves on its two sides; a line that joins two boundaries
// leaves one side.
type sides struct {
	one, two           int32  // lives
	oneLinks, twoLinks uint64 // parts that letters of the side lead to
}

// size returns the lives of the largest land that a move leaves, and of the larger
// side with the parts that hang on it. The sides share the new spot, so they are
// one land; what falls off are parts whose letters have died.
func (o *outline) size(s sides) (land, side int32) {
	land = s.one + s.two
	apart := int32(0)
	for i, lives := range o.partLives {
		bit := oneBit(int32(i))
		if (s.oneLinks|s.twoLinks)&bit == 0 {
			apart = max(apart, lives)
			continue
		}
		land += lives
		if s.oneLinks&bit != 0 {
			s.one += lives
		}
		if s.twoLinks&bit != 0 {
			s.two += lives
		}
	}
	return max(land, apart), max(s.one, s.two)
}
