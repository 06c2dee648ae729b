package lengths

import (
	"fmt"
	"iter"
	"math/bits"
	"slices"
	"strings"
)

// Set is a set of lengths, in moves. The zero value is the empty set. It is
// immutable.
type Set struct {
	words []uint64 // bit k of word w: length 64w + k; the last word is not 0
}

// Between returns the set of all lengths from least to most.
func Between(least, most int) Set {
	var s Set
	for m := least; m <= most; m++ {
		s.add(m)
	}
	return s
}

// Of returns the set of these lengths, none of them negative.
func Of(numbers ...int) Set {
	var s Set
	for _, m := range numbers {
		s.add(m)
	}
	return s
}

// add adds a length to a set that nobody else has.
func (s *Set) add(m int) {
	for len(s.words) <= m/64 {
		s.words = append(s.words, 0)
	}
	s.words[m/64] |= 1 << (m % 64)
}

// Contains reports whether games of m moves are in the set.
func (s Set) Contains(m int) bool {
	return m >= 0 && m/64 < len(s.words) && s.words[m/64]>>(m%64)&1 == 1
}

// All yields the lengths, ascending.
func (s Set) All() iter.Seq[int] {
	return func(yield func(int) bool) {
		for w, word := range s.words {
			for ; word != 0; word &= word - 1 {
				if !yield(64*w + bits.TrailingZeros64(word)) {
					return
				}
			}
		}
	}
}

// Len returns how many lengths there are.
func (s Set) Len() int {
	n := 0
	for _, word := range s.words {
		n += bits.OnesCount64(word)
	}
	return n
}

// Equal reports whether both sets have the same lengths.
func (s Set) Equal(t Set) bool { return slices.Equal(s.words, t.words) }

// Plus returns the lengths of two games played side by side: all sums.
func (s Set) Plus(t Set) Set {
	if s.Len() > t.Len() {
		s, t = t, s
	}
	var sum Set
	for m := range s.All() {
		sum.include(t, m)
	}
	return sum
}

// include adds each length of t, and shift more moves, to a set that nobody else has.
func (s *Set) include(t Set, shift int) {
	if len(t.words) == 0 {
		return
	}
	w, k := shift/64, shift%64
	for len(s.words) <= w+len(t.words) {
		s.words = append(s.words, 0)
	}
	for i, word := range t.words {
		s.words[w+i] |= word << k
		s.words[w+i+1] |= word >> (64 - k) // no bit for k = 0
	}
	for s.words[len(s.words)-1] == 0 {
		s.words = s.words[:len(s.words)-1]
	}
}

// String writes the lengths ascending, three and more in a row as "8..11", and "none"
// for the empty set.
func (s Set) String() string {
	var parts []string
	lengths := slices.Collect(s.All())
	for i := 0; i < len(lengths); {
		k := i + 1
		for k < len(lengths) && lengths[k] == lengths[k-1]+1 {
			k++
		}
		if k-i > 2 {
			parts = append(parts, fmt.Sprintf("%d..%d", lengths[i], lengths[k-1]))
			i = k
			continue
		}
		parts = append(parts, fmt.Sprint(lengths[i]))
		i++
	}
	if len(parts) == 0 {
		return "none"
	}
	return strings.Join(parts, ",")
}
