package main

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// Rounds with one thread must agree in visits, with several they need not. A wrong
// outcome is an error in any case.
func TestBenchRoundsAgree(t *testing.T) {
	var one, two benchSeries
	for visits := range int64(3) {
		require.NoError(t, two.add(&benchRow{Spots: 9, Threads: 2, Outcome: "win", Visits: visits}))
		require.NoError(t, one.add(&benchRow{Spots: 9, Threads: 1, Outcome: "win", Visits: 7}))
	}
	err := one.add(&benchRow{Spots: 9, Threads: 1, Outcome: "win", Visits: 8})
	require.EqualError(t, err, "7 visits in one round, 8 in another")
	require.Equal(t, exitConflict, exitCode(err))
	err = two.add(&benchRow{Spots: 9, Threads: 2, Outcome: "loss"})
	require.EqualError(t, err, "got a loss, but it is a win")
	require.Equal(t, exitConflict, exitCode(err))
}

// Speed-ups compare medians, and in the sum only what both numbers of threads
// decided.
func TestBenchComparesMedians(t *testing.T) {
	var s benchSeries
	for _, seconds := range []float64{5, 1, 3} {
		require.NoError(t, s.add(&benchRow{Spots: 9, Threads: 2, Outcome: "win", Seconds: seconds}))
	}
	require.InDelta(t, 3, s.median().Seconds, 0)

	r := benchReport{Totals: []threadsTotal{{Threads: 1}, {Threads: 2}}}
	r.add(compared([]*benchRow{{Spots: 9, Threads: 1, Outcome: "win", Seconds: 6, Visits: 100}, {Threads: 2, Outcome: "win", Seconds: 3, Visits: 120}}))
	r.add(compared([]*benchRow{{Spots: 40, Threads: 1, Outcome: "unknown", Seconds: 9, Visits: 20}, {Threads: 2, Outcome: "loss", Seconds: 5}}))
	require.InDelta(t, 2, r.Rows[1].SpeedUp, 0)
	require.Zero(t, r.Rows[3].SpeedUp)
	require.Equal(t, int64(120), r.Signature, "of one thread")
	require.InDelta(t, 23, r.Seconds, 0)
	require.InDelta(t, 15, r.Totals[0].Seconds, 0)
	require.InDelta(t, 8, r.Totals[1].Seconds, 0)
	require.InDelta(t, 2, r.Totals[1].SpeedUp, 0)
}
