package worker_test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/durationpb"

	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/game/sprouts"
	sproutsv1 "github.com/sprouts-solver/sprouts/proto/sprouts/v1"
	"github.com/sprouts-solver/sprouts/worker"
)

// The coordinator is away for ten minutes and comes back in another life. The worker
// goes on computing, loses nothing, and is back within seconds.
func TestOutage(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake()
		b := start(t, slow{sprouts.New(), 3 * time.Millisecond}, f, worker.Options{})
		c := spots(t, 11, 0)
		f.leases <- lease(1, c, 0)
		b.until("facts arrive", func() bool { return len(f.batches) > 2 })
		b.net.down()
		f.do(func() { f.epoch, f.sessions = 2, 100 })
		before := b.worker.Stats().Visits
		<-time.After(10 * time.Minute)
		require.Greater(t, b.worker.Stats().Visits, before, "it goes on")
		f.do(func() { require.Equal(t, game.Unknown, f.facts[c.Component].Outcome(0)) })

		back := time.Now()
		b.net.up(f)
		b.until("the job's fact arrives", func() bool { return f.facts[c.Component].Outcome(0) == game.Win })
		// Two waits of 5 s and a fifth more by chance, one to connect and one to register, and
		// the second after which facts are sent.
		require.Less(t, time.Since(back), 15*time.Second)
		f.do(func() {
			require.Len(t, f.hellos, 2, "it has registered once more")
			last := f.batches[len(f.batches)-1].GetSession()
			require.Equal(t, uint64(2), last.GetEpoch())
			require.Equal(t, uint64(101), last.GetId())
		})
		f.leases <- lease(1, spots(t, 7, 0), 0)
		b.until("there is a next job", func() bool { return f.facts[spots(t, 7, 0).Component] != 0 })
		b.end()

		b.net.mu.Lock()
		defer b.net.mu.Unlock()
		for _, d := range b.net.dials {
			if d.After(back) {
				require.Less(t, d.Sub(back), 7*time.Second, "it tries every five seconds or so")
				break
			}
		}
	})
}

// All that a worker has proven during an outage arrives, and nothing arrives twice
// without need: what was under way when the connection broke may.
func TestOutageLosesNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		alone := newExecutor(t, sprouts.New(), worker.ExecutorOptions{})
		do(t, alone, worker.Job{Couple: spots(t, 10, 0)})
		proven := take(alone)

		f := newFake()
		b := start(t, slow{sprouts.New(), time.Millisecond}, f, worker.Options{})
		f.leases <- lease(1, spots(t, 10, 0), 0)
		b.until("facts arrive", func() bool { return len(f.batches) > 1 })
		b.net.down()
		<-time.After(time.Minute)
		b.net.up(f)
		b.until("the job is done", func() bool { return len(f.ends) > 0 })
		b.end()
		for c, x := range proven {
			if x.IsKnown() {
				require.Equal(t, x, f.facts[c]|x, "of %x", string(c))
				require.True(t, f.facts[c].IsKnown(), "of %x", string(c))
			}
		}
	})
}

// A network that cannot carry all excluded nimbers, and never a whole batch in the time of
// a call, carries the nimbers: jobs are reported, and leaving is in order.
func TestSlowNetwork(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake()
		b := &bubble{t: t, fake: f, net: &network{rate: 1_000}, done: make(chan error, 1)}
		b.net.up(f)
		b.begin(slow{sprouts.New(), time.Millisecond}, worker.Options{})
		f.leases <- lease(1, spots(t, 12, 0), 0)
		b.until("the job is reported", func() bool { return len(f.ends) > 0 })
		f.do(func() {
			require.Equal(t, game.Loss, f.facts[spots(t, 12, 0).Component].Outcome(0))
			most := 0
			for _, batch := range f.batches {
				most = max(most, len(batch.GetFacts()))
			}
			require.Less(t, most, 1_000)
		})
		b.end()
		nimbers := int64(0)
		for _, x := range f.facts {
			if x.IsKnown() {
				nimbers++
			}
		}
		require.Equal(t, b.worker.Stats().Nimbers, nimbers, "all of them have arrived")
		require.Positive(t, b.worker.Stats().Wins)
	})
}

// A session that is over is replaced, once, whoever finds out first. The lease is
// lost with it.
func TestSessionIsOver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake()
		f.renewed = func(r *sproutsv1.RenewRequest, answer *sproutsv1.RenewResponse) error {
			if r.GetSession().GetEpoch() == 2 {
				answer.States[0] = sproutsv1.LeaseState_LEASE_STATE_UNKNOWN
			}
			return nil
		}
		b := start(t, slow{sprouts.New(), 3 * time.Millisecond}, f, worker.Options{})
		f.leases <- lease(1, spots(t, 12, 0), 0)
		b.until("the job has begun", func() bool { return f.calls() == "register lease" })
		f.do(func() { f.epoch, f.sessions = 2, 0 })
		b.until("the next job is asked for", func() bool { return f.calls() == "register lease register renew lease" })
		b.end()
	})
}

// A coordinator that is busy is asked again when it says, one that is away less and
// less often, but every five seconds at least.
func TestPauses(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake()
		var at []time.Duration
		var answer error
		f.exchange = func(*sproutsv1.ExchangeRequest, *sproutsv1.ExchangeResponse) error {
			at = append(at, time.Since(f.began))
			return answer
		}
		busy, err := status.New(codes.ResourceExhausted, "disk is slow").
			WithDetails(&errdetails.RetryInfo{RetryDelay: durationpb.New(20 * time.Second)})
		require.NoError(t, err)
		answer = busy.Err()
		b := start(t, sprouts.New(), f, worker.Options{})
		<-time.After(50 * time.Second)
		f.do(func() {
			require.Len(t, at, 3)
			require.InDelta(t, 20, (at[1] - at[0]).Seconds(), 0.1)
			require.InDelta(t, 20, (at[2] - at[1]).Seconds(), 0.1)
			answer, at = status.Error(codes.Internal, "a fault"), nil
		})
		<-time.After(2 * time.Minute)
		f.do(func() {
			require.Greater(t, len(at), 20)
			for i := range at[1:] {
				require.LessOrEqual(t, at[i+1]-at[i], 5100*time.Millisecond)
			}
			require.Greater(t, at[len(at)-1]-at[len(at)-2], 3*time.Second)
		})
		b.end()
	})
}

// Nobody answers: Run gives up after ConnectTimeout, and says what is wrong.
func TestConnectTimeout(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := &bubble{t: t, fake: newFake(), net: &network{}, done: make(chan error, 1)}
		began := time.Now()
		b.begin(sprouts.New(), worker.Options{ConnectTimeout: 25 * time.Second})
		err := b.wait()
		require.ErrorIs(t, err, worker.ErrUnreachable)
		require.ErrorContains(t, err, "within 25s")
		require.ErrorContains(t, err, "use of closed network connection", "the last reason is told")
		require.Equal(t, 25*time.Second, time.Since(began))
	})
}

// Without ConnectTimeout it waits for ever, and stops in order when it is told to.
func TestConnectForEver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := &bubble{t: t, fake: newFake(), net: &network{}, done: make(chan error, 1)}
		b.begin(sprouts.New(), worker.Options{})
		<-time.After(2 * time.Hour)
		b.net.up(b.fake)
		b.until("it has come", func() bool { return b.fake.calls() == "register lease" })
		b.net.down()
		<-time.After(time.Minute)
		b.stop()
		require.NoError(t, b.wait(), "there is nothing that could be lost")

		b = &bubble{t: t, fake: newFake(), net: &network{}, done: make(chan error, 1)}
		b.begin(sprouts.New(), worker.Options{})
		<-time.After(time.Hour)
		b.end()
	})
}

// What waiting does not mend ends the worker, each with its own error.
func TestRegisterFails(t *testing.T) {
	for code, want := range map[codes.Code]error{
		codes.FailedPrecondition: worker.ErrVersionMismatch,
		codes.Unimplemented:      worker.ErrVersionMismatch,
		codes.Unauthenticated:    worker.ErrDenied,
		codes.PermissionDenied:   worker.ErrDenied,
		codes.InvalidArgument:    worker.ErrRefused,
		codes.DataLoss:           worker.ErrConflict,
		codes.AlreadyExists:      worker.ErrReplaced,
	} {
		synctest.Test(t, func(t *testing.T) {
			f := newFake()
			f.welcome = func(*sproutsv1.RegisterResponse) error { return status.Error(code, "this is why") }
			b := start(t, sprouts.New(), f, worker.Options{})
			err := b.wait()
			require.ErrorIs(t, err, want)
			require.ErrorContains(t, err, "this is why")
			require.Len(t, f.hellos, 1)
		})
	}
}

// The same later on: a coordinator of another version has taken over, a contradiction
// was found elsewhere, a message is refused. What can be handed back is.
func TestCallsFail(t *testing.T) {
	for code, want := range map[codes.Code]error{
		codes.FailedPrecondition: worker.ErrVersionMismatch,
		codes.InvalidArgument:    worker.ErrRefused,
		codes.DataLoss:           worker.ErrConflict,
		codes.AlreadyExists:      worker.ErrReplaced,
	} {
		synctest.Test(t, func(t *testing.T) {
			f := newFake()
			f.exchange = func(r *sproutsv1.ExchangeRequest, _ *sproutsv1.ExchangeResponse) error {
				if len(f.ends) == 0 {
					return nil
				}
				return status.Error(code, "this is why")
			}
			b := start(t, sprouts.New(), f, worker.Options{})
			f.leases <- lease(1, spots(t, 6, 0), 0)
			err := b.wait()
			require.ErrorIs(t, err, want)
			require.ErrorContains(t, err, "this is why")
			require.Len(t, f.returns, 1)
			require.True(t, f.returns[0].GetLeaving())
		})
	}
}

// A token that is replaced on one side first is waited for.
func TestDeniedForAWhile(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake()
		f.exchange = func(*sproutsv1.ExchangeRequest, *sproutsv1.ExchangeResponse) error {
			if time.Since(f.began) < time.Minute {
				return status.Error(codes.Unauthenticated, "token is not known")
			}
			return nil
		}
		b := start(t, sprouts.New(), f, worker.Options{})
		f.leases <- lease(1, spots(t, 6, 0), 0)
		b.until("the job is done", func() bool { return len(f.ends) > 0 })
		b.end()
	})
}

// A report that is refused is let go.
func TestReportRefused(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake()
		f.complete = func(*sproutsv1.CompleteRequest) error { return status.Error(codes.InvalidArgument, "too long") }
		b := start(t, sprouts.New(), f, worker.Options{})
		f.leases <- lease(1, spots(t, 6, 0), 0)
		b.until("the next job is asked for", func() bool { return f.calls() == "register lease complete lease" })
		b.end()
	})
}

// A coordinator that will not hear of its own cursor gets an empty one, once.
func TestCursorRefused(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake()
		f.exchange = func(r *sproutsv1.ExchangeRequest, answer *sproutsv1.ExchangeResponse) error {
			switch {
			case r.GetCursor().GetNext() == 7:
				return status.Error(codes.InvalidArgument, "cursor is from elsewhere")
			case r.GetCursor() == nil && len(f.batches) == 1:
				answer.Cursor = &sproutsv1.Cursor{Next: 7}
			default:
				answer.Cursor = &sproutsv1.Cursor{Next: 8}
			}
			return nil
		}
		b := start(t, sprouts.New(), f, worker.Options{})
		b.until("it goes on", func() bool { return len(f.batches) > 4 })
		b.end()
		require.Nil(t, f.batches[2].GetCursor())
	})
}

// Two workers of one process do not get equal names.
func TestDefaultName(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake()
		names := map[string]bool{}
		for range 2 {
			b := start(t, sprouts.New(), f, worker.Options{})
			b.until("it has come", func() bool { return len(f.hellos) > len(names) })
			b.end()
			names[f.hellos[len(f.hellos)-1].GetWorker()] = true
		}
		require.Len(t, names, 2)
	})
}

// Run may be told to stop before it begins.
func TestStopFirst(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		n := &network{}
		conn := n.connect(t)
		w, err := worker.New(sprouts.New(), conn, worker.Options{})
		require.NoError(t, err)
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		require.NoError(t, w.Run(ctx))
		require.NoError(t, conn.Close())
	})
}
