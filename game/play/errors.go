package play

import (
	"fmt"
	"strings"

	"github.com/sprouts-solver/sprouts/game"
)

// MoveError says where and why a text is no legal move in a position.
type MoveError struct {
	Move     string   // the whole text
	Offset   int      // where the trouble starts, in bytes from 0
	Reason   string   // what is wrong there
	Remedy   string   // what would be right
	Readings []string // legal moves that it could mean, if there are several
}

// Error names the move, the place in it and what would be right.
func (e *MoveError) Error() string {
	text := fmt.Sprintf("move %q, column %d: %s", game.Excerpt(e.Move, e.Offset), e.Offset+1, game.Shorten(e.Reason))
	if len(e.Readings) > 0 {
		text += "; it could be " + strings.Join(e.Readings, " or ")
	}
	if e.Remedy != "" {
		text += "; " + e.Remedy
	}
	return text
}
