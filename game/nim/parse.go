package nim

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/sprouts-solver/sprouts/game"
)

// Parse reads heap sizes joined by "+", for example "1+3+5", with nim-heaps such
// as "*2" among them; "!" is the empty position. Any other text gives a
// *[game.ParseError].
func (nim) Parse(text string) (game.Position, error) {
	if strings.Trim(text, blanks) == "!" {
		return game.Position{}, nil
	}
	var heaps []game.Component
	var star game.Nimber
	offset := 0
	for summand := range strings.SplitSeq(text, "+") {
		n, isStar, err := parseSummand(summand)
		if err != nil {
			err.Input, err.Offset = text, err.Offset+offset
			return game.Position{}, err
		}
		switch {
		case isStar:
			star ^= game.Nimber(n)
		case n > 0:
			heaps = append(heaps, game.Component([]byte{n}))
		}
		offset += len(summand) + len("+")
	}
	return game.NewPosition(heaps, star), nil
}

// parseSummand reads one size, with or without a star. The Offset of its error
// counts from the start of the summand.
func parseSummand(summand string) (n byte, isStar bool, failure *game.ParseError) {
	number := strings.TrimLeft(summand, blanks)
	offset := len(summand) - len(number)
	number = strings.TrimRight(number, blanks)
	if rest, ok := strings.CutPrefix(number, "*"); ok {
		isStar, number, offset = true, rest, offset+1
	}
	digits := len(number) - len(strings.TrimLeft(number, "0123456789"))
	if digits == 0 || digits < len(number) {
		return 0, false, &game.ParseError{Offset: offset + digits, Reason: describe(number[digits:]), Remedy: remedy}
	}
	value, err := strconv.ParseUint(number, 10, 8)
	if err != nil || value > MaxHeap {
		return 0, false, &game.ParseError{
			Offset: offset,
			Reason: fmt.Sprintf("a heap of %s is too large", number),
			Remedy: fmt.Sprintf("a heap has 0 to %d objects", MaxHeap),
		}
	}
	return byte(value), isStar, nil
}

const (
	blanks = " \t"
	remedy = `write heap sizes joined by "+", like 1+3+5, or "!" for no heap`
)

// describe says what stands where a digit should be.
func describe(rest string) string {
	if rest == "" {
		return "a heap size is missing"
	}
	first := []rune(rest)[0]
	return fmt.Sprintf("%q is not part of a heap size", first)
}
