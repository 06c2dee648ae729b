package tree

import (
	"bytes"
	"fmt"

	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/search"
)

// Restore takes one record, in any order, right after New. A record that cannot be
// read gives an error and is left out, which costs work only. Components in it are
// believed to be canonical, as those of facts are.
func (t *Tree) Restore(key, value []byte) error {
	if err := checkKey(key); err != nil {
		return fmt.Errorf("tree: restore: %w", err)
	}
	r := readRecord(value)
	for r.next() {
	}
	if r.err != nil {
		return fmt.Errorf("tree: restore the record of %x: %w", key, r.err)
	}
	if t.journal.restoring == nil {
		t.journal.restoring = map[string][]byte{}
	}
	t.journal.restoring[string(key)] = bytes.Clone(value)
	return nil
}

// Restored builds the tree from all records that Restore has taken. Records that
// are of no use any more are removed at the next Dirty. An error is a
// *game.ConflictError.
func (t *Tree) Restored() error {
	j := &t.journal
	if t.err != nil || j.restoring == nil {
		return t.err
	}
	t.restoreRoot()
	for id := uint32(1); int(id) < t.nodes.Len(); id++ {
		j.fresh = append(j.fresh, id)
	}
	for len(j.fresh) > 0 && t.err == nil {
		id := j.fresh[0]
		j.fresh = j.fresh[1:]
		t.restoreCouple(id)
	}
	t.dropUnused()
	return t.err
}

// restoreRoot gives the couples of the root their numbers.
func (t *Tree) restoreRoot() {
	value, ok := t.journal.restoring[string([]byte{keyRoot})]
	if !ok || t.root == 0 {
		return
	}
	delete(t.journal.restoring, string([]byte{keyRoot}))
	t.journal.rootRecorded = true
	h := recordHints{t: t, reader: readRecord(value)}
	if !h.reader.next() {
		return
	}
	for id := uint32(1); int(id) < t.nodes.Len(); id++ {
		if x := t.node(id); x.kind == kindCouple {
			v := h.numbers(x.component, x.heap)
			t.assign(id, x, v.Proof, v.Disproof, x.has(flagFree))
		}
	}
	t.settle()
}

// restoreCouple expands a leaf as its record says.
func (t *Tree) restoreCouple(id uint32) {
	x := t.node(id)
	if x.kind != kindCouple || x.has(flagExpanded) || t.outcome(x) != game.Unknown {
		return
	}
	key := string(t.recordKey(x))
	value, ok := t.journal.restoring[key]
	if !ok {
		return
	}
	delete(t.journal.restoring, key)
	h := recordHints{t: t, reader: readRecord(value)}
	x.set(flagRecorded, true)
	b := t.newBuilder(h)
	t.expand(id, func(take func(place) bool) { h.list(b, take) })
	t.settle()
}

// list gives the places of the kids in a record.
func (h recordHints) list(b *builder, take func(place) bool) {
	for h.reader.next() {
		for _, p := range h.reader.parts {
			b.add(p.component)
		}
		if h.t.err != nil || !take(b.finish(h.reader.heap)) {
			return
		}
	}
}

// dropUnused has the records removed that belong to nothing in the tree.
func (t *Tree) dropUnused() {
	j := &t.journal
	for key := range j.restoring {
		if j.removed == nil {
			j.removed = map[string]struct{}{}
		}
		j.removed[key] = struct{}{}
	}
	j.restoring, j.fresh = nil, nil
}

// met notes a couple that came in while records wait for it.
func (j *journal) met(id uint32) {
	if j.restoring != nil {
		j.fresh = append(j.fresh, id)
	}
}

// recordHints give numbers to the couples of the kid that is being read.
type recordHints struct {
	t      *Tree
	reader *reader
}

func (h recordHints) numbers(c uint32, n game.Nimber) search.Numbers {
	key := h.t.components.keys.Bytes(c)
	for _, p := range h.reader.parts {
		if p.nimber == n && bytes.Equal(p.component, key) {
			return p.numbers
		}
	}
	return guesses{h.t}.numbers(c, n)
}
