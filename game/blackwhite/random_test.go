package blackwhite_test

import (
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/sprouts-solver/sprouts/canon"
)

// TestRandomGames plays some thousands of random games to their end.
func TestRandomGames(t *testing.T) { playRandom(t, 3_000) }

// TestMillionGames plays a million.
func TestMillionGames(t *testing.T) {
	if os.Getenv("SPROUTS_LONG") == "" {
		t.Skip("a million games take minutes: set SPROUTS_LONG=1")
	}
	playRandom(t, 1_000_000)
}

// playRandom plays from 1 to 4 spots by chance, and counts lives: a line with a spot costs
// one, a bare one two, and reductions give none back. So a game of k lines with a spot
// and l without has k + 2l <= 3n, and less if the last line brought a spot, which
// survives.
func playRandom(t *testing.T, games int) {
	t.Helper()
	kinds := []canon.Lines{canon.Spotted, canon.Bare}
	generators := []*canon.Generator{canon.NewLineGenerator(canon.Spotted), canon.NewLineGenerator(canon.Bare)}
	rng := rand.New(rand.NewPCG(1, 2))
	lengths := map[int]int{}
	for g := range games {
		n := 1 + g%4
		p, err := canon.Parse(strconv.Itoa(n))
		require.NoError(t, err)
		lands, spent, moves, last := p.Lands, 0, 0, canon.Lines(0)
		for len(lands) > 0 {
			kind, before := rng.IntN(2), livesOf(lands)
			cost := []int{1, 2}[kind]
			lands = randomChild(lands, generators[kind], rng)
			require.LessOrEqual(t, livesOf(lands), before-cost, "%d spots, move %d", n, moves+1)
			spent, moves, last = spent+cost, moves+1, kinds[kind]
		}
		if last == canon.Spotted {
			spent++
		}
		require.LessOrEqual(t, spent, 3*n, "%d spots", n)
		require.LessOrEqual(t, moves, 3*n-1)
		lengths[10*n+moves]++
	}
	require.Zero(t, lengths[10+3])
	require.Positive(t, lengths[10+1], "1 spot: a bare loop ends the game")
	require.Positive(t, lengths[10+2], "1 spot: a loop with a spot allows one move more")
}

func livesOf(lands []canon.Land) (lives int) {
	for _, land := range lands {
		lives += land.Lives()
	}
	return lives
}

// randomChild makes a move in a land by chance. Each land has a move of either kind: two
// lives in one region are enough for both.
func randomChild(lands []canon.Land, g *canon.Generator, rng *rand.Rand) []canon.Land {
	i := rng.IntN(len(lands))
	var child []canon.Land
	seen := 0
	g.Children([]byte(lands[i]), func(sum *canon.Lands) bool {
		if seen++; rng.IntN(seen) > 0 {
			return true // each child is kept with the same probability
		}
		child = child[:0]
		start := 0
		for _, end := range sum.Ends {
			child = append(child, canon.Land(sum.Keys[start:end]))
			start = end
		}
		return true
	})
	return slices.Concat(lands[:i], lands[i+1:], child)
}
