package gametest

import (
	"encoding/binary"
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/sprouts-solver/sprouts/game"
)

// part is a summand: -k is a nim-heap of k objects, any other a number that stands
// for something whose options the owner of the sums knows.
type part int32

// heapPart returns a heap of k > 0 objects.
func heapPart(k game.Nimber) part { return -part(k) }

// misereSums plays sums of parts by the rules of misère play. Sums belong to the
// methods that they are handed to, which sort them.
type misereSums struct {
	options  func(part) [][]part     // what a move in a part, no heap, can leave of it
	outcomes map[string]game.Outcome // by the sorted parts of a sum
	genera   map[string]Genus        // likewise
	nimbers  map[part]game.Nimber    // in normal play
}

func newMisereSums(options func(part) [][]part) *misereSums {
	return &misereSums{
		options:  options,
		outcomes: map[string]game.Outcome{},
		genera:   map[string]Genus{},
		nimbers:  map[part]game.Nimber{},
	}
}

// keyOf sorts the sum and writes it as bytes, four for each part.
func keyOf(sum []part) string {
	slices.Sort(sum)
	key := make([]byte, 0, 4*len(sum))
	for _, p := range sum {
		key = binary.BigEndian.AppendUint32(key, uint32(p))
	}
	return string(key)
}

// eachOnce returns sums without those that are there before.
func eachOnce(sums [][]part) [][]part {
	seen := map[string]bool{}
	return slices.DeleteFunc(sums, func(sum []part) bool {
		key := keyOf(sum)
		again := seen[key]
		seen[key] = true
		return again
	})
}

// moves yields what each move in a sorted sum leaves, as a sum of its own. Like
// parts have like moves, so the first of them moves for all.
func (m *misereSums) moves(sum []part) iter.Seq[[]part] {
	return func(yield func([]part) bool) {
		for i, p := range sum {
			if i > 0 && p == sum[i-1] {
				continue
			}
			for _, option := range m.optionsOf(p) {
				if !yield(slices.Concat(without(sum, i), option)) {
					return
				}
			}
		}
	}
}

// optionsOf returns what a move in one part can leave of it.
func (m *misereSums) optionsOf(p part) [][]part {
	if p >= 0 {
		return m.options(p)
	}
	options := [][]part{{}} // the whole heap taken
	for left := part(-1); left > p; left-- {
		options = append(options, []part{left})
	}
	return options
}

// outcome decides a sum.
func (m *misereSums) outcome(sum []part) game.Outcome {
	key := keyOf(sum)
	if o, ok := m.outcomes[key]; ok {
		return o
	}
	result := game.Win // nobody can move, and it was the other who moved last
	for option := range m.moves(sum) {
		if m.outcome(option) == game.Loss {
			result = game.Win
			break
		}
		result = game.Loss
	}
	m.outcomes[key] = result
	return result
}

// grundy tries heaps beside the sum, small ones first, until it is a loss.
func (m *misereSums) grundy(sum []part) game.Nimber {
	if m.outcome(slices.Clone(sum)) == game.Loss {
		return 0
	}
	for k := game.Nimber(1); k <= game.MaxNimber; k++ {
		if m.outcome(append(slices.Clone(sum), heapPart(k))) == game.Loss {
			return k
		}
	}
	panic(fmt.Sprintf("gametest: sum %v has a misère Grundy value above %d", sum, game.MaxNimber))
}

// nimber returns the nimber of a sum in normal play.
func (m *misereSums) nimber(sum []part) game.Nimber {
	var total game.Nimber
	for _, p := range sum {
		if _, ok := m.nimbers[p]; !ok {
			var taken [game.MaxNimber + 2]bool
			for _, option := range m.optionsOf(p) {
				taken[m.nimber(option)] = true
			}
			m.nimbers[p] = game.Nimber(slices.Index(taken[:], false))
		}
		total ^= m.nimbers[p]
	}
	return total
}

// Genus is what a position is worth beside nim-heaps (Winning Ways, ch. 13). Tame
// positions have the genus of a position of Nim: 0^120 and 1^031 those of heaps of
// at most 1, n^n(n^2), as 2^20, and with larger heaps also 0^02 and 1^13. All others
// are wild. Equal genera do not make positions equal.
type Genus struct {
	// Normal is the nimber in normal play.
	Normal game.Nimber
	// Misere are the misère Grundy values of the position with no, one, two, ...
	// heaps of 2 beside it. The last two of them come in turns for ever after.
	Misere []game.Nimber
}

// String writes the genus as Winning Ways does, on one line, with one hexadecimal
// digit for each value: "0^120".
func (g Genus) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%x^", uint8(g.Normal))
	for _, n := range g.Misere {
		fmt.Fprintf(&b, "%x", uint8(n))
	}
	return b.String()
}

// genus returns the genus of a sum.
//
// Why a few values are enough: let g(i) be the value beside i heaps of 2, and S(i)
// the set of such values of the options. A move in a heap of 2 leaves g(i-1) or that
// xor 1, so that g(i) = mex(S(i), g(i-1), g(i-1)^1). From some i > 0 on the S come in
// turns, A and B, if those of all options do. Let a be the least value not in A, and
// a' the least outside both A and the pair of a, which is a and a^1; b and b' likewise.
// Then g is a, or a' if the value before was in the pair of a, in turns with b or b'.
// If these pairs differ, then a is followed by b and that by a, for ever; a' by b, or
// else by b', and that by a, or else by a', for ever. If they are the same, then a and
// b' follow each other, and a' and b. So all turns have begun two steps after those of
// the options.
func (m *misereSums) genus(sum []part) Genus {
	key := keyOf(sum)
	if g, ok := m.genera[key]; ok {
		return g
	}
	turns := 1 // from here on the values of all options come in turns
	for option := range m.moves(sum) {
		turns = max(turns, len(m.genus(option).Misere)-2)
	}
	g := Genus{Normal: m.nimber(sum)}
	for twos := range turns + 4 {
		g.Misere = append(g.Misere, m.grundy(append(slices.Clone(sum), slices.Repeat([]part{heapPart(2)}, twos)...)))
	}
	for n := len(g.Misere); n > 2 && g.Misere[n-1] == g.Misere[n-3]; n-- {
		g.Misere = g.Misere[:n-1]
	}
	m.genera[key] = g
	return g
}
