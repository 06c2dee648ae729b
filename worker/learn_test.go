package worker_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/game/sprouts"
	"github.com/sprouts-solver/sprouts/worker"
)

// What one group has proven another one need not prove again.
func TestFactsOfOthersSpareWork(t *testing.T) {
	first := newExecutor(t, sprouts.New(), worker.ExecutorOptions{})
	job := worker.Job{Couple: spots(t, 11, 0)}
	alone := do(t, first, job)
	facts := first.Outbox().Take(1<<20, 1<<30)
	first.Outbox().Ack()
	require.Zero(t, first.Outbox().Len())

	second := newExecutor(t, sprouts.New(), worker.ExecutorOptions{})
	var below []worker.Entry
	nimbers := 0
	for _, f := range facts {
		if f.Component != job.Couple.Component {
			below = append(below, f)
			if f.Fact.IsKnown() {
				nimbers++
			}
		}
	}
	require.NoError(t, second.Learn(below))
	p := do(t, second, job)
	require.Equal(t, spotsOutcome(11), p.Numbers.Outcome())
	require.Less(t, p.Visits, alone.Visits/10)
	require.Equal(t, int64(nimbers), second.Stats().Received)
	for _, f := range second.Outbox().Take(1<<20, 1<<30) {
		if f.Component != job.Couple.Component {
			require.NotContains(t, below, f, "what it was told it does not tell")
		}
	}
}

// A fact that comes in the middle of a job is heard of within a tick.
func TestFactsEndAJob(t *testing.T) {
	for _, threads := range []int{1, 3} {
		var e *worker.Executor
		c := spots(t, 13, 0)
		lookups := 0
		memo := &hook{lookup: func([]byte) {
			if lookups++; lookups == 1_000 {
				require.NoError(t, e.Learn([]worker.Entry{{Component: c.Component, Fact: game.Known(0)}}))
			}
		}}
		e = newExecutor(t, sprouts.New(), worker.ExecutorOptions{Threads: threads, Memo: memo})
		p := do(t, e, worker.Job{Couple: c})
		require.Equal(t, spotsOutcome(13), p.Numbers.Outcome())
		require.Less(t, p.Visits, int64(1_000*(3+threads)), "%d threads", threads)
		require.Contains(t, take(e), c.Component, "the coordinator is told in any case")
	}
}

// Facts that cannot be true, and that say nothing, are passed over.
func TestFactsThatAreNone(t *testing.T) {
	e := newExecutor(t, sprouts.New(), worker.ExecutorOptions{})
	c := spots(t, 5, 1)
	require.NoError(t, e.Learn([]worker.Entry{
		{Component: c.Component, Fact: 0xffff}, {Component: c.Component}, {Component: c.Component, Fact: 1<<31 | 1},
	}))
	require.Equal(t, game.Loss, do(t, e, worker.Job{Couple: c}).Numbers.Outcome())
	require.Zero(t, e.Stats().Received)
}

// Two facts that contradict each other stop the group, whichever comes first.
func TestContradictions(t *testing.T) {
	c := spots(t, 9, 1)
	t.Run("proven, then told", func(t *testing.T) {
		e := newExecutor(t, sprouts.New(), worker.ExecutorOptions{})
		do(t, e, worker.Job{Couple: c})
		err := e.Learn([]worker.Entry{{Component: c.Component, Fact: game.Known(2)}})
		var conflict *game.ConflictError
		require.ErrorAs(t, err, &conflict)
		require.Equal(t, game.Known(1), conflict.Have)
		require.Equal(t, game.Known(2), conflict.New)
		require.Equal(t, "the coordinator", conflict.NewFrom)
		require.Equal(t, game.Loss, do(t, e, worker.Job{Couple: c}).Numbers.Outcome(), "it is not believed")
	})
	t.Run("told, then proven", func(t *testing.T) {
		e := newExecutor(t, sprouts.New(), worker.ExecutorOptions{})
		// That leaves 0 only, and 9 spots are a win.
		require.NoError(t, e.Learn([]worker.Entry{{Component: c.Component, Fact: game.FactFromMask(0xfffe)}}))
		e.Assign(worker.Job{Couple: spots(t, 9, 0)})
		_, err := e.Step(0)
		var conflict *game.ConflictError
		require.ErrorAs(t, err, &conflict)
		require.Equal(t, c.Component, conflict.Component)
		_, again := e.Step(0)
		require.Equal(t, err, again)
	})
}
