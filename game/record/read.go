package record

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/sprouts-solver/sprouts/game/play"
)

// reading is a line that fits a text.
type reading struct {
	line
	unsaid   bool // the line calls for a mark beside f or h that the text does not have
	unlisted int  // live spots of the boundary that is cut, on the side of the list and not on the list
}

// reader finds the lines that fit a text in one drawing.
type reader struct {
	drawing
	written
}

// read returns the lines that a text means: one, or several that the text does not
// tell apart. Otherwise the error is a *play.MoveError.
func (d drawing) read(text string) ([]line, error) {
	m, err := scanMove(text)
	if err != nil {
		return nil, err
	}
	r := reader{d, m}
	if err := r.checkSpots(); err != nil {
		return nil, err
	}
	ends, err := r.ends()
	if err != nil {
		return nil, err
	}
	fits, err := r.fit(ends)
	if err != nil {
		return nil, err
	}
	return r.choose(fits), nil
}

func (r reader) fail(offset int, remedy, reason string, args ...any) error {
	return &play.MoveError{Move: r.text, Offset: offset, Reason: fmt.Sprintf(reason, args...), Remedy: remedy}
}

// checkSpots checks the numbers of the spots, and that they are alive enough.
func (r reader) checkSpots() error {
	if next := len(r.degree) + 1; r.g.value != next {
		return r.fail(r.g.offset, fmt.Sprintf("number the new spot %d", next),
			"the next new spot is %d, not %d", next, r.g.value)
	}
	for _, end := range []number{r.f, r.h} {
		if err := r.checkLive(end); err != nil {
			return err
		}
	}
	if r.f.value == r.h.value && r.lives(r.f.value) < 2 {
		return r.fail(r.h.offset, "join it to another spot",
			"spot %d has one life left, and a line to itself takes two", r.f.value)
	}
	if r.reach.value != 0 {
		return r.checkLive(r.reach)
	}
	return nil
}

// checkLive wants a spot that is there and has a life.
func (r reader) checkLive(n number) error {
	if n.value > len(r.degree) {
		return r.fail(n.offset, fmt.Sprintf("spots are numbered 1 to %d", len(r.degree)), "there is no spot %d", n.value)
	}
	if r.lives(n.value) == 0 {
		return r.fail(n.offset, "name a spot with a life left", "spot %d is dead: three lines end there", n.value)
	}
	return nil
}

// ends returns all lines between the two spots that the text allows, with nothing
// said yet about what they cut off.
func (r reader) ends() (list []line, err error) {
	seen := false
	for i, reg := range r.regions {
		from, to := reg.corners(r.f.value), reg.corners(r.h.value)
		if len(from) == 0 || len(to) == 0 {
			continue
		}
		seen = true
		if r.reach.value != 0 && len(reg.corners(r.reach.value)) == 0 {
			continue
		}
		for _, a := range from {
			for _, b := range to {
				list = append(list, line{region: i, from: a, to: b})
			}
		}
	}
	switch {
	case !seen:
		return nil, r.fail(r.h.offset, r.sees(r.f.value), "no region has both spot %d and spot %d", r.f.value, r.h.value)
	case len(list) == 0:
		return nil, r.fail(r.reach.offset, "name a spot of the region in which the line is drawn",
			"spot %d cannot be reached from a line between %d and %d", r.reach.value, r.f.value, r.h.value)
	}
	return list, nil
}

// sees says which spots a line from a spot can lead to.
func (r reader) sees(spot int) string {
	seen := map[int]bool{}
	for _, reg := range r.regions {
		if len(reg.corners(spot)) == 0 {
			continue
		}
		for _, s := range slices.Concat(reg...) {
			seen[s] = r.lives(s) > 0 && (s != spot || r.lives(s) > 1)
		}
	}
	var list []string
	for s := 1; s <= len(r.degree); s++ {
		if seen[s] {
			list = append(list, strconv.Itoa(s))
		}
	}
	if len(list) == 0 {
		return fmt.Sprintf("spot %d can be joined to none", spot)
	}
	return fmt.Sprintf("spot %d can be joined to %s", spot, strings.Join(list, ", "))
}

// fit keeps the lines that agree with the marks and the list of the text.
func (r reader) fit(ends []line) (fits []reading, err error) {
	for _, l := range ends {
		fit, failure := r.fitLine(l)
		if failure == nil {
			fits = append(fits, fit)
		} else if err == nil {
			err = failure
		}
	}
	if len(fits) > 0 {
		return fits, nil
	}
	return nil, err
}

func (r reader) fitLine(l line) (reading, error) {
	reg := r.regions[l.region]
	unsaid := false
	for i, end := range []struct {
		corner
		number
		marked bool
	}{{l.from, r.f, r.markF}, {l.to, r.h, r.markH}} {
		crossed := reg.crossed(end.corner)
		if end.marked && len(reg.corners(end.value)) < 2 {
			return reading{}, r.fail(r.markAt[i], "leave it out", "the ! beside %d says nothing: there is one way to reach it", end.value)
		}
		if end.marked && !crossed {
			return reading{}, r.fail(r.markAt[i], "leave it out, or list other spots",
				"with the ! beside %d, no line leaves the listed spots together", end.value)
		}
		unsaid = unsaid || crossed && !end.marked
	}
	fit := reading{line: l, unsaid: unsaid}
	if !l.cuts() {
		return fit, r.checkJoin()
	}
	return fit, r.share(&fit)
}

// crossed reports whether a line to the corner calls for a mark: its spot has two
// corners there, and seen from the new spot the neighbour with the higher number lies
// on the left. In left-hand order that is the one before.
func (r region) crossed(c corner) bool {
	w := r[c.walk]
	return w.before(c.at) > w.after(c.at) && len(r.corners(w[c.at])) > 1
}

// checkJoin wants nothing to be said of sides: a line between two boundaries has none.
func (r reader) checkJoin() error {
	const remedy = "leave it out"
	if len(r.list) > 0 {
		return r.fail(r.list[0].offset, remedy, "a line from %d to %d joins two pieces and cuts nothing off", r.f.value, r.h.value)
	}
	if r.markList {
		return r.fail(r.markAt[2], remedy, "the ! after %d tells two sides of a line, and this one joins two pieces", r.h.value)
	}
	return nil
}

// choose keeps the readings that the conventions of the notation prefer: where the list
// leaves out least, then where no mark is missing, then where @ could say nothing.
func (r reader) choose(fits []reading) (lines []line) {
	fits = prefer(fits, func(f reading) bool {
		return !slices.ContainsFunc(fits, func(o reading) bool { return o.region == f.region && o.unlisted < f.unlisted })
	})
	fits = prefer(fits, func(f reading) bool { return !f.unsaid })
	for _, f := range fits {
		lines = append(lines, f.line)
	}
	if r.reach.value == 0 {
		lines = prefer(lines, func(l line) bool { return r.told(l, lines) == 0 })
	}
	if r.alike(lines) {
		lines = lines[:1]
	}
	return lines
}

// prefer returns the elements that are good, or all of them if none is.
func prefer[T any](list []T, good func(T) bool) (kept []T) {
	for _, x := range list {
		if good(x) {
			kept = append(kept, x)
		}
	}
	if len(kept) == 0 {
		return list
	}
	return kept
}

// told returns the lowest live spot that can be reached from a line and not from the
// others, so that @ tells them apart; 0 if there is none.
func (d drawing) told(l line, others []line) (lowest int) {
	for _, s := range slices.Concat(d.regions[l.region]...) {
		if d.lives(s) == 0 || lowest != 0 && lowest <= s {
			continue
		}
		if !slices.ContainsFunc(others, func(o line) bool {
			return o.region != l.region && len(d.regions[o.region].corners(s)) > 0
		}) && slices.ContainsFunc(others, func(o line) bool { return o.region != l.region }) {
			lowest = s
		}
	}
	return lowest
}
