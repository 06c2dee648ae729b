package gametest

import (
	"cmp"
	"encoding/binary"
	"slices"
	"strconv"
	"strings"

	"github.com/sprouts-solver/sprouts/game"
)

// MisereTree is all play from a position: the set of the trees that its moves lead
// to. Trees of one forest are the same if and only if they are the same pointer.
type MisereTree struct {
	number   int           // age in the forest
	heap     int           // size of the nim-heap that it is, or -1
	birthday int           // moves in the longest game
	options  []*MisereTree // by age, each once
}

// Options returns the trees after each move, each once, in no order that means
// anything.
func (t *MisereTree) Options() []*MisereTree { return slices.Clone(t.options) }

// Birthday returns the number of moves in the longest game.
func (t *MisereTree) Birthday() int { return t.birthday }

// Heap returns the size of the nim-heap that the tree is, and false if it is none:
// if its options are not exactly all smaller heaps.
func (t *MisereTree) Heap() (size int, ok bool) { return t.heap, t.heap >= 0 }

// String writes nim-heaps as "*3" and any other tree as the list of its options,
// "{*2,*3,{*2}}": shorter ones first, those of one length in the order of their
// bytes. Two trees have the same text if and only if they are the same, in whatever
// forest. What is met on many paths is written as often, so that the text of a
// large tree does not fit into memory.
func (t *MisereTree) String() string {
	if t.heap >= 0 {
		return "*" + strconv.Itoa(t.heap)
	}
	var texts []string
	for _, o := range t.options {
		texts = append(texts, o.String())
	}
	slices.SortFunc(texts, func(a, b string) int { return cmp.Or(len(a)-len(b), strings.Compare(a, b)) })
	return "{" + strings.Join(texts, ",") + "}"
}

// MisereForest holds trees and says what they are worth in misère play, slowly and
// by the book: Conway, On Numbers and Games, ch. 12; Siegel, On the structure of
// misère impartial games, arXiv 2012.08554.
//
// Two trees are equal if they have the same outcome beside any third. Of all trees
// that are equal, one is reduced: the smallest. To compare other code with Reduce,
// make trees of what that code found, option by option, with Set, and compare
// pointers; Witness shows why two trees are not equal.
//
// It is not safe for concurrent use.
type MisereForest struct {
	byOptions map[string]*MisereTree // by the ages of the options
	all       []*MisereTree          // by age
	reduced   map[*MisereTree]*MisereTree
	equal     map[[2]*MisereTree]bool
	added     map[[2]*MisereTree]*MisereTree
	sums      *misereSums // each tree is a part, by its age

	// withoutProviso leaves out of Reduce what makes it right: tests must notice.
	withoutProviso bool
}

// NewMisereForest returns a forest without trees.
func NewMisereForest() *MisereForest {
	f := &MisereForest{
		byOptions: map[string]*MisereTree{},
		reduced:   map[*MisereTree]*MisereTree{},
		equal:     map[[2]*MisereTree]bool{},
		added:     map[[2]*MisereTree]*MisereTree{},
	}
	f.sums = newMisereSums(func(p part) [][]part {
		var options [][]part
		for _, o := range f.all[p].options {
			options = append(options, []part{part(o.number)})
		}
		return options
	})
	return f
}

// Len returns the number of trees in the forest.
func (f *MisereForest) Len() int { return len(f.all) }

// Set returns the tree with these options, which are of this forest. Order and
// repetition mean nothing. Nothing is reduced.
func (f *MisereForest) Set(options ...*MisereTree) *MisereTree {
	options = slices.Clone(options)
	slices.SortFunc(options, func(a, b *MisereTree) int { return a.number - b.number })
	options = slices.Compact(options)
	var key []byte
	for _, o := range options {
		key = binary.BigEndian.AppendUint32(key, uint32(o.number))
	}
	if t, ok := f.byOptions[string(key)]; ok {
		return t
	}
	t := &MisereTree{number: len(f.all), heap: heapOf(options), options: options}
	for _, o := range options {
		t.birthday = max(t.birthday, 1+o.birthday)
	}
	f.byOptions[string(key)] = t
	f.all = append(f.all, t)
	return t
}

// heapOf returns the size of the heap with these options, which are different, or
// -1 if there is none.
func heapOf(options []*MisereTree) int {
	for _, o := range options {
		if o.heap < 0 || o.heap >= len(options) {
			return -1
		}
	}
	return len(options)
}

// Heap returns the nim-heap of this size: its options are all smaller ones.
func (f *MisereForest) Heap(size int) *MisereTree {
	var smaller []*MisereTree
	for k := range size {
		smaller = append(smaller, f.Heap(k))
	}
	return f.Set(smaller...)
}

// Sum returns the tree of both trees played side by side. Nothing is reduced.
func (f *MisereForest) Sum(g, h *MisereTree) *MisereTree {
	pair := [2]*MisereTree{g, h}
	if t, ok := f.added[pair]; ok {
		return t
	}
	var options []*MisereTree
	for _, o := range g.options {
		options = append(options, f.Sum(o, h))
	}
	for _, o := range h.options {
		options = append(options, f.Sum(g, o))
	}
	t := f.Set(options...)
	f.added[pair] = t
	return t
}

// Outcome returns who wins the trees played side by side, by plain recursion.
func (f *MisereForest) Outcome(trees ...*MisereTree) game.Outcome {
	return f.sums.outcome(f.parts(trees))
}

// Grundy returns the size of the one nim-heap beside which the trees are a loss.
func (f *MisereForest) Grundy(trees ...*MisereTree) game.Nimber {
	return f.sums.grundy(f.parts(trees))
}

// Genus returns the genus of the trees played side by side.
func (f *MisereForest) Genus(trees ...*MisereTree) Genus { return f.sums.genus(f.parts(trees)) }

func (f *MisereForest) parts(trees []*MisereTree) []part {
	var sum []part
	for _, t := range trees {
		sum = append(sum, part(t.number))
	}
	return sum
}

// Reduce returns the reduced tree equal to the tree. All below is reduced first,
// then the tree is replaced as long as anything replaces it.
func (f *MisereForest) Reduce(t *MisereTree) *MisereTree {
	if r, ok := f.reduced[t]; ok {
		return r
	}
	var options []*MisereTree
	for _, o := range t.options {
		options = append(options, f.Reduce(o))
	}
	r := f.Set(options...)
	for k := f.replacement(r); k != nil; k = f.replacement(r) {
		r = k
	}
	f.reduced[t] = r
	return r
}

// replacement returns a tree that replaces g, or nil. It must be an option of an
// option, so all of these are tried.
func (f *MisereForest) replacement(g *MisereTree) *MisereTree {
	for _, o := range g.options {
		for _, k := range o.options {
			if f.replaces(k, g) {
				return k
			}
		}
	}
	return nil
}

// replaces reports whether k can stand for g: g has all options of k, and of each
// further option of g a move leads to k, so that a player who goes there can be
// answered as if nothing had been played.
//
// The proviso: if k has no options, then the moves that go with it may have been
// the last ones, and who has no move left has won. So g must be a win too.
func (f *MisereForest) replaces(k, g *MisereTree) bool {
	for _, o := range k.options {
		if !slices.Contains(g.options, o) {
			return false
		}
	}
	for _, o := range g.options {
		if !slices.Contains(k.options, o) && !slices.Contains(o.options, k) {
			return false
		}
	}
	return len(k.options) > 0 || f.withoutProviso || f.Outcome(g) == game.Win
}
