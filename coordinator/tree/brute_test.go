package tree_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/sprouts-solver/sprouts/coordinator/tree"
	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/game/gametest"
	"github.com/sprouts-solver/sprouts/game/nim"
	"github.com/sprouts-solver/sprouts/game/sprouts"
	"github.com/sprouts-solver/sprouts/search"
)

// The tree alone, without a search, solves real games as brute force does.
func TestBruteForce(t *testing.T) {
	for _, test := range []struct {
		game  game.Game
		texts []string
	}{
		{nim.New(), []string{"!", "*5", "1", "15", "3+5", "3+5+6", "1+2+3+*7", "7+9+*14", "15+14+13+12"}},
		{sprouts.New(), []string{"0", "1", "2", "3", "4", "5", "2+3", "4+3", "2+3+4", "3+*2", "4+2+*3", "5+*1", "1+1", "5+3+*4"}},
	} {
		force := gametest.NewBruteForce(test.game)
		for _, text := range test.texts {
			for _, goal := range []tree.Goal{tree.Outcome, tree.Nimber} {
				t.Run(test.game.Name()+" "+text+" "+goal.String(), func(t *testing.T) {
					root, err := test.game.Parse(text)
					require.NoError(t, err)
					r := newRun(t, test.game, root, goal)
					for i := 0; i < 8 && !r.Decided(); i++ {
						leaf, ok := r.take(1)
						require.True(t, ok)
						require.NoError(t, r.Expand(leaf.ID, search.Numbers{}, nil))
						r.release(0)
						r.requireSound()
					}
					r.drain()
					r.finish()
					r.requireRight(force)
				})
			}
		}
	}
}

// Groups that hold their leaves for random times, and share what they know, solve a
// real game too.
func TestManyGroups(t *testing.T) {
	g := sprouts.New()
	force := gametest.NewBruteForce(g)
	root, err := g.Parse("4+3")
	require.NoError(t, err)
	for seed := range uint64(4) {
		chance := rand.New(rand.NewPCG(seed, 1))
		r := newRun(t, g, root, tree.Nimber)
		for step := 0; !r.Decided(); step++ {
			r.take(uint32(1 + chance.IntN(8)))
			if i := chance.IntN(len(r.held)); chance.IntN(3) == 0 || len(r.held) == 8 {
				leaf := r.held[i]
				if chance.IntN(4) > 0 { // else the group died
					require.NoError(t, r.Expand(leaf.ID, search.Numbers{Proof: 1, Disproof: 1}, nil))
				}
				r.release(i)
			}
			if step%29 == 0 {
				r.requireSound()
				r.drain()
			}
			if step == 100 {
				r.Forget()
			}
		}
		r.drain()
		for len(r.held) > 0 {
			require.False(t, r.Wanted(r.held[0].ID))
			r.release(0)
		}
		r.requireRight(force)
	}
}
