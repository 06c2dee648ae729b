package worker_test

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/game/sprouts"
	sproutsv1 "github.com/sprouts-solver/sprouts/proto/sprouts/v1"
	"github.com/sprouts-solver/sprouts/worker"
)

// The whole life of a worker: it registers, reads the facts, works, tells facts
// before numbers, asks for more, and stops when it is told to.
func TestLife(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake()
		b := start(t, sprouts.New(), f, worker.Options{Name: "ann", Executor: worker.ExecutorOptions{Threads: 2}})
		c := spots(t, 8, 0)
		f.leases <- lease(5, c, 0)
		f.leases <- lease(6, spots(t, 10, 0), 50)
		b.until("two jobs are done", func() bool { return b.fake.calls() == "register lease complete lease complete lease" })
		f.do(func() { f.drain = true })
		require.NoError(t, b.wait())
		require.Equal(t, "register lease complete lease complete lease lease return", f.calls())

		hello := f.hellos[0]
		require.Equal(t, "ann", hello.GetWorker())
		require.Equal(t, uint32(1), hello.GetProtocol())
		require.Equal(t, uint32(2), hello.GetThreads())
		require.Equal(t, sprouts.New().Name(), hello.GetGame())
		require.Equal(t, sprouts.New().Version(), hello.GetGameVersion())
		require.Contains(t, hello.GetProgramVersion(), " go1.")

		first, second := f.ends[0].GetProgress(), f.ends[1].GetProgress()
		require.Equal(t, uint64(5), first.GetLease())
		require.Equal(t, uint32(1<<30), first.GetNumbers().GetProof(), "8 spots are lost")
		require.Zero(t, first.GetNumbers().GetDisproof())
		require.Empty(t, first.GetChildren())
		require.Positive(t, first.GetVisits())
		require.Equal(t, uint64(6), second.GetLease())
		require.NotEmpty(t, second.GetChildren())
		require.GreaterOrEqual(t, second.GetVisits(), int64(50))

		require.Nil(t, f.batches[0].GetCursor(), "it reads from the beginning")
		require.Equal(t, game.Known(0), f.facts[c.Component])
		require.True(t, f.returns[0].GetLeaving())
		require.Empty(t, f.returns[0].GetProgress())
	})
}

// When Complete comes, all facts of the job have arrived.
func TestFactsFirst(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake()
		c := spots(t, 9, 0)
		var known game.Fact
		f.complete = func(*sproutsv1.CompleteRequest) error {
			known = f.facts[c.Component]
			return nil
		}
		f.welcome = func(r *sproutsv1.RegisterResponse) error {
			r.MaxFacts = 10 // so that there are many batches
			return nil
		}
		b := start(t, sprouts.New(), f, worker.Options{})
		f.leases <- lease(1, c, 0)
		b.until("the job is done", func() bool { return len(f.calls()) > len("register lease complete") })
		require.Equal(t, game.Win, known.Outcome(0))
		b.end()
		for _, batch := range f.batches {
			require.LessOrEqual(t, len(batch.GetFacts()), 10)
		}
		require.Greater(t, len(f.batches), 10)
	})
}

// While there is no next job, the worker solves what is above the last one.
func TestNeverWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake()
		b := start(t, slow{sprouts.New(), 100 * time.Microsecond}, f, worker.Options{})
		path, c := line(t)
		f.leases <- lease(1, c, 20, path...)
		b.until("the root is decided", func() bool {
			return f.facts[path[0].Component].Outcome(0) == game.Win
		})
		f.do(func() { require.Equal(t, "register lease complete lease", f.calls()) })
		b.end()
	})
}

// A lease is renewed with what has come of it, and kept while its facts are on their
// way.
func TestRenew(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake()
		b := start(t, slow{sprouts.New(), 10 * time.Millisecond}, f, worker.Options{})
		f.leases <- lease(3, spots(t, 12, 0), 8_000)
		b.until("the job is done", func() bool { return len(f.ends) > 0 })
		b.end()
		require.Greater(t, len(f.renewals), 2)
		visits := int64(0)
		for _, r := range f.renewals {
			require.Len(t, r.GetProgress(), 1)
			p := r.GetProgress()[0]
			require.Equal(t, uint64(3), p.GetLease())
			require.Empty(t, p.GetChildren(), "not yet")
			if p.GetNumbers() == nil {
				continue // the search did not answer in time
			}
			require.GreaterOrEqual(t, p.GetVisits(), visits)
			visits = p.GetVisits()
			require.Positive(t, p.GetElapsed().AsDuration())
		}
		require.Positive(t, visits)
		times := map[string][]time.Duration{}
		for i, call := range f.log {
			times[call] = append(times[call], f.times[i])
		}
		before := times["lease"][0]
		for _, at := range times["renew"] {
			require.LessOrEqual(t, at-before, 13*time.Second, "well within the ttl")
			before = at
		}
	})
}

// An unwanted job is dropped at once and given back; one that is not ours any more is
// just dropped.
func TestUnwanted(t *testing.T) {
	for _, test := range []struct {
		state sproutsv1.LeaseState
		calls string
	}{
		{sproutsv1.LeaseState_LEASE_STATE_UNWANTED, "register lease renew return lease"},
		{sproutsv1.LeaseState_LEASE_STATE_UNKNOWN, "register lease renew lease"},
		{sproutsv1.LeaseState_LEASE_STATE_UNSPECIFIED, "register lease renew lease"},
	} {
		t.Run(test.state.String(), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				f := newFake()
				f.renewed = func(_ *sproutsv1.RenewRequest, answer *sproutsv1.RenewResponse) error {
					answer.States[0] = test.state
					return nil
				}
				b := start(t, slow{sprouts.New(), 10 * time.Millisecond}, f, worker.Options{})
				f.leases <- lease(3, spots(t, 12, 0), 0)
				b.until("the next job is asked for", func() bool { return f.calls() == test.calls })
				f.do(func() {
					require.Less(t, f.times[len(f.times)-1], 20*time.Second)
					if len(f.returns) > 0 {
						require.False(t, f.returns[0].GetLeaving())
						require.Equal(t, uint64(3), f.returns[0].GetProgress()[0].GetLease())
					}
				})
				f.leases <- lease(4, spots(t, 3, 0), 0)
				b.until("another job is done", func() bool { return f.calls() == test.calls+" complete lease" })
				b.end()
			})
		})
	}
}

// A check says what it found, or that it could not.
func TestCheckJobs(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake()
		b := start(t, sprouts.New(), f, worker.Options{})
		check := func(id uint64, spotCount int, nimber game.Nimber, budget int64) {
			l := lease(id, spots(t, spotCount, nimber), budget)
			l.Kind = sproutsv1.LeaseKind_LEASE_KIND_CHECK
			l.Claim = &sproutsv1.Fact{
				Component: l.GetCouple().GetComponent(), Excluded: 0xffff &^ (1 << nimber), Known: true,
			}
			f.leases <- l
		}
		check(1, 9, 1, 0)
		check(2, 12, 0, 30)
		b.until("both are done", func() bool { return f.calls() == "register lease complete lease complete lease" })
		b.end()
		require.Zero(t, f.ends[0].GetProgress().GetNumbers().GetDisproof())
		require.False(t, f.ends[0].GetProgress().GetInconclusive())
		require.True(t, f.ends[1].GetProgress().GetInconclusive())
	})
}

// Cheap facts are told only where they are wanted, but for the one that decides the
// leased couple.
func TestTellLeast(t *testing.T) {
	for _, least := range []int64{1, 1 << 40} {
		synctest.Test(t, func(t *testing.T) {
			f := newFake()
			f.granted = func(answer *sproutsv1.LeaseResponse) error {
				answer.LeastVisits = least
				return nil
			}
			b := start(t, sprouts.New(), f, worker.Options{})
			c := spots(t, 9, 0)
			f.leases <- lease(1, c, 0)
			b.until("the job is done", func() bool { return f.calls() == "register lease complete lease" })
			b.end()
			require.Equal(t, game.Win, f.facts[c.Component].Outcome(0))
			if least == 1 {
				require.Greater(t, len(f.facts), 10)
			} else {
				require.Len(t, f.facts, 1)
			}
		})
	}
}

// While facts cannot be delivered, the lease is kept all the same, and the report
// comes after them.
func TestKeepsTheLease(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake()
		var full bool
		f.exchange = func(r *sproutsv1.ExchangeRequest, _ *sproutsv1.ExchangeResponse) error {
			if full = time.Since(f.began) < time.Minute && len(r.GetFacts()) > 0; full {
				return status.Error(codes.ResourceExhausted, "disk is full")
			}
			return nil
		}
		b := start(t, sprouts.New(), f, worker.Options{})
		f.leases <- lease(1, spots(t, 7, 0), 0)
		b.until("the job is done", func() bool { return len(f.ends) > 0 })
		b.end()
		require.Equal(t, "register lease renew renew renew renew renew renew complete lease return", f.calls())
		require.Equal(t, game.Known(0), f.facts[spots(t, 7, 0).Component])
		for _, r := range f.renewals {
			require.Equal(t, uint32(1<<30), r.GetProgress()[0].GetNumbers().GetProof(), "with what has come of it")
		}
	})
}
