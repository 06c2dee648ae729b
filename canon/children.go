package canon

// Generator makes the children of lands. It owns buffers, so that it allocates
// nothing once they have grown, and serves one goroutine at a time.
type Generator struct {
	parent form // the land being expanded
	raw    form // the child being built, before reduction

	reducer   reducer
	canonizer canonizer
	memo      memo
	lands     Lands
	yield     func(*Lands) bool

	region      int32    // of parent, in which the move is made
	first, last int32    // boundaries of that region
	dead        []vertex // letters that the move kills
	share       []int32  // by boundary of the region: copies on the first side
	rest        []int32  // by boundary of the region: copies not touched by the move
	renamed     []vertex // by letter of parent: its fresh name in a copy, or 0
}

// NewGenerator returns a generator with empty buffers.
func NewGenerator() *Generator { return &Generator{} }

// Lands is a sum of lands, their keys one after the other.
type Lands struct {
	Keys []byte
	Ends []int // end of each key in Keys
}

func (l *Lands) reset()   { l.Keys, l.Ends = l.Keys[:0], l.Ends[:0] }
func (l *Lands) len() int { return len(l.Ends) }
func (l *Lands) at(i int) []byte {
	start := 0
	if i > 0 {
		start = l.Ends[i-1]
	}
	return l.Keys[start:l.Ends[i]]
}

// Children calls yield with each child of the land until yield returns false.
// Equal children may come several times; the order is always the same. The sum
// belongs to the generator and is valid during the call. The land must be
// canonical: a key that [DecodeKey] would accept.
//
// Cost per child: linear in the length of the land, but for lands with letters
// that no colouring tells apart.
func (g *Generator) Children(land []byte, yield func(*Lands) bool) {
	g.memo.open()
	g.parent.decode(land)
	g.yield = yield
	for r := range g.parent.regions {
		if !g.movesIn(int32(r)) {
			break
		}
	}
	g.yield = nil
}

// movesIn makes the moves in region r. The other regions are the beginning of
// every raw child.
func (g *Generator) movesIn(r int32) bool {
	p := &g.parent
	g.region, g.first, g.last = r, p.regionStart(r), p.regions[r]
	g.raw.reset()
	for q := range p.regions {
		if int32(q) == r {
			continue
		}
		for b := p.regionStart(int32(q)); b < p.regions[q]; b++ {
			g.raw.verts = append(g.raw.verts, p.boundVerts(b)...)
			g.raw.endBoundary(p.bounds[b].count)
		}
		g.raw.endRegion()
	}
	g.rest = g.rest[:0]
	for b := g.first; b < g.last; b++ {
		g.rest = append(g.rest, p.bounds[b].count)
	}
	for b := g.first; b < g.last; b++ {
		if !g.joinsFrom(b) {
			return false
		}
	}
	for b := g.first; b < g.last; b++ {
		if !g.splitsOf(b) {
			return false
		}
	}
	return true
}

// joinsFrom makes the moves that join a vertex of boundary b with one of another
// boundary, b or later ones.
func (g *Generator) joinsFrom(b int32) bool {
	p := &g.parent
	for c := b; c < g.last; c++ {
		if c == b && p.bounds[b].count < 2 {
			continue
		}
		for i := range p.boundVerts(b) {
			j := 0
			if c == b {
				j = i
			}
			for ; j < len(p.boundVerts(c)); j++ {
				if !g.join(b, int32(i), c, int32(j)) {
					return false
				}
			}
		}
	}
	return true
}

// mark remembers where the fixed beginning of the raw child ends.
type mark struct{ verts, bounds, regions int }

func (g *Generator) begin() mark {
	g.raw.letters = g.parent.letters
	if int(g.parent.letters) > len(g.renamed) {
		g.renamed = make([]vertex, 2*g.parent.letters)
	}
	clear(g.renamed[:g.parent.letters])
	g.dead = g.dead[:0]
	return mark{len(g.raw.verts), len(g.raw.bounds), len(g.raw.regions)}
}

func (g *Generator) undo(m mark) {
	g.raw.verts, g.raw.bounds, g.raw.regions = g.raw.verts[:m.verts], g.raw.bounds[:m.bounds], g.raw.regions[:m.regions]
}

// join makes the move from vertex i of boundary b to vertex j of boundary c. The
// two boundaries become one: round the first from i back to i, over the new spot,
// round the second, and over the new spot again.
func (g *Generator) join(b, i, c, j int32) bool {
	m := g.begin()
	spot := g.raw.freshLetter()
	g.walkRound(b, i)
	g.raw.verts = append(g.raw.verts, spot)
	g.walkRound(c, j)
	g.raw.verts = append(g.raw.verts, spot)
	g.raw.endBoundary(1)
	g.rest[b-g.first]--
	g.rest[c-g.first]--
	g.appendRest(g.rest, nil)
	g.rest[b-g.first]++
	g.rest[c-g.first]++
	g.raw.endRegion()
	more := g.emit()
	g.undo(m)
	return more
}

// walkRound appends a walk round boundary b from vertex i, from which a line now
// leaves, back to it.
func (g *Generator) walkRound(b, i int32) {
	verts := g.parent.boundVerts(b)
	g.startCopy(b)
	switch x := verts[i]; x {
	case spot3Lives:
		g.raw.verts = append(g.raw.verts, spot2Lives)
	case spot2Lives:
		twice := g.raw.freshLetter()
		g.raw.verts = append(g.raw.verts, twice)
		g.appendWalk(verts, i+1, int32(len(verts))-1)
		g.raw.verts = append(g.raw.verts, twice)
	default:
		g.kill(x)
		g.appendWalk(verts, i+1, int32(len(verts))-1)
	}
}

// splitsOf makes the moves that join two vertices of boundary b, or one with
// itself, and so cut the region in two.
func (g *Generator) splitsOf(b int32) bool {
	verts := g.parent.boundVerts(b)
	g.rest[b-g.first]--
	more := true
	for i := 0; i < len(verts) && more; i++ {
		if verts[i] <= spot2Lives {
			more = g.split(b, int32(i), int32(i))
		}
		for j := i + 1; j < len(verts) && more; j++ {
			if verts[i] != verts[j] || !verts[i].isLetter() {
				more = g.split(b, int32(i), int32(j))
			}
		}
	}
	g.rest[b-g.first]++
	return more
}

// split makes the moves from vertex i of boundary b to vertex j >= i of the same
// boundary, with every way to share out the other boundaries to the two sides.
func (g *Generator) split(b, i, j int32) bool {
	alone := g.parent.bounds[b].end-g.parent.boundStart(b) == 1 // the sides are alike
	g.share = append(g.share[:0], g.rest...)
	clear(g.share)
	for {
		if (!alone || g.firstHalf()) && !g.splitShared(b, i, j) {
			return false
		}
		k := 0
		for ; k < len(g.share); k++ {
			if g.share[k] < g.rest[k] {
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
		if m := g.rest[k] - n; n != m {
			return n < m
		}
	}
	return true
}

// splitShared makes one such move with one sharing. The boundaries on the two
// sides of the new line, where the spots at its ends are left out if they die:
//
//	i, i+1, ..., j, new spot    and    j, j+1, ..., i, new spot
func (g *Generator) splitShared(b, i, j int32) bool {
	m := g.begin()
	verts := g.parent.boundVerts(b)
	g.startCopy(b)
	spot := g.raw.freshLetter()
	if i == j {
		g.splitAtOne(verts, i, spot)
	} else {
		x, y := g.lineEnd(verts[i]), g.lineEnd(verts[j])
		inner := j - i - 1
		g.appendSpot(x)
		g.appendWalk(verts, i+1, inner)
		g.appendSpot(y)
		g.endSide(spot, g.share, nil)
		g.appendSpot(y)
		g.appendWalk(verts, j+1, int32(len(verts))-2-inner)
		g.appendSpot(x)
		g.endSide(spot, g.rest, g.share)
	}
	more := g.emit()
	g.undo(m)
	return more
}

// splitAtOne makes a line from vertex i of a boundary to itself. A spot with no
// line yet keeps a life, on both sides; a spot at the end of a line dies.
func (g *Generator) splitAtOne(verts []vertex, i int32, spot vertex) {
	if verts[i] == spot3Lives {
		loop := g.raw.freshLetter()
		g.appendSpot(loop)
		g.endSide(spot, g.share, nil)
		g.appendSpot(loop)
		g.endSide(spot, g.rest, g.share)
		return
	}
	g.endSide(spot, g.share, nil)
	g.appendWalk(verts, i+1, int32(len(verts))-1)
	g.endSide(spot, g.rest, g.share)
}

// noSpot stands for a line end whose spot has died.
const noSpot vertex = 3

// lineEnd returns what becomes of spot x when a line ends in it: a letter if it
// has one life left, noSpot if it dies.
func (g *Generator) lineEnd(x vertex) vertex {
	if x == spot2Lives {
		return g.raw.freshLetter()
	}
	g.kill(x)
	return noSpot
}

// kill marks spot x as dead wherever it stands.
func (g *Generator) kill(x vertex) {
	if x.isLetter() {
		g.dead = append(g.dead, g.name(x))
	}
}

// appendSpot appends x unless it is dead.
func (g *Generator) appendSpot(x vertex) {
	if x != noSpot {
		g.raw.verts = append(g.raw.verts, x)
	}
}

// endSide ends a boundary with the new spot and its region with the boundaries
// that lie on this side: of class k, all[k] copies less those in but.
func (g *Generator) endSide(spot vertex, all, but []int32) {
	g.raw.verts = append(g.raw.verts, spot)
	g.raw.endBoundary(1)
	g.appendRest(all, but)
	g.raw.endRegion()
}

// appendRest appends the boundaries of the region that the move leaves alone, as
// in endSide. Copies of a class on both sides get letters of their own.
func (g *Generator) appendRest(all, but []int32) {
	for k := range all {
		count, b := all[k], g.first+int32(k)
		if but != nil {
			count -= but[k]
		}
		if count == 0 {
			continue
		}
		if but != nil && but[k] > 0 {
			g.renameCopy(b)
			verts := g.parent.boundVerts(b)
			g.appendWalk(verts, 0, int32(len(verts)))
		} else {
			g.raw.verts = append(g.raw.verts, g.parent.boundVerts(b)...)
		}
		g.raw.endBoundary(count)
	}
}

// appendWalk appends n vertices of a boundary from place from on, going round
// the end.
func (g *Generator) appendWalk(verts []vertex, from, n int32) {
	for ; n > 0; n-- {
		if int(from) == len(verts) {
			from = 0
		}
		g.raw.verts = append(g.raw.verts, g.name(verts[from]))
		from++
	}
}

// startCopy takes one copy out of class b for the move. If others stay behind,
// the copy's letters get fresh names.
func (g *Generator) startCopy(b int32) {
	if g.parent.bounds[b].count > 1 {
		g.renameCopy(b)
	}
}

// renameCopy gives the letters of a boundary that is not alone in its class
// fresh names.
func (g *Generator) renameCopy(b int32) {
	verts := g.parent.boundVerts(b)
	for _, x := range verts {
		if x.isLetter() {
			g.renamed[x] = 0
		}
	}
	for _, x := range verts {
		if x.isLetter() && g.renamed[x] == 0 {
			g.renamed[x] = g.raw.freshLetter()
		}
	}
}

// name returns what a vertex of the parent is called in the child.
func (g *Generator) name(x vertex) vertex {
	if x.isLetter() && g.renamed[x] != 0 {
		return g.renamed[x]
	}
	return x
}

// emit reduces the raw child, brings its lands to canonical form and hands them
// over.
func (g *Generator) emit() bool {
	g.reducer.prepare(g.raw.letters)
	for _, x := range g.dead {
		g.reducer.letters[x].dead = true
	}
	g.finish(&g.raw)
	return g.yield(&g.lands)
}

// finish reduces f and fills g.lands with its lands.
func (g *Generator) finish(f *form) {
	d := &g.reducer
	d.reduce(f)
	land := d.split(f.letters)
	g.lands.reset()
	for r, root := range land {
		if int32(r) == root {
			g.appendKey(land, root)
			g.lands.Ends = append(g.lands.Ends, len(g.lands.Keys))
		}
	}
}

// appendKey appends the key of one land of the reduced form.
func (g *Generator) appendKey(land []int32, root int32) {
	d := &g.reducer
	key, ok := g.memo.find(&d.reduced, d.letters, land, root)
	if ok {
		g.lands.Keys = append(g.lands.Keys, key...)
		return
	}
	start := len(g.lands.Keys)
	g.lands.Keys = g.canonizer.canonize(g.lands.Keys, &d.reduced, d.letters, land, root)
	g.memo.keep(g.lands.Keys[start:])
}

// canonize returns the lands of a form without dead spots.
func (g *Generator) canonize(f *form) *Lands {
	g.reducer.prepare(f.letters)
	g.finish(f)
	return &g.lands
}
