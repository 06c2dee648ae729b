package misere

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/sprouts-solver/sprouts/game"
)

// Base is a game that can be played in misère play.
type Base interface {
	game.Game

	// ParseSummands reads a position and returns all its components, since equal ones do
	// not cancel, and all its nim-heaps. A malformed text gives a *game.ParseError.
	ParseSummands(text string) ([]game.Component, []game.Nimber, error)
}

// EagerLives bounds the components whose tree is found at once wherever they turn up:
// those with at most so many lives. Their trees are tiny, and grow more than twofold with
// each life beyond.
const EagerLives = 9

// Game is a game in misère play, told as a game of normal play, so that whatever solves,
// stores and shows such games does it with this one too.
//
// A component is a whole position, since nimbers do not add up in misère play. Its
// nimber is its misère Grundy value: the one n for which it is lost beside the heap *n.
// This obeys the rule of normal play, the least number that no option has, but for the
// position without moves, which is worth 1: who is to move there has won. So it has one
// move here, to nothing.
type Game struct {
	base   Base
	forest *Forest
	eager  int
	pool   sync.Pool // of planters
}

// New returns a game in misère play.
func New(base Base) *Game { return NewEager(base, EagerLives) }

// NewEager returns a game in misère play in which components with at most so many lives
// turn into trees, for experiments. It has a version of its own.
func NewEager(base Base, lives int) *Game {
	g := &Game{base: base, forest: NewForest(), eager: lives}
	g.pool.New = func() any { return g.NewPlanter(g.forest) }
	return g
}

// NewPlanter returns what finds trees of the game's components, in any forest.
func (g *Game) NewPlanter(f *Forest) *Planter {
	p := NewPlanter(f, g.base.NewExpander())
	p.eager = g.eager
	return p
}

// Base returns the game as it is played in normal play.
func (g *Game) Base() Base { return g.base }

// Forest returns the trees of the components with few lives.
func (g *Game) Forest() *Forest { return g.forest }

// Name returns the name of the game with "-misere".
func (g *Game) Name() string { return g.base.Name() + "-misere" }

// Version identifies the rules and the canonical form.
func (g *Game) Version() string {
	if g.eager != EagerLives {
		return fmt.Sprintf("misere-1-%d/%s", g.eager, g.base.Version())
	}
	return "misere-1/" + g.base.Version()
}

// Parse reads a sum of positions of the game, nim-heaps such as *2, and trees as
// [Forest.Text] writes them.
func (g *Game) Parse(text string) (game.Position, error) {
	p, err := g.parse(text)
	if err != nil {
		return game.Position{}, err
	}
	return g.Whole(p), nil
}

// Whole returns a position as one component. Lands with few lives turn into trees.
func (g *Game) Whole(p Position) game.Position {
	planter := g.pool.Get().(*Planter)
	defer g.pool.Put(planter)
	return game.Position{Components: []game.Component{game.Component(planter.Settle(nil, p))}}
}

// Settle appends the canonical bytes of a position: its lands with few lives turn into
// trees, and small trees are added up. It may change p.
func (p *Planter) Settle(to []byte, q Position) []byte {
	kept := q.Lands[:0]
	for _, land := range q.Lands {
		if t, ok := p.Small(land); ok {
			q.Add(p.forest, t)
		} else {
			kept = append(kept, land)
		}
	}
	q.Lands = kept
	q.Settle(p.forest)
	return q.Append(to, p.forest)
}

// Small returns the tree of a component with few lives, and false for others.
func (p *Planter) Small(c []byte) (Tree, bool) {
	if p.expander.Measure(c).Lives > p.eager {
		return 0, false
	}
	return p.Tree(c, nil)
}

// Format writes the lands, then the trees, then *1 if it is there, with plus signs.
func (g *Game) Format(c game.Component) (string, error) {
	var p Position
	if err := p.Decode(g.forest, []byte(c)); err != nil {
		return "", err
	}
	planter := g.pool.Get().(*Planter)
	defer g.pool.Put(planter)
	if err := planter.check(&p, []byte(c)); err != nil {
		return "", err
	}
	var parts []string
	for _, land := range p.Lands {
		text, err := g.base.Format(game.Component(land))
		if err != nil {
			return "", err
		}
		parts = append(parts, text)
	}
	for _, t := range p.Trees {
		parts = append(parts, g.forest.Text(t))
	}
	switch {
	case p.Odd:
		parts = append(parts, "*1")
	case len(parts) == 0:
		parts = append(parts, "!")
	}
	return strings.Join(parts, "+"), nil
}

// check reports whether a decoded position is in canonical form. It adds nothing up, as
// the bytes may be anybody's.
func (p *Planter) check(q *Position, c []byte) error {
	if x, ok := p.expander.(interface{ Check(c []byte) error }); ok {
		for _, land := range q.Lands {
			if err := x.Check(land); err != nil {
				return err
			}
		}
	}
	settled := slices.IsSortedFunc(q.Lands, bytes.Compare)
	for _, land := range q.Lands {
		settled = settled && p.expander.Measure(land).Lives > p.eager
	}
	for i, t := range q.Trees {
		half, odd := p.forest.Halve(t)
		settled = settled && half == t && !odd && t != 0
		for _, other := range q.Trees[:i] {
			settled = settled && !Fits(p.forest.Nodes(other), p.forest.Nodes(t))
		}
	}
	if texts := p.forest.texts(q.Trees); !settled || !slices.IsSortedFunc(texts, bytes.Compare) ||
		!bytes.Equal(q.Append(nil, p.forest), c) {
		return fmt.Errorf("%w: not in canonical form", errBytes)
	}
	return nil
}

// NewExpander returns a generator of options.
func (g *Game) NewExpander() game.Expander {
	return &expander{
		forest: g.forest, base: g.base.NewExpander(), planter: g.NewPlanter(g.forest),
	}
}

// expander makes the options of whole positions.
type expander struct {
	forest  *Forest
	base    game.Expander
	planter *Planter
	at      Position // being expanded
	looked  Position // being measured, which may be meanwhile
	sum     game.Sum
	bytes   []byte
	options []Tree
}

// decode reads a component.
func (e *expander) decode(p *Position, c []byte) {
	if err := p.Decode(e.forest, c); err != nil {
		panic(fmt.Sprintf("misere: %v", err))
	}
}

// Check returns an error unless c is a canonical component.
func (e *expander) Check(c []byte) error {
	var p Position
	if err := p.Decode(e.forest, c); err != nil {
		return err
	}
	return e.planter.check(&p, c)
}

// Expand makes the moves in each land and tree that is there, each kind once. What is
// left is one component. The position without moves has the move to nothing.
func (e *expander) Expand(c []byte, yield func(option *game.Sum) bool) {
	e.decode(&e.at, c)
	if len(e.at.Lands)+len(e.at.Trees) == 0 && !e.at.Odd {
		e.sum.Reset()
		yield(&e.sum)
		return
	}
	if e.at.Odd && !e.yield(e.beside(-1, -1), yield, 1) {
		return
	}
	for i, t := range e.at.Trees {
		if i > 0 && t == e.at.Trees[i-1] {
			continue
		}
		e.options = e.forest.Options(e.options[:0], t)
		for _, o := range e.options {
			q := e.beside(-1, i)
			q.Add(e.forest, o)
			if !e.yield(q, yield, 0) {
				return
			}
		}
	}
	for i, land := range e.at.Lands {
		if i > 0 && bytes.Equal(land, e.at.Lands[i-1]) {
			continue
		}
		stopped := false
		e.base.Expand(land, func(option *game.Sum) bool {
			q := e.beside(i, -1)
			for k := range option.Len() {
				q.Lands = append(q.Lands, option.At(k))
			}
			stopped = !e.yield(q, yield, 0)
			return !stopped
		})
		if stopped {
			return
		}
	}
}

// beside returns what stands beside a land or tree, -1 for none.
func (e *expander) beside(land, tree int) (q Position) {
	q.Odd = e.at.Odd
	for i, l := range e.at.Lands {
		if i != land {
			q.Lands = append(q.Lands, l)
		}
	}
	for i, t := range e.at.Trees {
		if i != tree {
			q.Trees = append(q.Trees, t)
		}
	}
	return q
}

// yield passes on an option, without so many times *1.
func (e *expander) yield(q Position, yield func(*game.Sum) bool, ones int) bool {
	q.Odd = q.Odd != (ones == 1)
	e.bytes = e.planter.Settle(e.bytes[:0], q)
	e.sum.Reset()
	e.sum.Append(e.bytes)
	return yield(&e.sum)
}

// Measure returns the lives and moves of all parts.
func (e *expander) Measure(c []byte) (m game.Measure) {
	p := &e.looked
	e.decode(p, c)
	for _, land := range p.Lands {
		part := e.base.Measure(land)
		m.Lives += part.Lives
		m.Moves += part.Moves
	}
	for _, t := range p.Trees {
		info := e.forest.Info(t)
		m.Lives += info.Birthday
		m.Moves += float64(info.Options)
	}
	if p.Odd {
		m.Lives++
		m.Moves++
	}
	m.Lives++ // the move to nothing
	m.Moves++
	return m
}

// Analogy finds none.
func (e *expander) Analogy([]byte) ([]byte, game.Nimber) { return nil, 0 }
