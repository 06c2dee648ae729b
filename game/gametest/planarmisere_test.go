package gametest_test

import (
	"math/rand/v2"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/game/gametest"
	"github.com/sprouts-solver/sprouts/game/sprouts"
)

// TestMisereStartsAreThoseOfDrawings plays from the literal rules up to 4 spots, and
// with SPROUTS_LONG 5, in half a minute.
func TestMisereStartsAreThoseOfDrawings(t *testing.T) {
	most := 4
	if os.Getenv("SPROUTS_LONG") != "" {
		most = 5
	}
	known := map[int]string{0: "W"}
	for _, rule := range gametest.Rules(t) {
		if rule.Game == "sprouts-misere" {
			known[rule.Spots] = rule.Value
		}
	}
	brute := gametest.NewMisereBruteForce(sprouts.New())
	for n := range most + 1 {
		drawn := gametest.NewPlanarMisere().Start(n)
		require.Equal(t, known[n], initial(drawn), "%d spots", n)
		if n < 4 {
			require.Equal(t, gametest.PlanarSprouts(n).Misere, drawn, "%d spots", n)
		}
		if n > 0 {
			require.Equal(t, drawn, brute.Outcome(landsOf(t, spots(n))), "%d spots", n)
		}
	}
}

// TestMisereLandsAreDrawings plays random games on planar maps. Each map is read as it
// is, so that package canon drops all that is dead, splits and merges: none of this may
// change who wins in misère play.
func TestMisereLandsAreDrawings(t *testing.T) {
	games := map[int]int{1: 5, 2: 50, 3: 300, 4: 150}
	if os.Getenv("SPROUTS_LONG") != "" {
		games = map[int]int{1: 50, 2: 5_000, 3: 50_000, 4: 5_000}
	}
	brute := gametest.NewMisereBruteForce(sprouts.New())
	drawings := gametest.NewPlanarMisere()
	r := rand.New(rand.NewPCG(13, 17))
	seen := map[string]bool{}
	sums := 0
	perOutcome := map[game.Outcome]int{}
	for n := 1; n <= 4; n++ {
		for range games[n] {
			for _, entry := range drawings.RandomGame(r, n) {
				if seen[entry.Text] {
					continue
				}
				seen[entry.Text] = true
				lands := landsOf(t, entry.Text)
				require.Equal(t, entry.Outcome, brute.Outcome(lands), entry.Text)
				perOutcome[entry.Outcome]++
				if len(lands) > 1 {
					sums++
				}
			}
		}
	}
	t.Logf("%d positions, %d of them sums of lands; %v", len(seen), sums, perOutcome)
	require.Greater(t, len(seen), 2000)
	require.Greater(t, sums, 100)
	require.Greater(t, perOutcome[game.Loss], 500)
}

// One spot: a loop at it, then a line between it and the new spot. Nothing is left out.
func TestDrawingsAsTexts(t *testing.T) {
	drawings := gametest.NewPlanarMisere()
	r := rand.New(rand.NewPCG(1, 1))
	require.Equal(t, []gametest.MisereEntry{
		{Text: "0", Outcome: game.Win},
		{Text: "AB|BA", Outcome: game.Loss},
		{Text: "33|3A3|A33", Outcome: game.Win},
	}, drawings.RandomGame(r, 1))
}
