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
	"github.com/sprouts-solver/sprouts/internal/wire"
	sproutsv1 "github.com/sprouts-solver/sprouts/proto/sprouts/v1"
	"github.com/sprouts-solver/sprouts/worker"
)

// Facts are read page by page at once, then as they come; the cursor goes back as it
// was given, also to a coordinator in its next life, and what is read saves work.
func TestReadsFacts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		other := newExecutor(t, sprouts.New(), worker.ExecutorOptions{})
		c := spots(t, 11, 0)
		do(t, other, worker.Job{Couple: c})
		all := other.Outbox().Take(1<<20, 1<<30)
		const pages = 5
		nimbers := int64(0)
		for _, e := range all {
			if e.Fact.IsKnown() {
				nimbers++
			}
		}

		f := newFake()
		var read []time.Duration
		f.exchange = func(r *sproutsv1.ExchangeRequest, answer *sproutsv1.ExchangeResponse) error {
			at := int(r.GetCursor().GetNext())
			if at < pages {
				answer.Facts = wire.Facts(all[at*len(all)/pages : (at+1)*len(all)/pages])
				answer.Cursor = &sproutsv1.Cursor{Next: uint64(at + 1), Page: &sproutsv1.Page{After: []byte{byte(at)}}}
				answer.More = at+1 < pages
				read = append(read, time.Since(f.began))
				return nil
			}
			require.Equal(t, []byte{pages - 1}, r.GetCursor().GetPage().GetAfter())
			return nil
		}
		b := start(t, sprouts.New(), f, worker.Options{})
		b.until("all pages are read", func() bool { return len(read) == pages })
		require.Less(t, read[pages-1], time.Second, "at once")
		require.Equal(t, nimbers, b.worker.Stats().Received)
		f.do(func() { f.epoch = 2 })
		f.leases <- lease(1, c, 0)
		b.until("the job is done", func() bool { return len(f.ends) > 0 })
		b.end()
		require.Less(t, f.ends[0].GetProgress().GetVisits(), int64(10))
		require.Equal(t, uint32(0), f.ends[0].GetProgress().GetNumbers().GetProof())
	})
}

// A contradiction that comes from elsewhere stops the worker, and both sides are told.
func TestConflictFromElsewhere(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake()
		c := spots(t, 9, 1)
		f.exchange = func(r *sproutsv1.ExchangeRequest, answer *sproutsv1.ExchangeResponse) error {
			seen := f.facts[c.Component]
			for _, m := range r.GetFacts() {
				if game.Component(m.GetComponent()) == c.Component && seen.Contradicts(factOf(m)) {
					return status.Error(codes.DataLoss, "worker a says *1, worker b says *2")
				}
			}
			if seen.IsKnown() {
				answer.Facts = []*sproutsv1.Fact{wire.Fact(c.Component, game.Known(2))}
			}
			return nil
		}
		b := start(t, sprouts.New(), f, worker.Options{})
		f.leases <- lease(1, c, 0)
		err := b.wait()
		require.ErrorIs(t, err, worker.ErrConflict)
		var conflict *game.ConflictError
		require.ErrorAs(t, err, &conflict)
		require.Equal(t, c.Component, conflict.Component)
		told := f.batches[len(f.batches)-1].GetFacts()
		require.Len(t, told, 2)
		require.Equal(t, game.Known(1), factOf(told[0]))
		require.Equal(t, game.Known(2), factOf(told[1]))
		require.True(t, f.returns[0].GetLeaving())
	})
}

// A contradiction that the search finds does too.
func TestConflictOfTheSearch(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake()
		c := spots(t, 9, 0)
		f.exchange = func(_ *sproutsv1.ExchangeRequest, answer *sproutsv1.ExchangeResponse) error {
			answer.Facts = []*sproutsv1.Fact{wire.Fact(c.Component, game.FactFromMask(0xfffe))}
			return nil
		}
		b := start(t, sprouts.New(), f, worker.Options{})
		b.until("the lie is read", func() bool { return len(f.batches) > 2 })
		f.leases <- lease(1, c, 0)
		err := b.wait()
		require.ErrorIs(t, err, worker.ErrConflict)
		require.Equal(t, uint64(1), f.returns[0].GetProgress()[0].GetLease())
	})
}

// A job on which the search panics fails; the next one does not.
func TestPoisonJob(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake()
		_, c := line(t)
		long := make([]byte, 3000)
		for i := range long {
			long[i] = 0xc3 // no UTF-8
		}
		g := poisoned{sprouts.New(), c.Component, func() { panic("planted" + string(long)) }}
		b := start(t, g, f, worker.Options{})
		f.leases <- lease(1, c, 0)
		f.leases <- lease(2, spots(t, 6, 0), 0)
		b.until("both are done", func() bool { return f.calls() == "register lease complete lease complete lease" })
		b.end()
		require.Contains(t, f.ends[0].GetProgress().GetFailure(), "panic: planted")
		require.LessOrEqual(t, len(f.ends[0].GetProgress().GetFailure()), 1000)
		require.Empty(t, f.ends[1].GetProgress().GetFailure())
	})
}
