package game

import (
	"fmt"
	"slices"
	"strings"
)

// Component is the canonical form of one independent part of a position, as
// bytes that the game chose. It is a string so that it can be a map key; the
// hot path passes the same bytes as []byte.
type Component string

// Position is a sum of components and one nim-heap. Parse returns it with the
// components sorted and equal pairs cancelled (see [NewPosition]).
type Position struct {
	Components []Component
	Heap       Nimber
}

// NewPosition returns the position with these components and this heap. It
// sorts the components and drops equal pairs, since P + P is worth 0 in normal
// play. It takes over the slice.
func NewPosition(components []Component, heap Nimber) Position {
	slices.Sort(components)
	kept := components[:0]
	for _, c := range components {
		if k := len(kept); k > 0 && kept[k-1] == c {
			kept = kept[:k-1]
			continue
		}
		kept = append(kept, c)
	}
	return Position{Components: kept, Heap: heap}
}

// Add returns the sum of p and q.
func (p Position) Add(q Position) Position {
	return NewPosition(slices.Concat(p.Components, q.Components), p.Heap^q.Heap)
}

// Game is an impartial game whose positions split into sums. Implementations
// are immutable and safe for concurrent use.
type Game interface {
	// Name is the word that selects the game on the command line: "sprouts".
	Name() string

	// Version identifies the rules and the canonical form. Two programs may
	// share results only if their versions are equal.
	Version() string

	// Parse reads a position in the game's notation. A malformed text gives a
	// *ParseError.
	Parse(text string) (Position, error)

	// Format writes a component in the game's notation. Parsing the result
	// gives the same component. Bytes that are not a canonical component give
	// an error.
	Format(c Component) (string, error)

	// NewExpander returns a generator of options with buffers of its own.
	NewExpander() Expander
}

// Expander makes the options of components. It owns buffers and serves one
// goroutine at a time.
type Expander interface {
	// Expand calls yield for each option of the component until yield returns
	// false. Equal options may come more than once. The sum that yield gets
	// belongs to the expander and is valid during the call only. The order is
	// the same each time for the same component. Expand panics if c is not a
	// canonical component.
	Expand(c []byte, yield func(option *Sum) bool)

	// Measure returns rough sizes that steer a search. They decide nothing.
	Measure(c []byte) Measure

	// Analogy returns the component's family and a shift: members of a family
	// tend to have equal nimbers after each is xored with its shift. It is a
	// hint and decides nothing. An empty family means that there is none. The
	// bytes belong to the expander and are valid until the next call.
	Analogy(c []byte) (family []byte, shift Nimber)
}

// Measure is the size of a component as a search sees it.
type Measure struct {
	// Lives is an upper bound of the number of moves left.
	Lives int
	// Moves estimates the number of options. It can be far larger than an int
	// holds for large components.
	Moves float64
}

// Sum is an option: canonical components one after the other in one buffer.
type Sum struct {
	bytes []byte
	ends  []int
}

// Reset empties the sum and keeps its buffers.
func (s *Sum) Reset() { s.bytes, s.ends = s.bytes[:0], s.ends[:0] }

// Append adds one canonical component.
func (s *Sum) Append(c []byte) {
	s.bytes = append(s.bytes, c...)
	s.ends = append(s.ends, len(s.bytes))
}

// Use makes s the sum whose components end at ends in bytes. It keeps both
// slices, which stay the caller's.
func (s *Sum) Use(bytes []byte, ends []int) { s.bytes, s.ends = bytes, ends }

// Len returns the number of components.
func (s *Sum) Len() int { return len(s.ends) }

// At returns component i. The bytes belong to the sum.
func (s *Sum) At(i int) []byte {
	start := 0
	if i > 0 {
		start = s.ends[i-1]
	}
	return s.bytes[start:s.ends[i]]
}

// Position returns the sum as a position of its own, with a heap of size 0.
func (s *Sum) Position() Position {
	components := make([]Component, s.Len())
	for i := range components {
		components[i] = Component(s.At(i))
	}
	return NewPosition(components, 0)
}

// ParseError says where and why a text is not a position.
type ParseError struct {
	Input  string // the whole text
	Offset int    // where the trouble starts, in bytes from 0
	Reason string // what is wrong there
	Remedy string // what would be right
}

// Error names the input, the place in it and what would be right, on one line.
func (e *ParseError) Error() string {
	s := fmt.Sprintf("position %q, column %d: %s", Excerpt(e.Input, e.Offset), e.Offset+1, Shorten(e.Reason))
	if e.Remedy != "" {
		s += "; " + e.Remedy
	}
	return s
}

// Shorten leaves the middle of a long text out: messages quote what they were given,
// which may be of any length.
func Shorten(text string) string {
	const head, tail = 100, 120
	if len(text) <= head+tail {
		return text
	}
	return strings.ToValidUTF8(text[:head]+" ... "+text[len(text)-tail:], "?")
}

// excerpt is how many bytes of a text Excerpt leaves on either side of a place.
const excerpt = 150

// Excerpt returns a text as messages quote it: what is far from a place in it is left
// out.
func Excerpt(text string, offset int) string {
	from, to := max(0, min(offset, len(text))-excerpt), min(len(text), offset+excerpt)
	before, after := "", ""
	if from > 0 {
		before = "..."
	}
	if to < len(text) {
		after = "..."
	}
	return before + strings.ToValidUTF8(text[from:to], "?") + after
}

// FormatPosition writes a position in the notation of its game: components and
// a heap "*n" joined by "+", and "!" for the empty position.
func FormatPosition(g Game, p Position) (string, error) {
	var parts []string
	for i, c := range p.Components {
		text, err := g.Format(c)
		if err != nil {
			return "", fmt.Errorf("component %d: %w", i+1, err)
		}
		parts = append(parts, text)
	}
	if p.Heap != 0 {
		parts = append(parts, fmt.Sprintf("*%d", p.Heap))
	}
	if len(parts) == 0 {
		return "!", nil
	}
	return strings.Join(parts, "+"), nil
}
