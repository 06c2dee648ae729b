package nim

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/sprouts-solver/sprouts/game/play"
)

const moveRemedy = "write heap:count, like 2:3 for 3 objects of the second heap, " +
	"or size-count, like 5-3 for 3 objects of the heap of 5"

// read reads a move in either form.
func (p position) read(move string) (take, *play.MoveError) {
	mark := strings.IndexAny(move, ":-")
	if mark < 0 {
		reason := `no ":" and no "-"`
		if strings.Trim(move, blanks) == "" {
			reason = "an empty text"
		}
		return take{}, &play.MoveError{Move: move, Offset: len(move), Reason: reason, Remedy: moveRemedy}
	}
	heap, at, failure := readNumber(move, 0, mark)
	if failure != nil {
		return take{}, failure
	}
	count, countAt, failure := readNumber(move, mark+1, len(move))
	if failure != nil {
		return take{}, failure
	}
	if move[mark] == ':' {
		return p.checked(move, heap, at, count, countAt)
	}
	return p.ofSize(move, heap, at, count, countAt)
}

// checked wants a heap with this number, counted from 1, that has enough objects.
func (p position) checked(move string, number uint64, at int, count uint64, countAt int) (take, *play.MoveError) {
	if number == 0 || number > uint64(len(p.heaps)) {
		remedy := "no move is left: there are no heaps"
		if len(p.heaps) > 0 {
			remedy = fmt.Sprintf("heaps have the numbers 1 to %d", len(p.heaps))
		}
		return take{}, &play.MoveError{
			Move: move, Offset: at, Reason: fmt.Sprintf("there is no heap %d", number), Remedy: remedy,
		}
	}
	t := take{int(number - 1), count}
	return t, p.enough(move, t, countAt)
}

// enough wants at least one object to be taken and no more than the heap has.
func (p position) enough(move string, t take, countAt int) *play.MoveError {
	size := p.heaps[t.heap]
	remedy := "take 1 to " + objects(size)
	var reason string
	switch {
	case size == 0:
		reason, remedy = fmt.Sprintf("heap %d is empty", t.heap+1), "take from a heap that has objects"
	case t.count == 0:
		reason = "a move takes at least one object"
	case t.count > size:
		reason = fmt.Sprintf("heap %d has only %s", t.heap+1, objects(size))
	default:
		return nil
	}
	return &play.MoveError{Move: move, Offset: countAt, Reason: reason, Remedy: remedy}
}

// ofSize looks for the one heap of a size. Heaps of one size are worth the same, but
// people see which one they mean.
func (p position) ofSize(move string, size uint64, at int, count uint64, countAt int) (take, *play.MoveError) {
	var found []take
	var readings []string
	for i, h := range p.heaps {
		if h == size {
			found = append(found, take{i, count})
			readings = append(readings, take{i, count}.String())
		}
	}
	if len(found) == 0 {
		return take{}, &play.MoveError{
			Move: move, Offset: at, Reason: "no heap has " + objects(size),
			Remedy: "the heaps have " + p.sizes(),
		}
	}
	if wrong := p.enough(move, found[0], countAt); wrong != nil {
		return take{}, wrong
	}
	if len(found) > 1 {
		return take{}, &play.MoveError{
			Move: move, Offset: at, Reason: fmt.Sprintf("%d heaps have %s", len(found), objects(size)),
			Remedy: "say which heap by its number", Readings: readings,
		}
	}
	return found[0], nil
}

// sizes lists the heaps for a message, but not very many of them.
func (p position) sizes() string {
	const most = 20
	if len(p.heaps) > most {
		return position{p.heaps[:most]}.String() + "+... objects"
	}
	return p.String() + " objects"
}

// readNumber reads the number that, with blanks around it, is the text from one
// offset to another. It also returns where the digits start.
func readNumber(move string, from, to int) (n uint64, at int, failure *play.MoveError) {
	at = min(skipBlanks(move, from), to)
	text := strings.TrimRight(move[at:to], blanks)
	good := len(text) - len(strings.TrimLeft(text, digits))
	if good < len(text) || text == "" {
		reason := "a number is missing"
		if good < len(text) {
			reason = fmt.Sprintf("%q is not part of a number", []rune(text[good:])[0])
		}
		return 0, at, &play.MoveError{Move: move, Offset: at + good, Reason: reason, Remedy: moveRemedy}
	}
	n, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		return 0, at, &play.MoveError{
			Move: move, Offset: at, Reason: text + " is too large",
			Remedy: fmt.Sprintf("numbers go up to %d", uint64(math.MaxUint64)),
		}
	}
	return n, at, nil
}
