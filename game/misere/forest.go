package misere

import (
	"bytes"
	"encoding/binary"
	"slices"
	"sync"

	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/internal/chunk"
	"github.com/sprouts-solver/sprouts/internal/intern"
)

// Tree is the number of a reduced canonical tree in its [Forest]. The first ones are
// the nim-heaps: Tree(n) is *n for all n up to MaxHeap.
type Tree uint32

// MaxHeap is the largest nim-heap whose number is its size.
const MaxHeap = 31

// Forest holds reduced canonical trees, each once: two positions have the same value
// in misère play, in every sum, if and only if they have the same tree (Conway, On
// Numbers and Games, ch. 12). It is safe for concurrent use and only grows.
type Forest struct {
	mu      sync.Mutex
	lists   intern.Table       // the options of each tree in ascending order, 4 bytes each
	records chunk.Slice[trunk] // by tree
	sums    map[uint64]Tree    // of two trees, the smaller number in the upper half
	lands   intern.Table       // components whose trees were asked for
	values  chunk.Slice[Tree]  // by number in lands: tree + 1, 0 if it is not known

	marks   []uint32 // by tree: the mark of canon that met it last
	mark    uint32
	buffers [][]Tree // free lists for options being put together
	less    []int32
}

// trunk is what is known about one tree.
type trunk struct {
	plus1    Tree   // the tree of it and *1, + 1; 0 if it was not asked for
	nodes    uint32 // different trees in it, itself with them; 0 if not counted
	birthday uint16
	nimber   uint8 // of normal play
	grundy   uint8 // misère Grundy value
	kind     kind
}

// kind says how a tree behaves in sums.
type kind uint8

const (
	wild   kind = iota
	fickle      // tame, with the genus of *0 or *1
	firm        // tame, with the genus of *n for n >= 2, of *2+*2 or of *2+*3
)

// NewForest returns a forest of the nim-heaps.
func NewForest() *Forest {
	f := &Forest{sums: map[uint64]Tree{}}
	var heaps []Tree
	for n := range Tree(MaxHeap + 1) {
		if f.intern(heaps) != n {
			panic("misere: the heaps are not the first trees")
		}
		heaps = append(heaps, n)
	}
	return f
}

// Len returns the number of trees.
func (f *Forest) Len() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.lists.Len()
}

// Memory returns about how many bytes the forest holds.
func (f *Forest) Memory() int64 {
	f.mu.Lock()
	defer f.mu.Unlock()
	const perSum = 24 // in Go's maps, half full
	return f.lists.Memory() + f.records.Memory() + f.lands.Memory() + f.values.Memory() +
		4*int64(len(f.marks)) + perSum*int64(len(f.sums))
}

// Of returns the reduced canonical tree of the position with these options, in any
// order and with any repetition. It panics on a value above 255, which takes as many
// moves.
func (f *Forest) Of(options []Tree) Tree {
	f.mu.Lock()
	defer f.mu.Unlock()
	list := append(f.buffer(), options...)
	t := f.canon(list)
	f.free(list)
	return t
}

// Options appends the options of a tree, in ascending order.
func (f *Forest) Options(to []Tree, t Tree) []Tree {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.options(to, t)
}

// Sum returns the tree of a sum of two.
func (f *Forest) Sum(a, b Tree) Tree {
	f.mu.Lock()
	defer f.mu.Unlock()
	t, _ := f.sum(a, b, nil)
	return t
}

// Budget bounds a computation: how many expansions of components and how many sums of
// two trees that were not asked for before it may take. What is left is in it
// afterwards. A negative part says what has run out.
type Budget struct{ Expansions, Sums int }

// spent reports whether the budget has run out.
func (b *Budget) spent() bool { return b != nil && (b.Expansions < 0 || b.Sums < 0) }

// SumWithin is Sum within a budget. It returns false if that does not suffice.
func (f *Forest) SumWithin(a, b Tree, budget *Budget) (Tree, bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.sum(a, b, budget)
}

// Halve takes *1 out of a tree: t is the sum of the tree that it returns and, if the
// second result is true, *1. Of the two trees that differ by *1 it returns the same
// for both.
func (f *Forest) Halve(t Tree) (Tree, bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.halve(t)
}

// options appends the options of a tree.
func (f *Forest) options(to []Tree, t Tree) []Tree {
	b := f.lists.Bytes(uint32(t))
	for ; len(b) > 0; b = b[4:] {
		to = append(to, Tree(binary.BigEndian.Uint32(b)))
	}
	return to
}

// hasOption reports whether o is an option of t.
func (f *Forest) hasOption(t, o Tree) bool {
	b := f.lists.Bytes(uint32(t))
	low, high := 0, len(b)/4
	for low < high {
		mid := (low + high) / 2
		switch x := Tree(binary.BigEndian.Uint32(b[4*mid:])); {
		case x == o:
			return true
		case x < o:
			low = mid + 1
		default:
			high = mid
		}
	}
	return false
}

// buffer returns an empty list, with room from earlier ones.
func (f *Forest) buffer() []Tree {
	if n := len(f.buffers); n > 0 {
		b := f.buffers[n-1]
		f.buffers = f.buffers[:n-1]
		return b[:0]
	}
	return make([]Tree, 0, 64)
}

// free gives a list back.
func (f *Forest) free(b []Tree) { f.buffers = append(f.buffers, b) }

// canon returns the tree of the position whose options are the list, which it sorts.
//
// Let S be the options, each once. The position is worth K where K is a tree that is
// no option of it and
//
//  1. all options of K are in S,
//  2. K is an option of every tree in S that is no option of K, so that all these
//     moves are reversible through K, and
//  3. if K is *0, some tree in S is a loss for who moves in it: a position that loses
//     all its options must keep a winning move.
//
// Else S is canonical. All reversible options go at once, and at most one K fits
// (Winning Ways, ch. 13; Siegel, Combinatorial Game Theory, ch. V).
func (f *Forest) canon(list []Tree) Tree {
	slices.Sort(list)
	s := slices.Compact(list)
	if len(s) == 0 {
		return 0
	}
	if s[len(s)-1] <= MaxHeap && s[0] <= 1 {
		if n := mex(s); n <= MaxHeap {
			return n
		}
	}
	if k, ok := f.reversal(s); ok {
		return k
	}
	return f.intern(s)
}

// mex returns the smallest heap that is not in an ascending list of heaps.
func mex(s []Tree) Tree {
	n := Tree(0)
	for _, x := range s {
		if x == n {
			n++
		}
	}
	return n
}

// reversal returns the tree K that a position with the options s is worth, if it is
// not canonical as it stands.
//
// K is an option of the option A with the greatest birthday: were A an option of K,
// any option beside those of K, through which it reverses, would be older than K, and
// so older than A. And the options of K are just those that are younger than K, none
// being as old.
func (f *Forest) reversal(s []Tree) (Tree, bool) {
	oldest, options := s[0], 1<<30
	loss := false
	most := 0
	for _, x := range s {
		r := f.records.At(uint32(x))
		most = max(most, int(r.birthday))
		loss = loss || r.grundy == 0
	}
	for len(f.less) < most+2 {
		f.less = append(f.less, 0)
	}
	less := f.less[:most+2] // less[b]: options with birthdays below b
	clear(less)
	for _, x := range s {
		b := int(f.records.At(uint32(x)).birthday)
		less[b+1]++
		if n := len(f.lists.Bytes(uint32(x))); b == most && n < options {
			oldest, options = x, n
		}
	}
	for b := range most + 1 {
		less[b+1] += less[b]
	}
	marked := false
	candidates := f.lists.Bytes(uint32(oldest))
next:
	for ; len(candidates) > 0; candidates = candidates[4:] {
		k := Tree(binary.BigEndian.Uint32(candidates))
		b := int(f.records.At(uint32(k)).birthday)
		kids := f.lists.Bytes(uint32(k))
		if less[b+1] != less[b] || int(less[b]) != len(kids)/4 || len(kids) == 0 && !loss {
			continue
		}
		if !marked {
			f.markAll(s)
			marked = true
		}
		for ; len(kids) > 0; kids = kids[4:] {
			if f.marks[binary.BigEndian.Uint32(kids)] != f.mark {
				continue next
			}
		}
		for _, x := range s {
			if int(f.records.At(uint32(x)).birthday) > b && !f.hasOption(x, k) {
				continue next
			}
		}
		return k, true
	}
	return 0, false
}

// markAll marks the trees of s with a new mark.
func (f *Forest) markAll(s []Tree) {
	for len(f.marks) < f.lists.Len() {
		f.marks = append(f.marks, 0)
	}
	f.mark++
	if f.mark == 0 {
		clear(f.marks)
		f.mark = 1
	}
	for _, x := range s {
		f.marks[x] = f.mark
	}
}

// intern returns the number of a canonical position with these options, which ascend.
func (f *Forest) intern(s []Tree) Tree {
	var room [1024]byte
	key := room[:0]
	for _, x := range s {
		key = binary.BigEndian.AppendUint32(key, uint32(x))
	}
	if id, ok := f.lists.Find(key); ok {
		return Tree(id)
	}
	r := f.trunkOf(s) // which may panic, and must leave no list without its record
	id, _ := f.lists.Intern(key)
	f.records.Append(r)
	return Tree(id)
}

// trunkOf looks at the options of a new tree.
func (f *Forest) trunkOf(s []Tree) trunk {
	r := trunk{grundy: 1}
	var normal, misere [256 / 64]uint64
	tame := true
	for _, x := range s {
		o := f.records.At(uint32(x))
		r.birthday = max(r.birthday, o.birthday+1)
		normal[o.nimber/64] |= 1 << (o.nimber % 64)
		misere[o.grundy/64] |= 1 << (o.grundy % 64)
		tame = tame && o.kind != wild
	}
	if len(s) > 0 {
		r.nimber, r.grundy = leastOpen(&normal), leastOpen(&misere)
	}
	switch {
	case !tame:
	case r.nimber <= 1 && r.grundy == 1-r.nimber:
		r.kind = fickle
	case r.nimber == r.grundy:
		r.kind = firm
	}
	return r
}

// leastOpen returns the least number whose bit is clear.
func leastOpen(bits *[4]uint64) uint8 {
	for n := range 256 {
		if bits[n/64]>>(n%64)&1 == 0 {
			return uint8(n)
		}
	}
	panic("misere: a Grundy value above 255")
}

// plus1 returns the sum of a tree and *1.
func (f *Forest) plus1(t Tree) Tree {
	if t <= MaxHeap {
		return t ^ 1
	}
	if p := f.records.At(uint32(t)).plus1; p != 0 {
		return p - 1
	}
	list := append(f.buffer(), t)
	for b := f.lists.Bytes(uint32(t)); len(b) > 0; b = b[4:] {
		list = append(list, f.plus1(Tree(binary.BigEndian.Uint32(b))))
	}
	p := f.canon(list)
	f.free(list)
	f.records.At(uint32(t)).plus1 = p + 1
	if p > MaxHeap {
		f.records.At(uint32(p)).plus1 = t + 1
	}
	return p
}

// halve takes *1 out of a tree.
func (f *Forest) halve(t Tree) (Tree, bool) {
	if p := f.plus1(t); f.before(p, t) {
		return p, true
	}
	return t, false
}

// before orders two different trees of which one is the other with *1: by birthday,
// then by the number of options, then by their bytes.
func (f *Forest) before(a, b Tree) bool {
	if x, y := f.records.At(uint32(a)).birthday, f.records.At(uint32(b)).birthday; x != y {
		return x < y
	}
	if x, y := len(f.lists.Bytes(uint32(a))), len(f.lists.Bytes(uint32(b))); x != y {
		return x < y
	}
	return bytes.Compare(f.appendTree(nil, a), f.appendTree(nil, b)) < 0
}

// sum returns the sum of two trees, unless the budget runs out.
func (f *Forest) sum(a, b Tree, budget *Budget) (Tree, bool) {
	if a <= 1 || b <= 1 {
		return f.sumSmall(a, b), true
	}
	a, odd := f.halve(a)
	b, other := f.halve(b)
	odd = odd != other
	t, ok := f.sumHalves(min(a, b), max(a, b), budget)
	if !ok {
		return 0, false
	}
	if odd {
		t = f.plus1(t)
	}
	return t, true
}

// sumSmall returns the sum of two trees of which one is *0 or *1.
func (f *Forest) sumSmall(a, b Tree) Tree {
	if a > 1 {
		a, b = b, a
	}
	if a == 1 {
		return f.plus1(b)
	}
	return b
}

// sumHalves returns the sum of two trees without *1, neither of which is *0.
func (f *Forest) sumHalves(a, b Tree, budget *Budget) (Tree, bool) {
	key := uint64(a)<<32 | uint64(b)
	if t, ok := f.sums[key]; ok {
		return t, true
	}
	if budget != nil {
		if budget.Sums--; budget.spent() {
			return 0, false
		}
	}
	list := f.buffer()
	for i, part := range [2]Tree{a, b} {
		if i == 1 && a == b {
			break
		}
		rest := a ^ b ^ part
		if a == b {
			rest = a
		}
		for o := f.lists.Bytes(uint32(part)); len(o) > 0; o = o[4:] {
			t, ok := f.sum(Tree(binary.BigEndian.Uint32(o)), rest, budget)
			if !ok {
				f.free(list)
				return 0, false
			}
			list = append(list, t)
		}
	}
	t := f.canon(list)
	f.free(list)
	f.sums[key] = t
	return t, true
}

// Info is what a tree is like.
type Info struct {
	Birthday int          // the longest line of play
	Options  int          // how many
	Nimber   int          // in normal play
	Grundy   int          // misère Grundy value: the n for which the sum with *n is lost
	Tame     bool         // see Tame
	Firm     bool         // a tame one is as *2 in sums of tame ones, not as *0 or *1
	Outcome  game.Outcome // in misère play
}

// Info returns what a tree is like.
func (f *Forest) Info(t Tree) Info {
	f.mu.Lock()
	defer f.mu.Unlock()
	r := f.records.At(uint32(t))
	o := game.Win
	if r.grundy == 0 {
		o = game.Loss
	}
	return Info{
		Birthday: int(r.birthday), Options: len(f.lists.Bytes(uint32(t))) / 4,
		Nimber: int(r.nimber), Grundy: int(r.grundy), Tame: r.kind != wild, Firm: r.kind == firm, Outcome: o,
	}
}

// Nodes returns how many different trees a tree contains, itself among them.
func (f *Forest) Nodes(t Tree) int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return int(f.nodes(t))
}

func (f *Forest) nodes(t Tree) uint32 {
	if n := f.records.At(uint32(t)).nodes; n != 0 {
		return n
	}
	f.markAll([]Tree{t})
	stack, n := append(f.buffer(), t), uint32(0)
	for len(stack) > 0 {
		x := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		n++
		for b := f.lists.Bytes(uint32(x)); len(b) > 0; b = b[4:] {
			if o := Tree(binary.BigEndian.Uint32(b)); f.marks[o] != f.mark {
				f.marks[o] = f.mark
				stack = append(stack, o)
			}
		}
	}
	f.free(stack)
	f.records.At(uint32(t)).nodes = n
	return n
}
