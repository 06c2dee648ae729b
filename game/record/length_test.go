package record_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/sprouts-solver/sprouts/game/record"
)

// playouts plays random games to their ends, and holds each end against the theory of
// the length of games. It returns how often each length came, by spots.
func playouts(t *testing.T, games, most int) (lengths []map[int]int) {
	t.Helper()
	starts := make([]record.Position, most+1)
	lengths = make([]map[int]int, most+1)
	for n := 1; n <= most; n++ {
		starts[n], lengths[n] = parse(t, fmt.Sprint(n)+"+"), map[int]int{}
	}
	chance := rand.New(rand.NewPCG(1, 2))
	for i := range games {
		n := 1 + i%most
		p := starts[n].Playout(chance)
		m, survivors, pharisees := p.Made(), len(p.Survivors()), len(p.Pharisees())
		if !p.Finished() || m < 2*n || m > 3*n-1 || survivors != 3*n-m || survivors != p.Lives() || pharisees != 4*(m-2*n) {
			require.Failf(t, "theory", "%d spots, %d moves, %d survivors, %d Pharisees: %s", n, m, survivors, pharisees, p)
		}
		lengths[n][m]++
	}
	return lengths
}

// TestLengths sees all lengths that games of few spots can have, and no other.
func TestLengths(t *testing.T) {
	lengths := playouts(t, 12_000, 4)
	for n, want := range map[int][]int{1: {2}, 2: {4, 5}, 3: {6, 7, 8}, 4: {8, 9, 10, 11}} {
		require.Len(t, lengths[n], len(want))
		for _, m := range want {
			require.Positive(t, lengths[n][m], "%d spots, %d moves", n, m)
		}
	}
}

func TestMillionGames(t *testing.T) {
	if os.Getenv("SPROUTS_LONG") == "" {
		t.Skip("a million games take a minute or two: set SPROUTS_LONG=1")
	}
	for n, lengths := range playouts(t, 1_000_000, 6) {
		t.Logf("%d spots: %v", n, lengths)
	}
}

// TestPharisees looks at ends of games by hand.
func TestPharisees(t *testing.T) {
	for _, c := range []struct {
		game                 string
		survivors, pharisees []int
	}{
		{"1+ 1(2)1 1(3)2", []int{3}, nil},
		// 5 is between 1 and 4; 6 is on a loop at 2, and behind that is 3.
		{"2+ 1(3)2 1(4)3 1(5)4 2(6)2", []int{5, 6}, nil},
		{"2+ 1(3)1 2(4)2 1(5)2 3(6)4 5(7)6", []int{7}, []int{1, 2, 3, 4}},
	} {
		p := parse(t, c.game)
		require.True(t, p.Finished(), c.game)
		require.Equal(t, c.survivors, p.Survivors(), c.game)
		require.Equal(t, c.pharisees, p.Pharisees(), c.game)
	}
}

// TestLargest plays from as many spots as there may be: numbers and letters suffice.
func TestLargest(t *testing.T) {
	chance := rand.New(rand.NewPCG(7, 8))
	p := parse(t, "250+")
	for p.Made() < 40 {
		m, ok := p.RandomMove(chance)
		require.True(t, ok)
		p = m.To.(record.Position)
	}
	again := parse(t, p.String())
	require.Equal(t, p, again)
	require.NotEqual(t, "!", p.Abstract())
	end := p.Playout(chance)
	require.Equal(t, "!", end.Abstract())
	require.Equal(t, end, parse(t, end.String()))
	require.Len(t, end.Survivors(), 750-end.Made())
}
