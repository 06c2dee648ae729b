package worker_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/game/gametest"
	"github.com/sprouts-solver/sprouts/game/nim"
	"github.com/sprouts-solver/sprouts/game/sprouts"
	"github.com/sprouts-solver/sprouts/search"
	"github.com/sprouts-solver/sprouts/worker"
)

// Jobs end with the right outcome, and everything in the outbox is true.
func TestJobsAgreeWithBruteForce(t *testing.T) {
	for _, g := range []game.Game{sprouts.New(), nim.New()} {
		for _, threads := range []int{1, 3} {
			t.Run(fmt.Sprintf("%s/%d threads", g.Name(), threads), func(t *testing.T) {
				brute := gametest.NewBruteForce(g)
				e := newExecutor(t, g, worker.ExecutorOptions{Threads: threads})
				proven := map[game.Component]game.Fact{}
				for n := 1; n <= 4; n++ {
					for heap := range game.Nimber(4) {
						c := search.Couple{Component: component(t, g, fmt.Sprint(n)), Nimber: heap}
						p := do(t, e, worker.Job{ID: worker.LeaseID(n), Couple: c})
						require.Equal(t, worker.LeaseID(n), p.Job)
						require.Empty(t, p.Failure)
						require.Empty(t, p.Children, "of a decided couple")
						want := brute.Outcome(game.Position{Components: []game.Component{c.Component}, Heap: heap})
						require.Equal(t, want, p.Numbers.Outcome(), "%d + *%d", n, heap)
						f := take(e)
						require.Equal(t, want, f[c.Component].Outcome(heap), "the coordinator is told")
						for c, fact := range f {
							proven[c] |= fact
						}
					}
				}
				require.Greater(t, len(proven), 3)
				for c, f := range proven {
					truth := brute.Nimber(game.Position{Components: []game.Component{c}})
					require.True(t, f.Valid())
					require.False(t, f.Excludes(truth), "component %x is worth %d, not %s", string(c), truth, f)
				}
			})
		}
	}
}

// A budget bounds a job to within what its last visit had begun, and its numbers
// are those of its children.
func TestBudget(t *testing.T) {
	for _, threads := range []int{1, 2} {
		e := newExecutor(t, sprouts.New(), worker.ExecutorOptions{Threads: threads})
		p := do(t, e, worker.Job{Couple: spots(t, 12, 0), Budget: 2_000})
		require.Equal(t, game.Unknown, p.Numbers.Outcome())
		require.GreaterOrEqual(t, p.Visits, int64(2_000))
		require.Less(t, p.Visits, int64(2_200))
		require.Positive(t, p.Expansions)
		require.Positive(t, p.Nimbers)

		seen := map[search.Couple]bool{}
		least := uint32(search.Infinity)
		for _, child := range p.Children {
			require.False(t, seen[child.Couple], "each once")
			seen[child.Couple] = true
			require.Equal(t, game.Unknown, child.Outcome())
			least = min(least, child.Disproof)
		}
		require.NotEmpty(t, p.Children)
		if threads == 1 {
			require.LessOrEqual(t, least, p.Numbers.Proof)
		}
	}
}

// A job may be cut into steps of any size. Two groups that are treated alike do
// alike.
func TestSteps(t *testing.T) {
	for _, visits := range []int64{0, 300, 1_000, 7_000} {
		job := worker.Job{Couple: spots(t, 11, 0), Budget: 20_000, Turn: 1}
		var results [2]worker.Progress
		var facts [2]map[game.Component]game.Fact
		for i := range results {
			e := newExecutor(t, sprouts.New(), worker.ExecutorOptions{})
			e.Assign(job)
			results[i] = finish(t, e, visits)
			facts[i] = take(e)
		}
		require.Equal(t, results[0], results[1])
		require.Equal(t, facts[0], facts[1])
		p := results[0]
		require.True(t, p.Visits >= job.Budget || p.Numbers.Outcome() == spotsOutcome(11), "%v", p.Numbers)
		require.Less(t, p.Visits, job.Budget+100)
	}
}

// What a group has come to can be asked at any time.
func TestProgress(t *testing.T) {
	e := newExecutor(t, sprouts.New(), worker.ExecutorOptions{})
	_, ok := e.Progress()
	require.False(t, ok)
	job := worker.Job{ID: 7, Couple: spots(t, 12, 0), Budget: 5_000}
	e.Assign(job)
	p, ok := e.Progress()
	require.True(t, ok)
	require.Equal(t, worker.Progress{Job: 7}, p, "nothing yet")
	at, ok := e.Job()
	require.True(t, ok)
	require.Equal(t, job, at)

	require.Equal(t, worker.Paused, step(t, e, 1_500).Kind)
	p, ok = e.Progress()
	require.True(t, ok)
	require.NotZero(t, p.Numbers)
	require.NotEmpty(t, p.Children)
	require.InDelta(t, 1_500, p.Visits, 100)

	last := finish(t, e, 0)
	require.Greater(t, last.Visits, p.Visits)
	_, ok = e.Progress()
	require.False(t, ok)
}

// A job in place of another one: the first never finishes.
func TestAssignReplaces(t *testing.T) {
	e := newExecutor(t, sprouts.New(), worker.ExecutorOptions{})
	e.Assign(worker.Job{ID: 1, Couple: spots(t, 12, 0)})
	step(t, e, 1_000)
	e.Assign(worker.Job{ID: 2, Couple: spots(t, 5, 0)})
	p := finish(t, e, 0)
	require.Equal(t, worker.LeaseID(2), p.Job)
	require.Equal(t, spotsOutcome(5), p.Numbers.Outcome())
}

// A job that makes no sense fails and does no harm.
func TestBadJobs(t *testing.T) {
	e := newExecutor(t, sprouts.New(), worker.ExecutorOptions{})
	five := spots(t, 5, 0)
	for name, j := range map[string]worker.Job{
		"kind 2":      {Couple: five, Kind: 2},
		"budget -1":   {Couple: five, Budget: -1},
		"turn -1":     {Couple: five, Turn: -1},
		"nimber 16":   {Couple: search.Couple{Component: five.Component, Nimber: 16}},
		"nimber 17":   {Couple: five, Path: []search.Couple{{Component: five.Component, Nimber: 17}}},
		"claim ffff ": {Couple: five, Kind: worker.KindCheck, Claim: 0xffff},
	} {
		p := do(t, e, j)
		require.Contains(t, p.Failure, "bad job: ", name)
		require.Equal(t, worker.Idle, step(t, e, 0).Kind)
	}
	require.Equal(t, spotsOutcome(5), do(t, e, worker.Job{Couple: five}).Numbers.Outcome())
}

func TestOptions(t *testing.T) {
	_, err := worker.NewExecutor(sprouts.New(), worker.ExecutorOptions{
		Threads: -1, MaxMemory: 1, FactsMemory: -1, CheckMemory: 1, MaxWins: -1,
	})
	for _, field := range []string{"Threads", "MaxMemory", "FactsMemory", "CheckMemory", "MaxWins"} {
		require.ErrorContains(t, err, field+" is ")
	}
}

// Counts grow while a job is at work, and none is lost when tables are.
func TestStats(t *testing.T) {
	var memo sprouts.SmallLands
	e := newExecutor(t, sprouts.New(), worker.ExecutorOptions{Memo: &memo})
	p := do(t, e, worker.Job{Couple: spots(t, 11, 0), Budget: 3_000})
	s := e.Stats()
	require.Equal(t, p.Visits, s.Visits)
	require.Equal(t, p.Expansions, s.Expansions)
	require.Equal(t, p.Nimbers, s.Nimbers)
	require.Positive(t, s.Options)
	require.Positive(t, s.Wins)
	require.Positive(t, s.Memory)
	require.Positive(t, s.MemoHits, "the embedded table is asked")
	require.Positive(t, s.MemoMisses)
	require.Positive(t, s.FactsMisses)

	check := do(t, e, worker.Job{Kind: worker.KindCheck, Couple: spots(t, 8, 0), Claim: game.Known(0)})
	require.Equal(t, s.Visits+check.Visits, e.Stats().Visits)
	require.Positive(t, check.Visits)
}

func TestWords(t *testing.T) {
	require.Equal(t, "search check", fmt.Sprint(worker.KindSearch, " ", worker.KindCheck))
	require.Equal(t, "paused finished idle", fmt.Sprint(worker.Paused, " ", worker.Finished, " ", worker.Idle))
	require.Equal(t, "none match mismatch inconclusive",
		fmt.Sprint(worker.NoVerdict, " ", worker.Match, " ", worker.Mismatch, " ", worker.Inconclusive))
}
