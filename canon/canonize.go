package canon

import (
	"bytes"
	"math/bits"
	"slices"
)

// canonizer finds the canonical form of the lands of a reduced form.
//
// It is colour refinement on letters, then individualization where letters stay
// alike (McKay, Piperno, "Practical graph isomorphism II", J. Symb. Comput. 60,
// 2014), on the structure of a land:
//
//   - Each vertex has a colour: its lives, or for a letter of its boundary the
//     cyclic distance to its twin, or for a letter shared by two regions that
//     letter's colour. A boundary is hashed from each vertex in both directions;
//     its least hash marks the rotation to write it from. A region's hash is the
//     sum over its boundaries, one for each direction; the smaller one decides
//     which mirror image is written.
//   - A letter's new colour is hashed from its two occurrences. That is repeated
//     until no colour splits further. If letters still share a colour, each of
//     them in turn is given a colour of its own, and the least key wins. Two
//     equal keys show a symmetry, so that what it maps onto each other is tried
//     only once.
//
// Hashes decide only what is written first. Keys are complete descriptions, so
// an accident of hashing can at worst give one land two keys, never two lands
// one key.
type canonizer struct {
	form    *form
	letters []letterInfo

	regions []regionHash // of this land
	bounds  []boundHash  // of this land
	// By vertex of the form, filled for the boundaries of this land: its colour
	// read forwards and backwards, and the hash of the boundary read from it.
	colourF, colourG []uint64
	hashF, hashG     []uint64

	shared  []sharedLetter // by shared letter of this land
	colours []uint64       // by shared letter
	next    []uint64       // scratch: colours of the next round

	index []int32 // by letter of the form: its number among shared, then in the key
	order []int32 // scratch: regions in the order of writing

	leaf, best     []byte
	path, bestPath []int32
	saved          []uint64
	haveBest       bool
}

// sharedLetter is a letter that two regions share, with both occurrences.
type sharedLetter struct {
	letter vertex
	vert   [2]int32 // in verts of the form
	bound  [2]int32 // in bounds of the canonizer, until they are sorted
	region [2]int32 // in regions of the canonizer
}

// boundHash is a boundary class of the land.
type boundHash struct {
	start, n     int32 // vertices in the form
	count        int32
	shared       bool // has a letter shared with another region
	minF, minG   uint64
	fromF, fromG int32 // where the least hash is read from
}

// regionHash is a region of the land.
type regionHash struct {
	first, end int32 // bounds of the canonizer
	lives      int32
	long       int32  // boundaries with more than two vertices
	sumF, sumG uint64 // read forwards and backwards
	hash       uint64 // the same for the mirror image
	stale      bool   // a colour has changed since
}

const (
	colourStep = 0x9e3779b97f4a7c15
	// twinStep sets the colours of twins apart.
	twinStep = 0x6a09e667f3bcc909
	// hashBase is the base of the polynomial hash of a boundary, modulo 2^64.
	hashBase = 0xd1342543de82ef95
)

// mix is a fast permutation of 64 bits with good avalanche.
func mix(x uint64) uint64 {
	hi, lo := bits.Mul64(x^0x2d358dccaa6c78a5, 0x8bb84b93962eacc9)
	return hi ^ lo
}

// vertexColour are the colours of spots met once, by their code.
var vertexColour = [3]uint64{mix(1), mix(2), mix(3)}

// twinColour returns the colour of a letter whose twin is d vertices ahead.
func twinColour(d int32) uint64 { return mix(uint64(d) + 1000) }

// rotationFactor[n] is hashBase^n - 1: what moves a hash of n vertices on by one.
var rotationFactor = func() (f [64]uint64) {
	p := uint64(1)
	for n := range f {
		f[n] = p - 1
		p *= hashBase
	}
	return f
}()

func factor(n int32) uint64 {
	if int(n) < len(rotationFactor) {
		return rotationFactor[n]
	}
	p := uint64(1)
	for range n {
		p *= hashBase
	}
	return p - 1
}

// canonize appends the key of the land that consists of the regions of f whose
// entry in land equals root.
func (c *canonizer) canonize(dst []byte, f *form, letters []letterInfo, land []int32, root int32) []byte {
	c.load(f, letters, land, root)
	for i := range c.regions {
		c.hashRegion(&c.regions[i], true)
	}
	if len(c.shared) == 0 {
		return c.write(dst)
	}
	switch c.refine(c.distinct(c.colours)) {
	case len(c.shared):
		return c.write(dst)
	case len(c.shared) - 1:
		// Two letters share a colour and all others differ. Exchanging the two
		// is a symmetry: every region that holds one has a like region, perhaps
		// itself, for the other, and nothing else can tell them apart. So either
		// may come first.
		c.tellApart()
		return c.write(dst)
	}
	c.haveBest = false
	c.best, c.path, c.saved = c.best[:0], c.path[:0], c.saved[:0]
	c.search(0)
	return append(dst, c.best...)
}

// load gathers the regions, boundaries and letters of one land.
func (c *canonizer) load(f *form, letters []letterInfo, land []int32, root int32) {
	c.form, c.letters = f, letters
	c.regions, c.bounds, c.shared = c.regions[:0], c.bounds[:0], c.shared[:0]
	c.reserve(len(f.verts), int(f.letters))
	for r := int(root); r < len(land); r++ {
		if land[r] != root {
			continue
		}
		region := regionHash{first: int32(len(c.bounds))}
		for b := f.regionStart(int32(r)); b < f.regions[r]; b++ {
			start := f.boundStart(b)
			n := f.bounds[b].end - start
			bound := boundHash{start: start, n: n, count: f.bounds[b].count}
			if n > 2 {
				region.long++
			}
			region.lives += c.colour(&bound, int32(len(c.regions)))
			c.bounds = append(c.bounds, bound)
		}
		region.end = int32(len(c.bounds))
		c.regions = append(c.regions, region)
	}
	c.colours = c.colours[:0]
	for range c.shared {
		c.colours = append(c.colours, colourStep)
	}
	c.findTwins()
}

// findTwins gives letters that may be exchanged freely colours of their own, in
// any order. Two letters are twins if the same two short boundaries hold both.
// A short boundary has two vertices; or three, if turning its region over leaves
// the other boundaries as they are, because they have at most two. Exchanging
// twins is a symmetry of the land, whatever the rest of it is.
func (c *canonizer) findTwins() {
	for i := range c.shared {
		s := &c.shared[i]
		if !c.isShort(s, 0) || !c.isShort(s, 1) {
			continue
		}
		older := uint64(0)
		for j := range c.shared[:i] {
			t := &c.shared[j]
			if t.bound == s.bound || t.bound == [2]int32{s.bound[1], s.bound[0]} {
				older++
			}
		}
		if older > 0 {
			c.paint(int32(i), colourStep+older*twinStep)
		}
	}
}

// isShort reports whether occurrence i of a letter is on a short boundary.
func (c *canonizer) isShort(s *sharedLetter, i int) bool {
	n := c.bounds[s.bound[i]].n
	return n == 2 || n == 3 && c.regions[s.region[i]].long == 1
}

// paint gives a shared letter a colour before anything is hashed.
func (c *canonizer) paint(i int32, colour uint64) {
	c.colours[i] = colour
	for _, at := range c.shared[i].vert {
		c.colourF[at], c.colourG[at] = colour, colour
	}
}

// reserve makes the per-vertex and per-letter arrays large enough.
func (c *canonizer) reserve(verts, letters int) {
	if verts > len(c.colourF) {
		c.colourF, c.colourG = make([]uint64, 2*verts), make([]uint64, 2*verts)
		c.hashF, c.hashG = make([]uint64, 2*verts), make([]uint64, 2*verts)
	}
	if letters > len(c.index) {
		c.index = make([]int32, 2*letters)
	}
}

// colour gives each vertex of a boundary its first colour, notes shared letters
// and returns the lives.
func (c *canonizer) colour(b *boundHash, region int32) (lives int32) {
	verts := c.form.verts[b.start : b.start+b.n]
	for i, x := range verts {
		at := b.start + int32(i)
		if !x.isLetter() {
			c.colourF[at], c.colourG[at] = vertexColour[x], vertexColour[x]
			lives += int32(3-x) * b.count
			continue
		}
		l := &c.letters[x]
		if l.lower {
			if l.other < 0 { // the first occurrence left its place here
				d := at + l.other + 1
				c.colourF[at], c.colourG[at] = twinColour(b.n-d), twinColour(d)
				c.colourF[at-d], c.colourG[at-d] = twinColour(d), twinColour(b.n-d)
				l.other = 0
			} else {
				l.other = -(at + 1)
				lives += b.count
			}
			continue
		}
		lives += b.count
		b.shared = true
		c.colourF[at], c.colourG[at] = colourStep, colourStep
		if l.seen {
			s := &c.shared[c.index[x]]
			s.vert[1], s.bound[1], s.region[1] = at, int32(len(c.bounds)), region
			continue
		}
		l.seen = true
		c.index[x] = int32(len(c.shared))
		c.shared = append(c.shared, sharedLetter{
			letter: x, vert: [2]int32{at}, bound: [2]int32{int32(len(c.bounds))}, region: [2]int32{region},
		})
	}
	return lives
}

// hashRegion hashes the boundaries of a region that have a shared letter, or all
// of them, and sums up the region.
func (c *canonizer) hashRegion(r *regionHash, all bool) {
	r.sumF, r.sumG = uint64(r.lives), uint64(r.lives)
	for i := r.first; i < r.end; i++ {
		b := &c.bounds[i]
		if all || b.shared {
			c.hashBound(b)
		}
		r.sumF += uint64(b.count) * mix(b.minF)
		r.sumG += uint64(b.count) * mix(b.minG)
	}
	r.hash = mix(mix(r.sumF) + mix(r.sumG))
	r.stale = false
}

// hashBound hashes a boundary from each of its vertices in both directions.
func (c *canonizer) hashBound(b *boundHash) {
	n := b.n
	f, g := c.colourF[b.start:b.start+n], c.colourG[b.start:b.start+n]
	hf, hg := c.hashF[b.start:b.start+n], c.hashG[b.start:b.start+n]
	b.fromF, b.fromG = 0, 0
	if n == 1 {
		hf[0], hg[0] = f[0], f[0]
		b.minF, b.minG = f[0], f[0]
		return
	}
	var h, k uint64
	for _, x := range f {
		h = h*hashBase + x
	}
	k = g[0]
	for i := n - 1; i > 0; i-- {
		k = k*hashBase + g[i]
	}
	m := factor(n)
	b.minF, b.minG = h, k
	for i := range hf {
		hf[i] = h
		if h < b.minF {
			b.minF, b.fromF = h, int32(i)
		}
		h = h*hashBase - f[i]*m
	}
	for i, j := int32(0), int32(0); i < n; i++ {
		hg[j] = k
		if k < b.minG {
			b.minG, b.fromG = k, j
		}
		k = k*hashBase - g[j]*m
		if j--; j < 0 {
			j = n - 1
		}
	}
}

// refine recolours the shared letters until no colour splits further. There are
// have colours before; it returns how many there are then. The hashes match the
// colours before and after.
func (c *canonizer) refine(have int) int {
	for have < len(c.shared) {
		c.next = c.next[:0]
		for i := range c.shared {
			s := &c.shared[i]
			c.next = append(c.next, mix(c.colours[i]+mix(c.occurrence(s, 0))+mix(c.occurrence(s, 1))))
		}
		now := c.distinct(c.next)
		if now == have {
			break
		}
		have = now
		c.colours, c.next = c.next, c.colours
		c.recolour()
	}
	return have
}

// tellApart gives one of two letters with the same colour a colour of its own.
func (c *canonizer) tellApart() {
	for i, x := range c.colours {
		if slices.Contains(c.colours[:i], x) {
			c.colours[i] = mix(x + colourStep)
			c.recolour()
			return
		}
	}
}

// occurrence hashes the land as seen from one occurrence of a letter.
func (c *canonizer) occurrence(s *sharedLetter, i int) uint64 {
	r := &c.regions[s.region[i]]
	f, g := c.hashF[s.vert[i]], c.hashG[s.vert[i]]
	switch {
	case r.sumF < r.sumG:
	case r.sumF > r.sumG:
		f = g
	default:
		f = mix(f) + mix(g)
	}
	return f ^ r.hash
}

// recolour carries the colours of the shared letters to the vertices and renews
// the hashes of the regions where one changed.
func (c *canonizer) recolour() {
	for i := range c.shared {
		s := &c.shared[i]
		for j, at := range s.vert {
			if c.colourF[at] != c.colours[i] {
				c.colourF[at], c.colourG[at] = c.colours[i], c.colours[i]
				c.regions[s.region[j]].stale = true
			}
		}
	}
	for i := range c.regions {
		if r := &c.regions[i]; r.stale {
			c.hashRegion(r, false)
		}
	}
}

// distinct returns how many different colours there are. It compares all pairs:
// lands seldom have more than a few shared letters.
func (c *canonizer) distinct(colours []uint64) int {
	n := len(colours)
	for i, x := range colours {
		if slices.Contains(colours[:i], x) {
			n--
		}
	}
	return n
}

// search tries the letters of the least colour that several letters share, one
// after the other, at this depth. It returns the depth at which the search goes
// on: less than depth-1 where a symmetry made the choices in between needless.
func (c *canonizer) search(depth int) int {
	colour, size := c.sharedColour()
	if size == 0 {
		return c.compareLeaf(depth)
	}
	base := len(c.saved)
	c.saved = append(c.saved, c.colours...)
	pair := size == 2 && c.distinct(c.colours) == len(c.shared)-1 // see canonize
	next := depth - 1
	for i := range c.shared {
		if c.saved[base+i] != colour {
			continue
		}
		copy(c.colours, c.saved[base:])
		c.colours[i] = mix(colour + colourStep)
		c.path = append(c.path[:depth], int32(i))
		c.recolour()
		c.refine(c.distinct(c.colours))
		if to := c.search(depth + 1); to < depth {
			next = to
			break
		}
		if pair {
			break
		}
	}
	c.saved = c.saved[:base]
	return next
}

// sharedColour returns the least colour that several letters share, and by how
// many: 0 if all letters differ.
func (c *canonizer) sharedColour() (colour uint64, size int) {
	for i, x := range c.colours {
		n := 1
		for j, y := range c.colours {
			if x == y && i != j {
				n++
			}
		}
		if n > 1 && (size == 0 || x < colour) {
			colour, size = x, n
		}
	}
	return colour, size
}

// compareLeaf writes the key for the colours chosen and keeps it if it is the
// least so far. If it equals the least one, their choices are symmetric from the
// depth where they part.
func (c *canonizer) compareLeaf(depth int) int {
	c.leaf = c.write(c.leaf[:0])
	order := -1
	if c.haveBest {
		order = bytes.Compare(c.leaf, c.best)
	}
	if order == 0 {
		for i, x := range c.path[:depth] {
			if x != c.bestPath[i] {
				return i
			}
		}
	}
	if order < 0 {
		c.haveBest = true
		c.best = append(c.best[:0], c.leaf...)
		c.bestPath = append(c.bestPath[:0], c.path[:depth]...)
	}
	return depth - 1
}
