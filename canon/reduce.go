package canon

// letterInfo is what a reduction learns about one letter.
type letterInfo struct {
	count  uint8 // occurrences kept so far
	dead   bool  // the spot has no life left: drop it wherever it stands
	lower  bool  // both occurrences are on one boundary
	seen   bool  // met before, in step 3 or by the canonizer
	name   uint8 // in the memo's description of the land, from 1
	bound  int32 // boundary of the first occurrence, numbered in clean
	region int32 // region of the first occurrence
	// other is the region of the second occurrence. Where both are on one boundary
	// it is 0 instead, and the canonizer keeps in it, from the first occurrence to
	// the second, what it must know again there: -(place + 1) in colour, name + 1 in
	// writeBound.
	other int32
}

// reducer brings a raw form to its reduced form and splits it into lands.
//
// The steps run once, in an order that leaves nothing for a second run:
//
//  1. dead spots go, equal neighbours on a boundary become one, empty boundaries
//     go, and a region with fewer than 2 lives goes (a letter counts 1);
//  2. a letter left with one occurrence becomes a spot met once;
//  3. in a region with at most 3 lives all spots go on one boundary.
//
// Steps 2 and 3 change no region's lives and make no equal letters neighbours,
// so step 1 finds nothing new afterwards.
type reducer struct {
	clean   form // after step 1
	reduced form // after step 3
	lives   []int32
	letters []letterInfo
	parent  regionSets
}

// prepare starts a reduction: it makes room for the letters of a raw form and
// forgets what was known of them. Letters that die by a move are marked afterwards;
// then come dropDead for each part of the form, settle and split.
func (d *reducer) prepare(letters vertex) {
	if int(letters) > len(d.letters) {
		d.letters = make([]letterInfo, 2*int(letters))
	}
	clear(d.letters[:letters])
	d.clean.reset()
	d.lives = d.lives[:0]
}

// noRegion is no region of a form.
const noRegion = -1

// dropDead does step 1 for all regions of part except number skip, and appends
// what stays to clean.
func (d *reducer) dropDead(part *form, skip int32) {
	out := &d.clean
	b, v := int32(0), int32(0)
	for r, regionEnd := range part.regions {
		if int32(r) == skip {
			b, v = regionEnd, part.bounds[regionEnd-1].end
			continue
		}
		firstBound, firstVert := int32(len(out.bounds)), len(out.verts)
		lives := int32(0)
		for ; b < regionEnd; b++ {
			end := part.bounds[b].end
			lives += d.dropDeadOn(part.verts[v:end], part.bounds[b].count)
			v = end
		}
		if lives >= 2 {
			out.endRegion()
			d.lives = append(d.lives, lives)
			continue
		}
		for _, x := range out.verts[firstVert:] {
			if x.isLetter() {
				d.letters[x].count--
			}
		}
		out.verts, out.bounds = out.verts[:firstVert], out.bounds[:firstBound]
	}
}

// dropDeadOn does step 1 for one boundary and returns the lives that it keeps.
func (d *reducer) dropDeadOn(verts []vertex, count int32) (lives int32) {
	out := &d.clean
	start := len(out.verts)
	kept := out.verts
	for _, x := range verts {
		if x.isLetter() && (d.letters[x].dead || len(kept) > start && kept[len(kept)-1] == x) {
			continue
		}
		kept = append(kept, x)
	}
	for len(kept) > start+1 && kept[len(kept)-1] == kept[start] && kept[start].isLetter() {
		kept = kept[:len(kept)-1]
	}
	out.verts = kept
	if len(kept) == start {
		return 0
	}
	bound, region := int32(len(out.bounds)), int32(len(out.regions))
	for _, x := range kept[start:] {
		if !x.isLetter() {
			lives += int32(3-x) * count
			continue
		}
		l := &d.letters[x]
		l.count++
		switch {
		case l.count == 1:
			l.bound, l.region = bound, region
			lives += count
		case l.bound == bound:
			l.lower = true
		default:
			l.other = region
			lives += count
		}
	}
	out.endBoundary(count)
	return lives
}

// settle does steps 2 and 3: clean to reduced.
func (d *reducer) settle(letters vertex) {
	in, out := &d.clean, &d.reduced
	out.reset()
	out.letters = letters
	b, v := int32(0), int32(0)
	for r, regionEnd := range in.regions {
		merge := d.lives[r] <= 3
		for ; b < regionEnd; b++ {
			end := in.bounds[b].end
			count := in.bounds[b].count
			if merge {
				d.mergeOnto(in.verts[v:end], count)
			} else {
				for _, x := range in.verts[v:end] {
					if x.isLetter() && d.letters[x].count == 1 {
						x = spot1Life
					}
					out.verts = append(out.verts, x)
				}
				out.endBoundary(count)
			}
			v = end
		}
		if merge {
			out.endBoundary(1)
		}
		out.endRegion()
	}
}

// mergeOnto writes count copies of a boundary onto the boundary that is being
// written. Its own letters become spots met once.
func (d *reducer) mergeOnto(verts []vertex, count int32) {
	out := &d.reduced
	for range count {
		for _, x := range verts {
			if x.isLetter() {
				l := &d.letters[x]
				switch {
				case l.seen:
					continue
				case l.lower:
					l.seen = true
					x = spot1Life
				case l.count == 1:
					x = spot1Life
				}
			}
			out.verts = append(out.verts, x)
		}
	}
}

// split finds which regions hang together and returns for each the land it
// belongs to (the number of its first region).
func (d *reducer) split(letters vertex) []int32 {
	d.parent.reset(len(d.reduced.regions))
	if len(d.parent) > 1 {
		for x := firstLetter; x < letters; x++ {
			if l := &d.letters[x]; l.count == 2 && !l.lower {
				d.parent.join(l.region, l.other)
			}
		}
		for r := range d.parent {
			d.parent[r] = d.parent.root(int32(r))
		}
	}
	return d.parent
}

// regionSets are sets of regions of a form, by union-find: each region has a parent
// in its set, the first one itself.
type regionSets []int32

// reset makes n sets of one region each.
func (p *regionSets) reset(n int) {
	*p = (*p)[:0]
	for r := range n {
		*p = append(*p, int32(r))
	}
}

// join joins the sets of regions a and b; the smaller number stays the root.
func (p regionSets) join(a, b int32) {
	a, b = p.root(a), p.root(b)
	p[max(a, b)] = min(a, b)
}

// root returns the first region of the set of region r.
func (p regionSets) root(r int32) int32 {
	for p[r] != r {
		r = p[r]
	}
	return r
}
