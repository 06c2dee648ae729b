package coordinator_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/sprouts-solver/sprouts/coordinator"
	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/game/gametest"
	"github.com/sprouts-solver/sprouts/game/sprouts"
	"github.com/sprouts-solver/sprouts/search"
)

// truth knows all lands that arise from four spots, and what they are worth.
type truth struct {
	game  game.Game
	force *gametest.BruteForce
	lands []game.Component
}

func newTruth(tb testing.TB) *truth {
	tb.Helper()
	g := sprouts.New()
	t := &truth{game: g, force: gametest.NewBruteForce(g)}
	seen := map[game.Component]bool{}
	expander := g.NewExpander()
	var visit func(p game.Position)
	visit = func(p game.Position) {
		for _, c := range p.Components {
			if seen[c] {
				continue
			}
			seen[c] = true
			t.lands = append(t.lands, c)
			for _, option := range game.Options(expander, game.Position{Components: []game.Component{c}}) {
				visit(option)
			}
		}
	}
	visit(parse(tb, g, "4"))
	slices.Sort(t.lands)
	return t
}

func parse(tb testing.TB, g game.Game, text string) game.Position {
	tb.Helper()
	p, err := g.Parse(text)
	require.NoError(tb, err)
	return p
}

// nimber returns what a component is worth.
func (t *truth) nimber(c game.Component) game.Nimber {
	return t.force.Nimber(game.Position{Components: []game.Component{c}})
}

// fact returns what the outcome of a couple proves.
func (t *truth) fact(c search.Couple) coordinator.Entry {
	if n := t.nimber(c.Component); n == c.Nimber {
		return coordinator.Entry{Component: c.Component, Fact: game.Known(n)}
	}
	return coordinator.Entry{Component: c.Component, Fact: game.Excluded(c.Nimber)}
}

// requireRight fails unless a run has the answer that brute force has.
func (t *truth) requireRight(tb require.TestingT, r coordinator.RunStatus) {
	require.Equal(tb, coordinator.RunDecided, r.State, "%+v", r)
	switch r.Goal {
	case coordinator.GoalOutcome:
		require.Equal(tb, t.force.Outcome(r.Position), r.Outcome, r.Text)
	case coordinator.GoalNimber:
		require.Equal(tb, t.force.Nimber(r.Position), r.Nimber, r.Text)
	}
}
