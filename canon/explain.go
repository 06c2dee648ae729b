package canon

import (
	"slices"
	"strconv"
	"strings"
)

// Step is one reduction of a whole position, applied wherever it fits.
type Step struct {
	Rule          string // what is done, in the words of the field
	Before, After string // the whole position, as text
}

// plainRules are the reductions of a land. None changes which moves can be made
// later on, up to isomorphism.
var plainRules = []struct {
	name  string
	apply func(plainLand) plainLand
}{
	{"drop dead spots", dropDeadSpots},
	{"collapse equal neighbours", collapseNeighbours},
	{"drop empty boundaries", dropEmptyBoundaries},
	{"drop regions without moves (fewer than 2 lives)", dropDeadRegions},
	{"letter met twice on one boundary becomes a small letter", lowerLetters},
	{"letter met once becomes 2", freeLetters},
	{"merge the boundaries of a region with at most 3 lives", mergeBoundaries},
}

// canonicalRule names the last step, which is no reduction.
const canonicalRule = "sort, turn, mirror and rename to the canonical form"

// Explain returns how [Parse] gets from a text to the canonical form: the
// reductions one by one, each with the whole position before and after, and only
// those that change something. The first step starts from the text, each other
// one from where the step before it ended, and the last one ends in the canonical
// text. A canonical text gives no steps. Errors are those of Parse.
//
// It is slow and plain, made for reading. It applies its rules again and again
// until none fits, where Parse goes through them once.
func Explain(text string) ([]Step, error) {
	goal, err := Parse(text)
	if err != nil {
		return nil, err
	}
	p := readPlain(text)
	e := explanation{now: strings.TrimSpace(text)}
	e.step("write the position in one dialect", p.String())
	if len(p.heaps) > 0 {
		sum := 0
		for _, k := range p.heaps {
			sum ^= k
		}
		p.heaps = []int{sum}
		e.step("add up the nim-heaps: exclusive or", p.String())
	}
	for changed := true; changed; {
		changed = false
		for _, rule := range plainRules {
			for i, land := range p.lands {
				p.lands[i] = rule.apply(land)
			}
			changed = e.step(rule.name, p.String()) || changed
		}
	}
	p.split()
	e.step("split into lands", p.String())
	e.step(canonicalRule, goal.String())
	return e.steps, nil
}

// explanation gathers steps.
type explanation struct {
	now   string
	steps []Step
}

// step notes the step that led to a text, if it is another one, and reports
// whether it is.
func (e *explanation) step(rule, after string) bool {
	if after == e.now {
		return false
	}
	e.steps = append(e.steps, Step{Rule: rule, Before: e.now, After: after})
	e.now = after
	return true
}

func dropDeadSpots(l plainLand) plainLand {
	return l.mapBoundaries(func(b plainBoundary) plainBoundary {
		return slices.DeleteFunc(b, func(s plainSpot) bool { return s == "3" })
	})
}

// collapseNeighbours makes one of two neighbours with the same letter, going
// round.
func collapseNeighbours(l plainLand) plainLand {
	return l.mapBoundaries(func(b plainBoundary) plainBoundary {
		b = slices.CompactFunc(b, func(s, t plainSpot) bool { return s == t && s.isLetter() })
		if last := len(b) - 1; last > 0 && b[0] == b[last] && b[0].isLetter() {
			b = b[:last]
		}
		return b
	})
}

func dropEmptyBoundaries(l plainLand) plainLand {
	for i, r := range l {
		l[i] = slices.DeleteFunc(r, func(b plainBoundary) bool { return len(b) == 0 })
	}
	return slices.DeleteFunc(l, func(r plainRegion) bool { return len(r) == 0 })
}

func dropDeadRegions(l plainLand) plainLand {
	return slices.DeleteFunc(l, func(r plainRegion) bool { return r.lives() < 2 })
}

// lives counts a letter once for each boundary that it is met on.
func (r plainRegion) lives() int {
	n := 0
	for _, b := range r {
		for i, s := range b {
			switch {
			case !s.isLetter():
				n += 3 - int(s[0]-'0')
			case !slices.Contains(b[:i], s):
				n++
			}
		}
	}
	return n
}

func lowerLetters(l plainLand) plainLand {
	return l.mapBoundaries(func(b plainBoundary) plainBoundary {
		for _, s := range b {
			if s.isLetter() && s.isUpper() && b.count(s) == 2 {
				b.rename(s, b.freeName())
			}
		}
		return b
	})
}

func freeLetters(l plainLand) plainLand {
	met := map[plainSpot]int{}
	for _, r := range l {
		for _, b := range r {
			for _, s := range b {
				met[s]++
			}
		}
	}
	return l.mapBoundaries(func(b plainBoundary) plainBoundary {
		for _, s := range b {
			if s.isLetter() && (s.isUpper() && met[s] == 1 || !s.isUpper() && b.count(s) == 1) {
				b.rename(s, "2")
			}
		}
		return b
	})
}

// mergeBoundaries writes all spots of such a region on one boundary. A letter
// met twice on a boundary is then a spot like any other with one life.
func mergeBoundaries(l plainLand) plainLand {
	for i, r := range l {
		if r.lives() > 3 {
			continue
		}
		var merged plainBoundary
		for _, b := range r {
			for j, s := range b {
				switch {
				case !s.isLetter() || b.count(s) == 1:
					merged = append(merged, s)
				case !slices.Contains(b[:j], s):
					merged = append(merged, "2")
				}
			}
		}
		l[i] = plainRegion{merged}
	}
	return l
}

// split gives each set of regions that share no letter with others a land of its
// own.
func (p *plainPosition) split() {
	var lands []plainLand
	for _, l := range p.lands {
		land := make([]int, len(l)) // by region: a region of the same land
		for i := range land {
			land[i] = i
			for j := range i {
				if l[i].touches(l[j]) {
					joined := land[j]
					for k := range i {
						if land[k] == joined {
							land[k] = i
						}
					}
				}
			}
		}
		for len(l) > 0 {
			var mine, others plainLand
			var rest []int
			for i, r := range l {
				if land[i] == land[0] {
					mine = append(mine, r)
				} else {
					others, rest = append(others, r), append(rest, land[i])
				}
			}
			lands = append(lands, mine)
			l, land = others, rest
		}
	}
	p.lands = lands
}

// touches reports whether two regions share a letter.
func (r plainRegion) touches(q plainRegion) bool {
	for _, b := range r {
		for _, s := range b {
			if s.isLetter() && s.isUpper() && slices.ContainsFunc(q, func(c plainBoundary) bool { return slices.Contains(c, s) }) {
				return true
			}
		}
	}
	return false
}

// mapBoundaries replaces each boundary by what change makes of it. Boundaries
// with equal walks may share memory before, but not afterwards.
func (l plainLand) mapBoundaries(change func(plainBoundary) plainBoundary) plainLand {
	for _, r := range l {
		for i, b := range r {
			r[i] = change(slices.Clone(b))
		}
	}
	return l
}

// count returns how often s stands on the boundary.
func (b plainBoundary) count(s plainSpot) int {
	n := 0
	for _, t := range b {
		if s == t {
			n++
		}
	}
	return n
}

// rename writes t for s.
func (b plainBoundary) rename(s, t plainSpot) {
	for i := range b {
		if b[i] == s {
			b[i] = t
		}
	}
}

// freeName returns the first small letter that is not on the boundary.
func (b plainBoundary) freeName() plainSpot {
	for n := 1; ; n++ {
		name := plainSpot('a' + rune(n-1))
		if n > lowerNames {
			name = plainSpot("m(" + strconv.Itoa(n) + ")")
		}
		if !slices.Contains(b, name) {
			return name
		}
	}
}
