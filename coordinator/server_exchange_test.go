package coordinator_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/sprouts-solver/sprouts/coordinator"
	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/game/nim"
	"github.com/sprouts-solver/sprouts/internal/wire"
	sproutsv1 "github.com/sprouts-solver/sprouts/proto/sprouts/v1"
	"github.com/sprouts-solver/sprouts/store"
)

// heaps are facts about the heaps from a to b.
func heaps(a, b byte) (all []coordinator.Entry) {
	for n := a; n <= b; n++ {
		all = append(all, heap(n))
	}
	return all
}

// requireFacts fails unless these facts came, in any order.
func requireFacts(t *testing.T, want, got []coordinator.Entry) {
	t.Helper()
	require.ElementsMatch(t, want, got)
}

// retryAfter returns how long a busy coordinator asks to wait.
func retryAfter(t *testing.T, err error) time.Duration {
	t.Helper()
	require.Equal(t, codes.ResourceExhausted, code(err), "%v", err)
	for _, d := range status.Convert(err).Details() {
		if info, ok := d.(*errdetails.RetryInfo); ok {
			return info.GetRetryDelay().AsDuration()
		}
	}
	require.Fail(t, "no RetryInfo", "%v", err)
	return 0
}

func TestFactsReachTheOthers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newNim(t)
		ann, bob := h.hire("ann"), h.hire("bob")
		none, err := ann.exchange()
		require.NoError(t, err)
		require.Empty(t, none)
		_, err = bob.exchange()
		require.NoError(t, err)

		own, err := ann.exchange(heaps(1, 3)...)
		require.NoError(t, err)
		require.Empty(t, own, "not her own")
		news, err := bob.exchange(heap(4), heap(3))
		require.NoError(t, err)
		requireFacts(t, heaps(1, 3), news)
		news, err = bob.exchange()
		require.NoError(t, err)
		require.Empty(t, news, "told once")
		news, err = ann.exchange()
		require.NoError(t, err)
		requireFacts(t, heaps(4, 4), news)
	})
}

// Who begins reads everything, page by page, and then what has come meanwhile.
func TestPages(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newNim(t)
		require.NoError(t, h.stop())
		var old []store.Entry // from before there was a coordinator
		for _, e := range heaps(1, 5) {
			old = append(old, store.Entry(e))
		}
		require.NoError(t, h.disk.Put(old))
		h.start()
		ann, bob := h.hire("ann"), h.hire("bob")
		_, err := ann.exchange(heaps(6, 9)...)
		require.NoError(t, err)

		var got []coordinator.Entry
		pages := 0
		for more := true; more; pages++ {
			r, err := bob.exchangeOnce(&sproutsv1.ExchangeRequest{MaxBytes: 2})
			require.NoError(t, err)
			require.LessOrEqual(t, len(r.GetFacts()), 2)
			facts, err := wire.ReadFacts[coordinator.Entry](wire.NewChecker(h.game), "facts", r.GetFacts())
			require.NoError(t, err)
			got = append(got, facts...)
			more = r.GetMore()
			if pages == 1 {
				_, err := ann.exchange(heap(10), heap(11))
				require.NoError(t, err)
			}
		}
		require.Greater(t, pages, 4)
		news, err := bob.exchange()
		require.NoError(t, err)
		got = slices.CompactFunc(slices.SortedFunc(slices.Values(append(got, news...)), byComponent), sameEntry)
		requireFacts(t, heaps(1, 11), got)
	})
}

func byComponent(a, b coordinator.Entry) int { return int(a.Component[0]) - int(b.Component[0]) }
func sameEntry(a, b coordinator.Entry) bool  { return a == b }

// Who wants news only gets no pages.
func TestNewsOnly(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHost(t, nim.New(), coordinator.ServerOptions{Core: coordinator.Options{RingSize: 3, MaxBatch: 2}, MaxFacts: 2})
		ann, bob := h.hire("ann"), h.hire("bob")
		for n := byte(1); n < 10; n++ {
			_, err := ann.exchange(heap(n))
			require.NoError(t, err)
		}
		r, err := bob.exchangeOnce(&sproutsv1.ExchangeRequest{NewsOnly: true})
		require.NoError(t, err)
		require.Len(t, r.GetFacts(), 3, "what the ring holds")
		require.False(t, r.GetMore())
		require.Nil(t, r.GetCursor().GetPage())
	})
}

// Who has fallen behind, or meets the next coordinator, gets what it has missed from
// the disk, and nothing twice.
func TestFallingBehind(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHost(t, nim.New(), coordinator.ServerOptions{Core: coordinator.Options{RingSize: 3, MaxBatch: 2}, MaxFacts: 2})
		ann, bob := h.hire("ann"), h.hire("bob")
		_, err := ann.exchange(heap(1))
		require.NoError(t, err)
		first, err := bob.exchange()
		require.NoError(t, err)
		requireFacts(t, heaps(1, 1), first)
		for n := byte(2); n < 10; n++ {
			_, err := ann.exchange(heap(n))
			require.NoError(t, err)
		}
		missed, err := bob.exchange()
		require.NoError(t, err)
		requireFacts(t, heaps(2, 9), missed)

		_, err = ann.exchange(heap(10), heap(11))
		require.NoError(t, err)
		h.restart()
		for _, w := range []*hand{ann, bob} {
			w.rpc = sproutsv1.NewWorkServiceClient(h.conn)
			require.NoError(t, w.register(h.game))
		}
		_, err = ann.exchange(heap(12))
		require.NoError(t, err)
		missed, err = bob.exchange()
		require.NoError(t, err)
		requireFacts(t, heaps(10, 12), missed)
	})
}

// A fact is acknowledged when it is on disk, and not before.
func TestAcknowledgedMeansOnDisk(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newNim(t)
		ann, bob := h.hire("ann"), h.hire("bob")
		slow := make(chan struct{})
		h.disk.set(func(d *shaky) { d.gate = slow })
		sending := later(func() (any, error) { return ann.exchange(heap(5)) })
		synctest.Wait()
		same := later(func() (any, error) { return bob.exchange(heap(5)) })
		pause(5 * time.Second)
		require.Empty(t, sending)
		require.Empty(t, same, "known, but not safe")
		fact, err := h.disk.Get("\x05")
		require.NoError(t, err)
		require.Zero(t, fact)

		h.disk.set(func(d *shaky) { d.gate = nil })
		close(slow)
		require.NoError(t, (<-sending).err)
		require.NoError(t, (<-same).err)
		fact, err = h.disk.Get("\x05")
		require.NoError(t, err)
		require.Equal(t, game.Known(5), fact)
	})
}

// What many workers send at once is written at once.
func TestWritesAreShared(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newNim(t)
		var sending []chan result[any]
		h.disk.set(func(d *shaky) { d.delay = time.Second })
		began := time.Now()
		for n := byte(1); n <= 50; n++ {
			w := h.hire(fmt.Sprint("worker ", n))
			sending = append(sending, later(func() (any, error) { return w.exchange(heap(n % 16)) }))
		}
		for _, s := range sending {
			got := <-s
			if n := 1 + slices.Index(sending, s); n%16 == 0 {
				requireCode(t, codes.InvalidArgument, "facts[0].component", got.err) // there is no empty heap
			} else {
				require.NoError(t, got.err)
			}
		}
		require.Less(t, time.Since(began), 7*time.Second)
		h.disk.set(func(d *shaky) { d.delay = 0 })
	})
}

// While more waits for the disk than there is room for, workers keep what they have.
func TestSlowDisk(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHost(t, nim.New(), coordinator.ServerOptions{MaxQueue: 10})
		ann, bob := h.hire("ann"), h.hire("bob")
		slow := make(chan struct{})
		h.disk.set(func(d *shaky) { d.gate = slow })
		sending := later(func() (any, error) { return ann.exchange(heaps(1, 12)...) })
		synctest.Wait()
		_, err := bob.exchange(heap(13))
		require.Equal(t, time.Second, retryAfter(t, err))
		require.ErrorContains(t, err, "facts wait for the disk")
		_, err = bob.exchange()
		require.NoError(t, err, "news are told")

		h.disk.set(func(d *shaky) { d.gate = nil })
		close(slow)
		require.NoError(t, (<-sending).err)
		_, err = bob.exchange(heap(13))
		require.NoError(t, err)
	})
}

// A full disk stops work and not the coordinator; when there is room, all goes on.
func TestFullDisk(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newNim(t)
		ann, bob := h.hire("ann"), h.hire("bob")
		run := h.submit("3+4", nimber)
		h.disk.set(func(d *shaky) { d.full = fmt.Errorf("%w: 0 MiB left", store.ErrDiskFull) })
		_, err := ann.exchange(heap(3))
		require.Equal(t, 5*time.Second, retryAfter(t, err))
		require.ErrorContains(t, err, "disk is nearly full: 0 MiB left")
		_, err = bob.exchange(heap(4))
		require.Equal(t, 5*time.Second, retryAfter(t, err))

		require.Contains(t, h.status().GetReadOnly(), "disk is nearly full")
		require.Contains(t, h.log.String(), `level=ERROR msg="the disk is full`)
		waiting := later(ann.lease)
		pause(20 * time.Second)
		require.Empty(t, waiting, "there is a leaf, but what came of it could not be kept")

		h.disk.set(func(d *shaky) { d.full = nil })
		require.NotNil(t, (<-waiting).value.GetLease())
		require.Empty(t, h.status().GetReadOnly())
		require.Contains(t, h.log.String(), "the disk has room again")
		fact, err := h.disk.Get("\x03")
		require.NoError(t, err)
		require.Equal(t, game.Known(3), fact, "not acknowledged, but not lost either")
		_, err = bob.exchange(heap(4))
		require.NoError(t, err)
		require.EqualValues(t, 7, h.run(run.GetId()).GetNimber())
	})
}

// A disk with another trouble ends the coordinator, in order.
func TestBrokenDisk(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newNim(t)
		w := h.hire("ann")
		h.disk.set(func(d *shaky) { d.full = errors.New("input/output error") })
		_, err := w.exchange(heap(3))
		requireCode(t, codes.Unavailable, "the coordinator is stopping", err)
		require.ErrorContains(t, h.stopped(), "coordinator: write: write records: input/output error")
	})
}

// A full disk at the end is said, since something is lost.
func TestStopOnAFullDisk(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newNim(t)
		h.disk.set(func(d *shaky) { d.full = store.ErrDiskFull })
		pause(6 * time.Second)
		require.ErrorIs(t, h.stop(), store.ErrDiskFull)
	})
}

// Nobody sees a result that power loss could take back.
func TestResultsAreSyncedBeforeTheyAreShown(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newNim(t)
		run := h.submit("3+4", nimber)
		w := h.hire("ann")
		w.must()
		syncs := func() (n int) {
			h.disk.set(func(d *shaky) { n = d.syncs })
			return n
		}
		_, err := w.exchange(heap(3), heap(4))
		require.NoError(t, err)
		before := syncs()
		require.Equal(t, sproutsv1.RunState_RUN_STATE_DECIDED, h.run(run.GetId()).GetState())
		require.Equal(t, before+1, syncs())
		h.run(run.GetId())
		require.Equal(t, before+1, syncs(), "once")
		h.crash()
		require.EqualValues(t, 7, h.run(run.GetId()).GetNimber())
	})
}

// Two workers who contradict each other are both named, and everything stops.
func TestContradiction(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newNim(t)
		ann, bob := h.hire("ann"), h.hire("bob")
		run := h.submit("3+4", nimber)
		_, err := ann.exchange(heap(3))
		require.NoError(t, err)
		_, err = bob.exchange(coordinator.Entry{Component: "\x03", Fact: game.Known(2)})
		requireCode(t, codes.DataLoss, "worker ann says *3, worker bob says *2", err)
		_, err = ann.lease()
		requireCode(t, codes.DataLoss, "worker bob", err)
		require.Contains(t, h.status().GetConflict(), "worker bob")
		got := h.run(run.GetId())
		require.Equal(t, sproutsv1.RunState_RUN_STATE_STOPPED, got.GetState())
		require.Contains(t, got.GetReason(), "worker ann")
		pause(2 * time.Second)
		require.Contains(t, h.log.String(), `level=ERROR msg="all runs have stopped"`)
	})
}
