package antwerp

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/sprouts-solver/sprouts/game"
)

// MaxSpots is how many spots a position may have when it is read or begun. In play
// the dead ones are forgotten, and the living never become more than that.
const MaxSpots = 60

const (
	remedySpots = `write a number of spots like 3, or regions like 0*2.ABr|ABr with spots 0 1 2 A..Y, marks b and r`
	remedyLands = `write lands joined by "+", or "!" for no move left`
)

// reader reads the notation from left to right.
type reader struct {
	text string
	at   int
	fig  figure
	seen map[string]*lettered // letters of the land
}

// lettered is a letter that was read.
type lettered struct {
	spot   int
	times  int
	marked colour
	region int // of the first time
	bound  int
}

// parse reads a position as it is written, not reduced: one figure for each land.
func parse(text string) ([]figure, error) {
	r := &reader{text: text}
	if text == "!" {
		return nil, nil
	}
	var lands []figure
	for spots := 0; ; {
		land, err := r.land()
		if err != nil {
			return nil, err
		}
		if spots += len(land.spots); spots > MaxSpots {
			return nil, r.wrong(0, fmt.Sprintf("there are more than %d spots", MaxSpots), "write fewer spots")
		}
		lands = append(lands, land)
		if r.at == len(text) {
			return lands, nil
		}
		if !r.take('+') {
			return nil, r.unexpected(remedyLands)
		}
	}
}

// land reads one land, up to "+" or the end.
func (r *reader) land() (figure, error) {
	r.fig, r.seen = figure{}, map[string]*lettered{}
	if n, digits := r.number(); digits {
		if n > MaxSpots {
			return figure{}, r.wrong(r.at, "so many spots are too many", fmt.Sprintf("a number of spots is 0 to %d", MaxSpots))
		}
		r.at += len(r.digits())
		land := figure{}
		if n > 0 {
			land = start(n)
		}
		return land, nil
	}
	for {
		if err := r.region(); err != nil {
			return figure{}, err
		}
		if !r.take('|') {
			return r.fig, nil
		}
	}
}

// number reports whether the land is digits alone, and what number they are. A
// number too large to hold is one more than [MaxSpots].
func (r *reader) number() (n int, ok bool) {
	digits := r.digits()
	end := r.at + len(digits)
	if digits == "" || end < len(r.text) && r.text[end] != '+' {
		return 0, false
	}
	n, err := strconv.Atoi(digits)
	if err != nil || n > MaxSpots {
		return MaxSpots + 1, true
	}
	return n, true
}

// digits returns the digits that come next.
func (r *reader) digits() string {
	rest := r.text[r.at:]
	return rest[:len(rest)-len(strings.TrimLeft(rest, "0123456789"))]
}

// region reads boundaries. One dot may stand after the last.
func (r *reader) region() error {
	r.fig.regions = append(r.fig.regions, nil)
	for {
		if err := r.boundary(); err != nil {
			return err
		}
		if !r.take('.') || r.at == len(r.text) || strings.ContainsRune("|+", rune(r.text[r.at])) {
			return nil
		}
	}
}

// boundary reads spots, and how often there is a boundary like this.
func (r *reader) boundary() error {
	start, first := r.at, len(r.fig.spots)
	last := &r.fig.regions[len(r.fig.regions)-1]
	*last = append(*last, nil)
	for r.at < len(r.text) && !strings.ContainsRune(".|+*", rune(r.text[r.at])) {
		s, err := r.spot()
		if err != nil {
			return err
		}
		r.add(s)
	}
	walk := (*last)[len(*last)-1]
	if len(walk) == 0 {
		return r.unexpected(remedySpots)
	}
	if err := r.drawable(walk, start); err != nil {
		return err
	}
	if !r.take('*') {
		return nil
	}
	return r.repeat(walk, first)
}

// add puts a spot at the end of the boundary that is being read.
func (r *reader) add(s int) {
	last := r.fig.regions[len(r.fig.regions)-1]
	last[len(last)-1] = append(last[len(last)-1], s)
}

// repeat reads a count and adds so many boundaries in all, of new spots.
func (r *reader) repeat(walk boundary, first int) error {
	digits := r.digits()
	n, err := strconv.Atoi(digits)
	if err != nil || n < 1 || n*len(walk) > MaxSpots {
		return r.wrong(r.at, "this is no count of boundaries", fmt.Sprintf("write 1 or more after *, %d spots at most", MaxSpots))
	}
	if len(walk) != len(r.fig.spots)-first || slices.ContainsFunc(walk, func(s int) bool { return r.isLetter(s) }) {
		return r.wrong(r.at-1, "a boundary with letters is not repeated", "write it as often as it is there, with other letters")
	}
	r.at += len(digits)
	last := &r.fig.regions[len(r.fig.regions)-1]
	for range n - 1 {
		*last = append(*last, nil)
		for _, s := range walk {
			r.fig.spots = append(r.fig.spots, r.fig.spots[s])
			r.add(len(r.fig.spots) - 1)
		}
	}
	return nil
}

// isLetter reports whether a spot is written as a letter.
func (r *reader) isLetter(s int) bool {
	for _, l := range r.seen {
		if l.spot == s {
			return true
		}
	}
	return false
}

// spot reads one spot with its mark and returns its number.
func (r *reader) spot() (int, error) {
	start := r.at
	switch c := r.text[r.at]; {
	case '0' <= c && c <= '2':
		r.at++
		r.fig.spots = append(r.fig.spots, spot{lives: 3 - int(c-'0'), colour: r.mark()})
		return len(r.fig.spots) - 1, nil
	case 'A' <= c && c <= 'Y':
		r.at++
		return r.letter(start)
	case c == 'n':
		r.at++
		if !r.take('(') {
			return 0, r.unexpected("write n(26), n(27), ... for letters after Y")
		}
		digits := r.digits()
		r.at += len(digits)
		if n, err := strconv.Atoi(digits); err != nil || n <= lettersPlain || digits[0] == '0' || !r.take(')') {
			return 0, r.wrong(start, "this is no letter", "write n(26), n(27), ... for letters after Y")
		}
		return r.letter(start)
	}
	return 0, r.unexpected(remedySpots)
}

// letter finishes a letter that begins at start.
func (r *reader) letter(start int) (int, error) {
	name, mark := r.text[start:r.at], r.mark()
	reg := len(r.fig.regions) - 1
	bound := len(r.fig.regions[reg]) - 1
	l := r.seen[name]
	if l == nil {
		r.fig.spots = append(r.fig.spots, spot{lives: 1, colour: mark})
		r.seen[name] = &lettered{spot: len(r.fig.spots) - 1, times: 1, marked: mark, region: reg, bound: bound}
		return len(r.fig.spots) - 1, nil
	}
	l.times++
	switch {
	case l.times > 2:
		return 0, r.wrong(start, name+" is met a third time", "a letter is met twice in a land")
	case l.marked != mark:
		return 0, r.wrong(start, fmt.Sprintf("%s was %s before", name, l.marked), "mark a letter alike both times")
	case l.region == reg && l.bound != bound:
		return 0, r.wrong(start, name+" is met on two boundaries of one region, which no drawing has",
			"put both places on one boundary, or in two regions")
	}
	return l.spot, nil
}

// mark reads the mark of a colour, if there is one.
func (r *reader) mark() colour {
	for _, c := range []colour{blue, red} {
		if r.take(marks[c][0]) {
			return c
		}
	}
	return white
}

// take steps over a character if it comes next.
func (r *reader) take(c byte) bool {
	if r.at < len(r.text) && r.text[r.at] == c {
		r.at++
		return true
	}
	return false
}

// drawable refuses a boundary, begun at start, that no drawing has.
func (r *reader) drawable(walk boundary, start int) error {
	if len(walk) > 1 && slices.ContainsFunc(walk, func(s int) bool { return r.fig.spots[s].lives == 3 }) {
		return r.wrong(start, "a spot 0, which no line touches, is alone on its boundary", "put a dot between them")
	}
	if crossing(walk) {
		return r.wrong(start, "two spots are met by turns on this boundary, which no drawing has",
			"let one be met twice between the two places of the other, or not at all")
	}
	return nil
}

// crossing reports whether two spots are met by turns: x y x y. A walk that comes
// back to x has closed what is between.
func crossing(walk boundary) bool {
	var open []int
	for i, s := range walk {
		k := slices.Index(open, s)
		if k >= 0 && k < len(open)-1 {
			return true
		}
		if k >= 0 {
			open = open[:k]
		} else if slices.Contains(walk[i+1:], s) {
			open = append(open, s)
		}
	}
	return false
}

// unexpected says what stands where something else should.
func (r *reader) unexpected(remedy string) error {
	if r.at == len(r.text) {
		return r.wrong(r.at, "something is missing at the end", remedy)
	}
	rest := []rune(r.text[r.at:])
	return r.wrong(r.at, fmt.Sprintf("%q does not fit here", rest[0]), remedy)
}

func (r *reader) wrong(at int, reason, remedy string) error {
	return &game.ParseError{Input: r.text, Offset: min(at, len(r.text)), Reason: reason, Remedy: remedy}
}

// start returns n white spots, n > 0.
func start(n int) figure {
	f := figure{regions: []region{nil}}
	for s := range n {
		f.spots = append(f.spots, spot{lives: 3})
		f.regions[0] = append(f.regions[0], boundary{s})
	}
	return f
}
