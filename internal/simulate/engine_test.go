package simulate_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/game/gametest"
	"github.com/sprouts-solver/sprouts/game/nim"
	"github.com/sprouts-solver/sprouts/game/sprouts"
	"github.com/sprouts-solver/sprouts/internal/simulate"
	"github.com/sprouts-solver/sprouts/search"
)

// notes is a memo that keeps what it is told.
type notes map[game.Component]game.Fact

func (notes) Load(int64) (bool, error) { return false, nil }
func (notes) Lookup([]byte) game.Fact  { return 0 }

func (n notes) Record(c []byte, f game.Fact) error {
	n[game.Component(c)] = f
	return nil
}

// The plain engine decides couples, in small pieces too, and tells what it proves.
func TestPlain(t *testing.T) {
	l := newLab(t)
	for i, land := range l.lands {
		if i%20 != 0 {
			continue
		}
		told := notes{}
		e, err := simulate.NewPlain(l.game, told)
		require.NoError(t, err)
		c := land.Components[0]
		for n := range land.nimber + 1 {
			couple := search.Couple{Component: c, Nimber: n}
			want := game.Win
			if n == land.nimber {
				want = game.Loss
			}
			got := search.Numbers{Proof: 1, Disproof: 1}
			for range 10_000 {
				if got, err = e.Work(couple, 0, 100); got.Outcome() != game.Unknown {
					break
				}
				require.NotEmpty(t, e.Children(couple))
			}
			require.NoError(t, err)
			require.Equal(t, want, got.Outcome())
			require.Equal(t, want, told[c].Outcome(n))
		}
		for c, f := range told {
			require.False(t, f.Contradicts(l.truth.Lookup([]byte(c))))
		}
	}
}

// Facts from elsewhere count, and contradictions are told.
func TestPlainLearns(t *testing.T) {
	g := nim.New()
	e, err := simulate.NewPlain(g, notes{})
	require.NoError(t, err)
	p, err := g.Parse("9")
	require.NoError(t, err)
	nine := p.Components[0]
	require.NoError(t, e.Learn(nine, game.Known(9)))
	got, err := e.Work(search.Couple{Component: nine, Nimber: 9}, 0, 1)
	require.NoError(t, err)
	require.Equal(t, game.Loss, got.Outcome())
	require.Error(t, e.Learn(nine, game.Known(8)))
}

// A game with a memory is the same game.
func TestCached(t *testing.T) {
	g := simulate.Cached(sprouts.New())
	gametest.Suite(t, g, gametest.Samples{Positions: []string{"0", "3", "0*2.AB|AB", "2+*3"}})
}
