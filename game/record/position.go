package record

import (
	"errors"
	"iter"
	"strings"

	"github.com/sprouts-solver/sprouts/game/play"
)

// Position is a drawing of Sprouts in which every spot has its number. It knows how it
// looks, not how it came about. The zero value has no spot and no move.
type Position struct{ drawing }

// Start returns the number of spots at the start of the game.
func (p Position) Start() int { return p.start }

// Made returns the number of moves made so far: each has added one spot.
func (p Position) Made() int { return len(p.degree) - p.start }

// Lives returns how many more lines can end at the spots together. A move costs one.
func (p Position) Lives() int { return 3*p.start - p.Made() }

// Finished reports whether no move is left.
func (p Position) Finished() bool {
	for range p.lines() {
		return false
	}
	return true
}

// Moves yields the legal moves, the same for both sides, in a fixed order and in the
// shortest form that Play reads as that move, the lower number first. Moves that are
// the same but for names come once: of isolated spots in one region the lowest numbers
// are used first, as the notation asks for. Neither do moves come again that differ in
// the place of boundaries without live spots, or that no further play can tell apart.
//
// There can be exponentially many, since a line that cuts a region may have any of its
// other boundaries on either side. Each costs time quadratic in its region.
func (p Position) Moves(play.Side) iter.Seq[play.Move] {
	return func(yield func(play.Move) bool) {
		for l := range p.lines() {
			if text, read, ok := p.spell(l); ok && !yield(play.Move{Text: text, To: p.after(read)}) {
				return
			}
		}
	}
}

// after returns the position after a line.
func (p Position) after(l line) Position { return Position{p.draw(l).normal()} }

// Play returns the position after a move, which may be written in any form that the
// notation allows. A text that is no move, no legal one, or that fits several gives a
// *[play.MoveError]; in the last case its Readings are these.
func (p Position) Play(_ play.Side, move string) (play.Position, error) {
	to, err := p.play(move)
	if err != nil {
		return nil, err
	}
	return to, nil
}

func (p Position) play(move string) (Position, error) {
	lines, err := p.read(move)
	if err != nil {
		return Position{}, err
	}
	if len(lines) > 1 {
		return Position{}, p.ambiguous(move, lines)
	}
	return p.after(lines[0]), nil
}

// ambiguous returns the error for a text that fits several lines.
func (p Position) ambiguous(move string, lines []line) error {
	wrong := &play.MoveError{
		Move: move, Offset: strings.Index(move, "("),
		Reason: "this fits several moves that differ",
		Remedy: "say which with @ and a live spot that the new spot can reach",
	}
	if lines[0].region == lines[1].region {
		wrong.Remedy = "say from which side the line comes with !"
	}
	for _, l := range lines {
		if text, _, ok := p.spell(l); ok {
			wrong.Readings = append(wrong.Readings, text)
		}
	}
	return wrong
}

// Shortest returns a move in the form in which Moves lists it, whatever form it comes
// in. Errors are those of Play.
func (p Position) Shortest(move string) (string, error) {
	lines, err := p.read(move)
	if err != nil {
		return "", err
	}
	if len(lines) > 1 {
		return "", p.ambiguous(move, lines)
	}
	l := lines[0]
	if r := p.regions[l.region]; r.spot(l.from) > r.spot(l.to) {
		l = l.turned()
	}
	text, _, ok := p.spell(l)
	if !ok {
		return "", errors.New("record: no text means a move that has one")
	}
	return text, nil
}

// turned returns the line seen from its other end.
func (l line) turned() line {
	l.from, l.to = l.to, l.from
	if l.cuts() && !l.loop() {
		left := make([]bool, len(l.left))
		for i, on := range l.left {
			left[i] = !on
		}
		l.left = left
	}
	return l
}
