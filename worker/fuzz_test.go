package worker

import (
	"testing"

	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/proto"

	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/game/sprouts"
	"github.com/sprouts-solver/sprouts/internal/wire"
	sproutsv1 "github.com/sprouts-solver/sprouts/proto/sprouts/v1"
	"github.com/sprouts-solver/sprouts/search"
)

// FuzzLease reads leases from any bytes: what is taken makes sense, so that a group
// can work on it.
func FuzzLease(f *testing.F) {
	g := sprouts.New()
	p, err := g.Parse("3")
	require.NoError(f, err)
	c := search.Couple{Component: p.Components[0], Nimber: 1}
	for _, kind := range []sproutsv1.LeaseKind{sproutsv1.LeaseKind_LEASE_KIND_SEARCH, sproutsv1.LeaseKind_LEASE_KIND_CHECK} {
		b, err := proto.Marshal(&sproutsv1.Lease{
			Id: 1, Kind: kind, Couple: wire.Couple(c), Path: wire.Couples([]search.Couple{c, c}), Budget: 5,
			Claim: wire.Fact(c.Component, game.Known(1)),
		})
		require.NoError(f, err)
		f.Add(b)
	}
	client := newClient(g, nobody{})
	exec, err := NewExecutor(g, ExecutorOptions{MaxMemory: leastMemory, CheckMemory: leastMemory})
	require.NoError(f, err)
	f.Fuzz(func(t *testing.T, b []byte) {
		var l sproutsv1.Lease
		if proto.Unmarshal(b, &l) != nil {
			return
		}
		job, err := client.job(&l)
		if err != nil {
			require.Equal(t, Job{ID: LeaseID(l.GetId())}, job)
			return
		}
		job.Budget, job.Path = 10, nil // it is not to take long
		exec.Assign(job)
		event, err := exec.Step(0)
		require.NoError(t, err)
		require.Empty(t, event.Progress.Failure)
	})
}
