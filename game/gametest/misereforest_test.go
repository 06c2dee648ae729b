package gametest_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/sprouts-solver/sprouts/canon"
	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/game/gametest"
	"github.com/sprouts-solver/sprouts/game/sprouts"
)

// tree is a shorthand for trees in tests: an int is a nim-heap, a slice a set.
func tree(f *gametest.MisereForest, of any) *gametest.MisereTree {
	switch of := of.(type) {
	case int:
		return f.Heap(of)
	case []any:
		var options []*gametest.MisereTree
		for _, o := range of {
			options = append(options, tree(f, o))
		}
		return f.Set(options...)
	default:
		panic(fmt.Sprintf("%v is no tree", of))
	}
}

func TestTrees(t *testing.T) {
	f := gametest.NewMisereForest()
	for _, c := range []struct {
		of       any
		text     string
		birthday int
	}{
		{0, "*0", 0},
		{[]any{}, "*0", 0},
		{11, "*11", 11},
		{[]any{0, 2, 1}, "*3", 3},
		{[]any{[]any{1, 0}, 0, []any{0}, 2}, "*3", 3},
		{[]any{3, 2, 3}, "{*2,*3}", 4},
		{[]any{[]any{[]any{2}}, 10, []any{2}, 9}, "{*9,*10,{*2},{{*2}}}", 11},
	} {
		g := tree(f, c.of)
		require.Equal(t, c.text, g.String())
		require.Equal(t, c.birthday, g.Birthday(), c.text)
		require.Same(t, g, f.Set(g.Options()...), c.text)
		size, ok := g.Heap()
		require.Equal(t, c.text[0] == '*', ok, c.text)
		if ok {
			require.Same(t, g, f.Heap(size))
		}
	}
	require.Equal(t, "{{*1},{{*1}},{*1,*2,{*1}}}", f.Sum(tree(f, 2), tree(f, []any{1})).String())
}

// Reductions that can be followed by hand.
func TestReduceByHand(t *testing.T) {
	f := gametest.NewMisereForest()
	for _, c := range []struct {
		of   any
		want string
		why  string
	}{
		{[]any{0}, "*1", "a heap is reduced"},
		{[]any{1}, "*0", "the move to *1 can be answered, and it wins, as no move does in *0"},
		{[]any{2}, "{*2}", "it can be answered, but loses, while who cannot move in *0 wins"},
		{[]any{3}, "{*3}", "likewise"},
		{[]any{2, 3}, "{*2,*3}", "likewise"},
		{[]any{1, 2, 3}, "*0", "the move to *1 wins"},
		{[]any{0, 2, 3}, "*1", "the moves to *2 and *3 can be answered by *1"},
		{[]any{0, 1, 5}, "*2", "the move to *5 can be answered by *2"},
		{[]any{[]any{2}}, "{{*2}}", "*2 has options, and *0, its only other, is not among the options"},
		{[]any{0, []any{2}}, "{*0,{*2}}", "{*2} is no heap, so that nothing stands for *1"},
		{[]any{[]any{1}}, "*1", "the option is *0"},
		{[]any{[]any{[]any{1}, 1}, 3}, "{*2,*3}", "the first option is *2"},
	} {
		g := tree(f, c.of)
		require.Equal(t, c.want, f.Reduce(g).String(), "%s: %s", g, c.why)
	}
}

func TestSumsOfHeaps(t *testing.T) {
	f := gametest.NewMisereForest()
	for a := range 8 {
		for b := range 8 {
			sum := f.Reduce(f.Sum(f.Heap(a), f.Heap(b)))
			size, ok := sum.Heap()
			require.Equal(t, min(a, b) <= 1, ok, "*%d + *%d is %s", a, b, sum)
			if ok {
				require.Equal(t, a^b, size, "*%d + *%d", a, b)
			}
		}
	}
	require.Equal(t, "{*2,*3}", f.Reduce(f.Sum(f.Heap(2), f.Heap(2))).String())
}

// subset returns the members whose bits are set.
func subset(trees []*gametest.MisereTree, bits int) (chosen []*gametest.MisereTree) {
	for i, tree := range trees {
		if bits>>i&1 == 1 {
			chosen = append(chosen, tree)
		}
	}
	return chosen
}

// bornBy returns the reduced trees in which no game takes more than this many moves.
func bornBy(f *gametest.MisereForest, day int) []*gametest.MisereTree {
	if day < 0 {
		return nil
	}
	var trees []*gametest.MisereTree
	before := bornBy(f, day-1)
	for bits := range 1 << len(before) {
		if g := f.Set(subset(before, bits)...); f.Reduce(g) == g {
			trees = append(trees, g)
		}
	}
	return trees
}

// The numbers of different trees by birthday are in On Numbers and Games, ch. 12, and
// so is that of day 5. It takes half a minute, and a new forest now and then, for memory.
func TestTreesByBirthday(t *testing.T) {
	f := gametest.NewMisereForest()
	for day, want := range []int{1, 2, 3, 5, 22} {
		require.Len(t, bornBy(f, day), want, "day %d", day)
	}
	if os.Getenv("SPROUTS_LONG") == "" {
		return
	}
	born := 0
	var young []*gametest.MisereTree
	for bits := range 1 << 22 {
		if bits%(1<<16) == 0 {
			f = gametest.NewMisereForest()
			young = bornBy(f, 4)
		}
		if g := f.Set(subset(young, bits)...); f.Reduce(g) == g {
			born++
		}
	}
	require.Equal(t, 4_171_780, born)
}

// wholeTrees returns all 65,536 trees in which no game takes more than four moves,
// nothing reduced.
func wholeTrees(f *gametest.MisereForest) []*gametest.MisereTree {
	trees := []*gametest.MisereTree{f.Set()}
	for range 4 {
		var next []*gametest.MisereTree
		for bits := range 1 << len(trees) {
			next = append(next, f.Set(subset(trees, bits)...))
		}
		trees = next
	}
	return trees
}

// Reduced trees are worth the same as what they come from: Equal says so, and so do
// outcomes beside all 22 trees of day 4.
func TestReduceKeepsTheWorth(t *testing.T) {
	f := gametest.NewMisereForest()
	all, beside := wholeTrees(f), bornBy(f, 4)
	require.Len(t, all, 1<<16)
	met := map[*gametest.MisereTree]int{}
	for i, g := range all {
		r := f.Reduce(g)
		met[r]++
		require.Equal(t, f.Outcome(g), f.Outcome(r), "%s, reduced to %s", g, r)
		if i%16 > 0 {
			continue
		}
		require.True(t, f.Equal(g, r), "%s, reduced to %s", g, r)
		for _, h := range beside {
			require.Equal(t, f.Outcome(g, h), f.Outcome(r, h), "%s, reduced to %s, beside %s", g, r, h)
		}
	}
	require.Len(t, met, 22)
}

// Different reduced trees are not worth the same: for each pair, beside some tree one
// is a loss and the other a win.
func TestReducedTreesDiffer(t *testing.T) {
	f := gametest.NewMisereForest()
	trees := bornBy(f, 4)
	for _, g := range trees {
		require.Nil(t, f.Witness(g, f.Sum(g, f.Sum(f.Heap(1), f.Heap(1)))), "%s and itself", g)
	}
	requireDifferent(t, f, trees)
}

// requireDifferent wants a witness for each pair.
func requireDifferent(t *testing.T, f *gametest.MisereForest, trees []*gametest.MisereTree) {
	t.Helper()
	for i, g := range trees {
		for _, h := range trees[:i] {
			w := f.Witness(g, h)
			if w == nil || f.Outcome(g, w) == f.Outcome(h, w) { // texts are not made for nothing
				t.Fatalf("%s and %s beside %s", g, h, w)
			}
		}
	}
}

// TestReducedLands reduces all play from all lands that arise from up to 5 spots, and
// wants a witness for what is different. The numbers of lands are known from elsewhere,
// see the tests of package canon. From 5 spots 57 of the trees are born by day 5 and 701
// by day 7, for which witnesses take two minutes; later one pair can take seconds.
func TestReducedLands(t *testing.T) {
	oldest := 5
	if os.Getenv("SPROUTS_LONG") != "" {
		oldest = 7
	}
	brute := gametest.NewMisereBruteForce(sprouts.New())
	f := brute.Forest()
	for _, c := range []struct {
		spots, lands, heaps, trees, options, birthday int
		start                                         string
	}{
		{1, 2, 2, 2, 1, 1, "*0"},
		{2, 17, 16, 5, 3, 3, "{*2}"},
		{3, 126, 124, 7, 4, 4, "*1"},
		{4, 1188, 1140, 33, 6, 7, "{*3,{*1,*2,{*3,{*2}}}}"},
		{5, 13342, 11505, 1197, 40, 13, ""}, // too long to write
	} {
		if c.spots == 5 && testing.Short() {
			break
		}
		lands := reachable(t, sprouts.New(), spots(c.spots))
		heaps, options, birthday := 0, 0, 0
		var trees []*gametest.MisereTree
		for _, land := range lands {
			g := f.Reduce(brute.Tree(landsOf(t, land)))
			options, birthday = max(options, len(g.Options())), max(birthday, g.Birthday())
			if _, ok := g.Heap(); ok {
				heaps++
			}
			if !slices.Contains(trees, g) {
				trees = append(trees, g)
			}
		}
		require.Equal(t, []int{c.lands, c.heaps, c.trees, c.options, c.birthday},
			[]int{len(lands), heaps, len(trees), options, birthday}, "%d spots", c.spots)
		if c.start != "" {
			require.Equal(t, c.start, f.Reduce(brute.Tree(landsOf(t, spots(c.spots)))).String())
		}
		requireDifferent(t, f, slices.DeleteFunc(trees, func(g *gametest.MisereTree) bool {
			return c.spots == 5 && g.Birthday() > oldest
		}))
	}
}

// Beside whatever stands there, a land is worth what its reduced tree is: random sums
// of up to three lands of 4 spots and two nim-heaps, all of them as trees.
func TestReducedLandsStandForLands(t *testing.T) {
	brute := gametest.NewMisereBruteForce(sprouts.New())
	f := brute.Forest()
	r := rand.New(rand.NewPCG(3, 5))
	lands := reachable(t, sprouts.New(), "0*4")
	for range 500 {
		var sum []game.Component
		var trees []*gametest.MisereTree
		for lives := 0; len(sum) < 3; {
			land := landsOf(t, lands[r.IntN(len(lands))])
			if lives += canon.Land(land[0]).Lives(); lives > 15 {
				break
			}
			sum = append(sum, land...)
			trees = append(trees, f.Reduce(brute.Tree(land)))
		}
		heaps := []game.Nimber{game.Nimber(r.IntN(5)), game.Nimber(r.IntN(5))}
		for _, k := range heaps {
			trees = append(trees, f.Heap(int(k)))
		}
		require.Equal(t, brute.Outcome(sum, heaps...), f.Outcome(trees...), "%v", trees)
	}
}

// A forest without the proviso takes each land for a nim-heap, as in normal play, and
// the oracle notices, first of all at 2 spots.
func TestMisereOracleNoticesTheProviso(t *testing.T) {
	mostLives, want := 10, map[string]int{"lines": 904, "noticed": 136}
	if os.Getenv("SPROUTS_LONG") != "" {
		mostLives, want = 13, map[string]int{"lines": 997, "noticed": 157}
	}
	right, wrong := gametest.NewMisereBruteForce(sprouts.New()), gametest.NewMisereBruteForce(sprouts.New())
	wrong.Forest().WithoutProviso()
	got := map[string]int{}
	for _, entry := range gametest.MisereOracle(t) {
		lands := landsOf(t, entry.Text)
		if slices.ContainsFunc(lands, func(c game.Component) bool { return canon.Land(c).Lives() > mostLives }) {
			continue
		}
		require.Equal(t, entry.Outcome, right.Forest().Outcome(reducedSum(right, lands)), entry.Text)
		got["lines"]++
		g := reducedSum(wrong, lands)
		_, heap := g.Heap()
		require.True(t, heap, "%s is taken for %s", entry.Text, g)
		if wrong.Forest().Outcome(g) != entry.Outcome {
			got["noticed"]++
		} else {
			require.NotEqual(t, "0*2", entry.Text)
		}
	}
	require.Equal(t, want, got)
}

// reducedSum adds the reduced trees of lands one by one.
func reducedSum(b *gametest.MisereBruteForce, lands []game.Component) *gametest.MisereTree {
	f := b.Forest()
	sum := f.Set()
	for _, land := range lands {
		sum = f.Reduce(f.Sum(sum, f.Reduce(b.Tree([]game.Component{land}))))
	}
	return sum
}
