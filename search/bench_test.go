package search_test

import (
	"fmt"
	"runtime"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/game/sprouts"
	"github.com/sprouts-solver/sprouts/search"
)

// BenchmarkSolve is a whole search as a user asks for it: a new solver, and the
// embedded table loaded on the way.
func BenchmarkSolve(b *testing.B) {
	for _, n := range []int{14, 16, 17, 22} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			p := spots(b, n)
			var stats search.Stats
			b.ReportAllocs()
			for b.Loop() {
				s := newSolver(b, sprouts.New(), search.Options{Memo: &sprouts.SmallLands{}})
				require.Equal(b, knownOutcome(n), outcome(b, s, p))
				stats = s.Stats()
			}
			perSearch := float64(b.Elapsed().Nanoseconds()) / float64(b.N)
			b.ReportMetric(float64(stats.Visits), "visits")
			b.ReportMetric(perSearch/1e3/float64(stats.Children), "us/child")
			b.ReportMetric(float64(stats.Memory)/float64(stats.Components), "B/land")
		})
	}
}

// BenchmarkMisere is a whole search of misère play, with one thread and with two.
func BenchmarkMisere(b *testing.B) {
	for _, n := range []int{11, 12, 13, 14, 15, 16, 17} {
		for _, threads := range []int{1, 2} {
			b.Run(fmt.Sprintf("spots=%d/threads=%d", n, threads), func(b *testing.B) {
				var stats search.Stats
				for b.Loop() {
					g := miserePlay(b)
					s := newSolver(b, g, search.Options{Threads: threads, MaxMemory: 8 << 30})
					require.Equal(b, misereStarts[n:n+1], misereOutcome(b, s, g, strconv.Itoa(n)))
					stats = s.Stats()
				}
				b.ReportMetric(float64(stats.Visits), "visits")
				b.ReportMetric(float64(stats.Expansions), "expansions")
				b.ReportMetric(float64(stats.Trees), "trees")
				b.ReportMetric(float64(stats.Memory)/(1<<20), "MiB")
				b.ReportMetric(0, "ns/op")
				b.ReportMetric(b.Elapsed().Seconds()/float64(b.N), "s/op")
			})
		}
	}
}

// A search that is under way allocates only when tables grow: not for a visit, an
// expansion or a child.
func TestSteadyStateDoesNotAllocate(t *testing.T) {
	type sample struct {
		search.Stats
		mallocs uint64
	}
	samples := make([]sample, 0, 1000)
	var memory runtime.MemStats
	s := newSolver(t, sprouts.New(), search.Options{Tick: func(st search.Stats) error {
		runtime.ReadMemStats(&memory)
		samples = append(samples, sample{st, memory.Mallocs})
		return nil
	}})
	require.Equal(t, game.Loss, outcome(t, s, spots(t, 13)))
	// Buffers have grown to their size by the middle of the search.
	from, to := samples[len(samples)/2], samples[len(samples)-1]
	expansions := to.Expansions - from.Expansions
	require.Greater(t, expansions, int64(2000))
	perExpansion := float64(to.mallocs-from.mallocs) / float64(expansions)
	t.Logf("%d allocations, %d visits, %d expansions, %d children", to.mallocs-from.mallocs,
		to.Visits-from.Visits, expansions, to.Children-from.Children)
	require.Less(t, perExpansion, 0.1, "allocations for each expansion")
}
