package blackwhite_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/sprouts-solver/sprouts/canon"
)

// trees numbers game trees: two positions have one number if and only if their trees
// are the same up to the order of options and equal options. So they have the same
// outcomes in normal and misère play, in every sum, and the same lengths.
type trees struct {
	spotted, bare *canon.Generator
	positions     map[string]int // by canonical text
	numbers       map[string]int // by the numbers of the options
}

func newTrees() *trees {
	return &trees{
		spotted: canon.NewLineGenerator(canon.Spotted), bare: canon.NewLineGenerator(canon.Bare),
		positions: map[string]int{}, numbers: map[string]int{},
	}
}

// options returns the numbers of the positions after the lines of a generator.
func (s *trees) options(g *canon.Generator, p canon.Position) (numbers []int) {
	var children []canon.Position
	for i, land := range p.Lands {
		g.Children([]byte(land), func(sum *canon.Lands) bool {
			child := canon.Position{Lands: slices.Delete(slices.Clone(p.Lands), i, i+1)}
			start := 0
			for _, end := range sum.Ends {
				child.Lands = append(child.Lands, canon.Land(sum.Keys[start:end]))
				start = end
			}
			slices.Sort(child.Lands)
			children = append(children, child)
			return true
		})
	}
	for _, child := range children {
		numbers = append(numbers, s.number(child))
	}
	slices.Sort(numbers)
	return slices.Compact(numbers)
}

// number returns the number of a position.
func (s *trees) number(p canon.Position) int {
	key := p.String()
	if n, ok := s.positions[key]; ok {
		return n
	}
	options := slices.Concat(s.options(s.spotted, p), s.options(s.bare, p))
	slices.Sort(options)
	text := fmt.Sprint(slices.Compact(options))
	n, ok := s.numbers[text]
	if !ok {
		n = len(s.numbers)
		s.numbers[text] = n
	}
	s.positions[key] = n
	return n
}

// TestReductions looks at every drawing that can arise from up to three spots. The
// lines of each kind that are drawn, and those that the generator makes of the reduced
// form, must lead to the same trees. By induction the reduced forms then have the
// trees of the drawings.
func TestReductions(t *testing.T) {
	s := newTrees()
	most, drawings := 3, 0
	for n := 1; n <= most; n++ {
		seen := map[string]bool{}
		queue := []drawing{spots(n)}
		for k := 0; k < len(queue); k++ {
			g := queue[k]
			reduced, err := canon.ParseStrings(g.text())
			require.NoError(t, err, g.text())
			for _, kind := range []struct {
				spotted   bool
				generator *canon.Generator
			}{{true, s.spotted}, {false, s.bare}} {
				drawn := []int{}
				for _, next := range g.lines(kind.spotted) {
					p, err := canon.ParseStrings(next.text())
					require.NoError(t, err)
					drawn = append(drawn, s.number(p))
					if code := next.code(); !seen[code] {
						seen[code] = true
						queue = append(queue, next)
					}
				}
				slices.Sort(drawn)
				if made := s.options(kind.generator, reduced); !slices.Equal(slices.Compact(drawn), made) {
					t.Fatalf("%s, spotted %t: the generator makes %d trees, the drawing has %d", g.text(), kind.spotted, len(made), len(drawn))
				}
			}
		}
		drawings += len(queue)
		t.Logf("%d spots: %d drawings, %d positions, %d trees", n, len(queue), len(s.positions), len(s.numbers))
	}
	require.Len(t, s.numbers, 49, "a tree too few means that nothing was told apart")
	require.Greater(t, drawings, 10_000)
}
