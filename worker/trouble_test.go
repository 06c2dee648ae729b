package worker_test

import (
	"errors"
	"fmt"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/game/sprouts"
	"github.com/sprouts-solver/sprouts/search"
	"github.com/sprouts-solver/sprouts/worker"
)

// The group stops at its next tick, wherever the search is.
func TestInterrupt(t *testing.T) {
	for _, threads := range []int{1, 3} {
		t.Run(fmt.Sprint(threads, " threads"), func(t *testing.T) {
			var e *worker.Executor
			lookups := 0
			memo := &hook{lookup: func([]byte) {
				if lookups++; lookups == 2_000 {
					e.Interrupt()
				}
			}}
			e = newExecutor(t, sprouts.New(), worker.ExecutorOptions{Memo: memo, Threads: threads})
			e.Assign(worker.Job{ID: 3, Couple: spots(t, 14, 0)})
			require.Equal(t, worker.Paused, step(t, e, 0).Kind)
			require.GreaterOrEqual(t, lookups, 2_000)
			require.Less(t, e.Stats().Visits, int64(6_000), "two thousand components are met within two thousand visits or so")

			e.Interrupt()
			before := e.Stats().Visits
			require.Equal(t, worker.Paused, step(t, e, 0).Kind, "at once, where none is at work")
			require.Equal(t, before, e.Stats().Visits)
			require.Equal(t, worker.Paused, step(t, e, 500).Kind)
			require.Greater(t, e.Stats().Visits, before, "once only")
		})
	}
}

// A panic is a failure of the job that led to it, and of no other.
func TestPoison(t *testing.T) {
	for _, threads := range []int{1, 3} {
		t.Run(fmt.Sprint(threads, " threads"), func(t *testing.T) {
			path, c := line(t)
			g := poisoned{sprouts.New(), c.Component, func() { panic("planted\nin two lines") }}
			e := newExecutor(t, g, worker.ExecutorOptions{Threads: threads})
			do(t, e, worker.Job{Couple: spots(t, 9, 0)})
			visits := e.Stats().Visits

			p := do(t, e, worker.Job{ID: 1, Couple: c, Path: path})
			require.Regexp(t, `^panic: planted at worker_test\.TestPoison\S* \(trouble_test\.go:\d+\)$`, p.Failure)
			require.Equal(t, worker.Idle, step(t, e, 0).Kind, "what is above would lead there again")
			require.Equal(t, int64(1), e.Stats().Renewals)

			p = do(t, e, worker.Job{ID: 2, Couple: spots(t, 9, 0)})
			require.Empty(t, p.Failure)
			require.Equal(t, spotsOutcome(9), p.Numbers.Outcome())
			require.LessOrEqual(t, p.Visits, int64(threads), "what is known is known to the new tables")
			require.Greater(t, e.Stats().Visits, visits, "no count is lost")

			p = do(t, e, worker.Job{ID: 3, Kind: worker.KindCheck, Couple: c, Claim: game.Known(0)})
			require.Contains(t, p.Failure, "panic: planted at ")
			require.Equal(t, worker.NoVerdict, p.Verdict)
		})
	}
}

// A panic in what a group does between jobs is nobody's failure.
func TestPoisonOnTheTrail(t *testing.T) {
	path, c := line(t)
	g := poisoned{sprouts.New(), path[1].Component, func() { panic("planted") }}
	e := newExecutor(t, g, worker.ExecutorOptions{})
	require.Empty(t, do(t, e, worker.Job{Couple: c, Path: path}).Failure)
	require.Equal(t, worker.Paused, step(t, e, 0).Kind)
	require.Equal(t, worker.Idle, step(t, e, 0).Kind)
	require.Equal(t, int64(1), e.Stats().Renewals)
}

// Bytes that are no component: as a job, or in a fact.
func TestForeignComponents(t *testing.T) {
	e := newExecutor(t, sprouts.New(), worker.ExecutorOptions{})
	foreign := game.Component("\xff\xfe\xfd")
	p := do(t, e, worker.Job{Couple: search.Couple{Component: foreign}})
	require.Contains(t, p.Failure, "panic: ")
	// The search has asked about these bytes, so that it is told.
	e.Assign(worker.Job{Couple: spots(t, 12, 0)})
	step(t, e, 100)
	require.NoError(t, e.Learn([]worker.Entry{{Component: foreign, Fact: game.Known(1)}}))
	require.Equal(t, worker.Paused, step(t, e, 100).Kind)
}

// Tables that earlier jobs have filled are emptied for the next one. A job that
// fills empty tables fails. The memo plays the part of the tables.
func TestMemoryLimit(t *testing.T) {
	memo := &hook{}
	e := newExecutor(t, sprouts.New(), worker.ExecutorOptions{Memo: memo})
	job := worker.Job{Couple: spots(t, 9, 0)}
	memo.failures, memo.err = 1, search.ErrMemoryLimit
	p := do(t, e, job)
	require.Empty(t, p.Failure, "it had a second chance")
	require.Equal(t, spotsOutcome(9), p.Numbers.Outcome())
	require.Equal(t, int64(1), e.Stats().Renewals)

	job.Couple = spots(t, 10, 0)
	memo.failures = 2
	p = do(t, e, job)
	require.Equal(t, search.ErrMemoryLimit.Error(), p.Failure)
	require.Equal(t, int64(3), e.Stats().Renewals)
	require.Equal(t, spotsOutcome(10), do(t, e, job).Numbers.Outcome(), "the group is as good as before")

	memo.failures = 1
	p = do(t, e, worker.Job{Kind: worker.KindCheck, Couple: spots(t, 11, 0), Claim: game.Known(0)})
	require.Empty(t, p.Failure)
	require.Equal(t, worker.Inconclusive, p.Verdict, "a check that does not fit says nothing")

	path, c := line(t)
	e = newExecutor(t, sprouts.New(), worker.ExecutorOptions{Memo: memo})
	memo.failures = 0
	do(t, e, worker.Job{Couple: c, Path: path})
	memo.failures = 1
	step(t, e, 0)
	require.Equal(t, worker.Paused, step(t, e, 10).Kind, "between jobs there is a second chance too")
	memo.failures = 1
	step(t, e, 0)
	require.Equal(t, worker.Idle, step(t, e, 0).Kind)
}

// What the memo cannot keep stops the group for good.
func TestMemoFails(t *testing.T) {
	disk := errors.New("disk is full")
	memo := &hook{err: disk, failures: 2}
	e := newExecutor(t, sprouts.New(), worker.ExecutorOptions{Memo: memo})
	e.Assign(worker.Job{Couple: spots(t, 8, 0)})
	for range 2 {
		_, err := e.Step(0)
		require.ErrorIs(t, err, disk)
	}
	require.Empty(t, memo.recorded)
}

// All methods that may be called from anywhere are, at once.
func TestConcurrentUse(t *testing.T) {
	other := newExecutor(t, sprouts.New(), worker.ExecutorOptions{})
	do(t, other, worker.Job{Couple: spots(t, 9, 0)})
	facts := other.Outbox().Take(1<<20, 1<<30)

	e := newExecutor(t, sprouts.New(), worker.ExecutorOptions{Threads: 2})
	stop := make(chan struct{})
	var wait sync.WaitGroup
	again := func(f func(i int)) {
		wait.Go(func() {
			for i := 0; ; i++ {
				select {
				case <-stop:
					return
				default:
					f(i)
				}
			}
		})
	}
	again(func(int) { e.Stats(); e.FactsFull() })
	again(func(i int) {
		if i%1_000 == 0 {
			e.Interrupt()
		}
		if i < len(facts)/2 {
			if err := e.Learn(facts[i : i+1]); err != nil {
				panic(err)
			}
		}
	})
	again(func(int) { e.Outbox().Take(100, 1_000); e.Outbox().Ack() })
	e.Assign(worker.Job{Couple: spots(t, 10, 0)})
	p := finish(t, e, 5_000)
	close(stop)
	wait.Wait()
	require.Equal(t, spotsOutcome(10), p.Numbers.Outcome())
}
