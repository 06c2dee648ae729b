package worker

import (
	"math/bits"
	"sync/atomic"

	"github.com/sprouts-solver/sprouts/internal/intern"
)

// met remembers which components a search has asked about, so that only facts about
// these are carried into its tables: all others it will ask for when it meets them,
// and most it never meets. It is a Bloom filter of one hash: it forgets nothing, and
// takes one component in eight or fewer for met that was not, which costs memory
// and no more. Several goroutines may use it at once.
type met struct {
	words atomic.Pointer[[]atomic.Uint64]
	shift uint // of a hash, to a bit
}

// A component costs a search 128 bytes or more, see package search; with one bit
// for each 16 of them, at most one bit in eight is set when its tables are full.
const memoryPerBit = 16

// newMet returns an empty filter for a search whose tables take so many bytes.
func newMet(memory int64) *met {
	n := max(6, bits.Len64(uint64(memory/memoryPerBit))-1)
	m := &met{shift: uint(64 - n)}
	m.clear()
	return m
}

// clear forgets all components.
func (m *met) clear() {
	words := make([]atomic.Uint64, 1<<(64-m.shift-6))
	m.words.Store(&words)
}

func (m *met) bit(c []byte) (word *atomic.Uint64, mask uint64) {
	// The product spreads what distinguishes two hashes over the top bits.
	b := intern.Hash(c) * 0x9e3779b97f4a7c15 >> m.shift
	return &(*m.words.Load())[b>>6], 1 << (b & 63)
}

// add remembers a component.
func (m *met) add(c []byte) {
	if word, mask := m.bit(c); word.Load()&mask == 0 {
		word.Or(mask)
	}
}

// has reports whether a component was added. It may be wrong if it was not.
func (m *met) has(c []byte) bool {
	word, mask := m.bit(c)
	return word.Load()&mask != 0
}
