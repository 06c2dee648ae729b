package record

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// spell returns the shortest text that reads as the line, and the line as it reads,
// which may differ in where dead boundaries lie. It is false if no text means the
// line, because another line that no play can tell from it has all of them.
func (d drawing) spell(l line) (text string, read line, ok bool) {
	for _, text := range d.spellings(l) {
		lines, err := d.read(text)
		if err == nil && len(lines) == 1 && d.same(lines[0], l) {
			return text, lines[0], true
		}
	}
	return "", line{}, false
}

// same reports whether two lines differ in no more than where dead boundaries lie.
func (d drawing) same(a, b line) bool {
	if a.region != b.region || a.from != b.from || a.to != b.to {
		return false
	}
	if !a.cuts() {
		return true
	}
	r := d.regions[a.region]
	equal, opposite := true, len(r[a.from.walk]) == 1
	for i, w := range r {
		if i != a.from.walk && d.alive(w) {
			equal = equal && a.left[i] == b.left[i]
			opposite = opposite && a.left[i] != b.left[i]
		}
	}
	return equal || opposite
}

// spellings returns all texts that may mean the line, shortest first, with few
// marks first among these, and then in the order of texts. The spot with the lower number comes first: l.from.
func (d drawing) spellings(l line) (list []string) {
	r := d.regions[l.region]
	f, h := r.spot(l.from), r.spot(l.to)
	reaches := []string{""}
	if s := d.distinct(l, f, h); s != 0 {
		reaches = append(reaches, "@"+strconv.Itoa(s))
	}
	for _, tail := range d.tails(l) {
		for _, markH := range marks(r.crossed(l.to)) {
			for _, reach := range reaches {
				for _, markF := range marks(r.crossed(l.from)) {
					list = append(list, fmt.Sprintf("%d%s(%d%s)%s%d%s", f, markF, len(d.degree)+1, reach, markH, h, tail))
				}
			}
		}
	}
	slices.SortStableFunc(list, func(a, b string) int {
		return cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(strings.Count(a, "!"), strings.Count(b, "!")), cmp.Compare(a, b))
	})
	return list
}

// marks returns what may stand where a mark is called for, or not.
func marks(wanted bool) []string {
	if wanted {
		return []string{"", "!"}
	}
	return []string{""}
}

// distinct returns the lowest live spot that tells the region of the line from another
// one with both its ends, or 0.
func (d drawing) distinct(l line, f, h int) int {
	var others []line
	for i, r := range d.regions {
		if i != l.region && len(r.corners(f)) > 0 && len(r.corners(h)) > 0 {
			others = append(others, line{region: i})
		}
	}
	return d.told(l, others)
}

// tails returns what may stand after the second spot: nothing for a line that cuts
// nothing off, otherwise the list of either side, with a spot of the boundary that is
// cut or without.
func (d drawing) tails(l line) (list []string) {
	if !l.cuts() {
		return []string{""}
	}
	left, right := d.regions[l.region].sides(l)
	for _, s := range []side{onRight, onLeft} {
		mine, other := right, left
		if s == onLeft {
			mine, other = left, right
		}
		names := d.names(l, s == onLeft)
		texts := []string{listText(names)}
		if own := d.own(mine, other); len(own) > 0 {
			texts = append(texts, listText(slices.Concat(names, own[:1])), listText(slices.Concat(names, own)))
		}
		for _, text := range texts {
			list = append(list, text)
			if s == onLeft && !l.loop() {
				list = append(list, "!"+text)
			}
		}
	}
	return list
}

// names returns the lowest live spot of each boundary on a side of the line.
func (d drawing) names(l line, left bool) (names []int) {
	for i, w := range d.regions[l.region] {
		if s := d.separated(w, nil); i != l.from.walk && l.left[i] == left && s != 0 {
			names = append(names, s)
		}
	}
	return names
}

// own returns the live spots of the cut boundary that are on one side only, in ascending
// order. Dead ones could be listed too, but only to tell moves apart that are alike.
func (d drawing) own(mine, other walk) (live []int) {
	for _, s := range mine {
		if d.lives(s) > 0 && !slices.Contains(other, s) {
			live = append(live, s)
		}
	}
	slices.Sort(live)
	return slices.Compact(live)
}

// listText writes spots as a list with ranges, "" if there are none.
func listText(spots []int) string {
	if len(spots) == 0 {
		return ""
	}
	slices.Sort(spots)
	var parts []string
	for i := 0; i < len(spots); {
		k := i
		for k+1 < len(spots) && spots[k+1] == spots[k]+1 {
			k++
		}
		first, last := strconv.Itoa(spots[i]), strconv.Itoa(spots[k])
		switch k - i {
		case 0:
			parts = append(parts, first)
		case 1:
			parts = append(parts, first, last)
		default:
			parts = append(parts, first+"-"+last)
		}
		i = k + 1
	}
	return "[" + strings.Join(parts, ",") + "]"
}
