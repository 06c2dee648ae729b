package northcott

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/sprouts-solver/sprouts/game/play"
)

// Draw draws the board with W and B, the numbers of rows and columns, and the gaps.
func (p board) Draw() string { return p.hint(nil) }

// hint draws the board with stars where moves lead to.
func (p board) hint(aims []step) string {
	width := len(strconv.Itoa(p.length))
	label := len(strconv.Itoa(len(p.rows)))
	var b strings.Builder
	b.WriteString(strings.Repeat(" ", label))
	for column := range p.length {
		fmt.Fprintf(&b, " %*d", width, column+1)
	}
	b.WriteString(" gap\n")
	before := strings.Repeat(" ", width)
	for i, r := range p.rows {
		fmt.Fprintf(&b, "%*d", label, i+1)
		for column := range p.length {
			b.WriteString(before)
			b.WriteByte(p.square(step{i, column + 1}, aims))
		}
		fmt.Fprintf(&b, " %3d\n", r.gap())
	}
	return b.String()
}

// square returns what stands on a square.
func (p board) square(at step, aims []step) byte {
	r := p.rows[at.i]
	switch {
	case at.column == r.of(play.Left):
		return 'W'
	case at.column == r.of(play.Right):
		return 'B'
	case slices.Contains(aims, at):
		return '*'
	default:
		return '.'
	}
}
