package storetest

import (
	"encoding/binary"
	"maps"
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
	return entriesFrom(0, n)
}

// EntryAt returns entry i of [Entries].
func EntryAt(i int) store.Entry {
	const alphabet = "\x00\x01\x02\x03\x04\x10\x11\x80\x81\x82\x83\x20\x21\x22\x30\xff"
	x := mix(uint64(i))
	b := make([]byte, 0, 32)
	for n := 4 + x%24; n > 0; n-- {
		if x >>= 4; x == 0 {
			x = mix(uint64(i) + n)
		}
		b = append(b, alphabet[x%16])
	}
	c := game.Component(binary.BigEndian.AppendUint32(b, uint32(i)))
	return store.Entry{Component: c, Fact: FactOf(c)}
}

// mix spreads a number over all bits; close numbers give unlike results. It stands in
// for a random generator, which is slow under the race detector.
func mix(x uint64) uint64 {
	x = (x + 1) * 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	return x ^ x>>31
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

// entriesFrom returns n entries of [Entries] from entry i on.
func entriesFrom(i, n int) []store.Entry {
	entries := make([]store.Entry, n)
	for j := range entries {
		entries[j] = EntryAt(i + j)
	}
	return entries
}

// RequireTrue fails unless each entry of the store is one of [Entries], or says
// less about it, and has the sequence number i+1 if it is entry i and has one. It
// returns their numbers in that list.
func RequireTrue(tb testing.TB, s store.Store) map[int]bool {
	tb.Helper()
	numbers := map[int]bool{}
	for _, e := range AllNumbered(tb, s, "") {
		i := 0
		if n := len(e.Component); n >= 4 {
			i = int(binary.BigEndian.Uint32([]byte(e.Component[n-4:])))
		}
		want := EntryAt(i)
		if merged, ok := want.Fact.Merge(e.Fact); e.Component != want.Component || !ok || merged != want.Fact {
			tb.Fatalf("entry %d is %x, %v; the store says %x, %v", i, string(want.Component), want.Fact, string(e.Component), e.Fact)
		}
		if e.Seq != 0 && e.Seq != uint64(i+1) {
			tb.Fatalf("entry %d has the number %d", i, e.Seq)
		}
		numbers[i] = true
	}
	return numbers
}
