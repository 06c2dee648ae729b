package coordinator_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/sprouts-solver/sprouts/coordinator"
	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/game/nim"
)

// flood is a core with one worker, which tells so many facts a second.
type flood struct {
	t       *testing.T
	core    *coordinator.Core
	now     time.Time
	session coordinator.SessionID
	batch   []coordinator.Entry
}

func newFlood(t *testing.T, o coordinator.Options, threads int) (f *flood, least int64) {
	t.Helper()
	f = &flood{t: t, now: time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)}
	var err error
	f.core, err = coordinator.NewCore(nim.New(), newDisk(), o)
	require.NoError(t, err)
	least = f.register("w", threads)
	for i := range 1_000 {
		f.batch = append(f.batch, coordinator.Entry{Component: game.Component(fmt.Sprint(i)), Fact: game.Excluded(0)})
	}
	return f, least
}

func (f *flood) register(name string, threads int) int64 {
	w, err := f.core.Register(f.now, coordinator.Hello{
		Worker: name, Threads: threads, Game: nim.New().Name(), Version: nim.New().Version(),
	})
	require.NoError(f.t, err)
	f.session = w.Session
	return w.LeastVisits
}

// tell lets so many thousands of facts come in within a second, and returns from how
// many visits on facts are wanted then.
func (f *flood) tell(thousands int) int64 {
	for i := range thousands {
		at := f.now.Add(time.Second * time.Duration(i) / time.Duration(thousands))
		_, err := f.core.Learn(at, f.session, f.batch)
		require.NoError(f.t, err)
	}
	f.now = f.now.Add(time.Second)
	f.core.Tick(f.now)
	r, err := f.core.Renew(f.now, f.session, nil)
	require.NoError(f.t, err)
	return r.LeastVisits
}

// The more facts come in, the more must each have taken, until no more come in than
// the coordinator takes.
func TestFactRateFloats(t *testing.T) {
	f, least := newFlood(t, coordinator.Options{FactRate: 20_000}, 1)
	require.Greater(t, least, int64(1), "a thread is known to find more")
	for range 10 {
		least = f.tell(0)
	}
	require.Equal(t, int64(1), least, "it does not")
	require.Equal(t, int64(1), f.tell(15))
	once := f.tell(60)
	require.Greater(t, once, int64(1))
	twice := f.tell(60)
	require.Greater(t, twice, once)
	require.Equal(t, twice, f.tell(15), "that is as it should be")
	require.Equal(t, twice/2, f.tell(2))
	grant, err := f.core.Lease(f.now, f.session)
	require.NoError(t, err)
	require.Equal(t, twice/2, grant.LeastVisits)
}

// Many threads, and many who hear of facts, raise the number before they overrun the
// coordinator.
func TestFactRateExpects(t *testing.T) {
	_, few := newFlood(t, coordinator.Options{}, 64)
	f, many := newFlood(t, coordinator.Options{}, 1024)
	require.Greater(t, few, int64(2))
	require.Greater(t, many, 8*few)
	for i := range 200 {
		f.register(fmt.Sprint(i), 1)
	}
	require.Greater(t, f.register("last", 1), many)
}

// Without a limit all facts are wanted.
func TestFactRateWithoutLimit(t *testing.T) {
	f, least := newFlood(t, coordinator.Options{FactRate: -1}, 1024)
	require.Equal(t, int64(1), least)
	require.Equal(t, int64(1), f.tell(100))
}
