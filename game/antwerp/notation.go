package antwerp

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/sprouts-solver/sprouts/game/play"
)

// notation reads and writes the moves of one side in one position.
type notation struct {
	p        *position
	side     play.Side
	children map[string]*position // by line, as they are found
}

func newNotation(p *position, s play.Side) *notation {
	return &notation{p: p, side: s, children: map[string]*position{}}
}

// child returns the position after a line.
func (n *notation) child(l line) *position {
	key := fmt.Sprint(l)
	if n.children[key] == nil {
		v := n.p.variant
		n.children[key] = newPosition(v, v.child(n.p.figure, l, n.side))
	}
	return n.children[key]
}

// wish is a move as it is written. Numbers of spots and regions are from 0.
type wish struct {
	x, y           int
	xPlace, yPlace int // 0 for any place, 1 or 2 for the first or second in the region
	region         int // -1 for any
	list           []int
}

// String writes the move: 1a-2b@3 [4,5].
func (w wish) String() string {
	var text strings.Builder
	text.WriteString(strconv.Itoa(w.x+1) + placeNames[w.xPlace] + "-" + strconv.Itoa(w.y+1) + placeNames[w.yPlace])
	if w.region >= 0 {
		fmt.Fprintf(&text, "@%d", w.region+1)
	}
	if len(w.list) > 0 {
		numbers := make([]string, len(w.list))
		for i, s := range w.list {
			numbers[i] = strconv.Itoa(s + 1)
		}
		text.WriteString(" [" + strings.Join(numbers, ",") + "]")
	}
	return text.String()
}

var placeNames = [...]string{"", "a", "b"}

// lines returns all lines that a wish can mean.
func (n *notation) lines(w wish) (found []line) {
	f := n.p.figure
	if !f.joins(n.side, w.x, w.y) {
		return nil
	}
	for r := range f.regions {
		if w.region >= 0 && w.region != r {
			continue
		}
		for _, from := range f.placesIn(r, w.x, w.xPlace) {
			for _, to := range f.placesIn(r, w.y, w.yPlace) {
				found = append(found, n.linesBetween(line{region: r, from: from, to: to}, w.list)...)
			}
		}
	}
	return found
}

// placesIn returns where a spot is met in a region, or its first or second place.
func (f figure) placesIn(r, s, which int) (places []place) {
	for b, walk := range f.regions[r] {
		for i, t := range walk {
			if t == s {
				places = append(places, place{b, i})
			}
		}
	}
	if which == 0 {
		return places
	}
	if which > len(places) || len(places) < 2 {
		return nil
	}
	return places[which-1 : which]
}

// linesBetween returns the lines between two places that have the spots of a list
// on one side: none at all if the line does not split.
func (n *notation) linesBetween(l line, list []int) (found []line) {
	if !l.splits() {
		if len(list) == 0 {
			found = []line{l}
		}
		return found
	}
	if l.from.index > l.to.index {
		l.from, l.to = l.to, l.from
	}
	listed := n.listed(l, list)
	inner, outer := n.banks(l)
	if subset(list, slices.Concat(inner, n.spotsOf(l, listed))) {
		l.inside = listed
		found = append(found, l)
	}
	if l.from == l.to && len(outer) > 0 && !slices.ContainsFunc(list, func(s int) bool { return slices.Contains(outer, s) }) {
		return found // a list without spots of the loop's own boundary is what lies in the loop
	}
	if subset(list, slices.Concat(outer, n.spotsOf(l, listed))) {
		l.inside = n.rest(l, listed)
		found = append(found, l)
	}
	return found
}

// listed returns the other boundaries of the region of which a list names a spot.
func (n *notation) listed(l line, list []int) (boundaries []int) {
	for b, walk := range n.p.figure.regions[l.region] {
		if b != l.from.boundary && slices.ContainsFunc(walk, func(s int) bool { return slices.Contains(list, s) }) {
			boundaries = append(boundaries, b)
		}
	}
	return boundaries
}

// rest returns the other boundaries that are not among those given.
func (n *notation) rest(l line, boundaries []int) (rest []int) {
	for b := range n.p.figure.regions[l.region] {
		if b != l.from.boundary && !slices.Contains(boundaries, b) {
			rest = append(rest, b)
		}
	}
	return rest
}

// spotsOf returns the spots on boundaries of the line's region.
func (n *notation) spotsOf(l line, boundaries []int) (spots []int) {
	for _, b := range boundaries {
		spots = append(spots, n.p.figure.regions[l.region][b]...)
	}
	return spots
}

// banks returns the spots that a line which splits leaves on either side of it, of
// those on its own boundary and without its ends.
func (n *notation) banks(l line) (inner, outer []int) {
	x, y := n.p.figure.ends(l)
	walk := n.p.figure.regions[l.region][l.from.boundary]
	for i, s := range walk {
		switch {
		case s == x || s == y:
		case l.from.index < i && i < l.to.index:
			inner = append(inner, s)
		default:
			outer = append(outer, s)
		}
	}
	return inner, outer
}

func subset(list, of []int) bool {
	return !slices.ContainsFunc(list, func(s int) bool { return !slices.Contains(of, s) })
}

// means returns the one child that a wish leads to, nil if there is none or more
// than one.
func (n *notation) means(w wish) *position {
	var to *position
	for _, l := range n.lines(w) {
		child := n.child(l)
		if to != nil && to.String() != child.String() {
			return nil
		}
		to = child
	}
	return to
}

// shortest returns the shortest text that leads where a line does, and nowhere
// else. With places, region and a spot of each boundary there always is one.
func (n *notation) shortest(l line) string {
	to := n.child(l).String()
	readings := map[string]wish{}
	for _, w := range n.wishes(l) {
		readings[w.String()] = w
	}
	texts := slices.SortedFunc(maps.Keys(readings), func(a, b string) int {
		return cmp.Or(cmp.Compare(len(a), len(b)), strings.Compare(a, b))
	})
	for _, text := range texts {
		if child := n.means(readings[text]); child != nil && child.String() == to {
			return text
		}
	}
	panic("antwerp: no text for a move in " + n.p.String())
}

// wishes returns ways to write a line.
func (n *notation) wishes(l line) (wishes []wish) {
	f := n.p.figure
	x, y := f.ends(l)
	xPlaces, yPlaces := f.which(l.region, x, l.from), f.which(l.region, y, l.to)
	if x > y {
		x, y, xPlaces, yPlaces = y, x, yPlaces, xPlaces
	}
	for _, list := range n.lists(l) {
		for _, r := range []int{-1, l.region} {
			for _, xPlace := range xPlaces {
				for _, yPlace := range yPlaces {
					wishes = append(wishes, wish{x: x, y: y, xPlace: xPlace, yPlace: yPlace, region: r, list: list})
				}
			}
		}
	}
	return wishes
}

// which returns the ways to say which place of a spot in a region is meant.
func (f figure) which(r, s int, p place) []int {
	places := f.placesIn(r, s, 0)
	if len(places) < 2 {
		return []int{0}
	}
	return []int{0, 1 + slices.Index(places, p)}
}

// lists returns lists that fit a line: for either side a spot of each boundary
// there, alone or with one or all spots of the line's own boundary there.
func (n *notation) lists(l line) (lists [][]int) {
	if !l.splits() {
		return [][]int{nil}
	}
	inner, outer := n.banks(l)
	for side, own := range [][]int{inner, outer} {
		boundaries := l.inside
		if side == 1 {
			boundaries = n.rest(l, l.inside)
		}
		var list []int
		for _, b := range boundaries {
			list = append(list, slices.Min(n.p.figure.regions[l.region][b]))
		}
		lists = append(lists, list)
		for i := range own {
			lists = append(lists, slices.Concat(list, own[i:i+1]))
		}
		lists = append(lists, slices.Concat(list, own))
	}
	for i := range lists {
		slices.Sort(lists[i])
		lists[i] = slices.Compact(lists[i])
	}
	return lists
}
