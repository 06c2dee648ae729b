package storetest

import (
	"encoding/binary"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/store"
)

// Model is the plainest store: what the others are compared with.
type Model map[game.Component]game.Fact

// Put merges the entries, or returns false and changes nothing.
func (m Model) Put(entries []store.Entry) bool {
	next := maps.Clone(m)
	for _, e := range entries {
		merged, ok := next[e.Component].Merge(e.Fact)
		if !ok {
			return false
		}
		if merged != 0 {
			next[e.Component] = merged
		}
	}
	maps.Copy(m, next)
	return true
}

// Entries returns what the model holds, in key order; nil if nothing.
func (m Model) Entries() []store.Entry {
	var entries []store.Entry
	for _, c := range slices.Sorted(maps.Keys(m)) {
		entries = append(entries, store.Entry{Component: c, Fact: m[c]})
	}
	return entries
}

// All returns what Range yields; nil if nothing.
func All(t require.TestingT, s store.Store) []store.Entry {
	var entries []store.Entry
	require.NoError(t, s.Range(func(e store.Entry) error {
		entries = append(entries, e)
		return nil
	}))
	return entries
}

// Entries returns n entries with different components of 8 to 31 bytes and
// nimbers that [FactOf] can tell from the components. They are the same each
// time, and the first n of a longer list.
func Entries(n int) []store.Entry {
	entries := make([]store.Entry, n)
	for i := range entries {
		entries[i] = EntryAt(i)
	}
	return entries
}

// EntryAt returns entry i of [Entries].
func EntryAt(i int) store.Entry {
	rng := rand.New(rand.NewPCG(uint64(i), 1))
	b := make([]byte, 4+rng.IntN(24))
	for j := range b {
		b[j] = "\x00\x01\x02\x03\x04\x10\x11\x80\x81\x82"[rng.IntN(10)]
	}
	c := game.Component(binary.BigEndian.AppendUint32(b, uint32(i)))
	return store.Entry{Component: c, Fact: FactOf(c)}
}

// FactOf returns the fact that [Entries] gives a component: three in four are
// nimbers.
func FactOf(c game.Component) game.Fact {
	n := game.Nimber(c[len(c)-1] % 8)
	if c[len(c)-1]%4 == 3 {
		return game.Excluded(n) | game.Excluded(n+1)
	}
	return game.Known(n)
}

// RequireTrue fails unless each entry of the store is one of [Entries], or says
// less about it. It returns their numbers in that list.
func RequireTrue(tb testing.TB, s store.Store) map[int]bool {
	tb.Helper()
	numbers := map[int]bool{}
	for _, e := range All(tb, s) {
		i := 0
		if n := len(e.Component); n >= 4 {
			i = int(binary.BigEndian.Uint32([]byte(e.Component[n-4:])))
		}
		want := EntryAt(i)
		if merged, ok := want.Fact.Merge(e.Fact); e.Component != want.Component || !ok || merged != want.Fact {
			tb.Fatalf("entry %d is %x, %v; the store says %x, %v", i, string(want.Component), want.Fact, string(e.Component), e.Fact)
		}
		numbers[i] = true
	}
	return numbers
}
