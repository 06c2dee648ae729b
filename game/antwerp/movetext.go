package antwerp

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/sprouts-solver/sprouts/game/play"
)

const remedyMove = `write two spots like 1-2, if need be the region @3 and spots on one side of the line [4,5]`

// read returns the position after a move in any form of the notation.
func (n *notation) read(text string) (*position, error) {
	r := &moveReader{text: text, p: n.p}
	w, err := r.wish()
	if err != nil {
		return nil, err
	}
	if err := n.permitted(text, w); err != nil {
		return nil, err
	}
	lines := n.lines(w)
	if len(lines) == 0 {
		return nil, n.nowhere(text, w, r.tail)
	}
	readings := map[string]string{} // shortest text by child
	for _, l := range lines {
		if child := n.child(l).String(); len(readings) == 0 || readings[child] == "" {
			readings[child] = n.shortest(l)
		}
	}
	if len(readings) > 1 {
		return nil, &play.MoveError{Move: text, Offset: len(text), Reason: "this can be drawn in several ways",
			Remedy: "say which", Readings: slices.Sorted(maps.Values(readings))}
	}
	return n.child(lines[0]), nil
}

// permitted refuses ends that the side may not use, or without lives.
func (n *notation) permitted(text string, w wish) error {
	for _, s := range []int{w.x, w.y} {
		if c := n.p.figure.spots[s].colour; !may(n.side, c) {
			return &play.MoveError{Move: text, Offset: 0, Reason: fmt.Sprintf("%s may not use spot %d, which is %s", n.side, s+1, c),
				Remedy: fmt.Sprintf("join spots that are white or %s", c.other())}
		}
	}
	if w.x == w.y && n.p.figure.spots[w.x].lives < 2 {
		return &play.MoveError{Move: text, Offset: 0, Reason: fmt.Sprintf("spot %d has one life, a loop needs two", w.x+1),
			Remedy: "join two spots, or take one with more lives"}
	}
	return nil
}

// nowhere says why no line fits. The tail is where region and list begin.
func (n *notation) nowhere(text string, w wish, tail int) error {
	plain := wish{x: w.x, y: w.y, region: -1}
	for r := range n.p.figure.regions {
		f := n.p.figure
		if len(f.placesIn(r, w.x, 0)) > 0 && len(f.placesIn(r, w.y, 0)) > 0 {
			return &play.MoveError{Move: text, Offset: tail, Reason: "no line from " + plain.String() + " fits this region, place or list",
				Remedy: "list spots of the region that lie on one side of a line which cuts the region in two, or none"}
		}
	}
	return &play.MoveError{Move: text, Offset: 0, Reason: fmt.Sprintf("spots %d and %d share no region", w.x+1, w.y+1),
		Remedy: "join spots that the drawing shows in one region"}
}

// moveReader reads the notation of moves from left to right.
type moveReader struct {
	text string
	at   int
	tail int // where the two spots end
	p    *position
}

// wish reads a whole move.
func (r *moveReader) wish() (wish, error) {
	w := wish{region: -1}
	var err error
	if w.x, w.xPlace, err = r.end(); err != nil {
		return w, err
	}
	if !r.take('-') {
		return w, r.wrong(`"-" is missing between two spots`)
	}
	if w.y, w.yPlace, err = r.end(); err != nil {
		return w, err
	}
	r.tail = r.at
	if r.take('@') {
		if w.region, err = r.number(len(r.p.figure.regions), "region"); err != nil {
			return w, err
		}
	}
	if r.take('[') {
		if w.list, err = r.list(); err != nil {
			return w, err
		}
	}
	if r.blanks(); r.at < len(r.text) {
		return w, r.wrong("the move should end here")
	}
	return w, nil
}

// end reads a spot and which of its places is meant.
func (r *moveReader) end() (s, which int, err error) {
	if s, err = r.number(len(r.p.figure.spots), "spot"); err != nil {
		return 0, 0, err
	}
	switch {
	case strings.HasPrefix(r.text[r.at:], placeNames[1]):
		which = 1
	case strings.HasPrefix(r.text[r.at:], placeNames[2]):
		which = 2
	}
	r.at += len(placeNames[which])
	return s, which, nil
}

// list reads spots up to the closing bracket.
func (r *moveReader) list() (list []int, err error) {
	if r.take(']') {
		return nil, nil
	}
	for {
		s, err := r.number(len(r.p.figure.spots), "spot")
		if err != nil {
			return nil, err
		}
		list = append(list, s)
		if r.take(']') {
			return list, nil
		}
		if !r.take(',') {
			return nil, r.wrong(`"," or "]" is missing`)
		}
	}
}

// number reads a number from 1 to most and returns one less.
func (r *moveReader) number(most int, what string) (int, error) {
	r.blanks()
	end := r.at
	for end < len(r.text) && '0' <= r.text[end] && r.text[end] <= '9' {
		end++
	}
	if end == r.at {
		return 0, r.wrong("the number of a " + what + " is missing")
	}
	n, err := strconv.Atoi(r.text[r.at:end])
	if err != nil || n < 1 || n > most {
		return 0, r.wrong(fmt.Sprintf("there is no such %s, only 1 to %d", what, most))
	}
	r.at = end
	return n - 1, nil
}

// take steps over a character, and blanks before it, if it comes next.
func (r *moveReader) take(c byte) bool {
	before := r.at
	if r.blanks(); r.at < len(r.text) && r.text[r.at] == c {
		r.at++
		return true
	}
	r.at = before
	return false
}

func (r *moveReader) blanks() {
	for r.at < len(r.text) && r.text[r.at] == ' ' {
		r.at++
	}
}

func (r *moveReader) wrong(reason string) error {
	return &play.MoveError{Move: r.text, Offset: r.at, Reason: reason, Remedy: remedyMove}
}
