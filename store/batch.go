package store

import "github.com/sprouts-solver/sprouts/game"

// batch is a list of entries without pointers.
type batch struct {
	bytes []byte
	ends  []int // end of entry i in bytes
	facts []game.Fact
}

func (b *batch) len() int { return len(b.facts) }

func (b *batch) reset() { b.bytes, b.ends, b.facts = b.bytes[:0], b.ends[:0], b.facts[:0] }

func (b *batch) add(c []byte, f game.Fact) {
	b.bytes = append(b.bytes, c...)
	b.ends = append(b.ends, len(b.bytes))
	b.facts = append(b.facts, f)
}

// addAll appends another batch.
func (b *batch) addAll(o *batch) {
	start := 0
	for i, end := range o.ends {
		b.add(o.bytes[start:end], o.facts[i])
		start = end
	}
}

// entries returns the list for a store.
func (b *batch) entries() []Entry {
	entries := make([]Entry, b.len())
	all := string(b.bytes) // one allocation for all components
	start := 0
	for i, end := range b.ends {
		entries[i] = Entry{game.Component(all[start:end]), b.facts[i]}
		start = end
	}
	return entries
}
