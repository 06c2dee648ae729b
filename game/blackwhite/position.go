package blackwhite

import (
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"
	"sync"

	"github.com/sprouts-solver/sprouts/canon"
	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/game/play"
)

// position is a sum of lands, all of them kept.
type position struct{ lands []canon.Land }

// newPosition returns the sum of lands in their order. It takes over the slice.
func newPosition(lands []canon.Land) position {
	slices.Sort(lands)
	return position{lands}
}

// parsePosition reads a position without nim-heaps, which are no part of a drawing.
func parsePosition(text string) (position, *game.ParseError) {
	p, err := parse(text)
	if wrong, ok := errors.AsType[*game.ParseError](err); ok {
		return position{}, wrong
	}
	if i := heapStart(text); i >= 0 {
		return position{}, &game.ParseError{
			Input: text, Offset: i, Reason: "a nim-heap is no part of a drawing", Remedy: "leave it out",
		}
	}
	return newPosition(p.Lands), nil
}

// heapStart returns where the first nim-heap of a well-formed text starts, or -1: a
// star that follows no spot.
func heapStart(text string) int {
	before := byte('+')
	for i := range len(text) {
		switch c := text[i]; c {
		case ' ', '\t', '\r', '\n':
		case '*':
			if before == '+' || before == ']' {
				return i
			}
			before = c
		default:
			before = c
		}
	}
	return -1
}

// String writes the position in canonical text.
func (p position) String() string { return canon.Position{Lands: p.lands}.String() }

// lives returns how many lives all spots have together.
func (p position) lives() int {
	sum := 0
	for _, land := range p.lands {
		sum += land.Lives()
	}
	return sum
}

// The marks of the two kinds of lines in a move.
const (
	spottedMark = "o:"
	bareMark    = "-:"
)

// kinds are the lines of the game in the order in which moves are listed.
var kinds = []struct {
	mark  string
	lines canon.Lines
}{{spottedMark, canon.Spotted}, {bareMark, canon.Bare}}

// Moves yields the lines with a new spot, then those without, of one kind each
// position that they lead to once. Both sides have the same.
func (p position) Moves(play.Side) iter.Seq[play.Move] {
	return func(yield func(play.Move) bool) {
		for _, kind := range kinds {
			if !p.movesOf(kind.lines, kind.mark, yield) {
				return
			}
		}
	}
}

// movesOf yields the moves with one kind of line.
func (p position) movesOf(lines canon.Lines, mark string, yield func(play.Move) bool) (more bool) {
	generator := borrow(lines)
	defer giveBack(lines, generator)
	seen := map[string]bool{}
	more = true
	for i, land := range p.lands {
		if i > 0 && land == p.lands[i-1] {
			continue
		}
		generator.Children([]byte(land), func(child *canon.Lands) bool {
			to := p.exchange(i, landsOf(child))
			text := mark + to.String()
			if !seen[text] {
				seen[text] = true
				more = yield(play.Move{Text: text, To: to})
			}
			return more
		})
		if !more {
			break
		}
	}
	return more
}

// generators holds idle generators by their lines. One has megabytes of buffers, too
// much to make anew for each position.
var generators [bothLines + 1]sync.Pool

// borrow returns a generator that nobody else uses until giveBack.
func borrow(lines canon.Lines) *canon.Generator {
	if g, ok := generators[lines].Get().(*canon.Generator); ok {
		return g
	}
	return canon.NewLineGenerator(lines)
}

func giveBack(lines canon.Lines, g *canon.Generator) { generators[lines].Put(g) }

// exchange returns the position with lands in the place of land i.
func (p position) exchange(i int, child []canon.Land) position {
	return newPosition(slices.Concat(p.lands[:i], p.lands[i+1:], child))
}

// landsOf returns a copy of a sum of lands.
func landsOf(sum *canon.Lands) (lands []canon.Land) {
	start := 0
	for _, end := range sum.Ends {
		lands = append(lands, canon.Land(sum.Keys[start:end]))
		start = end
	}
	return lands
}

// Play makes the move that leads to a position, which may be written in any way. The
// mark may be left out where only one kind of line leads there.
func (p position) Play(s play.Side, move string) (play.Position, error) {
	mark, goal := "", strings.TrimLeft(move, " \t")
	for _, kind := range kinds {
		if rest, ok := strings.CutPrefix(goal, kind.mark); ok {
			mark, goal = kind.mark, rest
			break
		}
	}
	start := len(move) - len(goal)
	to, wrong := parsePosition(goal)
	if wrong != nil {
		return nil, &play.MoveError{Move: move, Offset: start + wrong.Offset, Reason: wrong.Reason, Remedy: wrong.Remedy}
	}
	var readings []string
	text := to.String()
	for m := range p.Moves(s) {
		if m.Text[len(spottedMark):] == text && strings.HasPrefix(m.Text, mark) {
			readings = append(readings, m.Text)
		}
	}
	switch len(readings) {
	case 0:
		return nil, &play.MoveError{
			Move: move, Offset: start, Reason: fmt.Sprintf("no such line leads from %s to %s", p, text),
			Remedy: "write the position after the move as the list of moves does, with o: or -: before it",
		}
	case 1:
		return to, nil
	default:
		return nil, &play.MoveError{
			Move: move, Offset: start, Reason: "lines of both kinds lead there",
			Remedy: "write o: before it for a line with a new spot, -: for one without", Readings: readings,
		}
	}
}

// drawingWidth is that of drawings, in columns, where words allow it.
const drawingWidth = 78

// Draw writes each region on a line of its own, its boundaries as words.
func (p position) Draw() string {
	var b strings.Builder
	for i, land := range p.lands {
		for k, region := range strings.Split(strings.TrimSuffix(land.String(), "."), "|") {
			line := fmt.Sprintf("land %d", i+1)
			if k > 0 {
				line = strings.Repeat(" ", len(line))
			}
			for boundary := range strings.SplitSeq(region, ".") {
				if len(line)+2+len(boundary) > drawingWidth {
					b.WriteString(line + "\n")
					line = "      "
				}
				line += "  " + boundary
			}
			b.WriteString(line + "\n")
		}
	}
	fmt.Fprintf(&b, "lives: %d\n", p.lives())
	return b.String()
}
