package misere_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/sprouts-solver/sprouts/game/misere"
	"github.com/sprouts-solver/sprouts/game/sprouts"
)

// The genera of nim-heaps and of small sums of them (Winning Ways, ch. 13).
func TestGenusOfHeaps(t *testing.T) {
	f := misere.NewForest()
	for text, want := range map[string]string{
		"*0": "0^120", "*1": "1^031", "*2": "2^20", "*3": "3^31", "*4": "4^46", "*9": "9^9(11)", "*10": "10^(10)8",
	} {
		tree, err := f.ParseTree(text)
		require.NoError(t, err)
		require.Equal(t, want, f.Genus(tree).String(), text)
	}
	require.Equal(t, "0^02", f.Genus(f.Sum(2, 2)).String())
	require.Equal(t, "1^13", f.Genus(f.Sum(2, 3)).String())
	require.Equal(t, "6^64", f.Genus(f.Sum(2, 4)).String())
}

// The values of a genus are those of sums with *2, which are made here, of every tree
// in that of four spots and of some others.
func TestGenusIsThatOfSums(t *testing.T) {
	g := misere.New(sprouts.New())
	f := g.Forest()
	var trees []misere.Tree
	for _, text := range []string{"4", "0*2.AB|0*2.AB", "0.AB|0*2.AB"} {
		p, err := g.Base().Parse(text)
		require.NoError(t, err)
		tree, ok := misere.NewPlanter(f, g.Base().NewExpander()).Tree([]byte(p.Components[0]), nil)
		require.True(t, ok)
		trees = append(trees, tree)
	}
	seen := map[misere.Tree]bool{}
	for i := 0; i < len(trees); i++ {
		tree := trees[i]
		if seen[tree] {
			continue
		}
		seen[tree] = true
		trees = append(trees, f.Options(nil, tree)...)

		genus, sum := f.Genus(tree), tree
		require.Equal(t, f.Info(tree).Nimber, genus.Nimber, f.Text(tree))
		require.GreaterOrEqual(t, len(genus.Misere), 2)
		for n := range 6 {
			require.Equal(t, f.Info(sum).Grundy, genus.At(n), "%s and %d heaps *2", f.Text(tree), n)
			sum = f.Sum(sum, 2)
		}
		last := genus.Misere[len(genus.Misere)-2:]
		require.Equal(t, last[0], last[1]^2, "%s: %v", f.Text(tree), genus)
	}
	require.Greater(t, len(seen), 20)
}
