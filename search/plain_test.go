package search_test

import (
	"maps"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/game/gametest"
	"github.com/sprouts-solver/sprouts/game/nim"
	"github.com/sprouts-solver/sprouts/game/sprouts"
	"github.com/sprouts-solver/sprouts/search"
)

// plain is the second algorithm: it finds nimbers depth first by trying moves, as
// Lemoine and Viennot did (arXiv 1011.5841), without proof numbers, estimates,
// hints or an order of moves. It shares nothing with the Solver but the contract
// of games, so that a fault of one does not hide in the other.
type plain struct {
	expander game.Expander
	options  map[game.Component][]game.Position
	nimbers  map[game.Component]game.Nimber
	wins     map[couple]bool
}

// couple is a component and a nim-heap.
type couple struct {
	component game.Component
	nimber    game.Nimber
}

func newPlain(g game.Game) *plain {
	return &plain{
		expander: g.NewExpander(),
		options:  map[game.Component][]game.Position{},
		nimbers:  map[game.Component]game.Nimber{},
		wins:     map[couple]bool{},
	}
}

// nimber returns the one heap that makes the component a loss.
func (p *plain) nimber(c game.Component) game.Nimber {
	n := game.Nimber(0)
	for !p.loses(c, n) {
		n++
	}
	return n
}

// loses reports whether the player to move loses the component plus the heap *n:
// every move, in the heap or in the component, must lead to a win.
func (p *plain) loses(c game.Component, n game.Nimber) bool {
	if x, ok := p.nimbers[c]; ok {
		return x == n
	}
	sum := couple{c, n}
	if p.wins[sum] {
		return false
	}
	for m := range n {
		if p.loses(c, m) {
			return false
		}
	}
	for _, option := range p.optionsOf(c) {
		if p.sumLoses(option.Components, n) {
			p.wins[sum] = true
			return false
		}
	}
	p.nimbers[c] = n
	return true
}

// sumLoses is loses for a sum: it finds all nimbers but the last.
func (p *plain) sumLoses(components []game.Component, n game.Nimber) bool {
	if len(components) == 0 {
		return n == 0
	}
	last := len(components) - 1
	for _, c := range components[:last] {
		n ^= p.nimber(c)
	}
	return p.loses(components[last], n)
}

func (p *plain) outcome(q game.Position) game.Outcome {
	if p.sumLoses(q.Components, q.Heap) {
		return game.Loss
	}
	return game.Win
}

func (p *plain) optionsOf(c game.Component) []game.Position {
	options, ok := p.options[c]
	if !ok {
		options = game.Options(p.expander, game.Position{Components: []game.Component{c}})
		p.options[c] = options
	}
	return options
}

// Every land below five spots, with every heap that matters. Heaps come in falling
// order, and solvers are new so often, that most couples are decided before the
// nimber is known.
func TestAgreesWithPlainOnSmallLands(t *testing.T) {
	g := sprouts.New()
	plain := newPlain(g)
	shared := newSolver(t, g, search.Options{})
	var s *search.Solver
	for i, c := range landsOf(4) {
		p := game.Position{Components: []game.Component{c}}
		want := plain.nimber(c)
		got, err := shared.Nimber(p)
		require.NoError(t, err)
		require.Equal(t, want, got, "nimber of %s", text(t, c))

		if i%8 == 0 {
			s = newSolver(t, g, search.Options{})
		}
		for heap := game.Nimber(5); heap > 0; heap-- {
			p.Heap = heap - 1
			require.Equal(t, plain.outcome(p), outcome(t, s, p), "%s+*%d", text(t, c), p.Heap)
		}
	}
}

// Sums of lands of five spots and heaps, each with a solver that knows nothing
// yet. The lands of a sum are not repeated here; equal lands have a test below.
func TestAgreesWithPlainOnSums(t *testing.T) {
	g := sprouts.New()
	lands := slices.Sorted(maps.Keys(truth()))
	plain := newPlain(g)
	rapid.Check(t, func(t *rapid.T) {
		p := game.NewPosition(
			rapid.SliceOfNDistinct(rapid.SampledFrom(lands), 1, 4, rapid.ID[game.Component]).Draw(t, "lands"),
			game.Nimber(rapid.IntRange(0, 5).Draw(t, "heap")))
		s, err := search.New(g, search.Options{Seed: rapid.Uint64().Draw(t, "seed")})
		require.NoError(t, err)
		got, err := s.Outcome(p)
		require.NoError(t, err)
		require.Equal(t, plain.outcome(p), got)

		want := p.Heap
		for _, c := range p.Components {
			want ^= plain.nimber(c)
		}
		nimber, err := s.Nimber(p)
		require.NoError(t, err)
		require.Equal(t, want, nimber)
	})
}

// A position put together by hand may hold a component twice; it is worth as
// much as the position without both.
func TestEqualComponentsCancel(t *testing.T) {
	g := sprouts.New()
	three, four := spots(t, 3).Components[0], spots(t, 4).Components[0]
	for heap := range game.Nimber(3) {
		twice := game.Position{Components: []game.Component{four, three, three}, Heap: heap}
		once := game.Position{Components: []game.Component{four}, Heap: heap}
		want := outcome(t, newSolver(t, g, search.Options{}), once)
		require.Equal(t, want, outcome(t, newSolver(t, g, search.Options{}), twice), "heap %d", heap)
		n, err := newSolver(t, g, search.Options{}).Nimber(twice)
		require.NoError(t, err)
		require.Equal(t, 1^heap, n)
	}
}

// Bouton's theorem, which no part of the search knows.
func TestNim(t *testing.T) {
	g := nim.New()
	s := newSolver(t, g, search.Options{})
	plain := newPlain(g)
	rapid.Check(t, func(t *rapid.T) {
		xor := game.Nimber(rapid.IntRange(0, game.MaxNimber).Draw(t, "heap"))
		p := game.Position{Heap: xor}
		for _, size := range rapid.SliceOfN(rapid.ByteRange(1, nim.MaxHeap), 0, 5).Draw(t, "heaps") {
			p.Components = append(p.Components, game.Component([]byte{size}))
			xor ^= game.Nimber(size)
		}
		p = game.NewPosition(p.Components, p.Heap)
		fresh, err := search.New(g, search.Options{})
		require.NoError(t, err)
		for _, s := range []*search.Solver{fresh, s} {
			got, err := s.Outcome(p)
			require.NoError(t, err)
			require.Equal(t, xor != 0, got == game.Win)
			require.Equal(t, plain.outcome(p), got)
			n, err := s.Nimber(p)
			require.NoError(t, err)
			require.Equal(t, xor, n)
		}
	})
}

// The empty position and bare heaps need no search.
func TestHeapsAlone(t *testing.T) {
	s := newSolver(t, nim.New(), search.Options{})
	for heap := game.Nimber(0); heap <= game.MaxNimber; heap++ {
		p := game.Position{Heap: heap}
		require.Equal(t, heap != 0, outcome(t, s, p) == game.Win)
		n, err := s.Nimber(p)
		require.NoError(t, err)
		require.Equal(t, heap, n)
	}
	require.Zero(t, s.Stats().Expansions)
}

func TestSuiteSolver(t *testing.T) {
	for _, c := range []struct {
		game      game.Game
		positions []string
	}{
		{nim.New(), []string{"1+3+5", "1+3+5+7", "15", "4+9+12+*6"}},
		{sprouts.New(), []string{"1", "3", "4", "0*2.A|A+*3", "11.", "0*2.AB|AB", "0.A|0.BA|1B+2"}},
	} {
		t.Run(c.game.Name(), func(t *testing.T) {
			s := newSolver(t, c.game, search.Options{})
			gametest.SuiteSolver(t, c.game, gametest.Samples{Positions: c.positions}, s.Nimber)
		})
	}
}
