package tree_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/sprouts-solver/sprouts/coordinator/tree"
	"github.com/sprouts-solver/sprouts/game"
)

func TestOptions(t *testing.T) {
	for _, test := range []struct {
		name    string
		options tree.Options
		goal    tree.Goal
		want    []string // nothing: they are fine
	}{
		{"defaults", tree.Options{}, tree.Outcome, nil},
		{"least", tree.Options{Mark: 1e-9, Affinity: 1}, tree.Nimber, nil},
		{"most", tree.Options{Mark: 1000, Affinity: 1000}, tree.Nimber, nil},
		{"both", tree.Options{Mark: -1, Affinity: 0.5}, tree.Outcome, []string{"Mark is -1", "Affinity is 0.5"}},
		{"not numbers", tree.Options{Mark: math.NaN(), Affinity: math.NaN()}, tree.Outcome, []string{"Mark", "Affinity"}},
		{"infinite", tree.Options{Mark: math.Inf(1), Affinity: math.Inf(1)}, tree.Outcome, []string{"Mark", "Affinity"}},
		{"goal", tree.Options{}, 2, []string{"goal 2 names none"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			g := newToy(nil, [][]byte{{0}})
			_, err := tree.New(g.NewExpander(), nothing, toyPosition(0, 1), test.goal, test.options)
			if test.want == nil {
				require.NoError(t, err)
			}
			for _, want := range test.want {
				require.ErrorContains(t, err, want)
			}
		})
	}
}

// nothing is the callback of a run that knows nothing.
func nothing([]byte) game.Fact { return 0 }

func TestGoalsHaveNames(t *testing.T) {
	require.Equal(t, "outcome", tree.Outcome.String())
	require.Equal(t, "nimber", tree.Nimber.String())
}

// A callback that tells what cannot be true breaks the tree, wherever that happens.
func TestFactsThatCannotBeTrue(t *testing.T) {
	g := newToy(nil, [][]byte{{0}}, [][]byte{{1}, {0}})
	lie := game.Known(1) | game.Excluded(1)
	lies := func(about byte) func([]byte) game.Fact {
		return func(c []byte) game.Fact {
			if c[0] == about {
				return lie
			}
			return 0
		}
	}
	_, err := tree.New(g.NewExpander(), lies(2), toyPosition(0, 2), tree.Outcome, tree.Options{})
	var conflict *game.ConflictError
	require.ErrorAs(t, err, &conflict)
	require.Equal(t, game.Component("\x02"), conflict.Component)

	r := newRun(t, g, toyPosition(0, 2), tree.Outcome)
	r.Tree, err = tree.New(g.NewExpander(), lies(0), toyPosition(0, 2), tree.Outcome, tree.Options{})
	require.NoError(t, err)
	leaf, ok := r.Select(1)
	require.True(t, ok)
	err = r.Expand(leaf.ID, leafNumbers, nil)
	require.ErrorAs(t, err, &conflict)
	require.Equal(t, game.Component("\x00"), conflict.Component)
	require.Equal(t, lie, conflict.New)
	require.ErrorIs(t, r.Restored(), err)
	require.False(t, r.Wanted(leaf.ID))
	r.Release(leaf.ID)
}
