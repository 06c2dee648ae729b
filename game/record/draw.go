package record

import (
	"fmt"
	"strconv"
	"strings"
)

// Draw writes the regions one under the other: isolated spots first, then the
// boundaries that have lines, in left-hand order. Dead spots bear an x.
func (p Position) Draw() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s, %s made, %s\n", counted(p.start, "spot", "spots"), counted(p.Made(), "move", "moves"), counted(p.Lives(), "life", "lives"))
	for i, r := range p.regions {
		words := []string{fmt.Sprintf("region %d:", i+1)}
		var pieces []string
		for _, w := range r {
			if len(w) == 1 {
				words = append(words, strconv.Itoa(w[0]))
				continue
			}
			piece := p.labels(w)
			piece[0] = "(" + piece[0]
			piece[len(piece)-1] += ")"
			pieces = append(pieces, piece...)
		}
		fill(&b, append(words, pieces...))
	}
	return b.String()
}

// labels returns the spots of a walk as words.
func (p Position) labels(w walk) (words []string) {
	for _, s := range w {
		word := strconv.Itoa(s)
		if p.lives(s) == 0 {
			word += "x"
		}
		words = append(words, word)
	}
	return words
}

// fill writes words into lines of at most 100 columns, all but the first indented.
func fill(b *strings.Builder, words []string) {
	const columns, indent = 100, "    "
	line := words[0]
	for _, word := range words[1:] {
		if len(line)+1+len(word) > columns {
			b.WriteString(line + "\n")
			line = indent + word
			continue
		}
		line += " " + word
	}
	b.WriteString(line + "\n")
}

// counted writes "1 life", "2 lives".
func counted(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
