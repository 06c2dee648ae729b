package misere

import (
	"github.com/sprouts-solver/sprouts/game"
)

// Planter finds the reduced canonical trees of a game's components. It serves one
// goroutine; several may share a [Forest].
type Planter struct {
	forest   *Forest
	expander game.Expander
	free     []*branch
	eager    int   // lives of components whose tree is found at once
	Expanded int64 // components whose options were made
}

// branch holds the options of one component while their trees are found.
type branch struct {
	bytes []byte
	ends  []int // of components
	sums  []int // of options, in ends
	trees []Tree
}

// NewPlanter returns a planter. The expander is its own from now on.
func NewPlanter(f *Forest, e game.Expander) *Planter {
	return &Planter{forest: f, expander: e, eager: EagerLives}
}

// Known returns the tree of a component if it was found before.
func (p *Planter) Known(c []byte) (Tree, bool) {
	f := p.forest
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.known(c)
}

func (f *Forest) known(c []byte) (Tree, bool) {
	if id, ok := f.lands.Find(c); ok {
		if t := *f.values.At(id); t != 0 {
			return t - 1, true
		}
	}
	return 0, false
}

// Keep notes the tree of a component, which somebody has found before.
func (p *Planter) Keep(c []byte, t Tree) {
	p.forest.mu.Lock()
	defer p.forest.mu.Unlock()
	p.forest.keep(c, t)
}

// keep notes the tree of a component.
func (f *Forest) keep(c []byte, t Tree) {
	id, added := f.lands.Intern(c)
	if added {
		f.values.Append(0)
	}
	*f.values.At(id) = t + 1
}

// Tree returns the tree of a component, within a budget; nil is none. It returns false
// if the budget does not suffice. The trees that were found meanwhile are kept.
func (p *Planter) Tree(c []byte, budget *Budget) (Tree, bool) {
	if t, ok := p.Known(c); ok {
		return t, true
	}
	if budget != nil {
		if budget.Expansions--; budget.spent() {
			return 0, false
		}
	}
	b := p.branch()
	defer func() { p.free = append(p.free, b) }()
	p.Expanded++
	p.expander.Expand(c, func(option *game.Sum) bool {
		for i := range option.Len() {
			b.bytes = append(b.bytes, option.At(i)...)
			b.ends = append(b.ends, len(b.bytes))
		}
		b.sums = append(b.sums, len(b.ends))
		return true
	})
	at, start := 0, 0
	for _, end := range b.sums {
		option := Tree(0)
		for ; at < end; at++ {
			part, ok := p.Tree(b.bytes[start:b.ends[at]], budget)
			if ok {
				start = b.ends[at]
				option, ok = p.forest.SumWithin(option, part, budget)
			}
			if !ok {
				return 0, false
			}
		}
		b.trees = append(b.trees, option)
	}
	return p.forest.plant(c, b.trees), true
}

// plant keeps the tree of a component, whose options have these trees.
func (f *Forest) plant(c []byte, options []Tree) Tree {
	f.mu.Lock()
	defer f.mu.Unlock()
	t := f.canon(options)
	f.keep(c, t)
	return t
}

// branch returns an empty one.
func (p *Planter) branch() *branch {
	if n := len(p.free); n > 0 {
		b := p.free[n-1]
		p.free = p.free[:n-1]
		b.bytes, b.ends, b.sums, b.trees = b.bytes[:0], b.ends[:0], b.sums[:0], b.trees[:0]
		return b
	}
	return &branch{}
}
