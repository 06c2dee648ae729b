package gametest_test

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/sprouts-solver/sprouts/game"
)

// kayles is a game whose components fall apart, for tests of this package. A row
// of n pins is one byte; a move knocks down one pin or two neighbours. Sums are
// written like those of Nim.
type kayles struct{}

// kaylesNimbers are the nimbers of rows of 0 to 20 pins, OEIS A002186.
var kaylesNimbers = []game.Nimber{0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7, 1, 4, 3, 2, 1}

func (kayles) Name() string { return "kayles" }

func (kayles) Version() string { return "1" }

func (kayles) Parse(text string) (game.Position, error) {
	var rows []game.Component
	var heap game.Nimber
	if text == "!" {
		return game.Position{}, nil
	}
	for part := range strings.SplitSeq(text, "+") {
		size, star := strings.CutPrefix(part, "*")
		n, err := strconv.ParseUint(size, 10, 5)
		switch {
		case err != nil || star && n > game.MaxNimber:
			return game.Position{}, &game.ParseError{Input: text, Reason: "not a sum of rows", Remedy: "write 3+5"}
		case star:
			heap ^= game.Nimber(n)
		case n > 0:
			rows = append(rows, game.Component([]byte{byte(n)}))
		}
	}
	return game.NewPosition(rows, heap), nil
}

func (kayles) Format(c game.Component) (string, error) {
	if len(c) != 1 || c[0] == 0 || c[0] > 31 {
		return "", fmt.Errorf("component %x is not a row of pins", string(c))
	}
	return strconv.Itoa(int(c[0])), nil
}

func (kayles) NewExpander() game.Expander { return &kaylesExpander{} }

type kaylesExpander struct{ option game.Sum }

func (e *kaylesExpander) Expand(c []byte, yield func(*game.Sum) bool) {
	pins := c[0]
	for hit := byte(1); hit <= 2; hit++ {
		for left := byte(0); left+hit <= pins; left++ {
			e.option.Reset()
			for _, row := range []byte{left, pins - hit - left} {
				if row > 0 {
					e.option.Append([]byte{row})
				}
			}
			if !yield(&e.option) {
				return
			}
		}
	}
}

func (*kaylesExpander) Measure(c []byte) game.Measure {
	return game.Measure{Lives: int(c[0]), Moves: float64(2*c[0] - 1)}
}

func (*kaylesExpander) Analogy([]byte) ([]byte, game.Nimber) { return nil, 0 }
