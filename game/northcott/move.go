package northcott

import (
	"fmt"
	"strings"

	"github.com/sprouts-solver/sprouts/game/play"
)

const moveRemedy = "write row:column, like 3:5 for column 5 of the third row, or 3:+2 or 3:-2 to go forward or back"

// read reads a move of a side in any form.
func (p board) read(s play.Side, move string) (step, *play.MoveError) {
	m, wrong := p.readStep(s, move)
	if wrong != nil {
		if wrong.remedy == remedy {
			wrong.remedy = moveRemedy
		}
		return step{}, &play.MoveError{Move: move, Offset: wrong.offset, Reason: wrong.reason, Remedy: wrong.remedy}
	}
	return m, nil
}

// readStep reads a row, a colon and where the piece goes.
func (p board) readStep(s play.Side, move string) (step, *fault) {
	at := skipBlanks(move, 0)
	number, end, wrong := readNumber(move, at)
	if wrong != nil {
		return step{}, wrong
	}
	if number < 1 || number > len(p.rows) {
		return step{}, &fault{
			at, "there is no row " + move[at:end], fmt.Sprintf("rows have the numbers 1 to %d", len(p.rows)),
		}
	}
	if at, wrong = expect(move, end, ':'); wrong != nil {
		return step{}, wrong
	}
	r, at := p.rows[number-1], skipBlanks(move, at)
	column, end, wrong := readTarget(move, at, r.of(s), s)
	if wrong != nil {
		return step{}, wrong
	}
	if last := skipBlanks(move, end); last < len(move) {
		return step{}, &fault{last, describe(move[last:]), moveRemedy}
	}
	m := step{number - 1, column}
	return m, p.legal(s, m, at)
}

// readTarget reads a column, or a sign and a number of squares: forward is towards the
// opponent.
func readTarget(move string, at, from int, s play.Side) (column, end int, wrong *fault) {
	sign := at < len(move) && strings.IndexByte("+-", move[at]) >= 0
	if !sign {
		return readNumber(move, at)
	}
	n, end, wrong := readNumber(move, skipBlanks(move, at+1))
	// So far away is off the board, and adding it is no overflow.
	n = min(n, 2*MaxLength)
	if (move[at] == '+') == (s == play.Left) {
		return from + n, end, wrong
	}
	return from - n, end, wrong
}

// legal wants a piece to move, and not to leave the squares that it can reach.
func (p board) legal(s play.Side, m step, at int) *fault {
	r := p.rows[m.i]
	first, last := r.room(s, p.length)
	var reason string
	switch {
	case m.column == r.of(s):
		reason = fmt.Sprintf("the piece is on column %d already", m.column)
	case m.column < 1 || m.column > p.length:
		reason = "this is off the board"
	case m.column < first || m.column > last:
		reason = fmt.Sprintf("the opponent's piece is on column %d, and there is no way over it", r.of(s.Other()))
	default:
		return nil
	}
	return &fault{at, reason, reachable(first, last, r.of(s))}
}

// reachable lists the columns from first to last without the piece's own.
func reachable(first, last, own int) string {
	before, after := span(first, own-1), span(own+1, last)
	switch {
	case before == "" && after == "":
		return "in this row no move is left: take another row"
	case before == "" || after == "":
		return "it can go to column " + before + after
	default:
		return "it can go to column " + before + " or " + after
	}
}

// span writes "3", "3 to 5" or nothing.
func span(first, last int) string {
	switch {
	case first > last:
		return ""
	case first == last:
		return fmt.Sprint(first)
	default:
		return fmt.Sprintf("%d to %d", first, last)
	}
}
