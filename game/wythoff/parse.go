package wythoff

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/game/play"
)

const (
	blanks = " \t"
	digits = "0123456789"
	remedy = `write two heaps, like 12,20 or 12 20, and join such pairs by "+"`
)

// fault is what is wrong with a text, and where.
type fault struct {
	offset         int
	reason, remedy string
}

// parse reads pairs joined by "+".
func parse(text string) (position, *game.ParseError) {
	var p position
	at := 0
	for {
		q, end, wrong := readPair(text, at)
		if wrong == nil && end < len(text) && text[end] != '+' {
			wrong = &fault{end, describe(text[end:]), remedy}
		}
		if wrong != nil {
			return position{}, &game.ParseError{
				Input: text, Offset: wrong.offset, Reason: wrong.reason, Remedy: wrong.remedy,
			}
		}
		p.pairs = append(p.pairs, q)
		if end == len(text) {
			return p, nil
		}
		at = end + 1
	}
}

// readPair reads two numbers with a comma or blanks between them, and blanks around
// them. It returns the offset of what follows.
func readPair(text string, at int) (q pair, end int, wrong *fault) {
	if q.a, end, wrong = readNumber(text, at); wrong != nil {
		return pair{}, end, wrong
	}
	next := skipBlanks(text, end)
	switch {
	case next == len(text) || text[next] == '+':
		return pair{}, next, &fault{next, "the second heap is missing", remedy}
	case text[next] == ',':
		next++
	case next == end:
		return pair{}, next, &fault{next, describe(text[next:]), remedy}
	}
	if q.b, end, wrong = readNumber(text, next); wrong != nil {
		return pair{}, end, wrong
	}
	return q, skipBlanks(text, end), nil
}

// readNumber reads a heap behind blanks and returns the offset of what follows.
func readNumber(text string, at int) (n uint64, end int, wrong *fault) {
	at = skipBlanks(text, at)
	end = len(text) - len(strings.TrimLeft(text[at:], digits))
	if end == at {
		return 0, at, &fault{at, describe(text[at:]), remedy}
	}
	n, err := strconv.ParseUint(text[at:end], 10, 64)
	if err != nil {
		return 0, at, &fault{
			at, text[at:end] + " is too large", fmt.Sprintf("numbers go up to %d", uint64(math.MaxUint64)),
		}
	}
	return n, end, nil
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

// failed makes an error of what is wrong with a move.
func (f fault) failed(move string) *play.MoveError {
	return &play.MoveError{Move: move, Offset: f.offset, Reason: f.reason, Remedy: f.remedy}
}
