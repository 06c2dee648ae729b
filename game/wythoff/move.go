package wythoff

import (
	"fmt"
	"strings"

	"github.com/sprouts-solver/sprouts/game/play"
)

const moveRemedy = "write a-3, b-3 or ab-3 for 3 from the first heap, the second or both, " +
	"or what is left, like 4,7; in a sum write the number of the pair before it, like 2:a-3"

// request is a move as it is written, before a position says what it means.
type request struct {
	offset int    // of the part that says what to do
	heaps  string // "a", "b", "ab", or "" for a target
	count  uint64
	at     int // offset of count
	target pair
}

// read reads a move in any form and finds the pair that it belongs to.
func (p position) read(move string) (i int, to pair, failure *play.MoveError) {
	number, start, wrong := p.readNumberOfPair(move)
	if wrong != nil {
		return 0, pair{}, wrong.failed(move)
	}
	r, wrong := readRequest(move, start)
	if wrong != nil {
		return 0, pair{}, wrong.failed(move)
	}
	if number == 0 {
		if number, wrong = p.onlyPair(r); wrong == nil && number == 0 {
			return 0, pair{}, p.several(move, r)
		}
	}
	if wrong == nil {
		to, wrong = r.from(p.pairs[number-1])
	}
	if wrong != nil {
		return 0, pair{}, wrong.failed(move)
	}
	return number - 1, to, nil
}

// readNumberOfPair reads "2:" and returns 0 if there is no colon. Pairs are counted
// from 1.
func (p position) readNumberOfPair(move string) (number, end int, wrong *fault) {
	colon := strings.IndexByte(move, ':')
	if colon < 0 {
		return 0, 0, nil
	}
	n, end, wrong := readNumber(move, 0)
	if wrong != nil {
		return 0, 0, &fault{wrong.offset, wrong.reason, moveRemedy}
	}
	if next := skipBlanks(move, end); next != colon {
		return 0, 0, &fault{next, describe(move[next:]), moveRemedy}
	}
	if n == 0 || n > uint64(len(p.pairs)) {
		return 0, 0, &fault{
			skipBlanks(move, 0), fmt.Sprintf("there is no pair %d", n),
			fmt.Sprintf("pairs have the numbers 1 to %d", len(p.pairs)),
		}
	}
	return int(n), colon + 1, nil
}

// readRequest reads what to do with a pair.
func readRequest(move string, at int) (r request, wrong *fault) {
	at = skipBlanks(move, at)
	rest := move[at:]
	r.offset = at
	r.heaps = rest[:len(rest)-len(strings.TrimLeft(rest, "ab"))]
	var end int
	switch r.heaps {
	case "":
		after := strings.TrimPrefix(rest, "to")
		r.target, end, wrong = readPair(move, len(move)-len(after))
	case "a", "b", "ab":
		end = skipBlanks(move, at+len(r.heaps))
		if end == len(move) || move[end] != '-' {
			return r, &fault{end, `"-" is missing`, moveRemedy}
		}
		r.at = skipBlanks(move, end+1)
		r.count, end, wrong = readNumber(move, r.at)
		end = skipBlanks(move, end)
	default:
		return r, &fault{at, fmt.Sprintf("%q is no choice of heaps", r.heaps), moveRemedy}
	}
	if wrong == nil && end < len(move) {
		wrong = &fault{end, describe(move[end:]), moveRemedy}
	}
	if wrong != nil && wrong.remedy == remedy {
		wrong.remedy = moveRemedy
	}
	return r, wrong
}

// from returns what the move makes of a pair.
func (r request) from(q pair) (pair, *fault) {
	if r.heaps == "" {
		return r.to(q)
	}
	most := map[string]uint64{"a": q.a, "b": q.b, "ab": min(q.a, q.b)}[r.heaps]
	switch {
	case q.ended():
		return pair{}, &fault{r.offset, "both heaps are empty", "no move is left here"}
	case most == 0:
		return pair{}, &fault{r.offset, fmt.Sprintf("%q is empty in %s", r.heaps, q), "take from a heap that has objects"}
	case r.count == 0:
		return pair{}, &fault{r.at, "a move takes at least one object", fmt.Sprintf("take 1 to %d", most)}
	case r.count > most:
		return pair{}, &fault{r.at, fmt.Sprintf("%d is more than there is in %s", r.count, q), fmt.Sprintf("take 1 to %d", most)}
	case r.heaps == "a":
		return pair{q.a - r.count, q.b}, nil
	case r.heaps == "b":
		return pair{q.a, q.b - r.count}, nil
	default:
		return pair{q.a - r.count, q.b - r.count}, nil
	}
}

// to returns the target if one move leads to it.
func (r request) to(q pair) (pair, *fault) {
	t := r.target
	legal := t != q && t.a <= q.a && t.b <= q.b && (t.a == q.a || t.b == q.b || q.a-t.a == q.b-t.b)
	if !legal {
		return pair{}, &fault{
			r.offset, fmt.Sprintf("no move leads from %s to %s", q, t),
			"take from one heap, or the same number from both",
		}
	}
	return t, nil
}

// onlyPair returns the number of the only pair that the move is possible in, or 0 if
// there are several.
func (p position) onlyPair(r request) (number int, wrong *fault) {
	for i, q := range p.pairs {
		_, w := r.from(q)
		switch {
		case w != nil && wrong == nil:
			wrong = w
		case w == nil && number > 0:
			return 0, nil
		case w == nil:
			number = i + 1
		}
	}
	switch {
	case number > 0:
		return number, nil
	case len(p.pairs) > 1:
		return 0, &fault{r.offset, "this is possible in no pair of " + p.String(), wrong.remedy}
	default:
		return 0, wrong
	}
}

// several says which pairs a move is possible in.
func (p position) several(move string, r request) *play.MoveError {
	failure := fault{
		r.offset, "this is possible in several pairs", "write the number of the pair before it, like 2:a-3",
	}.failed(move)
	for i, q := range p.pairs {
		if to, wrong := r.from(q); wrong == nil {
			failure.Readings = append(failure.Readings, p.text(i, to))
		}
	}
	return failure
}
