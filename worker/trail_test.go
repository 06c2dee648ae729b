package worker_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/game/sprouts"
	"github.com/sprouts-solver/sprouts/search"
	"github.com/sprouts-solver/sprouts/worker"
)

// line returns three couples, 10 spots first, each an option of the one before. Each
// takes hundreds of visits at least.
func line(tb testing.TB) (path []search.Couple, last search.Couple) {
	tb.Helper()
	g := sprouts.New()
	for _, text := range []string{"10", "0*8.a1a1", "0*5.A|0*3.1aAa"} {
		path = append(path, search.Couple{Component: component(tb, g, text)})
	}
	for i := range path[1:] {
		above := game.Position{Components: []game.Component{path[i].Component}}
		keys := []string{}
		for _, option := range game.Options(g.NewExpander(), above) {
			keys = append(keys, option.Key())
		}
		require.Contains(tb, keys, game.Position{Components: []game.Component{path[i+1].Component}}.Key())
	}
	return path[:2], path[2]
}

// A job that ends undecided is gone on with until it is decided, then what is above
// it, up to the root. All of it is sent.
func TestNeverIdle(t *testing.T) {
	path, c := line(t)
	e := newExecutor(t, sprouts.New(), worker.ExecutorOptions{})
	p := do(t, e, worker.Job{Couple: c, Path: path, Budget: 20})
	require.Equal(t, game.Unknown, p.Numbers.Outcome())

	decided := map[game.Component]int{} // at which step
	sent := map[game.Component]game.Fact{}
	steps := 0
	for ; ; steps++ {
		before := e.Stats().Visits
		event := step(t, e, 1_000)
		for component, f := range take(e) {
			sent[component] |= f
		}
		for _, x := range append(path, c) {
			if _, ok := decided[x.Component]; !ok && sent[x.Component].Outcome(x.Nimber) != game.Unknown {
				decided[x.Component] = steps
			}
		}
		if event.Kind == worker.Idle {
			break
		}
		require.Equal(t, worker.Paused, event.Kind)
		require.Greater(t, e.Stats().Visits, before, "each step does something")
		require.Less(t, steps, 1_000)
	}
	require.Len(t, decided, 3, "the root is decided in the end")
	require.LessOrEqual(t, decided[c.Component], decided[path[1].Component])
	require.LessOrEqual(t, decided[path[1].Component], decided[path[0].Component])
	require.Equal(t, spotsOutcome(10), sent[path[0].Component].Outcome(0))
	require.Equal(t, worker.Idle, step(t, e, 0).Kind, "there is no more to do")

	e.Assign(worker.Job{Couple: spots(t, 8, 0)})
	require.Equal(t, spotsOutcome(8), finish(t, e, 0).Numbers.Outcome())
}

// An unwanted job never finishes; the group goes on above it.
func TestAbandon(t *testing.T) {
	path, c := line(t)
	e := newExecutor(t, sprouts.New(), worker.ExecutorOptions{})
	e.Assign(worker.Job{ID: 1, Couple: c, Path: path})
	step(t, e, 10)
	e.Abandon(2)
	_, ok := e.Job()
	require.True(t, ok, "that was another one")
	e.Abandon(1)
	_, ok = e.Job()
	require.False(t, ok)

	for range 1_000 {
		event := step(t, e, 1_000)
		require.NotEqual(t, worker.Finished, event.Kind)
		if event.Kind == worker.Idle {
			break
		}
	}
	require.Equal(t, spotsOutcome(10), take(e)[path[0].Component].Outcome(0), "the root is decided")
}

// News about what is above ends work that has become useless.
func TestNewsAboveEndTheTrail(t *testing.T) {
	path, c := line(t)
	e := newExecutor(t, sprouts.New(), worker.ExecutorOptions{})
	do(t, e, worker.Job{Couple: c, Path: path, Budget: 20})
	require.NoError(t, e.Learn([]worker.Entry{{Component: path[1].Component, Fact: game.Excluded(0)}}))
	require.Equal(t, worker.Paused, step(t, e, 200).Kind, "goes on with the root")
	require.NoError(t, e.Learn([]worker.Entry{{Component: path[0].Component, Fact: game.Known(1)}}))
	before := e.Stats().Visits
	require.Equal(t, worker.Idle, step(t, e, 0).Kind)
	require.Equal(t, before, e.Stats().Visits)
}

// A check leaves the group where it was.
func TestCheckKeepsTheTrail(t *testing.T) {
	path, c := line(t)
	e := newExecutor(t, sprouts.New(), worker.ExecutorOptions{})
	do(t, e, worker.Job{Couple: c, Path: path, Budget: 20})
	do(t, e, worker.Job{Kind: worker.KindCheck, Couple: spots(t, 3, 1), Claim: game.Known(1)})
	require.Equal(t, worker.Paused, step(t, e, 10).Kind, "there is work left")
	e.Assign(worker.Job{ID: 5, Kind: worker.KindCheck, Couple: spots(t, 10, 1), Claim: game.Known(1)})
	step(t, e, 100)
	e.Abandon(5)
	require.Equal(t, worker.Paused, step(t, e, 10).Kind, "there is work left")
}
