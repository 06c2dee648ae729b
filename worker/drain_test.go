package worker_test

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/sprouts-solver/sprouts/game/sprouts"
	sproutsv1 "github.com/sprouts-solver/sprouts/proto/sprouts/v1"
	"github.com/sprouts-solver/sprouts/worker"
)

// A worker that is told to stop sends all it has proven, hands the lease back with
// what has come of it, and is gone in no time.
func TestDrain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake()
		b := start(t, slow{sprouts.New(), time.Millisecond}, f, worker.Options{})
		f.leases <- lease(9, spots(t, 12, 0), 0)
		b.until("the job is at work", func() bool { return len(f.batches) > 5 })
		told := time.Now()
		b.stop()
		require.NoError(t, b.wait())
		require.Less(t, b.ended.Sub(told), 3*time.Second)
		require.Equal(t, "register lease return", f.calls())
		last := f.returns[0]
		require.True(t, last.GetLeaving())
		require.Len(t, last.GetProgress(), 1)
		p := last.GetProgress()[0]
		require.Equal(t, uint64(9), p.GetLease())
		require.Positive(t, p.GetNumbers().GetProof())
		require.NotEmpty(t, p.GetChildren())
		require.Positive(t, p.GetVisits())
		nimbers := int64(0)
		for _, x := range f.facts {
			if x.IsKnown() {
				nimbers++
			}
		}
		require.Equal(t, b.worker.Stats().Nimbers, nimbers, "all of them have arrived")
	})
}

// The coordinator tells it so while a job is at work.
func TestDrainInRenew(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake()
		f.renewed = func(_ *sproutsv1.RenewRequest, answer *sproutsv1.RenewResponse) error {
			answer.Drain = true
			return nil
		}
		b := start(t, slow{sprouts.New(), 3 * time.Millisecond}, f, worker.Options{})
		f.leases <- lease(9, spots(t, 12, 0), 0)
		require.NoError(t, b.wait())
		require.Equal(t, "register lease renew return", f.calls())
		require.Equal(t, uint64(9), f.returns[0].GetProgress()[0].GetLease())
		require.Less(t, time.Since(f.began), 15*time.Second)
	})
}

// A job that has ended but is not reported yet is handed back with its numbers.
func TestDrainBeforeComplete(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake()
		f.complete = func(*sproutsv1.CompleteRequest) error { return status.Error(codes.Unavailable, "stopping") }
		b := start(t, sprouts.New(), f, worker.Options{})
		f.leases <- lease(9, spots(t, 6, 0), 0)
		b.until("the job is done", func() bool { return len(f.ends) > 0 })
		b.end()
		p := f.returns[0].GetProgress()
		require.Len(t, p, 1)
		require.Equal(t, uint32(1<<30), p[0].GetNumbers().GetProof())
	})
}

// With a coordinator that is away, leaving takes no longer than it may, and the loss
// is told.
func TestDrainAlone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake()
		b := start(t, slow{sprouts.New(), 3 * time.Millisecond}, f, worker.Options{DrainTimeout: 8 * time.Second})
		f.leases <- lease(9, spots(t, 12, 0), 0)
		b.until("the job is at work", func() bool { return len(f.batches) > 5 })
		b.net.down()
		<-time.After(20 * time.Second)
		told := time.Now()
		b.stop()
		err := b.wait()
		require.ErrorIs(t, err, worker.ErrUnreachable)
		require.ErrorContains(t, err, "facts are lost")
		require.LessOrEqual(t, b.ended.Sub(told), 8*time.Second)
	})
}

// A coordinator that comes back within that time still gets everything.
func TestDrainIntoAReturn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake()
		b := start(t, slow{sprouts.New(), 3 * time.Millisecond}, f, worker.Options{DrainTimeout: 20 * time.Second})
		f.leases <- lease(9, spots(t, 12, 0), 0)
		b.until("the job is at work", func() bool { return len(f.batches) > 5 })
		b.net.down()
		<-time.After(20 * time.Second)
		b.stop()
		<-time.After(2 * time.Second)
		b.net.up(f)
		require.NoError(t, b.wait())
		require.Equal(t, "register lease return", f.calls())
	})
}

// A search that does not come back is given up: the job fails, and the worker ends,
// since it cannot be stopped otherwise.
func TestStuck(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake()
		release := make(chan struct{})
		path, c := line(t)
		g := poisoned{sprouts.New(), c.Component, func() { <-release }}
		b := start(t, g, f, worker.Options{StuckAfter: 45 * time.Second})
		f.leases <- lease(9, c, 0, path...)
		err := b.wait()
		require.ErrorIs(t, err, worker.ErrStuck)
		require.Equal(t, "register lease renew renew renew renew complete return", f.calls())
		p := f.ends[0].GetProgress()
		require.Equal(t, uint64(9), p.GetLease())
		require.Contains(t, p.GetFailure(), "does not answer for 45s")
		for _, r := range f.renewals {
			require.Nil(t, r.GetProgress()[0].GetNumbers(), "they are not known")
			require.Equal(t, uint64(9), r.GetProgress()[0].GetLease())
		}
		require.LessOrEqual(t, b.ended.Sub(f.began), 80*time.Second)
		close(release)
	})
}

// The same when only leaving shows it.
func TestStuckWhileLeaving(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake()
		release := make(chan struct{})
		path, c := line(t)
		g := poisoned{sprouts.New(), c.Component, func() { <-release }}
		b := start(t, g, f, worker.Options{})
		f.leases <- lease(9, c, 0, path...)
		b.until("the job is at work", func() bool { return len(f.batches) > 1 })
		told := time.Now()
		b.stop()
		require.ErrorIs(t, b.wait(), worker.ErrStuck)
		require.Equal(t, 10*time.Second, b.ended.Sub(told))
		require.True(t, f.returns[0].GetLeaving())
		close(release)
	})
}

// A worker that is told to stop in the very moment in which it is let in does not
// leave its session behind.
func TestStopWhileRegistering(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake()
		var b *bubble
		ready := make(chan struct{})
		f.welcome = func(*sproutsv1.RegisterResponse) error {
			<-ready
			b.stop()
			return nil
		}
		b = start(t, sprouts.New(), f, worker.Options{})
		close(ready)
		require.NoError(t, b.wait())
		if len(f.returns) > 0 {
			require.True(t, f.returns[0].GetLeaving())
		} else {
			require.Equal(t, "register", f.calls(), "the answer never arrived")
		}
	})
}
