package misere

import (
	"strconv"
	"strings"
)

// Genus is what a position is worth among nim-heaps: its nimber in normal play, and the
// misère Grundy values of itself, of its sums with *2, *2+*2, *2+*2+*2 and so on (Winning
// Ways, ch. 13; Conway, On Numbers and Games, ch. 12). Tame positions with equal genera
// are worth the same in all sums of tame ones.
type Genus struct {
	Nimber int
	Misere []int // the last two go on in turn
}

// At returns the misère Grundy value of the sum with n heaps *2.
func (g Genus) At(n int) int {
	if last := len(g.Misere) - 1; n > last {
		n = last - (n-last)%2
	}
	return g.Misere[n]
}

// String writes a genus as 0^120: the nimber, then the misère values without what
// repeats. A value above 9 stands in parentheses.
func (g Genus) String() string {
	var b strings.Builder
	b.WriteString(strconv.Itoa(g.Nimber) + "^")
	for _, n := range g.Misere {
		if n > 9 {
			b.WriteString("(" + strconv.Itoa(n) + ")")
		} else {
			b.WriteString(strconv.Itoa(n))
		}
	}
	return b.String()
}

// Genus returns the genus of a tree. It takes time in proportion to its nodes.
//
// The value of G and n heaps *2 is the least number that none of its options has: the
// options G' of G, each with n heaps, and G with n - 1 heaps and *0 or *1, where *1 adds 1
// without carry. So values follow from those of the options, and no sum has to be made.
func (f *Forest) Genus(t Tree) Genus {
	f.mu.Lock()
	defer f.mu.Unlock()
	nodes, refs := f.nodesOf(t)
	known := make([]Genus, 0, MaxHeap+1+len(nodes)) // by reference
	var heaps []uint32
	for n := range uint32(MaxHeap + 1) {
		known = append(known, Genus{Nimber: int(n), Misere: genusOver(known, heaps)})
		heaps = append(heaps, n)
	}
	for i, options := range refs {
		nimber := int(f.records.At(uint32(nodes[i])).nimber)
		known = append(known, Genus{Nimber: nimber, Misere: genusOver(known, options)})
	}
	if len(nodes) == 0 {
		return known[t]
	}
	return known[len(known)-1]
}

// genusOver returns the misère values of a position whose options have known ones.
func genusOver(known []Genus, options []uint32) []int {
	settled := 0 // where all options have settled
	for _, o := range options {
		settled = max(settled, len(known[o].Misere)-2)
	}
	var values []int
	var taken [256]bool
	// From where the options have settled, the parity of n and the value before
	// determine all that follows.
	for n := 0; n < settled+3 || values[n-1] != values[n-3]; n++ {
		clear(taken[:])
		for _, o := range options {
			taken[known[o].At(n)] = true
		}
		least := 0
		switch {
		case n > 0:
			taken[values[n-1]], taken[values[n-1]^1] = true, true
		case len(options) == 0:
			least = 1 // no move: who is to move has won
		}
		for taken[least] {
			least++
		}
		values = append(values, least)
	}
	for len(values) > 2 && values[len(values)-1] == values[len(values)-3] {
		values = values[:len(values)-1]
	}
	return values
}
