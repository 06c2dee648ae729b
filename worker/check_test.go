package worker_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/game/sprouts"
	"github.com/sprouts-solver/sprouts/worker"
)

func TestChecks(t *testing.T) {
	memo := smallLands(t)
	for _, threads := range []int{1, 2} {
		for _, test := range []struct {
			name   string
			spots  int
			nimber game.Nimber
			claim  game.Fact
			budget int64
			want   worker.Verdict
		}{
			{"right nimber", 9, 1, game.Known(1), 0, worker.Match},
			{"right exclusion", 9, 0, game.Excluded(0), 0, worker.Match},
			{"right exclusions", 9, 2, game.FactFromMask(1 | 4), 0, worker.Match},
			{"wrong nimber", 9, 2, game.Known(2), 0, worker.Mismatch},
			{"wrong exclusion", 9, 1, game.Excluded(1), 0, worker.Mismatch},
			{"no time", 12, 0, game.Known(0), 100, worker.Inconclusive},
		} {
			t.Run(fmt.Sprintf("%s, %d threads", test.name, threads), func(t *testing.T) {
				c := spots(t, test.spots, test.nimber)
				e := newExecutor(t, sprouts.New(), worker.ExecutorOptions{Threads: threads, Memo: memo})
				p := do(t, e, worker.Job{Kind: worker.KindCheck, Couple: c, Claim: test.claim, Budget: test.budget})
				require.Equal(t, worker.KindCheck, p.Kind)
				require.Equal(t, test.want, p.Verdict)
				require.Empty(t, p.Failure)
				require.Empty(t, p.Children)
				require.Positive(t, p.Visits)
				switch test.want {
				case worker.Match:
					require.False(t, p.Found.Contradicts(test.claim))
					require.Equal(t, test.claim.Outcome(test.nimber), p.Numbers.Outcome())
				case worker.Mismatch:
					require.True(t, p.Found.Contradicts(test.claim))
					require.NotEqual(t, test.claim.Outcome(test.nimber), p.Numbers.Outcome())
				default:
					require.Equal(t, game.Unknown, p.Numbers.Outcome())
				}
				require.NotContains(t, take(e), c.Component, "the report says it")
			})
		}
	}
}

// A lie that the group believes is found out, since the check does not ask the
// group about it, while it profits from all else that the group knows.
func TestCheckFindsAPlantedLie(t *testing.T) {
	c := spots(t, 11, 1)
	e := newExecutor(t, sprouts.New(), worker.ExecutorOptions{Memo: smallLands(t)})
	fresh := do(t, e, worker.Job{Kind: worker.KindCheck, Couple: c, Claim: game.Known(1)})
	require.Equal(t, worker.Match, fresh.Verdict)

	lie := game.Known(3)
	require.NoError(t, e.Learn([]worker.Entry{{Component: c.Component, Fact: lie}}))
	require.Equal(t, game.Win, do(t, e, worker.Job{Couple: c}).Numbers.Outcome(), "the group believes it")
	p := do(t, e, worker.Job{Kind: worker.KindCheck, Couple: spots(t, 11, 3), Claim: lie})
	require.Equal(t, worker.Mismatch, p.Verdict)
	require.Equal(t, game.Win, p.Numbers.Outcome())
	require.True(t, p.Found.Excludes(3))

	p = do(t, e, worker.Job{Kind: worker.KindCheck, Couple: c, Claim: game.Known(1)})
	require.Equal(t, worker.Match, p.Verdict)
	require.Less(t, p.Visits, fresh.Visits/4, "what is below is known by now")
}

// A check can be interrupted, asked about and dropped like any job.
func TestCheckInSteps(t *testing.T) {
	e := newExecutor(t, sprouts.New(), worker.ExecutorOptions{Memo: smallLands(t)})
	job := worker.Job{ID: 4, Kind: worker.KindCheck, Couple: spots(t, 11, 1), Claim: game.Known(1)}
	e.Assign(job)
	require.Equal(t, worker.Paused, step(t, e, 1_000).Kind)
	p, ok := e.Progress()
	require.True(t, ok)
	require.Equal(t, worker.NoVerdict, p.Verdict, "not yet")
	require.InDelta(t, 1_000, p.Visits, 100)
	e.Interrupt()
	require.Equal(t, worker.Paused, step(t, e, 0).Kind)
	last := finish(t, e, 4_000)
	require.Equal(t, worker.Match, last.Verdict)
	require.Greater(t, last.Visits, p.Visits)

	// Facts that it proved on the way reach the group.
	require.NotEmpty(t, take(e))
	p = do(t, e, worker.Job{Couple: job.Couple})
	require.Equal(t, game.Loss, p.Numbers.Outcome())
	require.Less(t, p.Visits, last.Visits/2)

	e.Assign(job)
	before := e.Stats().Visits
	step(t, e, 10)
	e.Abandon(4)
	require.Equal(t, worker.Idle, step(t, e, 0).Kind)
	require.Greater(t, e.Stats().Visits, before, "its work stays counted")
}
