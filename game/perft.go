package game

import "slices"

// Level counts what one more move reaches, for comparing two programs that
// generate moves.
type Level struct {
	// Depth is the number of moves from the root, from 1.
	Depth int
	// Positions is the number of different canonical positions that exactly
	// Depth moves can reach. Equal pairs of components have cancelled.
	Positions int64
	// Options is the number of options that the expander made on the way from
	// the level before, repetitions included. It depends on how a program
	// groups equal moves.
	Options int64
}

// Perft walks a game level by level and counts. It holds a whole level, and the
// options of each component it met, in memory.
type Perft struct {
	expander Expander
	depth    int
	frontier []Position
	options  map[Component]expansion
}

// expansion is what one move makes of a component: the different sums, and how
// often the expander made one.
type expansion struct {
	sums []Position
	made int64
}

// NewPerft returns a walk that starts at root.
func NewPerft(e Expander, root Position) *Perft {
	return &Perft{expander: e, frontier: []Position{root}, options: map[Component]expansion{}}
}

// Next makes one more move from all positions of the level reached so far. It
// calls tick before each of them; an error from tick ends the walk and is
// returned.
func (w *Perft) Next(tick func() error) (Level, error) {
	w.depth++
	level := Level{Depth: w.depth}
	var next []Position
	seen := map[string]bool{}
	add := func(p Position) {
		if key := p.Key(); !seen[key] {
			seen[key] = true
			next = append(next, p)
		}
	}
	for _, p := range w.frontier {
		if err := tick(); err != nil {
			return level, err
		}
		for heap := range p.Heap {
			level.Options++
			add(Position{Components: p.Components, Heap: heap})
		}
		for i, c := range p.Components {
			rest := Position{Components: slices.Delete(slices.Clone(p.Components), i, i+1), Heap: p.Heap}
			x := w.expand(c)
			level.Options += x.made
			for _, sum := range x.sums {
				add(rest.Add(sum))
			}
		}
	}
	w.frontier = next
	level.Positions = int64(len(next))
	return level, nil
}

// expand returns what one move makes of c, from memory if c has been met.
func (w *Perft) expand(c Component) expansion {
	if x, ok := w.options[c]; ok {
		return x
	}
	var x expansion
	seen := map[string]bool{}
	w.expander.Expand([]byte(c), func(option *Sum) bool {
		x.made++
		sum := option.Position()
		if key := sum.Key(); !seen[key] {
			seen[key] = true
			x.sums = append(x.sums, sum)
		}
		return true
	})
	w.options[c] = x
	return x
}
