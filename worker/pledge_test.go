package worker_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/game/sprouts"
	"github.com/sprouts-solver/sprouts/search"
	"github.com/sprouts-solver/sprouts/worker"
)

// However dear facts must be, the coordinator hears of what is known of the children of
// a couple that a job leaves undecided, once, and of nothing else.
func TestPledgesChildren(t *testing.T) {
	g := sprouts.New()
	e := newExecutor(t, g, worker.ExecutorOptions{})
	e.TellLeast(1 << 40)
	c := spots(t, 12, 0)
	p := do(t, e, worker.Job{Couple: c, Budget: 5_000})
	told := take(e)
	open := map[search.Couple]bool{}
	for _, child := range p.Children {
		open[child.Couple] = true
	}
	closed, components := 0, map[game.Component]bool{}
	g.NewExpander().Expand([]byte(c.Component), func(option *game.Sum) bool {
		for i := range option.Len() {
			components[game.Component(option.At(i))] = true
		}
		if option.Len() == 1 && !open[search.Couple{Component: game.Component(option.At(0))}] {
			closed++
			require.Equal(t, game.Win, told[game.Component(option.At(0))].Outcome(0))
		}
		return true
	})
	require.Positive(t, closed)
	for component := range told {
		require.True(t, components[component], "%x is a component of a child", string(component))
	}
	do(t, e, worker.Job{Couple: c, Budget: 1})
	require.Empty(t, take(e), "nothing new")
}

// What decides a couple above the job is told, however little it took.
func TestPledgesPath(t *testing.T) {
	e := newExecutor(t, sprouts.New(), worker.ExecutorOptions{})
	e.TellLeast(1 << 40)
	do(t, e, worker.Job{Couple: spots(t, 5, 0), Path: []search.Couple{spots(t, 9, 0), spots(t, 7, 0)}})
	for step(t, e, 0).Kind != worker.Idle {
	}
	requirePath(t, take(e))

	// The next job comes before the group has looked what to go on with.
	e = newExecutor(t, sprouts.New(), worker.ExecutorOptions{})
	e.TellLeast(1 << 40)
	do(t, e, worker.Job{Couple: spots(t, 5, 0), Path: []search.Couple{spots(t, 9, 0), spots(t, 7, 0)}})
	for range 2 {
		require.Equal(t, worker.Paused, step(t, e, 0).Kind)
	}
	do(t, e, worker.Job{Couple: spots(t, 3, 0)})
	requirePath(t, take(e))
}

func requirePath(t *testing.T, told map[game.Component]game.Fact) {
	t.Helper()
	for _, n := range []int{5, 7, 9} {
		c := spots(t, n, 0)
		require.Equal(t, spotsOutcome(n), told[c.Component].Outcome(0), "%d spots", n)
	}
}
