//go:build unix

package coordinator_test

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/stretchr/testify/require"
	"google.golang.org/grpc"

	"github.com/sprouts-solver/sprouts/coordinator"
	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/game/sprouts"
	"github.com/sprouts-solver/sprouts/internal/transport"
	"github.com/sprouts-solver/sprouts/internal/wire"
	sproutsv1 "github.com/sprouts-solver/sprouts/proto/sprouts/v1"
	"github.com/sprouts-solver/sprouts/store"
)

// BenchmarkServer measures calls over TCP on this machine, each worker with a
// connection of its own, onto a store on disk. Time and CPU are those of both sides
// together.
//
//	renew          a Renew with partial numbers
//	exchange       an Exchange without facts
//	exchange100    an Exchange of 100 facts that are new
//	job            Exchange, Complete, Lease: all that a job takes
func BenchmarkServer(b *testing.B) {
	for _, workers := range []int{64, 512} {
		for _, call := range []string{"renew", "exchange", "exchange100", "job"} {
			b.Run(fmt.Sprintf("call=%s/workers=%d", call, workers), func(b *testing.B) { benchServer(b, workers, calls[call]) })
		}
	}
}

// calls are what each worker does, for the n-th time.
var calls = map[string]func(w *loader, n int) error{
	"renew":       (*loader).renew,
	"exchange":    func(w *loader, _ int) error { return w.exchange(nil) },
	"exchange100": func(w *loader, n int) error { return w.exchange(w.fresh(100)) },
	"job":         (*loader).job,
}

// loader is a worker that makes calls and does not search.
type loader struct {
	rpc     sproutsv1.WorkServiceClient
	session *sproutsv1.Session
	lease   *sproutsv1.Lease
	cursor  *sproutsv1.Cursor
	facts   *supply
}

func (w *loader) progress(n int) *sproutsv1.Progress {
	return &sproutsv1.Progress{
		Lease: w.lease.GetId(), Numbers: &sproutsv1.Numbers{Proof: 10, Disproof: uint32(10 + n%100)},
		Visits: int64(n + 1), Elapsed: seconds(1),
	}
}

func (w *loader) renew(n int) error {
	_, err := w.rpc.Renew(context.Background(), &sproutsv1.RenewRequest{Session: w.session, Progress: []*sproutsv1.Progress{w.progress(n)}})
	return err
}

func (w *loader) exchange(facts []coordinator.Entry) error {
	r, err := w.rpc.Exchange(context.Background(), &sproutsv1.ExchangeRequest{
		Session: w.session, Facts: wire.Facts(facts), Cursor: w.cursor, NewsOnly: true,
	})
	w.cursor = r.GetCursor()
	return err
}

func (w *loader) fresh(n int) []coordinator.Entry { return w.facts.take(n) }

func (w *loader) job(n int) error {
	if err := w.exchange(w.fresh(5)); err != nil {
		return err
	}
	if _, err := w.rpc.Complete(context.Background(), &sproutsv1.CompleteRequest{Session: w.session, Progress: w.progress(n)}); err != nil {
		return err
	}
	return w.ask()
}

func (w *loader) ask() error {
	r, err := w.rpc.Lease(context.Background(), &sproutsv1.LeaseRequest{Session: w.session})
	w.lease = r.GetLease()
	return err
}

// supply is facts about lands of Sprouts, each of which is taken once: that a land is
// not worth *15, not worth *14, and so on. None of them matters to the run.
type supply struct {
	lands []game.Component

	mu    sync.Mutex
	taken int
}

// newSupply makes lands for 1.6 million facts.
var newSupply = sync.OnceValue(func() *supply {
	const lands = 200_000
	s := &supply{}
	seen := map[game.Component]bool{}
	expander := sprouts.New().NewExpander()
	take := func(option *game.Sum) bool {
		for i := range option.Len() {
			if c := game.Component(option.At(i)); !seen[c] {
				seen[c] = true
				s.lands = append(s.lands, c)
			}
		}
		return len(s.lands) < lands
	}
	var start game.Sum
	start.Append([]byte{0x00, 0x05, 0x10}) // 0*16
	for i := -1; len(s.lands) < lands; i++ {
		if i < 0 {
			take(&start)
		} else {
			expander.Expand([]byte(s.lands[i]), take)
		}
	}
	return s
})

func (s *supply) take(n int) []coordinator.Entry {
	s.mu.Lock()
	defer s.mu.Unlock()
	entries := make([]coordinator.Entry, n)
	for i := range entries {
		round := s.taken / len(s.lands) % 8
		entries[i] = coordinator.Entry{Component: s.lands[s.taken%len(s.lands)], Fact: game.Excluded(game.Nimber(15 - round))}
		s.taken++
	}
	return entries
}

func benchServer(b *testing.B, workers int, call func(*loader, int) error) {
	b.Helper()
	conns := serveTCP(b, workers)
	supply := newSupply()
	admin := sproutsv1.NewAdminServiceClient(conns[0])
	_, err := admin.Submit(b.Context(), &sproutsv1.SubmitRequest{Position: "40", Goal: outcome})
	require.NoError(b, err)
	loaders := make([]*loader, workers)
	for i := range loaders {
		w := &loader{rpc: sproutsv1.NewWorkServiceClient(conns[i]), facts: supply}
		g := sprouts.New()
		r, err := w.rpc.Register(b.Context(), &sproutsv1.RegisterRequest{
			Protocol: 1, Game: g.Name(), GameVersion: g.Version(), Worker: fmt.Sprint("worker ", i), Threads: 8,
		})
		require.NoError(b, err)
		w.session = r.GetSession()
		require.NoError(b, w.ask())
		if w.lease != nil && i < workers-1 { // makes leaves for the others
			_, err := w.rpc.Complete(b.Context(), &sproutsv1.CompleteRequest{Session: w.session, Progress: w.progress(i)})
			require.NoError(b, err)
			require.NoError(b, w.ask())
		}
		loaders[i] = w
	}
	var group sync.WaitGroup
	next := make(chan int, workers)
	for _, w := range loaders {
		group.Go(func() {
			for n := range next {
				if err := call(w, n); err != nil {
					b.Error(err)
				}
			}
		})
	}
	before, began := cpu(b), time.Now()
	for n := 0; b.Loop(); n++ {
		next <- n
	}
	close(next)
	group.Wait()
	b.ReportMetric(float64(b.N)/time.Since(began).Seconds(), "calls/s")
	b.ReportMetric(float64((cpu(b)-before).Microseconds())/float64(b.N), "cpu-us/call")
}

// serveTCP starts a coordinator on a disk, and connections to it.
func serveTCP(b *testing.B, workers int) []*grpc.ClientConn {
	b.Helper()
	g := sprouts.New()
	disk, err := store.Open(b.TempDir(), store.Identity{Game: g.Name(), Version: g.Version()}, store.Options{MinFree: 64 << 20})
	require.NoError(b, err)
	cache := store.NewCache(disk, store.CacheOptions{KeepExclusions: true})
	require.NoError(b, cache.LoadAll())
	server, err := coordinator.NewServer(g, cache, disk, coordinator.ServerOptions{Core: coordinator.Options{MinBudget: 1, FactRate: -1}})
	require.NoError(b, err)
	trust, err := transport.NewServer(transport.Options{Metrics: prometheus.NewRegistry(), Logger: slog.New(slog.DiscardHandler)})
	require.NoError(b, err)
	listener, err := trust.Listen("127.0.0.1:0")
	require.NoError(b, err)
	rpc := grpc.NewServer(trust.Options()...)
	server.Attach(rpc)
	ctx, cancel := context.WithCancel(context.Background())
	served := make(chan error, 1)
	go func(l net.Listener) { served <- server.Serve(ctx, rpc, l) }(listener)
	conns := make([]*grpc.ClientConn, workers)
	for i := range conns {
		// Without the deadlines that calls have by default.
		conns[i], err = transport.Dial(listener.Addr().String(), transport.Options{}, grpc.WithDefaultServiceConfig("{}"))
		require.NoError(b, err)
	}
	b.Cleanup(func() {
		for _, c := range conns {
			require.NoError(b, c.Close())
		}
		cancel()
		require.NoError(b, <-served)
		require.NoError(b, cache.Close())
		require.NoError(b, disk.Close())
	})
	return conns
}

// cpu returns the time that this process has computed.
func cpu(b *testing.B) time.Duration {
	b.Helper()
	var u syscall.Rusage
	require.NoError(b, syscall.Getrusage(syscall.RUSAGE_SELF, &u))
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
