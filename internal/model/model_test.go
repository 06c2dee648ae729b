package model_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/game/sprouts"
	"github.com/sprouts-solver/sprouts/internal/model"
)

func options(tb testing.TB, spots string) model.Options {
	tb.Helper()
	p, err := sprouts.New().Parse(spots)
	require.NoError(tb, err)
	memo := &sprouts.SmallLands{}
	_, err = memo.Load(1 << 40)
	require.NoError(tb, err)
	return model.Options{Game: sprouts.New(), Root: p, Memo: memo}
}

// One thread in virtual time does what the plain search does.
func TestOneThreadIsTheSearch(t *testing.T) {
	o := options(t, "14")
	plain, err := model.Sequential(o)
	require.NoError(t, err)
	paced, err := model.Run(o)
	require.NoError(t, err)
	require.Equal(t, game.Loss, paced.Outcome)
	require.InDelta(t, plain.Time, paced.Time, 100, "but for what comes after the last visit")
	paced.Time = plain.Time
	require.Equal(t, plain, paced)
}

// Equal options give equal runs, however the goroutines are scheduled, and every
// shape of cluster finds the right outcome.
func TestRunsRepeat(t *testing.T) {
	for _, shape := range [][2]int{{1, 3}, {2, 1}, {3, 1}, {2, 4}, {4, 2}} {
		o := options(t, "14")
		o.Groups, o.Threads, o.Latency, o.Service = shape[0], shape[1], 200, 17
		first, err := model.Run(o)
		require.NoError(t, err)
		require.Equal(t, game.Loss, first.Outcome)
		second, err := model.Run(o)
		require.NoError(t, err)
		require.Equal(t, first, second, "%d groups of %d threads", shape[0], shape[1])
	}
}

// More machines take less time and do more work, some of it again.
func TestSpeedUp(t *testing.T) {
	o := options(t, "17")
	plain, err := model.Sequential(o)
	require.NoError(t, err)
	o.Groups, o.Threads = 2, 2
	r, err := model.Run(o)
	require.NoError(t, err)
	require.Equal(t, game.Win, r.Outcome)
	require.Positive(t, r.Messages)
	require.Positive(t, r.Nodes)
	require.Less(t, r.Shared, r.Options, "machines make some lists of options again")
	require.Less(t, r.Time, 2*plain.Time)
	require.Less(t, r.Idle, 0.5)
}
