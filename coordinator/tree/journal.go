package tree

import (
	"maps"
	"slices"
)

// journal knows which records are out of date.
type journal struct {
	dirty        []uint32            // expanded couples; some may be gone or clean
	removed      map[string]struct{} // keys of records that are to go
	rootDirty    bool
	rootRecorded bool
	key, value   []byte // buffers

	restoring map[string][]byte // records that wait for Restored
	fresh     []uint32          // couples that came in meanwhile
}

// markDirty says that the record of an expanded couple is out of date.
func (t *Tree) markDirty(id uint32) {
	if x := t.node(id); x.has(flagExpanded) && !x.has(flagDirty) {
		x.set(flagDirty, true)
		t.journal.dirty = append(t.journal.dirty, id)
	}
}

// leafChanged says that the numbers of a leaf changed: they are in the records of the
// couples above it, and of those above the sums above it.
func (t *Tree) leafChanged(id uint32) {
	if id == t.root {
		t.journal.rootDirty = true
	}
	for e := t.node(id).in; e != 0; e = t.edge(e).nextIn {
		parent := t.edge(e).from
		if t.node(parent).kind == kindCouple {
			t.markDirty(parent)
			continue
		}
		if parent == t.root {
			t.journal.rootDirty = true
		}
		for e := t.node(parent).in; e != 0; e = t.edge(e).nextIn {
			t.markDirty(t.edge(e).from)
		}
	}
}

// erase says that a couple is not expanded any more.
func (t *Tree) erase(x *node) {
	x.set(flagDirty, false)
	if !x.has(flagRecorded) {
		return
	}
	x.set(flagRecorded, false)
	if t.journal.removed == nil {
		t.journal.removed = map[string]struct{}{}
	}
	t.journal.removed[string(t.recordKey(x))] = struct{}{}
}

// recordKey returns the key of a couple's record, in a buffer.
func (t *Tree) recordKey(x *node) []byte {
	t.journal.key = appendCoupleKey(t.journal.key[:0], t.components.keys.Bytes(x.component), x.heap)
	return t.journal.key
}

// Dirty calls yield with each record that has changed since the last call: the
// records to be written, and those to be removed with a nil value. Key and value are
// valid during the call only.
//
// What a record says is true with the facts of this moment, so it must not reach the
// disk before they do.
func (t *Tree) Dirty(yield func(key, value []byte)) {
	j := &t.journal
	if j.rootDirty {
		t.yieldRoot(yield)
	}
	for _, id := range j.dirty {
		x := t.node(id)
		if !x.has(flagDirty) {
			continue
		}
		x.set(flagDirty, false)
		x.set(flagRecorded, true)
		key := t.recordKey(x)
		delete(j.removed, string(key))
		j.value = append(j.value[:0], recordVersion)
		for e := x.out; e != 0; e = t.edge(e).nextOut {
			j.value = t.appendNode(j.value, t.edge(e).to)
		}
		yield(key, j.value)
	}
	j.dirty = j.dirty[:0]
	for _, key := range slices.Sorted(maps.Keys(j.removed)) {
		yield([]byte(key), nil)
	}
	j.removed = nil
}

// yieldRoot yields the record of the root.
func (t *Tree) yieldRoot(yield func(key, value []byte)) {
	j := &t.journal
	j.rootDirty = false
	switch {
	case t.root != 0:
		j.rootRecorded = true
		j.value = t.appendNode(append(j.value[:0], recordVersion), t.root)
		yield([]byte{keyRoot}, j.value)
	case j.rootRecorded:
		j.rootRecorded = false
		yield([]byte{keyRoot}, nil)
	}
}

// appendNode appends a node as a kid of a record.
func (t *Tree) appendNode(b []byte, id uint32) []byte {
	x := t.node(id)
	if x.kind == kindCouple {
		return t.appendCouple(appendKid(b, 0, 1), x)
	}
	b = appendKid(b, x.heap, int(x.kids))
	for e := x.out; e != 0; e = t.edge(e).nextOut {
		b = t.appendCouple(b, t.node(t.edge(e).to))
	}
	return b
}

// appendCouple appends a couple as a part of a kid.
func (t *Tree) appendCouple(b []byte, x *node) []byte {
	return appendPart(b, part{t.components.keys.Bytes(x.component), x.heap, x.numbers()})
}
