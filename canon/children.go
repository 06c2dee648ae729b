package canon

import "slices"

// Lines says which lines a [Generator] draws: a set of the two kinds.
type Lines uint8

// The kinds of lines.
const (
	Spotted Lines = 1 << iota // with a new spot on it, as in Sprouts
	Bare                      // without: it takes two lives and gives none
)

// Generator makes the children of lands. It owns buffers, so that it allocates
// nothing once they have grown, and serves one goroutine at a time.
type Generator struct {
	lines Lines

	parent form // the land being expanded
	raw    form // the regions of the child that the move makes, before reduction

	outline outline // of the land around the region whose moves are being planned
	plan    plan
	after   []uint64 // by vertex of a boundary: links of it and those behind it
	share   []int32  // by boundary of the region: copies on the first side of a line

	reducer   reducer
	canonizer canonizer
	memo      memo
	lands     Lands
	yield     func(*Lands) bool

	regionInHand          // of parent, in which the move is made
	dead         []vertex // letters that the move kills
	renamed      []vertex // by letter of parent: its fresh name in a copy, or 0
}

// NewGenerator returns a generator with empty buffers. Its lines are [Spotted].
func NewGenerator() *Generator { return NewLineGenerator(Spotted) }

// NewLineGenerator returns a generator with empty buffers for a variant of Sprouts:
// it draws each line in the given kinds, first spotted, then bare.
func NewLineGenerator(lines Lines) *Generator { return &Generator{lines: lines} }

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
// Equal children may come several times; the order is always the same, and begins
// with children whose lands are small (up to some thousands of moves are sorted
// together). The sum belongs to the generator and is valid during the call. The land must be canonical: a key that
// [DecodeKey] would accept.
//
// Cost per child: linear in the length of the land, but for lands with letters
// that no colouring tells apart.
func (g *Generator) Children(land []byte, yield func(*Lands) bool) {
	g.memo.open()
	g.parent.decode(land)
	g.children(yield)
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

// makePlanned makes the planned moves in order.
func (g *Generator) makePlanned() bool {
	p := &g.plan
	slices.Sort(p.order)
	g.region = noRegion
	for _, order := range p.order {
		m := &p.moves[place(order)]
		if m.region != g.region {
			g.enter(&g.parent, m.region)
		}
		if !g.makeMove(m) {
			return false
		}
	}
	p.reset()
	return true
}

// makeMove makes a planned move of the region in hand, with each kind of line.
func (g *Generator) makeMove(m *move) bool {
	for _, line := range [...]Lines{Spotted, Bare} {
		if g.lines&line == 0 {
			continue
		}
		g.begin()
		spot := noSpot
		if line == Spotted {
			spot = g.raw.freshLetter()
		}
		if m.share == noShare {
			g.join(m.b, m.i, m.c, m.j, spot)
		} else {
			g.split(m.b, m.i, m.j, g.plan.shares[m.share:m.share+g.last-g.first], spot)
		}
		if !g.emit() {
			return false
		}
	}
	return true
}

// begin starts the raw child of a move.
func (g *Generator) begin() {
	g.raw.reset()
	g.raw.letters = g.parent.letters
	if int(g.parent.letters) > len(g.renamed) {
		g.renamed = make([]vertex, 2*g.parent.letters)
	}
	clear(g.renamed[:g.parent.letters])
	g.dead = g.dead[:0]
}

// join makes the move from vertex i of boundary b to vertex j of boundary c. The
// two boundaries become one: round the first from i back to i, over the new spot
// if there is one, round the second, and over the new spot again.
func (g *Generator) join(b, i, c, j int32, spot vertex) {
	g.walkRound(b, i)
	g.appendSpot(spot)
	g.walkRound(c, j)
	g.appendSpot(spot)
	g.raw.endBoundary(1)
	g.rest[b-g.first]--
	g.rest[c-g.first]--
	g.appendRest(g.rest, nil)
	g.rest[b-g.first]++
	g.rest[c-g.first]++
	g.raw.endRegion()
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

// split makes the move from vertex i of boundary b to vertex j >= i of the same
// boundary, of whose copies the move takes one. Of the others of class k, share[k]
// copies lie on the first side of the new line. The boundaries on the two sides,
// where the spots at the line's ends are left out if they die:
//
//	i, i+1, ..., j, new spot    and    j, j+1, ..., i, new spot
func (g *Generator) split(b, i, j int32, share []int32, spot vertex) {
	verts := g.parent.boundVerts(b)
	g.startCopy(b)
	g.rest[b-g.first]--
	if i == j {
		g.splitAtOne(verts, i, spot, share)
	} else {
		x, y := g.lineEnd(verts[i]), g.lineEnd(verts[j])
		inner := j - i - 1
		g.appendSpot(x)
		g.appendWalk(verts, i+1, inner)
		g.appendSpot(y)
		g.endSide(spot, share, nil)
		g.appendSpot(y)
		g.appendWalk(verts, j+1, int32(len(verts))-2-inner)
		g.appendSpot(x)
		g.endSide(spot, g.rest, share)
	}
	g.rest[b-g.first]++
}

// splitAtOne makes a line from vertex i of a boundary to itself. A spot with no
// line yet keeps a life, on both sides; a spot at the end of a line dies.
func (g *Generator) splitAtOne(verts []vertex, i int32, spot vertex, share []int32) {
	if verts[i] == spot3Lives {
		loop := g.raw.freshLetter()
		g.appendSpot(loop)
		g.endSide(spot, share, nil)
		g.appendSpot(loop)
		g.endSide(spot, g.rest, share)
		return
	}
	g.endSide(spot, share, nil)
	g.appendWalk(verts, i+1, int32(len(verts))-1)
	g.endSide(spot, g.rest, share)
}

// noSpot stands for a line end whose spot has died, or the spot that a bare line
// does not have.
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
	g.appendSpot(spot)
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
	d := &g.reducer
	d.prepare(g.raw.letters)
	for _, x := range g.dead {
		d.letters[x].dead = true
	}
	d.dropDead(&g.parent, g.region)
	d.dropDead(&g.raw, noRegion)
	g.finish(g.raw.letters)
	return g.yield(&g.lands)
}

// finish ends the reduction of a form and fills g.lands with its lands.
func (g *Generator) finish(letters vertex) {
	d := &g.reducer
	d.settle(letters)
	land := d.split(letters)
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
	g.reducer.dropDead(f, noRegion)
	g.finish(f.letters)
	return &g.lands
}
