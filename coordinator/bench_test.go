package coordinator_test

import (
	"encoding/binary"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/sprouts-solver/sprouts/coordinator"
	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/game/sprouts"
	"github.com/sprouts-solver/sprouts/search"
)

// BenchmarkJob is one job in the life of a worker: Lease, Renew and Complete. The core
// makes the children of a couple each time, which decides more than half of them.
func BenchmarkJob(b *testing.B) {
	g := sprouts.New()
	core, session, now := benchCore(b)
	_, err := core.Submit(now, coordinator.RunSpec{Text: "20", Position: parse(b, g, "20")})
	require.NoError(b, err)
	numbers := search.Numbers{Proof: 5, Disproof: 7}
	for b.Loop() {
		grant, err := core.Lease(now, session)
		require.NoError(b, err)
		p := coordinator.Progress{Lease: grant.Lease.ID, Numbers: numbers, Visits: 1}
		_, err = core.Renew(now, session, []coordinator.Progress{p})
		require.NoError(b, err)
		require.NoError(b, core.Complete(now, session, p))
		core.Changes()
	}
}

// BenchmarkLearn is one new fact in a batch of a thousand, with no run.
func BenchmarkLearn(b *testing.B) {
	core, session, now := benchCore(b)
	batch := make([]coordinator.Entry, 1_000)
	key, n := make([]byte, 23), uint64(0)
	for i := 0; b.Loop(); i = (i + 1) % len(batch) {
		n++
		binary.BigEndian.PutUint64(key, n)
		batch[i] = coordinator.Entry{Component: game.Component(key), Fact: game.Known(1)}
		if i == len(batch)-1 {
			learned, err := core.Learn(now, session, batch)
			require.NoError(b, err)
			require.Equal(b, len(batch), learned.News)
			core.Changes()
		}
	}
}

func benchCore(b *testing.B) (*coordinator.Core, coordinator.SessionID, time.Time) {
	b.Helper()
	g := sprouts.New()
	core, err := coordinator.NewCore(g, newDisk(), coordinator.Options{FirstTurn: 1 << 40})
	require.NoError(b, err)
	now := time.Unix(1e9, 0)
	welcome, err := core.Register(now, coordinator.Hello{Worker: "w", Threads: 8, Game: g.Name(), Version: g.Version()})
	require.NoError(b, err)
	return core, welcome.Session, now
}
