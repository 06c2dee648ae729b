package antwerp

import (
	"iter"
	"slices"
	"strings"

	"github.com/sprouts-solver/sprouts/game/play"
)

// position is a sum of lands in canonical form.
type position struct {
	variant variant
	lands   []string // sorted
	figure  figure   // of all lands, in the order of the text
}

// newPosition returns the position of lands in canonical form, in any order.
func newPosition(v variant, lands []string) *position {
	lands = slices.Clone(lands)
	slices.SortFunc(lands, compareLands)
	p := &position{variant: v, lands: lands}
	for _, text := range lands {
		land := v.figure(text)
		shift := len(p.figure.spots)
		p.figure.spots = append(p.figure.spots, land.spots...)
		for _, r := range land.regions {
			p.figure.regions = append(p.figure.regions, r.renumber(shift))
		}
	}
	return p
}

// renumber returns the region with a number added to that of each spot.
func (r region) renumber(shift int) region {
	next := make(region, len(r))
	for i, b := range r {
		for _, s := range b {
			next[i] = append(next[i], s+shift)
		}
	}
	return next
}

// compareLands puts the longer text first.
func compareLands(a, b string) int {
	if len(a) != len(b) {
		return len(b) - len(a)
	}
	return strings.Compare(a, b)
}

// String writes the position in the notation.
func (p *position) String() string {
	if len(p.lands) == 0 {
		return "!"
	}
	return strings.Join(p.lands, "+")
}

// Moves yields one move for each different child of a side, written in the
// shortest form that leads nowhere else.
func (p *position) Moves(s play.Side) iter.Seq[play.Move] {
	return func(yield func(play.Move) bool) {
		seen := map[string]bool{}
		n := newNotation(p, s)
		p.figure.lines(s, func(l line) bool {
			to := n.child(l)
			if seen[to.String()] {
				return true
			}
			seen[to.String()] = true
			return yield(play.Move{Text: n.shortest(l), To: to})
		})
	}
}

// Play returns the position after a move, see the package comment for the
// notation. A text that is no legal move gives a *[play.MoveError].
func (p *position) Play(s play.Side, move string) (play.Position, error) {
	to, err := newNotation(p, s).read(move)
	if err != nil {
		return nil, err
	}
	return to, nil
}

// variant is one of the two games.
type variant struct{ hot bool }

// fresh returns the colour of a spot that a side makes.
func (v variant) fresh(s play.Side) colour {
	if v.hot == (s == play.Left) {
		return blue
	}
	return red
}

// canonical returns the lands of a figure in canonical form.
func (v variant) canonical(f figure) []string {
	var lands []string
	for _, land := range f.reduce(v.hot) {
		lands = append(lands, land.canonical())
	}
	return lands
}

// figure returns the figure of a land in canonical form.
func (v variant) figure(land string) figure {
	lands, err := parse(land)
	if err != nil || len(lands) != 1 {
		panic("antwerp: no canonical land: " + land)
	}
	return lands[0]
}

// child returns the lands, in canonical form, after a line in a figure.
func (v variant) child(f figure, l line, s play.Side) []string {
	return v.canonical(f.draw(l, v.fresh(s)))
}
