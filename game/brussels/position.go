package brussels

import (
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"

	"github.com/sprouts-solver/sprouts/game/play"
)

// position is a sum of regions in which somebody can move, in their order.
type position struct{ regions []region }

// newPosition returns the sum of regions; those without a move are left out. It
// takes over the slice.
func newPosition(regions []region) position {
	regions = slices.DeleteFunc(regions, func(r region) bool { return r.length() == 0 })
	slices.SortFunc(regions, region.compare)
	return position{regions}
}

// length returns the number of moves in every game from the position.
func (p position) length() int {
	sum := 0
	for _, r := range p.regions {
		sum += r.length()
	}
	return sum
}

// String joins the regions by "+".
func (p position) String() string {
	if len(p.regions) == 0 {
		return "!"
	}
	var parts []string
	for _, r := range p.regions {
		parts = append(parts, r.String())
	}
	return strings.Join(parts, "+")
}

// Moves yields the lines of each region, in the order of [region.lines]. Both
// sides have the same. Of equal regions the first is played in.
func (p position) Moves(play.Side) iter.Seq[play.Move] {
	return func(yield func(play.Move) bool) {
		for i, r := range p.regions {
			if i > 0 && slices.Equal(r, p.regions[i-1]) {
				continue
			}
			for l := range r.lines() {
				text := l.String()
				if len(p.homes(l)) > 1 {
					text = numbered(i, l)
				}
				if !yield(play.Move{Text: text, To: p.play(i, l)}) {
					return
				}
			}
		}
	}
}

// numbered writes a line in region i.
func numbered(i int, l line) string { return strconv.Itoa(i+1) + ":" + l.String() }

// homes returns the regions, no two of them equal, in which the line fits.
func (p position) homes(l line) (homes []int) {
	for i, r := range p.regions {
		if (i == 0 || !slices.Equal(r, p.regions[i-1])) && l.fits(r) {
			homes = append(homes, i)
		}
	}
	return homes
}

// play returns the position after a line in region i, which must fit.
func (p position) play(i int, l line) position {
	others := slices.Delete(slices.Clone(p.regions), i, i+1)
	return newPosition(append(others, p.regions[i].after(l)...))
}

// Play makes a move. Without the number of a region, the line must fit in one
// region only, up to equal ones.
func (p position) Play(_ play.Side, move string) (play.Position, error) {
	s := moveScanner{scanner: scanner{text: move}}
	l, bad := s.move(len(p.regions))
	if bad != nil {
		return nil, &play.MoveError{Move: move, Offset: bad.offset, Reason: bad.reason, Remedy: bad.remedy}
	}
	if s.region > 0 {
		if r := p.regions[s.region-1]; !l.fits(r) {
			return nil, &play.MoveError{
				Move: move, Offset: s.start, Reason: fmt.Sprintf("region %d is %s, where no line %s fits", s.region, r, l),
				Remedy: fitRemedy,
			}
		}
		return p.play(s.region-1, l), nil
	}
	homes := p.homes(l)
	switch len(homes) {
	case 1:
		return p.play(homes[0], l), nil
	case 0:
		return nil, &play.MoveError{
			Move: move, Offset: s.start, Reason: fmt.Sprintf("no line %s fits in a region of %s", l, p), Remedy: fitRemedy,
		}
	}
	unclear := &play.MoveError{
		Move: move, Offset: s.start, Reason: "the line fits in several regions",
		Remedy: "put the number of the region before it",
	}
	for _, i := range homes {
		unclear.Readings = append(unclear.Readings, numbered(i, l))
	}
	return nil, unclear
}

const fitRemedy = "name boundaries of one region by their arms, each as often as it is there, and at most 2 arms less between"

// moveScanner reads a move.
type moveScanner struct {
	scanner
	region int // from 1, or 0 if the move names none
	start  int // of the line
}

const moveRemedy = "write 4-3 to join boundaries of 4 and 3 arms, 4(1) or 4(1)[3.3] to join arms of one; see the help of the game"

// move reads a whole move in one of some regions.
func (s *moveScanner) move(regions int) (line, *fault) {
	from, bad := s.number("a number of arms", 1, MaxArms, moveRemedy)
	if bad != nil {
		return line{}, bad
	}
	if s.accept(':') {
		if from > regions {
			return line{}, &fault{0, fmt.Sprintf("there is no region %d", from), fmt.Sprintf("regions have numbers 1 to %d", regions)}
		}
		s.region = from
		s.peek()
		s.start = s.at
		if from, bad = s.number("a number of arms", 1, MaxArms, moveRemedy); bad != nil {
			return line{}, bad
		}
	}
	l, bad := s.line(from)
	if bad == nil && (s.peek() != 0 || s.at < len(s.text)) {
		bad = s.unexpected("the end of the move", moveRemedy)
	}
	return l, bad
}

// line reads a line after the arms of its first boundary.
func (s *moveScanner) line(from int) (line, *fault) {
	switch {
	case s.accept('-'):
		to, bad := s.number("a number of arms", 1, MaxArms, moveRemedy)
		return line{from: max(from, to), to: min(from, to)}, bad
	case s.accept('('):
		between, bad := s.number("a number of arms between", 0, MaxArms, moveRemedy)
		if bad == nil && !s.accept(')') {
			bad = s.unexpected(`")"`, moveRemedy)
		}
		l := line{from: from, between: between}
		if bad == nil && s.accept('[') {
			if l.inside, bad = s.list(); bad == nil && !s.accept(']') {
				bad = s.unexpected(`"]" or another boundary`, listRemedy)
			}
		}
		return l, bad
	default:
		return line{}, s.unexpected(`"-" or "("`, moveRemedy)
	}
}
