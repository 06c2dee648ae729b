package northcott

import (
	"iter"
	"slices"
	"strconv"

	"github.com/sprouts-solver/sprouts/game/play"
)

// row holds the columns of the two pieces, from 1. White's is the smaller one.
type row struct{ white, black uint8 }

// gap returns the number of free squares between the pieces.
func (r row) gap() int { return int(r.black-r.white) - 1 }

// of returns the column of a side's piece.
func (r row) of(s play.Side) int {
	if s == play.Left {
		return int(r.white)
	}
	return int(r.black)
}

// moved returns the row with a side's piece on another column.
func (r row) moved(s play.Side, column int) row {
	if s == play.Left {
		return row{uint8(column), r.black}
	}
	return row{r.white, uint8(column)}
}

// room returns the first and the last column that a side's piece can stand on, in a
// row of a length.
func (r row) room(s play.Side, length int) (first, last int) {
	if s == play.Left {
		return 1, int(r.black) - 1
	}
	return int(r.white) + 1, length
}

// board is a position: rows of one length.
type board struct {
	length int
	rows   []row
}

// String writes the length and the columns of the pieces, row by row.
func (p board) String() string {
	b := strconv.AppendInt(nil, int64(p.length), 10)
	b = append(b, ':')
	for _, r := range p.rows {
		b = append(b, ' ')
		b = strconv.AppendUint(b, uint64(r.white), 10)
		b = append(b, '-')
		b = strconv.AppendUint(b, uint64(r.black), 10)
	}
	return string(b)
}

// xor returns the xor of the gaps.
func (p board) xor() int {
	x := 0
	for _, r := range p.rows {
		x ^= r.gap()
	}
	return x
}

// step is a move: a side's piece of row i goes to a column.
type step struct{ i, column int }

// String writes the move in its short form, "3:5" for column 5 of the third row.
func (m step) String() string { return strconv.Itoa(m.i+1) + ":" + strconv.Itoa(m.column) }

// after returns the board after a move of a side.
func (p board) after(s play.Side, m step) board {
	rows := slices.Clone(p.rows)
	rows[m.i] = rows[m.i].moved(s, m.column)
	return board{p.length, rows}
}

// Moves yields the moves row by row, from the left of each row to its right.
func (p board) Moves(s play.Side) iter.Seq[play.Move] {
	return func(yield func(play.Move) bool) {
		for i, r := range p.rows {
			first, last := r.room(s, p.length)
			for column := first; column <= last; column++ {
				if column == r.of(s) {
					continue
				}
				m := step{i, column}
				if !yield(play.Move{Text: m.String(), To: p.after(s, m)}) {
					return
				}
			}
		}
	}
}

// Play returns the board after a move.
func (p board) Play(s play.Side, move string) (play.Position, error) {
	m, failure := p.read(s, move)
	if failure != nil {
		return nil, failure
	}
	return p.after(s, m), nil
}
