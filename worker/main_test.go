package worker_test

import (
	"cmp"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/game/sprouts"
	"github.com/sprouts-solver/sprouts/search"
	"github.com/sprouts-solver/sprouts/worker"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// What the tests of this package share.

// component returns the only component of a position.
func component(tb testing.TB, g game.Game, text string) game.Component {
	tb.Helper()
	p, err := g.Parse(text)
	require.NoError(tb, err)
	require.Len(tb, p.Components, 1)
	return p.Components[0]
}

// spots returns the start position of Sprouts with n spots as a couple.
func spots(tb testing.TB, n int, heap game.Nimber) search.Couple {
	tb.Helper()
	return search.Couple{Component: component(tb, sprouts.New(), fmt.Sprint(n)), Nimber: heap}
}

// spotsOutcome is the outcome of n spots (Applegate, Jacobson, Sleator 1991).
func spotsOutcome(n int) game.Outcome {
	if n%6 >= 3 {
		return game.Win
	}
	return game.Loss
}

// smallLands is the embedded table, which makes short work of all that is below some
// 12 spots.
func smallLands(tb testing.TB) *sprouts.SmallLands {
	tb.Helper()
	var memo sprouts.SmallLands
	_, err := memo.Load(1 << 20)
	require.NoError(tb, err)
	return &memo
}

func newExecutor(tb testing.TB, g game.Game, o worker.ExecutorOptions) *worker.Executor {
	tb.Helper()
	o.MaxMemory = cmp.Or(o.MaxMemory, 64<<20)
	o.CheckMemory = cmp.Or(o.CheckMemory, 64<<20)
	e, err := worker.NewExecutor(g, o)
	require.NoError(tb, err)
	return e
}

// step makes one Step.
func step(tb testing.TB, e *worker.Executor, visits int64) worker.Event {
	tb.Helper()
	event, err := e.Step(visits)
	require.NoError(tb, err)
	return event
}

// finish steps until the job has finished.
func finish(tb testing.TB, e *worker.Executor, visits int64) worker.Progress {
	tb.Helper()
	for range 1_000_000 {
		event := step(tb, e, visits)
		require.NotEqual(tb, worker.Idle, event.Kind, "with a job at hand")
		if event.Kind == worker.Finished {
			return event.Progress
		}
	}
	require.Fail(tb, "the job does not finish")
	return worker.Progress{}
}

// do assigns a job and runs it to its end.
func do(tb testing.TB, e *worker.Executor, j worker.Job) worker.Progress {
	tb.Helper()
	e.Assign(j)
	return finish(tb, e, 0)
}

// take empties the outbox.
func take(e *worker.Executor) map[game.Component]game.Fact {
	facts := map[game.Component]game.Fact{}
	for _, entry := range e.Outbox().Take(1<<30, 1<<40) {
		facts[entry.Component] = entry.Fact
	}
	e.Outbox().Ack()
	return facts
}
