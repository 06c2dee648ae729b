package model_test

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

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

func TestScratch(t *testing.T) {
	v := os.Getenv("MODEL")
	if v == "" {
		t.Skip()
	}
	for _, item := range strings.Split(v, ",") {
		f := strings.Split(item, ":")
		o := options(t, f[0])
		o.Groups, _ = strconv.Atoi(f[1])
		o.Threads, _ = strconv.Atoi(f[2])
		o.Latency, _ = strconv.ParseInt(f[3], 10, 64)
		seq, err := model.Sequential(o)
		require.NoError(t, err)
		start := time.Now()
		r, err := model.Run(o)
		require.NoError(t, err)
		fmt.Printf("%s %.1fs %v: su %.1f ov %.2f dup %.2f idle %.2f msgs %d nodes %d turns %d/%d time %d exp %d (%d)\n", item, time.Since(start).Seconds(), r.Outcome,
			float64(seq.Time)/float64(r.Time), float64(r.Expansions)/float64(seq.Expansions), 1-float64(r.Shared)/float64(r.Options), r.Idle, r.Messages, r.Nodes, r.Turns, seq.Turns, r.Time, r.Expansions, seq.Expansions)
	}
}
