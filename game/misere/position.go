package misere

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/sprouts-solver/sprouts/game"
)

// Position is a whole position of misère play: lands whose tree is too large to be
// known, trees, and maybe *1. The zero value is the position without moves.
type Position struct {
	Lands [][]byte // canonical components of the game, ascending
	Trees []Tree   // without *1, none of them *0
	Odd   bool     // *1 is there
}

// mergeNodes bounds the product of the sizes of two trees that are added up. Beyond it
// they stay apart: sums of large trees are what fills memories.
const mergeNodes = 3000

// Fits reports whether two trees of so many nodes are to be added up.
func Fits(nodes, others int) bool { return nodes*others <= mergeNodes }

// Add adds a tree to p.
func (p *Position) Add(f *Forest, t Tree) {
	half, odd := f.Halve(t)
	if p.Odd = p.Odd != odd; half != 0 {
		p.Trees = append(p.Trees, half)
	}
}

// Settle brings p in canonical order, and adds up trees as long as two of them are
// small. It is the same whatever numbers the trees have in their forest.
func (p *Position) Settle(f *Forest) {
	slices.SortFunc(p.Lands, bytes.Compare)
	texts := f.texts(p.Trees)
	p.order(texts)
	for i := 0; i < len(p.Trees); i++ {
		for j := i + 1; j < len(p.Trees); j++ {
			a, b := p.Trees[i], p.Trees[j]
			if !Fits(f.Nodes(a), f.Nodes(b)) {
				continue
			}
			p.Trees = slices.Delete(slices.Delete(p.Trees, j, j+1), i, i+1)
			texts = slices.Delete(slices.Delete(texts, j, j+1), i, i+1)
			n := len(p.Trees)
			if p.Add(f, f.Sum(a, b)); len(p.Trees) > n {
				texts = append(texts, f.AppendTree(nil, p.Trees[n]))
			}
			p.order(texts)
			i, j = -1, len(p.Trees)
		}
	}
}

// texts returns the bytes of trees.
func (f *Forest) texts(trees []Tree) [][]byte {
	texts := make([][]byte, 0, len(trees))
	for _, t := range trees {
		texts = append(texts, f.AppendTree(nil, t))
	}
	return texts
}

// order sorts the trees by their bytes.
func (p *Position) order(texts [][]byte) {
	for i := 1; i < len(texts); i++ { // a few
		for j := i; j > 0 && bytes.Compare(texts[j-1], texts[j]) > 0; j-- {
			texts[j-1], texts[j] = texts[j], texts[j-1]
			p.Trees[j-1], p.Trees[j] = p.Trees[j], p.Trees[j-1]
		}
	}
}

// Append appends the bytes of a settled position:
//
//	01 if *1 is there, else 00
//	2 * length as a varint, bytes           for each land
//	2 * length + 1 as a varint, bytes       for each tree, see Forest.AppendTree
func (p *Position) Append(to []byte, f *Forest) []byte {
	odd := byte(0)
	if p.Odd {
		odd = 1
	}
	to = append(to, odd)
	for _, land := range p.Lands {
		to = append(binary.AppendUvarint(to, 2*uint64(len(land))), land...)
	}
	for _, t := range p.Trees {
		text := f.AppendTree(nil, t)
		to = append(binary.AppendUvarint(to, 2*uint64(len(text))+1), text...)
	}
	return to
}

// mostTrees bounds the trees of a position that is read: far more than searches make.
const mostTrees = 64

// errBytes says that bytes are no position.
var errBytes = errors.New("not a position of misère play")

// Decode reads the bytes of a position. Lands are part of b; whether they are canonical,
// and whether p is settled, is not looked at.
func (p *Position) Decode(f *Forest, b []byte) error {
	p.Lands, p.Trees, p.Odd = p.Lands[:0], p.Trees[:0], false
	if len(b) == 0 || b[0] > 1 {
		return fmt.Errorf("%w: it begins with neither 00 nor 01", errBytes)
	}
	p.Odd = b[0] == 1
	for b = b[1:]; len(b) > 0; {
		head, n := binary.Uvarint(b)
		if n <= 0 || head/2 > uint64(len(b)-n) {
			return fmt.Errorf("%w: a part is longer than the whole", errBytes)
		}
		part := b[n : n+int(head/2)]
		if b = b[n+len(part):]; head&1 == 0 {
			p.Lands = append(p.Lands, part)
			continue
		}
		t, err := f.DecodeTree(part)
		if err != nil {
			return err
		}
		if len(p.Trees) == mostTrees {
			return fmt.Errorf("%w: more than %d trees", errBytes, mostTrees)
		}
		p.Trees = append(p.Trees, t)
	}
	return nil
}

// nodesOf returns the different trees in t that are no heaps, in an order that
// depends on nothing but t: by birthday, then by their options. refs are their options:
// a heap is its size, node i is MaxHeap + 1 + i.
func (f *Forest) nodesOf(t Tree) (nodes []Tree, refs [][]uint32) {
	if t <= MaxHeap {
		return nil, nil
	}
	f.markAll([]Tree{t})
	nodes = append(nodes, t)
	for i := 0; i < len(nodes); i++ {
		for b := f.lists.Bytes(uint32(nodes[i])); len(b) > 0; b = b[4:] {
			if o := Tree(binary.BigEndian.Uint32(b)); o > MaxHeap && f.marks[o] != f.mark {
				f.marks[o] = f.mark
				nodes = append(nodes, o)
			}
		}
	}
	birthday := func(t Tree) uint16 { return f.records.At(uint32(t)).birthday }
	slices.SortFunc(nodes, func(a, b Tree) int { return int(birthday(a)) - int(birthday(b)) })
	refs = make([][]uint32, len(nodes))
	number := make(map[Tree]uint32, len(nodes))
	for i := 0; i < len(nodes); {
		j := i
		for ; j < len(nodes) && birthday(nodes[j]) == birthday(nodes[i]); j++ {
			for b := f.lists.Bytes(uint32(nodes[j])); len(b) > 0; b = b[4:] {
				o := Tree(binary.BigEndian.Uint32(b))
				ref := uint32(o)
				if o > MaxHeap {
					ref = number[o]
				}
				refs[j] = append(refs[j], ref)
			}
			slices.Sort(refs[j])
		}
		sortBoth(nodes[i:j], refs[i:j])
		for ; i < j; i++ {
			number[nodes[i]] = uint32(MaxHeap + 1 + i)
		}
	}
	return nodes, refs
}

// sortBoth sorts nodes and their references by the references.
func sortBoth(nodes []Tree, refs [][]uint32) {
	order := make([]int, len(nodes))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int {
		if d := len(refs[a]) - len(refs[b]); d != 0 {
			return d
		}
		return slices.Compare(refs[a], refs[b])
	})
	oldNodes, oldRefs := slices.Clone(nodes), slices.Clone(refs)
	for i, from := range order {
		nodes[i], refs[i] = oldNodes[from], oldRefs[from]
	}
}

// AppendTree appends bytes that tell a tree, the same in every forest:
//
//	number of nodes                       the different trees in it that are no heaps, 0 for a heap
//	the heap                              if there are no nodes
//	number of options, the options        for each node, by birthday, then by their options
//
// all as varints. An option is a heap up to MaxHeap, or MaxHeap + 1 + the number of an
// earlier node. The last node is the tree.
func (f *Forest) AppendTree(to []byte, t Tree) []byte {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.appendTree(to, t)
}

func (f *Forest) appendTree(to []byte, t Tree) []byte {
	nodes, refs := f.nodesOf(t)
	to = binary.AppendUvarint(to, uint64(len(nodes)))
	if len(nodes) == 0 {
		return binary.AppendUvarint(to, uint64(t))
	}
	for _, options := range refs {
		to = binary.AppendUvarint(to, uint64(len(options)))
		for _, o := range options {
			to = binary.AppendUvarint(to, uint64(o))
		}
	}
	return to
}

// DecodeTree reads what AppendTree wrote. Bytes that it would not have written give an
// error.
func (f *Forest) DecodeTree(b []byte) (Tree, error) {
	all := b
	failed := false
	next := func(most uint64) uint64 {
		x, n := binary.Uvarint(b)
		if n <= 0 || x > most {
			failed, b = true, nil
			return 0
		}
		b = b[n:]
		return x
	}
	nodes := make([]Tree, 0, 16)
	count := next(uint64(len(b)))
	if count == 0 {
		if t := Tree(next(MaxHeap)); !failed && bytes.Equal(f.AppendTree(nil, t), all) {
			return t, nil
		}
		return 0, fmt.Errorf("%w: bad tree of %d bytes", errBytes, len(all))
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	for range count {
		options := f.buffer()
		for range next(uint64(len(b))) {
			x := next(uint64(MaxHeap + len(nodes)))
			if o := Tree(x); o <= MaxHeap {
				options = append(options, o)
			} else {
				options = append(options, nodes[o-MaxHeap-1])
			}
		}
		if failed = failed || f.tooOld(options); failed {
			break
		}
		nodes = append(nodes, f.canon(options))
		f.free(options)
	}
	if failed || len(b) != 0 || !bytes.Equal(f.appendTree(nil, nodes[len(nodes)-1]), all) {
		return 0, fmt.Errorf("%w: bad tree of %d bytes", errBytes, len(all))
	}
	return nodes[len(nodes)-1], nil
}

// oldest bounds the birthdays of trees that are read, so that no value passes what a
// record holds. The trees that searches make have birthdays below 70.
const oldest = 200

// tooOld reports whether a position with these options would be older than what is read.
func (f *Forest) tooOld(options []Tree) bool {
	return slices.ContainsFunc(options, func(o Tree) bool { return f.records.At(uint32(o)).birthday >= oldest })
}

// Text writes a tree: "*2" for a heap, else its nodes between braces, each as its
// options. A number is a heap, a letter an earlier node, counted a, b, ..., z, ba, ...
// (digits to the base 26); the last node is the tree. So {2} has the option *2, and
// {2;0,a} the options *0 and {2}. Heaps above 15 are written so too.
func (f *Forest) Text(t Tree) string {
	f.mu.Lock()
	defer f.mu.Unlock()
	if t <= game.MaxNimber {
		return fmt.Sprintf("*%d", t)
	}
	_, refs := f.nodesOf(t)
	if t <= MaxHeap { // larger than a text may say
		refs = [][]uint32{nil}
		for n := range uint32(t) {
			refs[0] = append(refs[0], n)
		}
	}
	var b strings.Builder
	for i, options := range refs {
		b.WriteByte("{;"[min(i, 1)])
		for j, o := range options {
			if j > 0 {
				b.WriteByte(',')
			}
			if o <= MaxHeap {
				fmt.Fprintf(&b, "%d", o)
			} else {
				b.WriteString(letters(o - MaxHeap - 1))
			}
		}
	}
	b.WriteByte('}')
	return b.String()
}

// letters writes a number with the letters as digits.
func letters(n uint32) string {
	digit := string(rune('a' + n%26))
	if n < 26 {
		return digit
	}
	return letters(n/26) + digit
}
