package simulate

import (
	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/internal/intern"
	"github.com/sprouts-solver/sprouts/search"
)

// Plain is an engine that knows nothing of proof numbers: it tries moves one after the
// other, in depth. It is small and starts at once, which a search.Solver with its
// tables does not, so that thousands of clusters are simulated in minutes. Its numbers
// are guesses without sense.
type Plain struct {
	moves func(c game.Component) []game.Position
	memo  search.Memo
	facts map[game.Component]game.Fact
	left  int64 // visits
	err   error
}

// NewPlain returns an engine that knows nothing yet. It is fast on a game that is
// [Cached].
func NewPlain(g game.Game, memo search.Memo) (Engine, error) {
	return &Plain{moves: movesOf(g), memo: memo, facts: map[game.Component]game.Fact{}}, nil
}

// Work searches a couple until it is decided or the visits are spent.
func (p *Plain) Work(c search.Couple, turn, budget int64) (search.Numbers, error) {
	p.left, p.err = budget, nil
	switch p.couple(c) {
	case game.Win:
		return search.Numbers{Disproof: search.Infinity}, p.err
	case game.Loss:
		return search.Numbers{Proof: search.Infinity}, p.err
	default:
		return guess(c, turn), p.err
	}
}

// guess makes numbers of nothing.
func guess(c search.Couple, turn int64) search.Numbers {
	h := intern.Hash([]byte(c.Component)) + uint64(c.Nimber)*0x9e3779b97f4a7c15 + uint64(turn)
	return search.Numbers{Proof: 1 + uint32(h>>20&0xff), Disproof: 1 + uint32(h>>40&0xff)}
}

// Children returns the couples that a couple can move to.
func (p *Plain) Children(c search.Couple) (children []search.Child) {
	p.options(c, func(option game.Position) bool {
		if len(option.Components) == 1 {
			couple := search.Couple{Component: option.Components[0], Nimber: option.Heap}
			children = append(children, search.Child{Couple: couple, Numbers: guess(couple, 0)})
		}
		return true
	})
	return children
}

// Learn takes a fact from elsewhere.
func (p *Plain) Learn(c game.Component, f game.Fact) error {
	merged, ok := p.facts[c].Merge(f)
	if !ok {
		return &game.ConflictError{Component: c, Have: p.facts[c], HaveFrom: "worker", New: f, NewFrom: "coordinator"}
	}
	p.facts[c] = merged
	return nil
}

// options yields what a couple can move to, until yield returns false.
func (p *Plain) options(c search.Couple, yield func(game.Position) bool) {
	for n := range c.Nimber {
		if !yield(game.Position{Components: []game.Component{c.Component}, Heap: n}) {
			return
		}
	}
	for _, option := range p.moves(c.Component) {
		if !yield(p.fold(option, c.Nimber)) {
			return
		}
	}
}

// fold adds a heap to a position, and to the heap what is known of its components.
func (p *Plain) fold(position game.Position, heap game.Nimber) game.Position {
	position.Heap ^= heap
	kept := position.Components
	for i, c := range position.Components {
		n, known := p.facts[c].Nimber()
		switch {
		case known && len(kept) == len(position.Components):
			kept = append([]game.Component(nil), position.Components[:i]...)
			position.Heap ^= n
		case known:
			position.Heap ^= n
		case len(kept) < len(position.Components):
			kept = append(kept, c)
		}
	}
	position.Components = kept
	return position
}

// couple decides a couple, or returns Unknown when the visits are spent.
func (p *Plain) couple(c search.Couple) game.Outcome {
	if o := p.facts[c.Component].Outcome(c.Nimber); o != game.Unknown || p.left <= 0 || p.err != nil {
		return o
	}
	p.left--
	result := game.Loss
	p.options(c, func(option game.Position) bool {
		switch p.position(option) {
		case game.Loss:
			result = game.Win
		case game.Unknown:
			result = game.Unknown
		case game.Win:
		}
		return result == game.Loss
	})
	// While nimbers were sought, the couple may have been decided.
	if o := p.facts[c.Component].Outcome(c.Nimber); o != game.Unknown || result == game.Unknown {
		return o
	}
	return p.prove(c, result)
}

// position decides a sum: it finds the nimbers of all components but one.
func (p *Plain) position(position game.Position) game.Outcome {
	for {
		position = p.fold(position, 0)
		switch {
		case len(position.Components) == 0 && position.Heap == 0:
			return game.Loss
		case len(position.Components) == 0:
			return game.Win
		case len(position.Components) == 1:
			return p.couple(search.Couple{Component: position.Components[0], Nimber: position.Heap})
		}
		c := position.Components[0]
		if p.couple(search.Couple{Component: c, Nimber: p.facts[c].FirstOpen()}) == game.Unknown {
			return game.Unknown
		}
	}
}

// prove notes the outcome of a couple.
func (p *Plain) prove(c search.Couple, o game.Outcome) game.Outcome {
	f := game.Excluded(c.Nimber)
	if o == game.Loss {
		f = game.Known(c.Nimber)
	}
	if err := p.Learn(c.Component, f); err != nil {
		p.err = err
		return game.Unknown
	}
	if err := p.memo.Record([]byte(c.Component), p.facts[c.Component]); err != nil {
		p.err = err
	}
	return o
}
