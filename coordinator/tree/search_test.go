package tree_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/sprouts-solver/sprouts/coordinator/tree"
	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/game/sprouts"
	"github.com/sprouts-solver/sprouts/search"
)

// group is a worker: a solver with a leaf, and what it has proven and not yet told.
type group struct {
	solver *search.Solver
	leaf   tree.Leaf
	busy   bool
	news   []news
}

type news struct {
	component game.Component
	fact      game.Fact
}

// Load, Lookup and Record make a group the memo of its solver.
func (g *group) Load(int64) (bool, error) { return false, nil }
func (g *group) Lookup([]byte) game.Fact  { return 0 }
func (g *group) Record(c []byte, f game.Fact) error {
	g.news = append(g.news, news{game.Component(c), f})
	return nil
}

// Groups that search their leaves for a while decide roots whose outcome is known:
// n spots are a win where n mod 6 is 3, 4 or 5 (Applegate, Jacobson, Sleator 1991).
func TestGroupsThatSearch(t *testing.T) {
	g := sprouts.New()
	for n, want := range map[int]game.Outcome{8: game.Loss, 10: game.Win, 11: game.Win} {
		for _, budget := range []int64{20, 200} {
			t.Run(fmt.Sprintf("%d spots, %d visits", n, budget), func(t *testing.T) {
				root, err := g.Parse(fmt.Sprint(n))
				require.NoError(t, err)
				r := newRun(t, g, root, tree.Outcome)
				groups := make([]*group, 5)
				for i := range groups {
					groups[i] = &group{}
					groups[i].solver, err = search.New(g, search.Options{Memo: groups[i]})
					require.NoError(t, err)
				}
				for step := 0; !r.Decided(); step++ {
					require.Less(t, step, 20_000)
					turnOf(t, r, groups, step%len(groups), budget)
					if step%100 == 0 {
						r.requireSound()
					}
				}
				require.Equal(t, want, r.Outcome())
			})
		}
	}
}

// turnOf lets one group work on its leaf and report, while the others hold theirs.
func turnOf(t *testing.T, r *run, groups []*group, i int, budget int64) {
	t.Helper()
	g := groups[i]
	if g.busy && r.Wanted(g.leaf.ID) {
		numbers, err := g.solver.Work(g.leaf.Couple, 0, budget)
		require.NoError(t, err)
		told := g.news
		for _, n := range told {
			r.learn(n.component, n.fact)
			for _, other := range groups {
				require.NoError(t, other.solver.Learn(n.component, n.fact))
			}
		}
		g.news = nil
		require.NoError(t, r.Expand(g.leaf.ID, numbers, g.solver.Children(g.leaf.Couple)))
	}
	if g.busy {
		r.Release(g.leaf.ID)
	}
	g.leaf, g.busy = r.Select(uint32(i + 1))
}
