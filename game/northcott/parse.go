package northcott

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/sprouts-solver/sprouts/game"
)

const (
	blanks = " \t"
	digits = "0123456789"
	remedy = "write the length of the rows and the columns of both pieces in each, like 8: 1-5 2-7 3-8"
)

// fault is what is wrong with a text, and where.
type fault struct {
	offset         int
	reason, remedy string
}

// parse reads a board.
func parse(text string) (board, *game.ParseError) {
	p, wrong := readBoard(text)
	if wrong != nil {
		return board{}, &game.ParseError{
			Input: text, Offset: wrong.offset, Reason: wrong.reason, Remedy: wrong.remedy,
		}
	}
	return p, nil
}

// readBoard reads the length, a colon and the rows.
func readBoard(text string) (p board, wrong *fault) {
	at := skipBlanks(text, 0)
	length, end, wrong := readNumber(text, at)
	if wrong != nil {
		return board{}, wrong
	}
	if length < MinLength || length > MaxLength {
		return board{}, &fault{
			at, fmt.Sprintf("rows of %s squares", text[at:end]),
			fmt.Sprintf("rows have %d to %d squares", MinLength, MaxLength),
		}
	}
	p.length = length
	if at, wrong = expect(text, end, ':'); wrong != nil {
		return board{}, wrong
	}
	for at = skipBlanks(text, at); at < len(text) || len(p.rows) == 0; at = skipBlanks(text, at) {
		if len(p.rows) == MaxRows {
			return board{}, &fault{at, "too many rows", fmt.Sprintf("a board has 1 to %d rows", MaxRows)}
		}
		r, end, wrong := readRow(text, at, p.length)
		if wrong != nil {
			return board{}, wrong
		}
		p.rows = append(p.rows, r)
		at = end
	}
	return p, nil
}

// readRow reads the columns of the two pieces, White's first.
func readRow(text string, at, length int) (r row, end int, wrong *fault) {
	white, end, wrong := readColumn(text, at, length)
	if wrong != nil {
		return row{}, 0, wrong
	}
	if end, wrong = expect(text, end, '-'); wrong != nil {
		return row{}, 0, wrong
	}
	blackAt := skipBlanks(text, end)
	black, end, wrong := readColumn(text, blackAt, length)
	switch {
	case wrong != nil:
		return row{}, 0, wrong
	case black <= white:
		return row{}, 0, &fault{
			blackAt, fmt.Sprintf("Black's piece on column %d is not to the right of White's", black),
			fmt.Sprintf("after %d- write a column above %d", white, white),
		}
	case end < len(text) && skipBlanks(text, end) == end:
		return row{}, 0, &fault{end, describe(text[end:]), remedy}
	}
	return row{uint8(white), uint8(black)}, end, nil
}

// readColumn reads a column of the board.
func readColumn(text string, at, length int) (column, end int, wrong *fault) {
	column, end, wrong = readNumber(text, at)
	if wrong == nil && (column < 1 || column > length) {
		wrong = &fault{
			at, "there is no column " + text[at:end], fmt.Sprintf("columns have the numbers 1 to %d", length),
		}
	}
	return column, end, wrong
}

// readNumber reads digits. A number too large for an int becomes the largest one.
func readNumber(text string, at int) (n, end int, wrong *fault) {
	end = len(text) - len(strings.TrimLeft(text[at:], digits))
	if end == at {
		return 0, at, &fault{at, describe(text[at:]), remedy}
	}
	n, err := strconv.Atoi(text[at:end])
	if err != nil {
		n = math.MaxInt
	}
	return n, end, nil
}

// expect wants a mark, with blanks around it.
func expect(text string, at int, mark byte) (end int, wrong *fault) {
	at = skipBlanks(text, at)
	if at == len(text) || text[at] != mark {
		return 0, &fault{at, fmt.Sprintf("%q is missing", mark), remedy}
	}
	return at + 1, nil
}

// skipBlanks returns the offset of the first byte from at on that is no blank.
func skipBlanks(text string, at int) int {
	return len(text) - len(strings.TrimLeft(text[at:], blanks))
}

// describe says what stands where a number should be.
func describe(rest string) string {
	if rest == "" {
		return "a number is missing"
	}
	return fmt.Sprintf("%q does not belong here", []rune(rest)[0])
}
