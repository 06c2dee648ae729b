package gametest_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/sprouts-solver/sprouts/canon"
	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/game/gametest"
	"github.com/sprouts-solver/sprouts/game/nim"
	"github.com/sprouts-solver/sprouts/game/sprouts"
)

// landsOf reads a position of Sprouts in which equal lands do not cancel.
func landsOf(t testing.TB, text string) []game.Component {
	t.Helper()
	p, err := canon.ParseStrings(text)
	require.NoError(t, err)
	require.Zero(t, p.Heap, text)
	var components []game.Component
	for _, land := range p.Lands {
		components = append(components, game.Component(land))
	}
	return components
}

// initial writes an outcome as the tables do.
func initial(o game.Outcome) string { return strings.ToUpper(o.String()[:1]) }

// nimOutcome is Bouton's rule for misère Nim: heaps of 1 are lost if they are odd in
// number; once there is a larger one, all is as in normal play.
func nimOutcome(heaps []game.Nimber) game.Outcome {
	var xor, largest game.Nimber
	for _, k := range heaps {
		xor ^= k
		largest = max(largest, k)
	}
	if (largest >= 2) == (xor == 0) {
		return game.Loss
	}
	return game.Win
}

// All positions of up to four heaps of up to six objects, the first of them as
// components and the others as nim-heaps.
func TestMisereBruteForceKnowsNim(t *testing.T) {
	brute := gametest.NewMisereBruteForce(nim.New())
	for code := range 7 * 7 * 7 * 7 {
		heaps := []game.Nimber{}
		for rest := code; rest > 0; rest /= 7 {
			heaps = append(heaps, game.Nimber(rest%7))
		}
		for first := range len(heaps) + 1 {
			var components []game.Component
			for _, k := range heaps[:first] {
				if k > 0 {
					components = append(components, game.Component([]byte{byte(k)}))
				}
			}
			require.Equal(t, nimOutcome(heaps), brute.Outcome(components, heaps[first:]...), "%v, the first %d as components", heaps, first)
		}
	}
}

// Exactly one heap makes a sum with it a loss.
func TestMisereGrundyValue(t *testing.T) {
	brute := gametest.NewMisereBruteForce(kayles{})
	for pins := range byte(16) {
		row := []game.Component{game.Component([]byte{pins + 1})}
		value := brute.Grundy(row, 2, 2)
		for k := game.Nimber(0); k <= game.MaxNimber; k++ {
			require.Equal(t, k == value, brute.Outcome(row, 2, 2, k) == game.Loss, "%d pins beside *2, *2 and *%d", pins+1, k)
		}
	}
	require.Panics(t, func() { brute.Grundy(nil, 8, 8, 8, 15, 16) })
}

// The rows of Kayles that are lost in misère play: Sibert and Conway, "Mathematical
// Kayles", International Journal of Game Theory 20 (1992).
func TestMisereBruteForceKnowsKayles(t *testing.T) {
	brute := gametest.NewMisereBruteForce(kayles{})
	var lost []int
	for pins := 1; pins <= 30; pins++ {
		if brute.Outcome([]game.Component{game.Component([]byte{byte(pins)})}) == game.Loss {
			lost = append(lost, pins)
		}
	}
	require.Equal(t, []int{1, 4, 9, 12, 20}, lost)
}

// What makes misère play another game: nothing that cancels or folds in normal play
// does so here.
func TestMiserePitfalls(t *testing.T) {
	brute := gametest.NewMisereBruteForce(sprouts.New())
	for _, c := range []struct {
		lands string
		heaps []game.Nimber
		want  game.Outcome
		why   string
	}{
		{"!", nil, game.Win, "the other made the last move"},
		{"!", []game.Nimber{1}, game.Loss, "the last move is forced"},
		{"!", []game.Nimber{1, 1}, game.Win, "one each"},
		{"!", []game.Nimber{2}, game.Win, "leaves *1"},
		{"!", []game.Nimber{2, 2}, game.Loss, "so a pair is no win, as nothing is"},
		{"!", []game.Nimber{2, 2, 2, 2}, game.Loss, "again"},
		{"!", []game.Nimber{1, 2, 3}, game.Loss, "as in normal play"},
		{"2", nil, game.Win, "nobody can move"},
		{"22", nil, game.Loss, "one move"},
		{"22+22", nil, game.Win, "two moves"},
		{"0*2", nil, game.Loss, "worth 0 in normal play, where the mover loses too"},
		{"0*2+0*2", nil, game.Loss, "a pair is no win here either"},
		{"0*4", nil, game.Loss, "as is *1"},
		{"0*4+22", nil, game.Win, "as are two heaps of 1"},
		{"0*4", []game.Nimber{2, 2}, game.Loss, "but *1 beside these is a win: 4 spots are no *1"},
	} {
		require.Equal(t, c.want, brute.Outcome(landsOf(t, c.lands), c.heaps...), "%s and heaps %v: %s", c.lands, c.heaps, c.why)
	}
}

func TestMisereBruteForceKnowsTheRules(t *testing.T) {
	brute := gametest.NewMisereBruteForce(sprouts.New())
	compared := 0
	for _, rule := range gametest.Rules(t) {
		if rule.Game == "sprouts-misere" {
			outcome := brute.Outcome(landsOf(t, spots(rule.Spots)))
			require.Equal(t, rule.Value, initial(outcome), "%d spots", rule.Spots)
			compared++
		}
	}
	require.Equal(t, 5, compared)
}

// A damaged or shortened table would make other tests pass for nothing.
func TestMisereOracle(t *testing.T) {
	entries := gametest.MisereOracle(t)
	require.Len(t, entries, 1050)
	seen := map[string]bool{}
	perOutcome := map[game.Outcome]int{}
	for _, entry := range entries {
		require.False(t, seen[entry.Text], "%s is there twice", entry.Text)
		seen[entry.Text] = true
		perOutcome[entry.Outcome]++
		_, err := gametest.PlainLives(entry.Text)
		require.NoError(t, err)
		require.Len(t, landsOf(t, entry.Text), 1+strings.Count(entry.Text, "+"), "lands of %s", entry.Text)
	}
	require.Equal(t, map[game.Outcome]int{game.Win: 753, game.Loss: 297}, perOutcome)
}

func TestMisereBruteForceAgreesWithTheOracle(t *testing.T) {
	brute := gametest.NewMisereBruteForce(sprouts.New())
	for _, entry := range gametest.MisereOracle(t) {
		require.Equal(t, entry.Outcome, brute.Outcome(landsOf(t, entry.Text)), entry.Text)
	}
}

// TestMisereOracleNotices counts the lines of the oracle that go wrong if a short cut
// of normal play is taken.
func TestMisereOracleNotices(t *testing.T) {
	brute := gametest.NewMisereBruteForce(sprouts.New())
	var small sprouts.SmallLands
	_, err := small.Load(0)
	require.NoError(t, err)
	cancelled, folded, seen := 0, 0, 0
	for _, entry := range gametest.MisereOracle(t) {
		lands := landsOf(t, entry.Text)
		nimbers, known := nimbersOf(small, lands)
		if known {
			seen++
			if nimOutcome(nimbers) != entry.Outcome {
				folded++
			}
		}
		if brute.Outcome(game.NewPosition(slices.Clone(lands), 0).Components) != entry.Outcome {
			cancelled++
		}
	}
	require.Equal(t, []int{1029, 78}, []int{seen, folded}, "nim-heaps in place of lands")
	require.Equal(t, 14, cancelled, "equal pairs cancelled")
}

// nimbersOf looks up nimbers in normal play.
func nimbersOf(small sprouts.SmallLands, lands []game.Component) (nimbers []game.Nimber, known bool) {
	for _, land := range lands {
		n, ok := small.Lookup([]byte(land)).Nimber()
		if !ok {
			return nil, false
		}
		nimbers = append(nimbers, n)
	}
	return nimbers, true
}

func TestGenus(t *testing.T) {
	brute := gametest.NewMisereBruteForce(sprouts.New())
	for _, c := range []struct {
		lands string
		heaps []game.Nimber
		want  string
	}{
		// Winning Ways, ch. 13: the genera of Nim.
		{"!", nil, "0^120"},
		{"!", []game.Nimber{1}, "1^031"},
		{"!", []game.Nimber{2}, "2^20"},
		{"!", []game.Nimber{3}, "3^31"},
		{"!", []game.Nimber{4}, "4^46"},
		{"!", []game.Nimber{13}, "d^df"},
		{"!", []game.Nimber{1, 1}, "0^120"},
		{"!", []game.Nimber{2, 2}, "0^02"},
		{"!", []game.Nimber{1, 2, 2}, "1^13"},
		{"!", []game.Nimber{4, 6}, "2^20"},
		// 2 spots are tame, 3 are a heap of 1, 4 are wild.
		{"0", nil, "0^120"},
		{"0*2", nil, "0^02"},
		{"0*3", nil, "1^031"},
		{"0*4", nil, "1^02"},
	} {
		genus := brute.Genus(landsOf(t, c.lands), c.heaps...)
		require.Equal(t, c.want, genus.String(), "%s and heaps %v", c.lands, c.heaps)
	}
}

// The values of a genus go on as it says, also long after it ends, and the two that
// come in turns differ by 2.
func TestGenusGoesOn(t *testing.T) {
	brute := gametest.NewMisereBruteForce(sprouts.New())
	for _, text := range reachable(t, sprouts.New(), "0*3") {
		lands := landsOf(t, text)
		genus := brute.Genus(lands)
		last := len(genus.Misere) - 1
		require.Equal(t, game.Nimber(2), genus.Misere[last]^genus.Misere[last-1], "%s has genus %s", text, genus)
		for twos := range 10 {
			at := twos
			if at > last {
				at = last - (twos-last)%2
			}
			require.Equal(t, genus.Misere[at], brute.Grundy(lands, slices.Repeat([]game.Nimber{2}, twos)...),
				"%s of genus %s beside %d heaps of 2", text, genus, twos)
		}
	}
}

func ExampleMisereBruteForce() {
	brute := gametest.NewMisereBruteForce(nim.New())
	fmt.Println(brute.Outcome(nil, 2, 2), brute.Grundy(nil, 2, 2), brute.Genus(nil, 2, 2))
	tree := brute.Tree(nil, 2, 2)
	fmt.Println(tree, "is equal to", brute.Forest().Reduce(tree))
	// Output:
	// loss 0 0^02
	// {*2,{*1,*2,{*1}}} is equal to {*2,*3}
}
