package gametest_test

import (
	"maps"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/game/gametest"
	"github.com/sprouts-solver/sprouts/game/sprouts"
)

// reachable returns all lands that play from the position leads to, as texts.
func reachable(t *testing.T, g game.Game, text string) []string {
	t.Helper()
	start, err := g.Parse(text)
	require.NoError(t, err)
	e := g.NewExpander()
	texts := map[game.Component]string{}
	for queue := []game.Position{start}; len(queue) > 0; queue = queue[1:] {
		for _, c := range queue[0].Components {
			if _, ok := texts[c]; ok {
				continue
			}
			texts[c], err = g.Format(c)
			require.NoError(t, err)
			queue = append(queue, game.Options(e, game.Position{Components: []game.Component{c}})...)
		}
	}
	return slices.Sorted(maps.Values(texts))
}

// The fast Sprouts against the plain one, on every land of 4 spots or fewer: as
// many different moves, to the same lands, worth the same.
func TestSproutsAgreesWithPlainSprouts(t *testing.T) {
	g := sprouts.New()
	plain := gametest.NewPlainSprouts()
	brute := gametest.NewBruteForce(g)
	e := g.NewExpander()
	for _, start := range []string{"0*1", "0*2", "0*3", "0*4"} {
		for _, text := range reachable(t, g, start) {
			p, err := sprouts.ParseStrings(text)
			require.NoError(t, err)
			want, err := plain.Nimber(text)
			require.NoError(t, err)
			require.Equal(t, want, brute.Nimber(p), "nimber of %s", text)

			fast := map[string]bool{}
			for _, option := range game.Options(e, p) {
				fast[option.Key()] = true
			}
			moves, err := gametest.PlainMoves(text)
			require.NoError(t, err)
			slow := map[string]bool{}
			for _, move := range moves {
				q, err := sprouts.ParseStrings(move)
				require.NoError(t, err, "move of %s", text)
				slow[q.Key()] = true
			}
			require.Equal(t, slow, fast, "moves of %s", text)
		}
	}
}
