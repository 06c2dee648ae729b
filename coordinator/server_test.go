package coordinator_test

import (
	"errors"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
	"google.golang.org/grpc/codes"
	healthv1 "google.golang.org/grpc/health/grpc_health_v1"

	"github.com/sprouts-solver/sprouts/coordinator"
	"github.com/sprouts-solver/sprouts/game/nim"
	sproutsv1 "github.com/sprouts-solver/sprouts/proto/sprouts/v1"
)

const (
	outcome = sproutsv1.Goal_GOAL_OUTCOME
	nimber  = sproutsv1.Goal_GOAL_NIMBER
)

// pause lets virtual time pass, and everything that is to happen in it happen.
func pause(d time.Duration) {
	<-time.After(d)
	synctest.Wait()
}

// later calls f in a goroutine and returns a channel with what it returns.
func later[T any](f func() (T, error)) chan result[T] {
	c := make(chan result[T], 1)
	go func() {
		value, err := f()
		c <- result[T]{value, err, time.Now()}
	}()
	return c
}

// result is what a call returned, and when.
type result[T any] struct {
	value T
	err   error
	at    time.Time
}

func TestLeaseWaitsForWork(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newNim(t)
		w := h.hire("ann")
		began := time.Now()
		r, err := w.lease()
		require.NoError(t, err)
		require.Nil(t, r.GetLease())
		require.Equal(t, 30*time.Second, time.Since(began))

		began = time.Now()
		waiting := later(w.lease)
		pause(10*time.Second + 100*time.Millisecond)
		h.submit("3+4", outcome)
		got := <-waiting
		require.NoError(t, got.err)
		require.NotNil(t, got.value.GetLease())
		require.Equal(t, 10*time.Second+100*time.Millisecond, got.at.Sub(began), "woken, not found by the next tick")

		again, err := w.leaseWithin(0)
		require.NoError(t, err)
		require.Equal(t, got.value.GetLease().GetId(), again.GetLease().GetId(), "a lost answer loses no lease")
	})
}

// One leaf is had by one of those who wait; the others go on waiting, and none of
// them is forgotten while it does.
func TestManyWaitForOneLeaf(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newNim(t)
		var workers []*hand
		var waiting []chan result[*sproutsv1.LeaseResponse]
		for _, name := range []string{"ann", "bob", "cy"} {
			w := h.hire(name)
			workers = append(workers, w)
			waiting = append(waiting, later(w.lease))
			synctest.Wait()
		}
		h.submit("5", nimber)
		synctest.Wait()
		first := <-waiting[0]
		require.NotNil(t, first.value.GetLease(), "who came first")
		require.Empty(t, waiting[1])
		require.Empty(t, waiting[2])

		_, err := workers[0].rpc.Return(t.Context(), &sproutsv1.ReturnRequest{Session: workers[0].session, Leaving: true})
		require.NoError(t, err)
		synctest.Wait()
		second := <-waiting[1]
		require.Equal(t, first.value.GetLease().GetCouple().GetComponent(), second.value.GetLease().GetCouple().GetComponent())
		require.Empty(t, waiting[2])
		last := <-waiting[2]
		require.NoError(t, last.err)
		require.Nil(t, last.value.GetLease())
		_, err = workers[2].exchange()
		require.NoError(t, err, "the session lives")
	})
}

// A Lease ends before its caller gives up, so that no lease is sent to nobody.
func TestLeaseEndsBeforeTheDeadline(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newNim(t)
		w := h.hire("ann")
		ctx, cancel := timeout(t, 5*time.Second)
		defer cancel()
		began := time.Now()
		_, err := w.rpc.Lease(ctx, &sproutsv1.LeaseRequest{Session: w.session, Wait: seconds(30)})
		require.NoError(t, err)
		require.Equal(t, 4*time.Second, time.Since(began))
	})
}

// Of two Leases of one session the later one counts: the first may belong to a
// connection that is gone.
func TestLeaseTakesThePlaceOfAnEarlierOne(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newNim(t)
		w := h.hire("ann")
		first := later(w.lease)
		synctest.Wait()
		second := later(w.lease)
		got := <-first
		require.NoError(t, got.err)
		require.Nil(t, got.value.GetLease())
		require.Equal(t, time.Second, got.value.GetPause().AsDuration())
		h.submit("5", nimber)
		require.NotNil(t, (<-second).value.GetLease())
	})
}

func TestLeaseExpires(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newNim(t)
		run := h.submit("5", nimber)
		ann, bob := h.hire("ann"), h.hire("bob")
		lease := ann.must()
		for range 10 {
			pause(10 * time.Second)
			state, err := ann.renew(lease)
			require.NoError(t, err)
			require.Equal(t, sproutsv1.LeaseState_LEASE_STATE_HELD, state)
			_, err = bob.renew(lease)
			require.NoError(t, err)
		}
		silent := time.Now()
		r, err := bob.lease()
		require.NoError(t, err)
		require.Nil(t, r.GetLease())
		require.Equal(t, lease.GetCouple().GetComponent(), bob.must().GetCouple().GetComponent())
		require.LessOrEqual(t, time.Since(silent), 32*time.Second)
		pause(time.Second)
		require.Contains(t, h.log.String(), `level=WARN msg="workers were silent for too long" sessions=1 leases=1`)

		_, err = ann.renew(lease)
		requireCode(t, codes.Aborted, "session is not known: register again", err)
		requireCode(t, codes.Aborted, "register again", ann.complete(&sproutsv1.Progress{Lease: lease.GetId()}))
		require.NoError(t, ann.register(nim.New()))
		state, err := ann.renew(lease)
		require.NoError(t, err)
		require.Equal(t, sproutsv1.LeaseState_LEASE_STATE_UNKNOWN, state)
		require.NoError(t, ann.complete(&sproutsv1.Progress{Lease: lease.GetId()}), "late, and no harm")
		_, err = ann.exchange(heap(5))
		require.NoError(t, err, "late facts are facts")
		require.EqualValues(t, 5, h.run(run.GetId()).GetNimber())
	})
}

func TestDrain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newNim(t)
		ann, bob := h.hire("ann"), h.hire("bob")
		waiting := later(ann.lease)
		synctest.Wait()
		_, err := h.admin().Drain(t.Context(), &sproutsv1.DrainRequest{})
		require.NoError(t, err)
		began := time.Now()
		got := <-waiting
		require.True(t, got.value.GetDrain())
		require.Equal(t, began, got.at, "at once")
		h.submit("5", nimber)
		r, err := bob.lease()
		require.NoError(t, err)
		require.True(t, r.GetDrain())
		require.True(t, h.status().GetDraining())
		require.Equal(t, healthv1.HealthCheckResponse_SERVING, h.health(), "workers still have much to say")

		_, err = h.admin().Resume(t.Context(), &sproutsv1.ResumeRequest{})
		require.NoError(t, err)
		lease := bob.must()
		_, err = h.admin().Drain(t.Context(), &sproutsv1.DrainRequest{Worker: "bob"})
		require.NoError(t, err)
		renewal, err := bob.rpc.Renew(t.Context(), &sproutsv1.RenewRequest{
			Session: bob.session, Progress: []*sproutsv1.Progress{{Lease: lease.GetId()}},
		})
		require.NoError(t, err)
		require.True(t, renewal.GetDrain())
		_, err = bob.rpc.Return(t.Context(), &sproutsv1.ReturnRequest{Session: bob.session, Leaving: true})
		require.NoError(t, err)
		require.NotNil(t, ann.must(), "not drained")

		_, err = h.admin().Drain(t.Context(), &sproutsv1.DrainRequest{Worker: "nobody"})
		requireCode(t, codes.NotFound, "nobody", err)
		_, err = h.admin().Resume(t.Context(), &sproutsv1.ResumeRequest{Worker: "nobody"})
		requireCode(t, codes.NotFound, "nobody", err)
	})
}

// Stopping sends away who waits, and tells probes first.
func TestStop(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newNim(t)
		w := h.hire("ann")
		waiting := later(w.lease)
		synctest.Wait()
		require.Equal(t, healthv1.HealthCheckResponse_SERVING, h.health())
		began := time.Now()
		h.end()
		got := <-waiting
		require.Equal(t, codes.Unavailable, code(got.err))
		require.NoError(t, h.stopped())
		require.Less(t, time.Since(began), 5*time.Second, "the worker has tried again, then gave up its connection")
		require.Contains(t, h.log.String(), "msg=stopping")
	})
}

// A call that does not end is cut off.
func TestStopDoesNotWaitForEver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newNim(t)
		w := h.hire("ann")
		block := make(chan struct{})
		release := sync.OnceFunc(func() { close(block) })
		defer release()
		h.disk.set(func(d *shaky) { d.gate = block })
		sending := later(func() (any, error) { return w.exchange(heap(5)) })
		synctest.Wait()
		began := time.Now()
		h.end()
		pause(9 * time.Second)
		require.Empty(t, sending)
		pause(2 * time.Second)
		require.Equal(t, codes.Unavailable, code((<-sending).err))
		release()
		require.NoError(t, h.stopped())
		require.Less(t, time.Since(began), 15*time.Second)
		require.Contains(t, h.log.String(), "calls do not end: stopping anyway")
	})
}

// What was acknowledged is there after a crash, the rest of the run as far as it was
// written.
func TestCrash(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newNim(t)
		run := h.submit("3+4", nimber)
		w := h.hire("ann")
		lease := w.must()
		_, err := w.exchange(heap(3))
		require.NoError(t, err)
		h.crash()
		require.EqualValues(t, 2, h.status().GetEpoch())
		require.Equal(t, sproutsv1.RunState_RUN_STATE_ACTIVE, h.run(run.GetId()).GetState())

		w.rpc = sproutsv1.NewWorkServiceClient(h.conn)
		_, err = w.renew(lease)
		requireCode(t, codes.Aborted, "register again", err)
		require.NoError(t, w.register(nim.New()))
		_, err = w.exchange(heap(4))
		require.NoError(t, err)
		require.EqualValues(t, 7, h.run(run.GetId()).GetNimber())
		again, err := h.admin().Submit(t.Context(), &sproutsv1.SubmitRequest{Position: "3", Goal: nimber})
		require.NoError(t, err)
		require.EqualValues(t, 3, again.GetRun().GetNimber(), "known, so decided at once")
	})
}

// Programs that do not fit each other say so before any work is done.
func TestHandshake(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newNim(t)
		g := nim.New()
		fine := sproutsv1.RegisterRequest{
			Protocol: 1, Game: g.Name(), GameVersion: g.Version(), ProgramVersion: "v2", Worker: "ann", Threads: 8,
		}
		for name, test := range map[string]struct {
			change func(*sproutsv1.RegisterRequest)
			code   codes.Code
			says   string
		}{
			"fine":      {func(*sproutsv1.RegisterRequest) {}, codes.OK, ""},
			"protocol":  {func(r *sproutsv1.RegisterRequest) { r.Protocol = 2 }, codes.FailedPrecondition, `worker "ann" (v2) speaks protocol 2, the coordinator`},
			"game":      {func(r *sproutsv1.RegisterRequest) { r.Game = "chess" }, codes.FailedPrecondition, `it has chess "` + g.Version() + `", the coordinator nim "` + g.Version()},
			"version":   {func(r *sproutsv1.RegisterRequest) { r.GameVersion = "old" }, codes.FailedPrecondition, `it has nim "old", the coordinator nim "` + g.Version()},
			"no name":   {func(r *sproutsv1.RegisterRequest) { r.Worker = "" }, codes.InvalidArgument, "its name must be"},
			"no thread": {func(r *sproutsv1.RegisterRequest) { r.Threads = 0 }, codes.InvalidArgument, "it has 0 threads"},
			"long":      {func(r *sproutsv1.RegisterRequest) { r.ProgramVersion = strings.Repeat("v", 1001) }, codes.InvalidArgument, "program_version: 1001 bytes"},
		} {
			r := &sproutsv1.RegisterRequest{
				Protocol: fine.GetProtocol(), Game: fine.GetGame(), GameVersion: fine.GetGameVersion(),
				ProgramVersion: fine.GetProgramVersion(), Worker: fine.GetWorker(), Threads: fine.GetThreads(),
			}
			test.change(r)
			welcome, err := sproutsv1.NewWorkServiceClient(h.conn).Register(t.Context(), r)
			require.Equal(t, test.code, code(err), "%s: %v", name, err)
			if err != nil {
				require.ErrorContains(t, err, test.says, name)
				continue
			}
			require.EqualValues(t, 1, welcome.GetSession().GetEpoch())
			require.Equal(t, 30*time.Second, welcome.GetLeaseTtl().AsDuration())
			require.Equal(t, 10*time.Second, welcome.GetRenewInterval().AsDuration())
			require.EqualValues(t, 4096, welcome.GetMaxFacts())
			require.NotEmpty(t, welcome.GetProgramVersion())
		}
	})
}

func TestOptionsThatMakeNoSense(t *testing.T) {
	g := nim.New()
	disk := newShaky(g)
	for _, test := range []struct {
		o    coordinator.ServerOptions
		says string
	}{
		{coordinator.ServerOptions{MaxFacts: -1}, "option MaxFacts is -1, it must be 1 to 65536"},
		{coordinator.ServerOptions{MaxFacts: 11, Core: coordinator.Options{MaxBatch: 10}}, "option MaxFacts is 11, it must be 1 to 10"},
		{coordinator.ServerOptions{MaxQueue: -1}, "option MaxQueue must be positive"},
		{coordinator.ServerOptions{StopTime: -1}, "option StopTime must be positive"},
		{coordinator.ServerOptions{Core: coordinator.Options{TTL: -1}}, "option TTL is"},
	} {
		_, err := coordinator.NewServer(g, disk.facts(), disk, test.o)
		require.ErrorContains(t, err, test.says)
	}
	disk.set(func(d *shaky) { d.full = errors.New("I/O error") })
	_, err := coordinator.NewServer(g, disk.facts(), disk, coordinator.ServerOptions{})
	require.EqualError(t, err, "coordinator: write the new epoch: I/O error")
}
