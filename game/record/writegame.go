package record

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// WriteGame writes a game on one line, as ReadGame reads it. A game that would not be
// read back gives an error: a field out of bounds, a move that is none in the grammar, a
// name that looks like something else.
func WriteGame(g Game) (string, error) {
	if g.Inviter < 0 || g.Inviter > 2 || g.Winner < 0 || g.Winner > 2 {
		return "", fmt.Errorf("write game: players are 1 and 2, not %d and %d", g.Inviter, g.Winner)
	}
	text := g.text()
	again, err := ReadGame(text)
	if err != nil {
		return "", fmt.Errorf("write game: %w", err)
	}
	if !again.equal(g) {
		return "", fmt.Errorf("write game: %q would be read as another game", text)
	}
	return text, nil
}

func (g Game) text() string {
	parts := []string{strconv.Itoa(g.Spots) + map[bool]string{false: "+", true: "-"}[g.Misere]}
	if g.Players != [2]string{} || g.Inviter > 0 {
		names := g.Players
		if g.Inviter > 0 {
			names[g.Inviter-1] += "*"
		}
		between := map[bool]string{false: ", ", true: " - "}[g.Ordered]
		parts = append(parts, "("+names[0]+between+names[1]+")")
	}
	parts = append(parts, g.Moves...)
	if g.Winner > 0 {
		parts = append(parts, numeral(g.Winner))
	}
	return strings.Join(parts, " ")
}

func (g Game) equal(o Game) bool {
	return g.Spots == o.Spots && g.Misere == o.Misere && g.Players == o.Players && g.Ordered == o.Ordered &&
		g.Inviter == o.Inviter && g.Winner == o.Winner && slices.Equal(g.Moves, o.Moves)
}
