package nim

import (
	"fmt"
	"strconv"
	"strings"
)

// widest is the largest heap that is drawn object by object, so that a row with its
// numbers fits into a line.
const widest = 30

// Draw draws each heap as a row with its number before and its size behind it.
func (p position) Draw() string { return p.drawing(nil) }

// hint is the drawing with what winning moves take, one move or the other.
func (p position) hint(moves []take) string {
	counts := map[int]uint64{}
	for _, t := range moves {
		counts[t.heap] = t.count
	}
	return p.drawing(counts)
}

// drawing draws the heaps. Objects of a heap that are to be taken are crossed out.
func (p position) drawing(taken map[int]uint64) string {
	if len(p.heaps) == 0 {
		return "no heaps\n"
	}
	rows := make([]string, len(p.heaps))
	width := 0
	for i, h := range p.heaps {
		rows[i] = row(h, taken[i])
		width = max(width, len(rows[i]))
	}
	var b strings.Builder
	digits := len(strconv.Itoa(len(p.heaps)))
	for i, h := range p.heaps {
		fmt.Fprintf(&b, "%*d: %-*s  %d", digits, i+1, width, rows[i], h)
		if taken[i] > 0 {
			fmt.Fprintf(&b, ", take %d", taken[i])
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// row draws one heap, the last objects crossed out.
func row(size, taken uint64) string {
	if size > widest {
		return "o o o ... o o o"
	}
	drawn := strings.Repeat("o ", int(size-taken)) + strings.Repeat("x ", int(taken))
	return strings.TrimSuffix(drawn, " ")
}
