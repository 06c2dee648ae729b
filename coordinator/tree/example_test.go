package tree_test

import (
	"fmt"

	"github.com/sprouts-solver/sprouts/coordinator/tree"
	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/game/sprouts"
	"github.com/sprouts-solver/sprouts/search"
)

// A run of one group that never searches: the tree alone decides four spots.
func Example() {
	g := sprouts.New()
	root, _ := g.Parse("4")
	known := map[game.Component]game.Fact{}
	t, err := tree.New(g.NewExpander(), func(c []byte) game.Fact { return known[game.Component(c)] },
		root, tree.Outcome, tree.Options{})
	for err == nil && !t.Decided() {
		leaf, _ := t.Select(1)
		// A group would search leaf.Couple now and report what it found below.
		err = t.Expand(leaf.ID, search.Numbers{Proof: 1, Disproof: 1}, nil)
		t.Release(leaf.ID)
		t.Proven(func(c game.Component, f game.Fact) { known[c], _ = known[c].Merge(f) })
	}
	fmt.Println(t.Outcome(), err)
	// Output: win <nil>
}
