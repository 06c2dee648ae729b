package search_test

import (
	"errors"
	"fmt"
	"math/bits"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/search"
)

// randomGame is a game without sense: component i has options drawn by chance,
// each a sum of components below i, and sizes and families that are pure noise.
// What a search of it finds cannot come from its hints.
type randomGame struct {
	options  [][][]byte // by component; a component is the byte of its number
	measures []game.Measure
	families []byte // by component; 0 is none
	shifts   []game.Nimber
}

// drawGame draws a game whose nimbers fit the contract: a component with at most
// MaxNimber options cannot be worth more.
func drawGame(t *rapid.T) *randomGame {
	g := &randomGame{}
	size := rapid.IntRange(2, 40).Draw(t, "components")
	for i := range size {
		below := rapid.ByteRange(0, byte(max(i-1, 0)))
		parts := 3
		if i == 0 {
			parts = 0
		}
		g.options = append(g.options, rapid.SliceOfN(rapid.SliceOfN(below, 0, parts), 0, game.MaxNimber).Draw(t, "options"))
		g.measures = append(g.measures, game.Measure{
			Lives: rapid.IntRange(0, 20).Draw(t, "lives"),
			Moves: rapid.Float64Range(0, 1e9).Draw(t, "moves"),
		})
		g.families = append(g.families, rapid.ByteRange(0, 3).Draw(t, "family"))
		g.shifts = append(g.shifts, game.Nimber(rapid.IntRange(0, game.MaxNimber).Draw(t, "shift")))
	}
	return g
}

// nimbers returns the nimbers of all components from those of their options.
func (g *randomGame) nimbers() []game.Nimber {
	values := make([]game.Nimber, len(g.options))
	for i, options := range g.options {
		seen := uint32(0)
		for _, option := range options {
			x := game.Nimber(0)
			for _, c := range option {
				x ^= values[c]
			}
			seen |= 1 << x
		}
		values[i] = game.Nimber(bits.TrailingZeros32(^seen))
	}
	return values
}

func (g *randomGame) Name() string               { return "random" }
func (g *randomGame) Version() string            { return "random" }
func (g *randomGame) NewExpander() game.Expander { return &randomExpander{game: g} }
func (g *randomGame) Parse(string) (game.Position, error) {
	return game.Position{}, errors.ErrUnsupported
}

func (g *randomGame) Format(c game.Component) (string, error) { return fmt.Sprint(c[0]), nil }

type randomExpander struct {
	game *randomGame
	sum  game.Sum
}

func (e *randomExpander) Expand(c []byte, yield func(*game.Sum) bool) {
	for _, option := range e.game.options[c[0]] {
		e.sum.Reset()
		for _, part := range option {
			e.sum.Append([]byte{part})
		}
		if !yield(&e.sum) {
			return
		}
	}
}

func (e *randomExpander) Measure(c []byte) game.Measure { return e.game.measures[c[0]] }

func (e *randomExpander) Analogy(c []byte) ([]byte, game.Nimber) {
	if family := e.game.families[c[0]]; family > 0 {
		return []byte{family}, e.game.shifts[c[0]]
	}
	return nil, 0
}

// Random sums of a random game, one after the other with one solver, with limits
// that stop it now and then.
func TestRandomGames(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := drawGame(t)
		values := g.nimbers()
		stop := errors.New("stop")
		j := newJournal()
		stops := 0
		j.fail = func() error {
			if stops++; stops%7 == 0 {
				return stop
			}
			return nil
		}
		s, err := search.New(g, search.Options{Memo: j, Seed: rapid.Uint64().Draw(t, "seed"), MaxNodes: 1 << 20})
		require.NoError(t, err)
		component := rapid.ByteRange(0, byte(len(values)-1))
		for range rapid.IntRange(1, 5).Draw(t, "questions") {
			want := game.Nimber(rapid.IntRange(0, game.MaxNimber).Draw(t, "heap"))
			p := game.Position{Heap: want}
			for _, c := range rapid.SliceOfN(component, 0, 4).Draw(t, "sum") {
				p.Components = append(p.Components, game.Component([]byte{c}))
				want ^= values[c]
			}
			got, err := s.Outcome(p)
			for ; errors.Is(err, stop); got, err = s.Outcome(p) {
			}
			require.NoError(t, err)
			require.Equal(t, want != 0, got == game.Win)
			n, err := s.Nimber(p)
			for ; errors.Is(err, stop); n, err = s.Nimber(p) {
			}
			require.NoError(t, err)
			require.Equal(t, want, n)
		}
		for c, f := range j.facts() {
			require.False(t, f.Contradicts(game.Known(values[c[0]])), "component %d: %s, not %d", c[0], f, values[c[0]])
		}
	})
}

// Several threads find the nimbers of a random game, whatever its noise tells them.
func TestThreadsOnRandomGames(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := drawGame(t)
		s, err := search.New(g, search.Options{Threads: rapid.IntRange(2, 4).Draw(t, "threads")})
		require.NoError(t, err)
		for i, want := range slices.Backward(g.nimbers()) {
			got, err := s.Nimber(game.Position{Components: []game.Component{game.Component([]byte{byte(i)})}})
			require.NoError(t, err)
			require.Equal(t, want, got, "component %d", i)
		}
	})
}
