package main

import (
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// BenchmarkCluster solves with one thread alone, and then with a coordinator and two
// workers of one thread each, all of them processes with a new store, in turn:
//
//	go test ./cmd/sprouts -run xxx -bench Cluster -benchtime 3x -timeout 1h
//
// It reports the medians of the seconds from the start of the program to its end, and
// how many times as fast the cluster is.
func BenchmarkCluster(b *testing.B) {
	for _, spots := range []string{"26", "31", "40"} { // half a minute and more each
		b.Run("spots="+spots, func(b *testing.B) {
			var alone, together []float64
			for b.Loop() {
				alone = append(alone, solveAlone(b, spots))
				together = append(together, solveTogether(b, spots))
			}
			slices.Sort(alone)
			slices.Sort(together)
			one, two := alone[len(alone)/2], together[len(together)/2]
			b.ReportMetric(0, "ns/op") // of both, which says nothing
			b.ReportMetric(one, "s-alone")
			b.ReportMetric(two, "s-two-workers")
			b.ReportMetric(one/two, "times-as-fast")
		})
	}
}

// solveAlone returns how many seconds a solve takes.
func solveAlone(b *testing.B, spots string) float64 {
	b.Helper()
	home, began := b.TempDir(), time.Now()
	p := begin(b, home, "solve", "--threads", "1", "--store", home, spots)
	<-p.ended
	require.Zero(b, p.cmd.ProcessState.ExitCode())
	return time.Since(began).Seconds()
}

// solveTogether returns how many seconds a coordinator takes with two workers.
func solveTogether(b *testing.B, spots string) float64 {
	b.Helper()
	home, at, began := b.TempDir(), freeAddress(b), time.Now()
	p := begin(b, home, "coordinator", "--listen", at, "--store", home, "solve", spots)
	for range 2 {
		begin(b, home, "worker", "--coordinator", at, "--threads", "1")
	}
	<-p.ended
	require.Zero(b, p.cmd.ProcessState.ExitCode())
	return time.Since(began).Seconds()
}
