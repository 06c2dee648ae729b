package wythoff

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// widest is the largest heap that is drawn as a board: 31 columns of three characters
// fit into a line.
const widest = 30

// Draw draws each pair as a board with the queen in its far corner, or in numbers if
// the board is too large.
func (p position) Draw() string {
	return p.drawing(func(int, pair) bool { return false })
}

// map1 draws the position with all lost squares of pair i, the only one that there
// is a move in.
func (p position) map1(i int, misere bool) string {
	text := p.drawing(func(j int, q pair) bool { return i == j && Lost(q.a, q.b, misere) })
	if q := p.pairs[i]; !q.drawable() {
		text += aimFor(q.aims(misere))
	}
	return text
}

// mapSum draws the position with what winning moves leave in each pair.
func (p position) mapSum(aims [][]pair) string {
	texts := []string{p.drawing(func(i int, q pair) bool { return slices.Contains(aims[i], q) })}
	for i, list := range aims {
		if !p.pairs[i].drawable() {
			texts = append(texts, aimFor(list))
		}
	}
	return strings.Join(texts, "")
}

// aimFor names squares that no board shows, but not very many of them.
func aimFor(list []pair) string {
	if len(list) == 0 {
		return ""
	}
	const most = 10
	squares := position{list[:min(len(list), most)]}.String()
	text := "aim for " + strings.ReplaceAll(squares, "+", " ")
	if len(list) > most {
		text += " ..."
	}
	return text + "\n"
}

// drawable reports whether a pair is drawn as a board.
func (q pair) drawable() bool { return max(q.a, q.b) <= widest }

// drawing draws all pairs, in sums with their numbers.
func (p position) drawing(marked func(i int, q pair) bool) string {
	var b strings.Builder
	for i, q := range p.pairs {
		if len(p.pairs) > 1 {
			fmt.Fprintf(&b, "%d: %s\n", i+1, q)
		}
		if q.drawable() {
			q.board(&b, func(square pair) bool { return marked(i, square) })
		} else {
			fmt.Fprintf(&b, "heap a: %d\nheap b: %d\n", q.a, q.b)
		}
	}
	return b.String()
}

// board draws the squares from 0,0 at the lower left to the queen. Marked squares are
// stars.
func (q pair) board(b *strings.Builder, marked func(pair) bool) {
	width := len(strconv.FormatUint(max(q.a, q.b), 10))
	fmt.Fprintf(b, "%*s\n", width, "b")
	before := strings.Repeat(" ", width)
	for i := range q.b + 1 {
		fmt.Fprintf(b, "%*d", width, q.b-i)
		for column := range q.a + 1 {
			b.WriteString(before)
			b.WriteByte(q.square(pair{column, q.b - i}, marked))
		}
		b.WriteByte('\n')
	}
	b.WriteString(before)
	for column := range q.a + 1 {
		fmt.Fprintf(b, " %*d", width, column)
	}
	b.WriteString(" a\n")
}

// square returns what stands on a square of the board that ends at q.
func (q pair) square(at pair, marked func(pair) bool) byte {
	switch {
	case at == q:
		return 'Q'
	case marked(at):
		return '*'
	default:
		return '.'
	}
}
