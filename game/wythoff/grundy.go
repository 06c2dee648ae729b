package wythoff

import (
	"context"
	"fmt"
	"math/bits"
)

// MaxTable is the largest side of a table of nimbers. Its values take 32 MB, its
// computation a second or two.
const MaxTable = 4096

// Grundy is a table of the nimbers (Sprague-Grundy values) of pairs of heaps.
type Grundy struct {
	columns int
	// values has row x, column y at x*columns+y, for x <= y only: the order of the
	// heaps does not matter.
	values []uint16
}

// Table returns the nimbers of all pairs of heaps below n. n is 0 to [MaxTable].
func Table(n int) (*Grundy, error) {
	if n < 0 || n > MaxTable {
		return nil, fmt.Errorf("table of %d x %d nimbers; want a side of 0 to %d", n, n, MaxTable)
	}
	return table(context.Background(), n, n)
}

// At returns the nimber of the heaps a and b. It panics if they are not in the table.
func (g *Grundy) At(a, b int) uint64 {
	x, y := min(a, b), max(a, b)
	if x < 0 || y >= g.columns {
		panic(fmt.Sprintf("wythoff: %d,%d is not in a table of nimbers below %d", a, b, g.columns))
	}
	return uint64(g.values[x*g.columns+y])
}

// table computes the rows x < rows, columns y < columns where x <= y; rows is at most
// columns. It stops with the error of ctx.
//
// Each nimber is the smallest number that is not yet in one of three sets of bits: of
// the line of x (row and column x are the same line), the line of y, and the diagonal
// y-x. Going row by row, left to right, fills the sets in time.
func table(ctx context.Context, rows, columns int) (*Grundy, error) {
	g := &Grundy{columns: columns, values: make([]uint16, rows*columns)}
	// A nimber is at most a+b, the length of the longest game.
	words := 2*columns/64 + 1
	lines := make([]set, columns)
	diagonals := make([]set, columns)
	for i := range columns {
		lines[i], diagonals[i] = newSet(words), newSet(words)
	}
	for x := range rows {
		if err := ctx.Err(); err != nil {
			return nil, fmt.Errorf("table of %d x %d nimbers: %w", rows, columns, err)
		}
		for y := x; y < columns; y++ {
			n := leastOutside(&lines[x], &lines[y], &diagonals[y-x])
			g.values[x*columns+y] = uint16(n)
			lines[x].add(n)
			lines[y].add(n)
			diagonals[y-x].add(n)
		}
	}
	return g, nil
}

// set is a set of small numbers.
type set struct {
	words []uint64
	full  int // words before this one have no number left
}

func newSet(words int) set { return set{words: make([]uint64, words)} }

// add puts a number into the set.
func (s *set) add(n int) {
	s.words[n/64] |= 1 << (n % 64)
	for s.full < len(s.words) && s.words[s.full] == ^uint64(0) {
		s.full++
	}
}

// leastOutside returns the smallest number that is in none of three sets.
func leastOutside(a, b, c *set) int {
	i := max(a.full, b.full, c.full)
	for {
		if taken := a.words[i] | b.words[i] | c.words[i]; taken != ^uint64(0) {
			return 64*i + bits.TrailingZeros64(^taken)
		}
		i++
	}
}
