package gametest

import (
	"slices"
	"strconv"
	"strings"
)

// code returns a text that two maps share exactly if a deformation of the sphere
// that keeps its orientation carries one to the other: the least description of
// what lies around a face, over the faces with the fewest gaps.
func (m planarMap) code() string {
	fewest := m.size(slices.MinFunc(m.faces, func(f, g []planarWalk) int { return m.size(f) - m.size(g) }))
	var codes []string
	for _, face := range m.faces {
		if m.size(face) == fewest {
			codes = append(codes, m.codeAll(face))
		}
	}
	return slices.Min(codes)
}

// size returns the number of gaps of a face.
func (m planarMap) size(face []planarWalk) int {
	sum := 0
	for _, walk := range face {
		sum += len(m.gaps(walk))
	}
	return sum
}

// codeAll describes what is met through each of the walks, in ascending order.
func (m planarMap) codeAll(walks []planarWalk) string {
	var codes []string
	for _, walk := range walks {
		var choices []string
		for _, gap := range m.gaps(walk) {
			choices = append(choices, m.codeFrom(gap))
		}
		codes = append(codes, slices.Min(choices))
	}
	slices.Sort(codes)
	return "(" + strings.Join(codes, " ") + ")"
}

// codeFrom describes the connected piece that a walk goes round, seen from one
// gap, and what lies in its other faces. The ends are numbered in the order in
// which a search from the gap meets them.
func (m planarMap) codeFrom(gap planarWalk) string {
	if gap < 0 {
		return "o"
	}
	order := []int{int(gap)}
	number := map[int]int{int(gap): 0}
	meet := func(d int) string {
		if _, ok := number[d]; !ok {
			number[d] = len(order)
			order = append(order, d)
		}
		return strconv.Itoa(number[d])
	}
	described := map[planarWalk]bool{}
	for _, w := range m.gaps(gap) {
		described[w] = true
	}
	var text strings.Builder
	for k := 0; k < len(order); k++ {
		d := order[k]
		text.WriteString(meet(d^1) + "," + meet(m.next(d)) + ";")
		if !described[planarWalk(d)] {
			text.WriteString(m.codeBeyond(m.gaps(planarWalk(d)), described))
		}
	}
	return text.String()
}

// codeBeyond describes the other walks of the face that these gaps belong to, and
// notes the gaps as described.
func (m planarMap) codeBeyond(gaps []planarWalk, described map[planarWalk]bool) string {
	for _, w := range gaps {
		described[w] = true
	}
	for _, face := range m.faces {
		for k, walk := range face {
			if slices.Contains(gaps, walk) {
				if others := without(face, k); len(others) > 0 {
					return m.codeAll(others)
				}
			}
		}
	}
	return ""
}
