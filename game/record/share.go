package record

import (
	"fmt"
	"slices"
)

// side is a side of a line that cuts a region.
type side uint8

const (
	neither side = iota
	onLeft
	onRight
)

// share reads the list of a line that cuts: which boundaries lie on its left. A
// boundary with a listed spot lies on the side of the list, any other one does not.
//
// Only a list that names spots, without a mark, promises to name what it cuts off.
func (r reader) share(fit *reading) error {
	l := fit.line
	if r.markList && l.loop() {
		return r.fail(r.markAt[2], "leave it out", "the ! after %d tells two sides of a line, not of a loop", r.h.value)
	}
	reg := r.regions[l.region]
	left, right := reg.sides(l)
	named := make([]bool, len(reg))
	where := neither
	for _, n := range r.list {
		s, err := r.place(n, reg, l, left, right, named)
		if err != nil {
			return err
		}
		if s != neither && where != neither && s != where {
			return r.fail(n.offset, "list the spots of one side", "spot %d lies on the other side of the line than spots listed before", n.value)
		}
		where = max(where, s)
	}
	switch {
	case r.markList && where == onRight:
		return r.fail(r.markAt[2], "leave it out, or list the other side", "the ! puts the list on the left of the line, where spots of it cannot be")
	case r.markList:
		where = onLeft
	case where == neither:
		where = r.usual(l, left, right)
	}
	for i := range named {
		named[i] = named[i] == (where == onLeft)
	}
	fit.left = named
	if len(r.list) > 0 && !r.markList {
		fit.unlisted = r.leftOut(where, left, right)
	}
	return nil
}

// leftOut counts the live spots that are on one side of the line only, and not listed.
func (r reader) leftOut(where side, left, right walk) int {
	mine, other := left, right
	if where == onRight {
		mine, other = right, left
	}
	missing := r.own(mine, other)
	return len(slices.DeleteFunc(missing, func(s int) bool {
		return slices.ContainsFunc(r.list, func(n number) bool { return n.value == s })
	}))
}

// place finds a listed spot: on a side of the boundary that is cut, or on another
// boundary, which it names.
func (r reader) place(n number, reg region, l line, left, right walk, named []bool) (side, error) {
	for i, w := range reg {
		if !slices.Contains(w, n.value) {
			continue
		}
		if i != l.from.walk {
			named[i] = true
			return neither, nil
		}
		onL, onR := slices.Contains(left, n.value), slices.Contains(right, n.value)
		switch {
		case onL && onR:
			return neither, r.fail(n.offset, "leave it out", "spot %d lies on both sides of the line", n.value)
		case onL:
			return onLeft, nil
		default:
			return onRight, nil
		}
	}
	return neither, r.fail(n.offset, "list spots that the line can cut off",
		"spot %d is not in the region of the line from %d to %d", n.value, r.f.value, r.h.value)
}

// usual returns the side of a list that names no spot of the boundary that is cut:
// the side that has none to name, where one has and the other has not, and else the
// right. The empty side of a loop has none.
func (d drawing) usual(l line, left, right walk) side {
	if l.loop() {
		return onLeft
	}
	openL, openR := d.separated(left, right), d.separated(right, left)
	if openL == 0 && openR != 0 {
		return onLeft
	}
	return onRight
}

// separated returns the lowest live spot of a side that the other side does not have,
// or 0.
func (d drawing) separated(mine, other walk) (lowest int) {
	for _, s := range mine {
		if d.lives(s) > 0 && (lowest == 0 || s < lowest) && !slices.Contains(other, s) {
			lowest = s
		}
	}
	return lowest
}

// alike reports whether the lines lead to drawings that no further play tells apart:
// the same live spots on the same boundaries in the same order, but for the mirror
// image of each region by itself.
func (d drawing) alike(lines []line) bool {
	if len(lines) < 2 {
		return true
	}
	first := fmt.Sprint(d.draw(lines[0]).living())
	return !slices.ContainsFunc(lines[1:], func(l line) bool { return fmt.Sprint(d.draw(l).living()) != first })
}

// living returns the regions with dead spots dropped, each in the least of its two
// mirror images.
func (d drawing) living() []region {
	var living drawing
	for _, r := range d.regions {
		var kept, mirrored drawing
		kept.regions, mirrored.regions = make([]region, 1), make([]region, 1)
		for _, w := range r {
			live := slices.DeleteFunc(slices.Clone(w), func(s int) bool { return d.lives(s) == 0 })
			if len(live) == 0 {
				continue
			}
			kept.regions[0] = append(kept.regions[0], live)
			back := slices.Clone(live)
			slices.Reverse(back)
			mirrored.regions[0] = append(mirrored.regions[0], back)
		}
		a, b := kept.normal().regions[0], mirrored.normal().regions[0]
		if compareRegions(b, a) < 0 {
			a = b
		}
		if len(a) > 0 {
			living.regions = append(living.regions, a)
		}
	}
	return living.normal().regions
}
