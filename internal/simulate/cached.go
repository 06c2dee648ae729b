package simulate

import (
	"github.com/sprouts-solver/sprouts/game"
)

// Cached returns a game that remembers the options of each component, for many
// simulations one after the other. It is not safe for concurrent use.
func Cached(g game.Game) game.Game {
	return &cached{
		Game: g, expander: g.NewExpander(),
		options: map[game.Component]*options{}, measures: map[game.Component]game.Measure{},
	}
}

// cached is a game with what its expander has made.
type cached struct {
	game.Game
	expander game.Expander
	options  map[game.Component]*options
	measures map[game.Component]game.Measure
	count    int // of options
}

// maxCached is how many options are remembered: some 100 MB.
const maxCached = 400_000

// options are those of one component, as an expander yields them, and as positions.
type options struct {
	sums      []game.Sum
	positions []game.Position
}

// of returns the options of a component.
func (g *cached) of(c game.Component) *options {
	o, ok := g.options[c]
	if !ok {
		if g.count > maxCached {
			clear(g.options)
			g.count = 0
		}
		o = &options{}
		g.expander.Expand([]byte(c), func(option *game.Sum) bool {
			var copied game.Sum
			for i := range option.Len() {
				copied.Append(option.At(i))
			}
			o.sums = append(o.sums, copied)
			o.positions = append(o.positions, option.Position())
			return true
		})
		g.options[c] = o
		g.count += len(o.sums)
	}
	return o
}

// movesOf returns what tells the options of a component.
func movesOf(g game.Game) func(game.Component) []game.Position {
	shared, ok := g.(*cached)
	if !ok {
		shared = Cached(g).(*cached)
	}
	return func(c game.Component) []game.Position { return shared.of(c).positions }
}

// NewExpander returns an expander that shares what is remembered.
func (g *cached) NewExpander() game.Expander { return cachedExpander{g.expander, g} }

// cachedExpander is a game's only expander, with a memory.
type cachedExpander struct {
	game.Expander
	game *cached
}

// Expand yields what it yielded before.
func (e cachedExpander) Expand(c []byte, yield func(option *game.Sum) bool) {
	sums := e.game.of(game.Component(c)).sums
	for i := range sums {
		if !yield(&sums[i]) {
			return
		}
	}
}

// Measure returns what it returned before.
func (e cachedExpander) Measure(c []byte) game.Measure {
	m, ok := e.game.measures[game.Component(c)]
	if !ok {
		m = e.Expander.Measure(c)
		e.game.measures[game.Component(c)] = m
	}
	return m
}
