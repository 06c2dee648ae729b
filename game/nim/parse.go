package nim

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/sprouts-solver/sprouts/game"
)

// Parse reads heap sizes joined by "+" or blanks, for example "1+3+5" or "1 3 5",
// with nim-heaps such as "*2" among them; "!" is the empty position. Any other text
// gives a *[game.ParseError].
func (nim) Parse(text string) (game.Position, error) {
	list, failure := summands(text, "*")
	if failure != nil {
		return game.Position{}, failure
	}
	var heaps []game.Component
	var star game.Nimber
	for _, s := range list {
		n, err := strconv.ParseUint(s.digits, 10, 8)
		switch {
		case err != nil || n > MaxHeap:
			return game.Position{}, tooLarge(text, s, strconv.Itoa(MaxHeap))
		case s.star:
			star ^= game.Nimber(n)
		case n > 0:
			heaps = append(heaps, game.Component([]byte{byte(n)}))
		}
	}
	return game.NewPosition(heaps, star), nil
}

// summand is a number in a text, with or without a star before it.
type summand struct {
	digits string // at least one
	offset int    // of the first digit
	star   bool
}

// end returns the offset behind the number.
func (s summand) end() int { return s.offset + len(s.digits) }

const (
	blanks = " \t"
	digits = "0123456789"
	remedy = `write heap sizes joined by "+", like 1+3+5, or "!" for no heap`
)

// summands cuts a text at "+" and at blanks. "!" has none. A number may begin with
// the mark star, unless star is "".
func summands(text, star string) (list []summand, failure *game.ParseError) {
	if strings.Trim(text, blanks) == "!" {
		return nil, nil
	}
	at := 0
	for {
		s, failure := readSummand(text, skipBlanks(text, at), star)
		if failure != nil {
			return nil, failure
		}
		list = append(list, s)
		at = skipBlanks(text, s.end())
		switch {
		case at == len(text):
			return list, nil
		case text[at] == '+':
			at++
		case at == s.end():
			return nil, &game.ParseError{Input: text, Offset: at, Reason: describe(text[at:]), Remedy: remedy}
		}
	}
}

// readSummand reads the number at an offset.
func readSummand(text string, at int, star string) (summand, *game.ParseError) {
	rest := text[at:]
	isStar := star != "" && strings.HasPrefix(rest, star)
	if isStar {
		at, rest = at+len(star), rest[len(star):]
	}
	n := len(rest) - len(strings.TrimLeft(rest, digits))
	if n == 0 {
		return summand{}, &game.ParseError{Input: text, Offset: at, Reason: describe(rest), Remedy: remedy}
	}
	return summand{digits: rest[:n], offset: at, star: isStar}, nil
}

// skipBlanks returns the offset of the first byte from at on that is no blank.
func skipBlanks(text string, at int) int {
	return len(text) - len(strings.TrimLeft(text[at:], blanks))
}

// describe says what stands where a digit should be.
func describe(rest string) string {
	if strings.TrimLeft(rest, blanks) == "" || rest[0] == '+' {
		return "a heap size is missing"
	}
	first := []rune(rest)[0]
	return fmt.Sprintf("%q is not part of a heap size", first)
}

// tooLarge says that a heap has more objects than there can be.
func tooLarge(text string, s summand, most string) *game.ParseError {
	return &game.ParseError{
		Input:  text,
		Offset: s.offset,
		Reason: fmt.Sprintf("a heap of %s is too large", s.digits),
		Remedy: fmt.Sprintf("a heap has 0 to %s objects", most),
	}
}
