package game

import (
	"slices"
	"strings"
)

// Options returns the different positions that one move from p leads to, moves
// in the nim-heap included, in a fixed order.
func Options(e Expander, p Position) []Position {
	var options []Position
	seen := map[string]bool{}
	add := func(q Position) {
		if k := q.Key(); !seen[k] {
			seen[k] = true
			options = append(options, q)
		}
	}
	for n := range p.Heap {
		add(Position{Components: slices.Clone(p.Components), Heap: n})
	}
	for i, c := range p.Components {
		if i > 0 && c == p.Components[i-1] {
			continue
		}
		rest := Position{Components: slices.Delete(slices.Clone(p.Components), i, i+1), Heap: p.Heap}
		e.Expand([]byte(c), func(option *Sum) bool {
			add(rest.Add(option.Position()))
			return true
		})
	}
	return options
}

// Key returns bytes that two positions share if and only if they are equal.
func (p Position) Key() string {
	var b strings.Builder
	b.WriteByte(byte(p.Heap))
	for _, c := range p.Components {
		b.WriteByte(byte(len(c) >> 8))
		b.WriteByte(byte(len(c)))
		b.WriteString(string(c))
	}
	return b.String()
}
