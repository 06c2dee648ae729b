package worker_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/sprouts-solver/sprouts/game/sprouts"
	"github.com/sprouts-solver/sprouts/search"
	"github.com/sprouts-solver/sprouts/worker"
)

// BenchmarkGroup is what a group costs beside its search: the same 30,000 visits
// with and without what stands around it.
func BenchmarkGroup(b *testing.B) {
	const visits = 30_000
	c := spots(b, 14, 0)
	memo := smallLands(b)
	b.Run("search", func(b *testing.B) {
		for b.Loop() {
			s, err := search.New(sprouts.New(), search.Options{Memo: memo})
			require.NoError(b, err)
			_, err = s.Work(c, 0, visits)
			require.NoError(b, err)
		}
	})
	b.Run("executor", func(b *testing.B) {
		for b.Loop() {
			e, err := worker.NewExecutor(sprouts.New(), worker.ExecutorOptions{Memo: memo})
			require.NoError(b, err)
			e.Assign(worker.Job{Couple: c, Budget: visits})
			finish(b, e, 0)
		}
	})
}
