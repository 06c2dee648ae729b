package tree_test

import (
	"maps"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/sprouts-solver/sprouts/coordinator/tree"
	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/game/gametest"
	"github.com/sprouts-solver/sprouts/search"
)

// tb is what *testing.T and *rapid.T share.
type tb interface {
	require.TestingT
	Helper()
}

// run is a tree with what a coordinator keeps for it.
type run struct {
	tb
	*tree.Tree
	game    game.Game
	root    game.Position
	goal    tree.Goal
	known   map[game.Component]game.Fact // what the callback tells
	journal map[string][]byte
	held    []tree.Leaf
}

func newRun(t tb, g game.Game, root game.Position, goal tree.Goal) *run {
	t.Helper()
	r := &run{
		tb: t, game: g, root: root, goal: goal,
		known: map[game.Component]game.Fact{}, journal: map[string][]byte{},
	}
	r.plant()
	return r
}

// plant makes the tree anew.
func (r *run) plant() {
	r.Helper()
	var err error
	r.Tree, err = tree.New(r.game.NewExpander(), r.fact, r.root, r.goal, tree.Options{})
	require.NoError(r, err)
	r.held = nil
}

func (r *run) fact(c []byte) game.Fact { return r.known[game.Component(c)] }

// drain keeps the facts and records that the tree has to tell.
func (r *run) drain() {
	r.Helper()
	r.Proven(func(c game.Component, f game.Fact) { r.note(c, f) })
	r.Dirty(func(key, value []byte) {
		if value == nil {
			require.Contains(r, r.journal, string(key), "removes a record that it never wrote")
			delete(r.journal, string(key))
		} else {
			r.journal[string(key)] = slices.Clone(value)
		}
	})
}

// note keeps a fact.
func (r *run) note(c game.Component, f game.Fact) {
	r.Helper()
	merged, ok := r.known[c].Merge(f)
	require.True(r, ok, "%x is %s, now %s", c, r.known[c], f)
	r.known[c] = merged
}

// learn tells a fact as the coordinator does.
func (r *run) learn(c game.Component, f game.Fact) {
	r.Helper()
	r.drain()
	r.note(c, f)
	require.NoError(r, r.Learn([]byte(c), f))
}

// take selects a leaf for a group.
func (r *run) take(group uint32) (tree.Leaf, bool) {
	leaf, ok := r.Select(group)
	if ok {
		r.held = append(r.held, leaf)
	}
	return leaf, ok
}

// release lets go of the held leaf i.
func (r *run) release(i int) {
	r.Release(r.held[i].ID)
	r.held = slices.Delete(r.held, i, i+1)
}

// restart makes a new tree from what is kept, without the records that lose says.
func (r *run) restart(lose func(key string) bool) {
	r.Helper()
	r.plant()
	for _, key := range slices.Sorted(maps.Keys(r.journal)) {
		if lose(key) {
			delete(r.journal, key)
			continue
		}
		require.NoError(r, r.Restore([]byte(key), r.journal[key]))
	}
	require.NoError(r, r.Restored())
}

// finish decides the root by expanding the most-proving leaf again and again.
func (r *run) finish() {
	r.Helper()
	for len(r.held) > 0 {
		r.release(0)
	}
	for !r.Decided() {
		leaf, ok := r.take(1)
		require.True(r, ok, "undecided without a free leaf")
		require.NoError(r, r.Expand(leaf.ID, search.Numbers{Proof: 1, Disproof: 1}, nil))
		r.release(0)
	}
	r.drain()
}

// requireSound checks the tree and its kids.
func (r *run) requireSound() {
	r.Helper()
	require.NoError(r, r.Check())
	require.NoError(r, tree.CheckKids(r.Tree))
}

// requireRight compares the root with brute force.
func (r *run) requireRight(force *gametest.BruteForce) {
	r.Helper()
	require.True(r, r.Decided())
	require.NoError(r, r.Check())
	require.Equal(r, force.Outcome(r.root), r.Outcome())
	n, ok := r.Nimber()
	require.Equal(r, r.goal == tree.Nimber, ok)
	if ok {
		require.Equal(r, force.Nimber(r.root), n)
	}
	for c, f := range r.known {
		require.False(r, f.Contradicts(game.Known(force.Nimber(game.Position{Components: []game.Component{c}}))))
	}
	require.Zero(r, r.Stats().Nodes)
	require.Empty(r, r.journal, "nothing is left to restore")
}

// Whatever groups do in whatever order, the tree is sound after each step, and its
// answer is right.
func TestAnyOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := drawToy(t)
		components := rapid.SliceOfN(rapid.ByteRange(0, byte(len(g.options)-1)), 0, 4).Draw(t, "root")
		root := toyPosition(game.Nimber(rapid.IntRange(0, game.MaxNimber).Draw(t, "heap")), components...)
		r := newRun(t, g, root, rapid.SampledFrom([]tree.Goal{tree.Outcome, tree.Nimber}).Draw(t, "goal"))
		force := gametest.NewBruteForce(g)
		r.requireSound()
		for range rapid.IntRange(0, 60).Draw(t, "steps") {
			step(t, r, g, force)
			r.requireSound()
		}
		r.drain()
		r.finish()
		r.requireRight(force)
	})
}

// step does one thing that may happen to a tree.
func step(t *rapid.T, r *run, g *toy, force *gametest.BruteForce) {
	held := func() int { return rapid.IntRange(0, len(r.held)-1).Draw(t, "held") }
	switch action := rapid.IntRange(0, 19).Draw(t, "action"); {
	case action < 6 || len(r.held) == 0 && action < 14:
		if _, ok := r.take(uint32(rapid.IntRange(0, 3).Draw(t, "group"))); !ok && !r.Decided() {
			require.NotEmpty(t, r.held, "undecided without a free leaf")
		}
	case action < 10:
		numbers, children := drawReport(t, g)
		require.NoError(t, r.Expand(r.held[held()].ID, numbers, children))
	case action < 12:
		r.release(held())
	case action < 14:
		numbers, children := drawReport(t, g)
		r.Update(r.held[held()].ID, numbers, children)
	case action < 16:
		c := toyPosition(0, rapid.ByteRange(0, byte(len(g.options)-1)).Draw(t, "component"))
		n := force.Nimber(c)
		f := game.Known(n)
		if m := game.Nimber(rapid.IntRange(0, game.MaxNimber).Draw(t, "nimber")); m != n {
			f = game.Excluded(m)
		}
		r.learn(c.Components[0], f)
	case action < 18:
		r.drain()
	case action < 19:
		if rapid.Bool().Draw(t, "forget") {
			r.Forget()
		} else {
			r.drain()
			tree.Compact(r.Tree)
		}
	default:
		if rapid.Bool().Draw(t, "orderly") {
			r.drain()
		}
		r.restart(func(string) bool { return rapid.IntRange(0, 3).Draw(t, "lose") == 0 })
	}
}

// drawReport draws what a group might say, true or not.
func drawReport(t *rapid.T, g *toy) (search.Numbers, []search.Child) {
	number := rapid.OneOf(rapid.Uint32Range(0, 20), rapid.Uint32Range(0, search.Infinity))
	numbers := rapid.Custom(func(t *rapid.T) search.Numbers {
		return search.Numbers{Proof: number.Draw(t, "pn"), Disproof: number.Draw(t, "dn")}
	})
	child := rapid.Custom(func(t *rapid.T) search.Child {
		return search.Child{
			Couple: search.Couple{
				Component: toyPosition(0, rapid.ByteRange(0, byte(len(g.options)-1)).Draw(t, "component")).Components[0],
				Nimber:    game.Nimber(rapid.IntRange(0, 3).Draw(t, "nimber")),
			},
			Numbers: numbers.Draw(t, "numbers"),
		}
	})
	return numbers.Draw(t, "report"), rapid.SliceOfN(child, 0, 6).Draw(t, "children")
}
