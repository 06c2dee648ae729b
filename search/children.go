package search

import (
	"slices"
	"sync/atomic"

	"github.com/sprouts-solver/sprouts/game"
)

// A child list is a run of words in an arena:
//
//	used      words of the options that follow
//	mask      bit x: some option is worth the nimber x
//	options   each: number of ids | heap << 16, then the ids in order
//
// It holds all options of a component, each once. When nimbers become known,
// fold rewrites the list in place: known ids turn into heap, an option without
// ids into a bit of mask. So a list only shrinks, and all couples of the
// component share it.
const (
	listUsed = iota
	listMask
	listHead // words before the first option

	optionIDs  = 0xffff
	heapOffset = 16
)

// expand makes the child list of a component, for the couple with the heap *n.
// If it meets an option that is known to be worth n, the couple is a win: then it
// stops at once, keeps nothing and returns true.
func (t *thread) expand(id uint32, n game.Nimber) (won bool) {
	t.stats.Expansions++
	b := &t.building
	b.reset()
	b.goal, b.met = n, false
	t.expander.Expand(t.gameBytes(id), t.takeOption)
	if !b.met || t.whole != nil && t.whole.keep {
		t.keepList(t.record(id), b.list())
	}
	return b.met
}

// keepList gives a component its child list, unless another thread was first.
func (t *thread) keepList(r *record, list []uint32) {
	if t.shared == nil {
		r.kids = t.lists.Add(list) + 1
		t.listWords += int64(len(list))
		return
	}
	t.shared.lists.Lock()
	at := t.lists.Reserve(len(list))
	t.listWords += int64(len(list))
	t.shared.lists.Unlock()
	copy(t.lists.Run(at, len(list)), list)
	atomic.CompareAndSwapUint64(&r.kids, 0, at+1)
}

// addOption adds an option to the list being built. It returns false if that
// decides the couple. The Solver keeps it as a value, t.takeOption, since making
// one for each expansion would allocate.
func (t *thread) addOption(option *game.Sum) bool {
	t.stats.Children++
	b := &t.building
	ids, heap := b.ids[:0], game.Nimber(0)
	for i := range option.Len() {
		c := t.intern(option.At(i))
		if x, known := t.fact(c).Nimber(); known {
			heap ^= x
		} else {
			ids = append(ids, c)
		}
	}
	b.ids = ids
	slices.Sort(ids)
	ids = t.rules.cancelPairs(ids)
	if len(ids) == 0 {
		b.note(heap)
		return !b.met
	}
	b.add(ids, heap)
	return true
}

// builder collects the options of one component, each once.
type builder struct {
	goal  game.Nimber // an option worth this ends the work
	met   bool        // there was one
	words []uint32    // the list
	ids   []uint32
	mask  uint32
	slots []uint32 // hash table of places in words + 1
	count int
}

func (b *builder) reset() {
	b.words = append(b.words[:0], 0, 0)
	b.mask, b.count = 0, 0
	if len(b.slots) > 4096 {
		b.slots = b.slots[:0] // one huge list must not slow down all later ones
	}
	if len(b.slots) == 0 {
		b.slots = make([]uint32, 256)
	}
	clear(b.slots)
}

// note takes in that an option is worth the nimber n.
func (b *builder) note(n game.Nimber) {
	b.mask |= 1 << n
	b.met = b.met || n == b.goal
}

// add appends an option unless the list has it.
func (b *builder) add(ids []uint32, heap game.Nimber) {
	if 2*(b.count+1) > len(b.slots) {
		b.rehash()
	}
	head := uint32(len(ids)) | uint32(heap)<<heapOffset
	slot := b.slotOf(head, ids)
	for ; b.slots[slot] != 0; slot = (slot + 1) & (len(b.slots) - 1) {
		at := int(b.slots[slot] - 1)
		if b.words[at] == head && slices.Equal(b.words[at+1:at+1+len(ids)], ids) {
			return
		}
	}
	b.slots[slot] = uint32(len(b.words)) + 1
	b.count++
	b.words = append(b.words, head)
	b.words = append(b.words, ids...)
}

func (b *builder) slotOf(head uint32, ids []uint32) int {
	h := uint64(head)
	for _, id := range ids {
		h = mix64(h + uint64(id)*0x9e3779b97f4a7c15)
	}
	return int(h) & (len(b.slots) - 1)
}

func (b *builder) rehash() {
	b.slots = make([]uint32, 2*len(b.slots))
	for at := listHead; at < len(b.words); {
		n := int(b.words[at] & optionIDs)
		slot := b.slotOf(b.words[at], b.words[at+1:at+1+n])
		for b.slots[slot] != 0 {
			slot = (slot + 1) & (len(b.slots) - 1)
		}
		b.slots[slot] = uint32(at) + 1
		at += 1 + n
	}
}

// list returns the finished list.
func (b *builder) list() []uint32 {
	b.words[listUsed] = uint32(len(b.words) - listHead)
	b.words[listMask] = b.mask
	return b.words
}

// fold brings the child list of a component up to date with the facts. One thread
// at a time may be at work on a list.
func (t *thread) fold(id uint32) []uint32 {
	list := t.lists.From(t.record(id).list() - 1)
	if t.misere != nil {
		return t.foldTrees(list)
	}
	end := listHead + int(list[listUsed])
	out := listHead
	for at := listHead; at < end; {
		head := list[at]
		n := int(head & optionIDs)
		heap := game.Nimber(head >> heapOffset)
		kept := out + 1
		for _, c := range list[at+1 : at+1+n] {
			if x, known := t.fact(c).Nimber(); known {
				heap ^= x
			} else {
				list[kept] = c
				kept++
			}
		}
		at += 1 + n
		if kept == out+1 {
			list[listMask] |= 1 << heap
			continue
		}
		list[out] = uint32(kept-out-1) | uint32(heap)<<heapOffset
		out = kept
	}
	list[listUsed] = uint32(out - listHead)
	return list[:out]
}
