package misere_test

import (
	"encoding/binary"
	"math/rand/v2"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/game/gametest"
	"github.com/sprouts-solver/sprouts/game/misere"
	"github.com/sprouts-solver/sprouts/game/sprouts"
)

// book turns trees of a forest into those of the slow one.
type book struct {
	f    *misere.Forest
	slow *gametest.MisereForest
	made map[misere.Tree]*gametest.MisereTree
}

func (b *book) of(t misere.Tree) *gametest.MisereTree {
	if made, ok := b.made[t]; ok {
		return made
	}
	var options []*gametest.MisereTree
	for _, o := range b.f.Options(nil, t) {
		options = append(options, b.of(o))
	}
	b.made[t] = b.slow.Set(options...)
	return b.made[t]
}

// landsOf returns all lands of games of n spots, and the trees that a planter finds.
func landsOf(t testing.TB, n int, f *misere.Forest) (lands []game.Component, trees []misere.Tree) {
	t.Helper()
	g := sprouts.New()
	p, err := g.Parse(strconv.Itoa(n))
	require.NoError(t, err)
	planter := misere.New(g).NewPlanter(f)
	e := g.NewExpander()
	seen := map[game.Component]bool{p.Components[0]: true}
	for queue := []game.Component{p.Components[0]}; len(queue) > 0; queue = queue[1:] {
		tree, ok := planter.Tree([]byte(queue[0]), nil)
		require.True(t, ok)
		lands, trees = append(lands, queue[0]), append(trees, tree)
		e.Expand([]byte(queue[0]), func(option *game.Sum) bool {
			for i := range option.Len() {
				if c := game.Component(option.At(i)); !seen[c] {
					seen[c] = true
					queue = append(queue, c)
				}
			}
			return true
		})
	}
	return lands, trees
}

// The trees of all lands below five spots, option by option, and what is said about
// them.
func TestTreesAgreeWithTheBook(t *testing.T) {
	f := misere.NewForest()
	lands, trees := landsOf(t, 4, f)
	require.Len(t, lands, 1188)
	brute := gametest.NewMisereBruteForce(sprouts.New())
	b := &book{f, brute.Forest(), map[misere.Tree]*gametest.MisereTree{}}
	different := map[misere.Tree]bool{}
	for i, land := range lands {
		tree := b.of(trees[i])
		require.Same(t, brute.Forest().Reduce(brute.Tree([]game.Component{land})), tree, "%x", land)
		info := f.Info(trees[i])
		require.Equal(t, brute.Outcome([]game.Component{land}), info.Outcome)
		require.Equal(t, int(brute.Grundy([]game.Component{land})), info.Grundy)
		require.Equal(t, tree.Birthday(), info.Birthday)
		require.Len(t, tree.Options(), info.Options)
		different[trees[i]] = true
	}
	require.Len(t, different, 33, "as in misère theory of four spots")
}

// Sums of trees are the trees of sums, and tame ones behave as their genus says.
func TestSumsAgreeWithTheBook(t *testing.T) {
	f := misere.NewForest()
	_, trees := landsOf(t, 3, f)
	_, four := landsOf(t, 4, f)
	slow := gametest.NewMisereForest()
	b := &book{f, slow, map[misere.Tree]*gametest.MisereTree{}}
	random := rand.New(rand.NewPCG(1, 2))
	tame := 0
	for range 400 {
		x, y := trees[random.IntN(len(trees))], four[random.IntN(len(four))]
		if random.IntN(4) == 0 {
			x = misere.Tree(random.IntN(6))
		}
		if f.Info(x).Birthday+f.Info(y).Birthday > 9 {
			continue
		}
		sum := f.Sum(x, y)
		require.Same(t, slow.Reduce(slow.Sum(b.of(x), b.of(y))), b.of(sum))
		require.Equal(t, sum, f.Sum(y, x))
		half, odd := f.Halve(sum)
		again, otherOdd := f.Halve(f.Sum(sum, 1))
		require.Equal(t, half, again)
		require.NotEqual(t, odd, otherOdd)
		if odd {
			half = f.Sum(half, 1)
		}
		require.Equal(t, sum, half)
		if a, c := f.Info(x), f.Info(y); a.Tame && c.Tame {
			tame++
			info := f.Info(sum)
			require.True(t, info.Tame)
			require.Equal(t, a.Firm || c.Firm, info.Firm)
			require.Equal(t, a.Nimber^c.Nimber, info.Nimber)
		}
	}
	require.Greater(t, tame, 50)
}

// The rule of reversible moves with its proviso, and what it does not reduce.
func TestKnownTrees(t *testing.T) {
	f := misere.NewForest()
	require.Equal(t, misere.Tree(0), f.Of(nil))
	require.Equal(t, misere.Tree(0), f.Of([]misere.Tree{1}), "*1 is lost, so the position keeps a winning move")
	for _, s := range [][]misere.Tree{{2}, {3}, {2, 3}} {
		require.Greater(t, f.Of(s), misere.Tree(misere.MaxHeap), "%v is canonical", s)
	}
	require.Greater(t, f.Sum(2, 2), misere.Tree(misere.MaxHeap), "*2+*2 is no heap")
	require.Equal(t, misere.Tree(3), f.Sum(2, 1))
	require.Equal(t, misere.Tree(2), f.Of([]misere.Tree{0, 1, 3, 7}), "the least heap that is missing")
	require.Equal(t, game.Loss, f.Info(f.Sum(2, 2)).Outcome)

	p, err := sprouts.New().Parse("4")
	require.NoError(t, err)
	four, ok := misere.New(sprouts.New()).NewPlanter(f).Tree([]byte(p.Components[0]), nil)
	require.True(t, ok)
	require.Equal(t, game.Loss, f.Info(f.Sum(four, f.Sum(four, four))).Outcome)
	require.Equal(t, game.Loss, f.Info(f.Sum(four, four)).Outcome)
	require.Equal(t, game.Win, f.Info(f.Sum(1, 1)).Outcome, "so four spots are not *1")
}

// What is too dear is given up, and what was found meanwhile makes the next try cheaper.
func TestBudget(t *testing.T) {
	f := misere.NewForest()
	planter := misere.New(sprouts.New()).NewPlanter(f)
	p, err := sprouts.New().Parse("4")
	require.NoError(t, err)
	land := []byte(p.Components[0])
	tries := 0
	for ; ; tries++ {
		require.Less(t, tries, 100)
		b := misere.Budget{Expansions: 100, Sums: 1000}
		if _, ok := planter.Tree(land, &b); ok {
			break
		}
	}
	require.Positive(t, tries)
	_, ok := f.SumWithin(f.Sum(2, 2), 4, &misere.Budget{})
	require.False(t, ok)
	tree, ok := planter.Known(land)
	require.True(t, ok)
	require.Equal(t, 8, f.Nodes(tree))
}

// Heaps beyond those that are numbered are trees like others, and trees that would be too
// old for their records are refused.
func TestHostileTrees(t *testing.T) {
	f := misere.NewForest()
	var heaps []misere.Tree
	for n := range misere.Tree(misere.MaxHeap + 1) {
		heaps = append(heaps, n)
	}
	large := f.Of(heaps)
	require.Greater(t, large, misere.Tree(misere.MaxHeap))
	require.Equal(t, misere.MaxHeap+1, f.Info(large).Grundy)
	back, err := f.DecodeTree(f.AppendTree(nil, large))
	require.NoError(t, err)
	require.Equal(t, large, back)

	g := misere.New(sprouts.New())
	chain, text := []byte{byte(220), 1}, "{2"
	chain = append(chain, 1, 2)
	for i := range 219 {
		chain = binary.AppendUvarint(append(chain, 1), uint64(misere.MaxHeap+1+i))
		text += ";" + letters(i)
	}
	_, err = f.DecodeTree(chain)
	require.Error(t, err)
	_, err = g.Parse(text + "}")
	require.ErrorContains(t, err, "longer game")
	require.Equal(t, 4, f.Info(f.Sum(2, 2)).Birthday, "the forest is sound afterwards")

	many := []byte{0}
	two := f.AppendTree(nil, f.Sum(2, 2))
	for range 100 {
		many = append(binary.AppendUvarint(many, uint64(2*len(two)+1)), two...)
	}
	_, err = g.Format(game.Component(many))
	require.ErrorContains(t, err, "more than")
}

// letters writes a number as texts of trees do.
func letters(n int) string {
	if n < 26 {
		return string(rune('a' + n))
	}
	return letters(n/26) + letters(n%26)
}

// Bytes and texts lead back to their tree, in any forest, and nothing else passes.
func TestBytesAndTexts(t *testing.T) {
	f, other := misere.NewForest(), misere.NewForest()
	other.Sum(other.Sum(2, 4), 6) // other numbers
	_, trees := landsOf(t, 4, f)
	for _, tree := range append(trees, f.Sum(2, 2), f.Sum(f.Sum(2, 2), f.Of([]misere.Tree{2}))) {
		b := f.AppendTree(nil, tree)
		back, err := other.DecodeTree(b)
		require.NoError(t, err)
		require.Equal(t, b, other.AppendTree(nil, back))
		require.Equal(t, f.Text(tree), other.Text(back))
		again, err := f.ParseTree(f.Text(tree))
		require.NoError(t, err)
		require.Equal(t, tree, again)
		for i := range b {
			damaged := append([]byte(nil), b...)
			damaged[i] ^= 1
			if x, err := other.DecodeTree(damaged); err == nil {
				require.Equal(t, damaged, other.AppendTree(nil, x))
			}
			_, err := other.DecodeTree(b[:i])
			require.Error(t, err)
		}
	}
}

func FuzzDecodeTree(f *testing.F) {
	forest := misere.NewForest()
	for _, t := range []misere.Tree{0, 5, forest.Sum(2, 2), forest.Of([]misere.Tree{2, 3})} {
		f.Add(forest.AppendTree(nil, t))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		if len(b) > 256 {
			return
		}
		own := misere.NewForest()
		if tree, err := own.DecodeTree(b); err == nil {
			require.Equal(t, b, own.AppendTree(nil, tree))
		}
	})
}

func FuzzParse(f *testing.F) {
	g := misere.New(sprouts.New())
	for _, text := range []string{"3+*2", "{2;0,a}", "{2}+1a1a+*1", "!", "{"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 60 {
			return
		}
		p, err := g.Parse(text)
		if err != nil {
			return
		}
		back, err := game.FormatPosition(g, p)
		require.NoError(t, err)
		again, err := g.Parse(back)
		require.NoError(t, err)
		require.Equal(t, p.Key(), again.Key())
	})
}
