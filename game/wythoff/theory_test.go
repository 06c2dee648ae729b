package wythoff_test

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/game/play"
	"github.com/sprouts-solver/sprouts/game/wythoff"
)

// Pairs as Wythoff gave them.
func TestPublishedPairs(t *testing.T) {
	for _, q := range [][2]uint64{{0, 0}, {1, 2}, {3, 5}, {4, 7}, {6, 10}, {8, 13}, {9, 15}, {11, 18}} {
		require.True(t, wythoff.Lost(q[0], q[1], false), "%v", q)
		require.True(t, wythoff.Lost(q[1], q[0], false), "%v", q)
	}
	for _, q := range [][2]uint64{{0, 1}, {2, 2}, {3, 5}, {4, 7}, {6, 10}} {
		require.True(t, wythoff.Lost(q[0], q[1], true), "%v", q)
		require.True(t, wythoff.Lost(q[1], q[0], true), "%v", q)
	}
}

// TestLostByBruteForce decides all pairs below 600 from the rules: a pair is lost if
// no lost one is in its row, its column or on its diagonal.
func TestLostByBruteForce(t *testing.T) {
	const n = 600
	for _, misere := range []bool{false, true} {
		rows, columns, diagonals := make([]bool, n), make([]bool, n), make([]bool, 2*n)
		for a := range n {
			for b := range n {
				lost := !rows[b] && !columns[a] && !diagonals[n+a-b]
				if a+b == 0 {
					lost = !misere
				}
				if lost {
					rows[b], columns[a], diagonals[n+a-b] = true, true, true
				}
				if lost != wythoff.Lost(uint64(a), uint64(b), misere) {
					require.Failf(t, "wrong", "%d,%d, misère %t: want lost %t", a, b, misere, lost)
				}
			}
		}
	}
}

// lostPair returns [kφ],[kφ²] in numbers without bounds: [kφ] = [(k + √(5k²)) / 2].
func lostPair(k *big.Int) (x, y *big.Int) {
	x = new(big.Int).Mul(k, k)
	x.Sqrt(x.Mul(x, big.NewInt(5)))
	x.Rsh(x.Add(x, k), 1)
	return x, new(big.Int).Add(x, k)
}

// largestK returns the last k for which [kφ²] is a heap.
func largestK() uint64 {
	low, high := uint64(0), uint64(math.MaxUint64)
	for low < high {
		middle := low + (high-low)/2 + 1
		if _, y := lostPair(new(big.Int).SetUint64(middle)); y.IsUint64() {
			low = middle
		} else {
			high = middle - 1
		}
	}
	return low
}

// TestExact compares the decision with numbers without bounds, where heaps are small,
// where they come near 2^62, 2^63 and 2^64-1, and in between, and for all neighbours
// of the lost pair.
func TestExact(t *testing.T) {
	last := largestK()
	require.Equal(t, uint64(7046029254386353130), last, "2^64/φ², rounded down or up")
	var ks []uint64
	for i := range uint64(2000) {
		// Differences whose larger heaps are near 0, 2^62, 2^63 and 2^64.
		ks = append(ks, i, last/4-1000+i, last/2-1000+i, last-i)
	}
	chance := rand.New(rand.NewPCG(1907, 1))
	for range 2000 {
		ks = append(ks, chance.Uint64N(last+1)>>chance.IntN(64))
	}
	for _, k := range ks {
		bigX, bigY := lostPair(new(big.Int).SetUint64(k))
		x, y := bigX.Uint64(), bigY.Uint64()
		if !wythoff.Lost(x, y, false) || !wythoff.Lost(y, x, false) {
			require.Failf(t, "wrong", "%d,%d is lost", x, y)
		}
		for _, d := range []uint64{1, 2, 3} {
			require.False(t, x >= d && wythoff.Lost(x-d, y, false), "%d,%d", x-d, y)
			require.False(t, x >= d && wythoff.Lost(x-d, y-d, false), "%d,%d", x-d, y-d)
			require.False(t, y <= math.MaxUint64-d && wythoff.Lost(x, y+d, false), "%d,%d", x, y+d)
			require.False(t, y <= math.MaxUint64-d && wythoff.Lost(x+d, y+d, false), "%d,%d", x+d, y+d)
		}
	}
	const most = uint64(math.MaxUint64)
	require.False(t, wythoff.Lost(most, most, false))
	require.False(t, wythoff.Lost(most-1, most, false))
	require.False(t, wythoff.Lost(0, most, false))
}

// TestWinningMovesOfLargePairs rebuilds the winning moves: two from the partners of
// both heaps and one from the difference.
func TestWinningMovesOfLargePairs(t *testing.T) {
	last := largestK()
	rapid.Check(t, func(t *rapid.T) {
		heap := rapid.OneOf(rapid.Uint64(), rapid.Uint64Min(math.MaxUint64-1000), rapid.Uint64Range(0, 50))
		a, b := heap.Draw(t, "a"), heap.Draw(t, "b")
		var want []string
		if k := max(a, b) - min(a, b); k <= last {
			if bigX, _ := lostPair(new(big.Int).SetUint64(k)); bigX.Uint64() < min(a, b) {
				want = append(want, "ab-"+strconv.FormatUint(min(a, b)-bigX.Uint64(), 10))
			}
		}
		if w := partner(b); w.Cmp(new(big.Int).SetUint64(a)) < 0 {
			want = append(want, "a-"+strconv.FormatUint(a-w.Uint64(), 10))
		}
		if w := partner(a); w.Cmp(new(big.Int).SetUint64(b)) < 0 {
			want = append(want, "b-"+strconv.FormatUint(b-w.Uint64(), 10))
		}
		v := judge(t, parse(t, fmt.Sprintf("%d,%d", a, b)), false)
		if wythoff.Lost(a, b, false) {
			want = nil
		}
		require.ElementsMatch(t, want, v.Moves)
		require.Equal(t, want != nil, v.All)
	})
}

// partner returns the other number of the lost pair that v is in: one of the two k
// nearest to v/φ or one of the two nearest to v/φ².
func partner(v uint64) *big.Int {
	for k := range candidates(v) {
		x, y := lostPair(k)
		if x.IsUint64() && x.Uint64() == v {
			return y
		}
		if y.IsUint64() && y.Uint64() == v {
			return x
		}
	}
	return nil
}

// candidates yields k near v/φ = vφ - v and near v/φ² = 2v - vφ.
func candidates(v uint64) func(yield func(*big.Int) bool) {
	return func(yield func(*big.Int) bool) {
		number := new(big.Int).SetUint64(v)
		_, y := lostPair(number) // [vφ] + v
		nearX := new(big.Int).Sub(y, new(big.Int).Lsh(number, 1))
		nearY := new(big.Int).Sub(number, nearX)
		for _, near := range []*big.Int{nearX, nearY} {
			for d := range int64(5) {
				if k := new(big.Int).Add(near, big.NewInt(d-2)); k.Sign() >= 0 && !yield(k) {
					return
				}
			}
		}
	}
}

// The triangle of OEIS A317205 and the diagonal A047708, as published.
func TestPublishedNimbers(t *testing.T) {
	table, err := wythoff.Table(75)
	require.NoError(t, err)
	at := 0
	for want := range strings.FieldsSeq(`0 1 2 2 0 1 3 4 5 6 4 5 3 2 7 5 3 4 0 6 8 6 7 8 1 9 10 3 7 8 6 9 0 1 4 5 8 6 7 10 1 2 5 3 4
		9 10 11 12 8 7 13 14 15 16 10 11 9 8 13 12 0 15 16 17 14 11 9 10 7 12 14 2 13 17 6 18 15`) {
		row := 0
		for (row+1)*(row+2)/2 <= at {
			row++
		}
		column := at - row*(row+1)/2
		require.Equal(t, want, strconv.FormatUint(table.At(row, column), 10), "%d,%d", row, column)
		require.Equal(t, want, strconv.FormatUint(table.At(column, row), 10), "%d,%d", column, row)
		at++
	}
	for n, want := range strings.Fields(`0 2 1 6 7 8 3 5 4 16 14 15 10 9 11 20 13 21 12 25 17 18 19 30 31 38 35 36 22 23 43 45 48 49 24 26 27
		28 29 33 60 32 61 57 66 37 63 34 64 67 40 39 41 42 82 44 74 79 47 46 87 86 50 95 96 52 101 51 102 53 54`) {
		require.Equal(t, want, strconv.FormatUint(table.At(n, n), 10), "%d,%d", n, n)
	}
}

// TestTable compares with the least excluded nimber, looked for one option at a time.
func TestTable(t *testing.T) {
	const n = 100
	table, err := wythoff.Table(n)
	require.NoError(t, err)
	for a := range n {
		for b := range n {
			var seen [4 * n]bool
			for i := range a {
				seen[table.At(i, b)] = true
			}
			for i := range b {
				seen[table.At(a, i)] = true
			}
			for i := range min(a, b) {
				seen[table.At(a-i-1, b-i-1)] = true
			}
			want := uint64(slices.Index(seen[:], false))
			if table.At(a, b) != want {
				require.Failf(t, "wrong", "%d,%d has nimber %d", a, b, want)
			}
		}
	}
}

// TestTableKnowsLostPairs compares a larger table with the closed form.
func TestTableKnowsLostPairs(t *testing.T) {
	const n = 1000
	table, err := wythoff.Table(n)
	require.NoError(t, err)
	for a := range n {
		for b := range n {
			if (table.At(a, b) == 0) != wythoff.Lost(uint64(a), uint64(b), false) {
				require.Failf(t, "wrong", "%d,%d has nimber %d", a, b, table.At(a, b))
			}
		}
	}
}

func TestTableBounds(t *testing.T) {
	for _, n := range []int{-1, wythoff.MaxTable + 1} {
		_, err := wythoff.Table(n)
		require.Error(t, err, "side %d", n)
	}
	table, err := wythoff.Table(3)
	require.NoError(t, err)
	require.Panics(t, func() { table.At(3, 0) })
	require.Panics(t, func() { table.At(0, -1) })
}

// TestTame checks what the rule of misère sums rests on, for all pairs below 300: see
// the package comment.
func TestTame(t *testing.T) {
	const n = 300
	table, err := wythoff.Table(n)
	require.NoError(t, err)
	for a := range n {
		for b := range a + 1 {
			firm, fickle := reach(table, a, b)
			g := table.At(a, b)
			var ok bool
			switch {
			case isFickle(a, b):
				ok = !firm[0] && !firm[1] && (a+b == 0 || fickle[1-g])
			case g < 2:
				ok = !fickle[1-g]
			default:
				ok = (firm[0] || fickle[1]) && (firm[1] || fickle[0])
			}
			if !ok {
				require.Failf(t, "not tame", "%d,%d has nimber %d and moves to firm %v, fickle %v", a, b, g, firm, fickle)
			}
		}
	}
}

// isFickle reports whether a pair is one of the four that misère play is about.
func isFickle(a, b int) bool {
	q := [2]int{min(a, b), max(a, b)}
	return q == [2]int{0, 0} || q == [2]int{0, 1} || q == [2]int{1, 2} || q == [2]int{2, 2}
}

// reach says which nimbers, 2 for all above 1, a move leads to.
func reach(table *wythoff.Grundy, a, b int) (firm, fickle [3]bool) {
	see := func(a, b int) {
		if n := min(table.At(a, b), 2); isFickle(a, b) {
			fickle[n] = true
		} else {
			firm[n] = true
		}
	}
	for i := range a {
		see(i, b)
	}
	for i := range b {
		see(a, i)
	}
	for i := range min(a, b) {
		see(a-i-1, b-i-1)
	}
	return firm, fickle
}

// TestMillionGames lets a player who follows the judge play against chance: he must
// win from wherever the judge says so.
func TestMillionGames(t *testing.T) {
	if os.Getenv("SPROUTS_LONG") == "" {
		t.Skip("a million games; make games runs it")
	}
	playGames(t, 1_000_000)
}

func TestRandomGames(t *testing.T) { playGames(t, 3_000) }

func playGames(t *testing.T, games int) {
	t.Helper()
	chance := rand.New(rand.NewPCG(1907, 2))
	won := 0
	for i := range games {
		text := fmt.Sprintf("%d,%d", chance.Uint64()>>chance.IntN(64), chance.Uint64()>>chance.IntN(64))
		if i%2 == 0 {
			text = fmt.Sprintf("%d,%d+%d,%d", chance.IntN(10), chance.IntN(10), chance.IntN(10), chance.IntN(10))
		}
		if playGame(t, chance, parse(t, text), chance.IntN(2) == 0) {
			won++
		}
	}
	require.Greater(t, won, games/2, "games that the mover had won")
}

// playGame plays one game and returns whether the first player was winning.
func playGame(t *testing.T, chance *rand.Rand, p play.Position, misere bool) (first bool) {
	t.Helper()
	first = judge(t, p, misere).Outcome == game.Win
	winner := play.Right
	if first {
		winner = play.Left
	}
	side := play.Left
	for ; hasMove(p); side = side.Other() {
		v := judge(t, p, misere)
		require.Equal(t, side == winner, v.Outcome == game.Win, "%s, misère %t", p, misere)
		if side == winner {
			q, err := p.Play(side, v.Moves[chance.IntN(len(v.Moves))])
			require.NoError(t, err)
			p = q
			continue
		}
		p = randomMove(chance, p)
	}
	require.Equal(t, misere, side == winner, "who cannot move at the end of %s", p)
	return first
}

func hasMove(p play.Position) bool {
	for range p.Moves(play.Left) {
		return true
	}
	return false
}

// randomMove tries moves until one is legal.
func randomMove(chance *rand.Rand, p play.Position) play.Position {
	pairs := strings.Split(p.String(), "+")
	for {
		i := chance.IntN(len(pairs))
		var a, b uint64
		if _, err := fmt.Sscanf(pairs[i], "%d,%d", &a, &b); err != nil {
			continue
		}
		heaps, most := "ab", min(a, b)
		switch chance.IntN(3) {
		case 0:
			heaps, most = "a", a
		case 1:
			heaps, most = "b", b
		}
		if most == 0 {
			continue
		}
		// A small part of a huge heap would make the game endless.
		count := most - chance.Uint64N(most)>>chance.IntN(64)
		if q, err := p.Play(play.Left, fmt.Sprintf("%d:%s-%d", i+1, heaps, count)); err == nil {
			return q
		}
	}
}

// BenchmarkTable computes 1,000 x 1,000 nimbers, which has to take less than a second.
func BenchmarkTable(b *testing.B) {
	for b.Loop() {
		if _, err := wythoff.Table(1000); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkJudge finds the winning moves of a pair of the largest size.
func BenchmarkJudge(b *testing.B) {
	p := parse(b, "18446744073709551615,12446744073709551615")
	for b.Loop() {
		judge(b, p, false)
	}
}
