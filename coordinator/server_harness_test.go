package coordinator_test

import (
	"bytes"
	"context"
	"log/slog"
	"net"
	"sync"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/stretchr/testify/require"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	healthv1 "google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/status"
	"google.golang.org/grpc/test/bufconn"
	"google.golang.org/protobuf/types/known/durationpb"

	"github.com/sprouts-solver/sprouts/coordinator"
	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/game/nim"
	"github.com/sprouts-solver/sprouts/internal/transport"
	"github.com/sprouts-solver/sprouts/internal/wire"
	sproutsv1 "github.com/sprouts-solver/sprouts/proto/sprouts/v1"
	"github.com/sprouts-solver/sprouts/store"
)

// host is a machine with a disk on which one coordinator runs after the other.
type host struct {
	t       *testing.T
	game    game.Game
	o       coordinator.ServerOptions
	disk    *shaky
	log     *logBuffer
	metrics *prometheus.Registry

	server   *coordinator.Server
	rpc      *grpc.Server
	listener *bufconn.Listener
	conn     *grpc.ClientConn
	end      context.CancelFunc
	serving  chan error // what Serve returned
}

// newHost makes a host with an empty disk and starts a coordinator on it. In the end
// it is stopped, and must have nothing to complain of.
func newHost(t *testing.T, g game.Game, o coordinator.ServerOptions) *host {
	t.Helper()
	h := &host{t: t, game: g, o: o, disk: newShaky(g)}
	h.start()
	t.Cleanup(func() {
		if h.server != nil {
			require.NoError(t, h.stop())
		}
	})
	return h
}

// start starts a coordinator.
func (h *host) start() {
	h.t.Helper()
	h.log = &logBuffer{}
	h.metrics = prometheus.NewPedanticRegistry()
	o := h.o
	o.Logger = slog.New(slog.NewTextHandler(h.log, nil))
	o.Metrics = h.metrics
	o.Dir = h.t.TempDir()
	if o.Core.Recheck == 0 {
		o.Core.Recheck = -1 // chosen by hash: noise in most tests
	}
	var err error
	h.server, err = coordinator.NewServer(h.game, h.disk.facts(), h.disk, o)
	require.NoError(h.t, err)
	trust, err := transport.NewServer(transport.Options{Logger: o.Logger})
	require.NoError(h.t, err)
	h.rpc = grpc.NewServer(trust.Options()...)
	h.server.Attach(h.rpc)
	h.listener = bufconn.Listen(1 << 20)
	h.conn = h.dial()
	ctx, cancel := context.WithCancel(context.Background())
	h.end = cancel
	h.serving = make(chan error, 1)
	go func(s *coordinator.Server) { h.serving <- s.Serve(ctx, h.rpc, h.listener) }(h.server)
}

// dial returns a connection to the coordinator that shows each answer as it comes:
// nothing is tried again.
func (h *host) dial() *grpc.ClientConn {
	h.t.Helper()
	listener := h.listener
	conn, err := transport.Dial("passthrough:///host", transport.Options{Insecure: true}, grpc.WithDefaultServiceConfig("{}"),
		grpc.WithContextDialer(func(ctx context.Context, _ string) (net.Conn, error) { return listener.DialContext(ctx) }))
	require.NoError(h.t, err)
	return conn
}

// stop ends the coordinator in an orderly way and returns what Serve returned.
func (h *host) stop() error {
	h.end()
	return h.stopped()
}

// stopped waits for the coordinator to end.
func (h *host) stopped() error {
	err := <-h.serving
	require.NoError(h.t, h.conn.Close())
	h.end()
	h.server = nil
	return err
}

// restart stops the coordinator and starts the next one.
func (h *host) restart() {
	h.t.Helper()
	require.NoError(h.t, h.stop())
	h.start()
}

// crash is the death of the process: what was written to the disk is there, the next
// coordinator starts without the rest.
func (h *host) crash() {
	h.t.Helper()
	before := h.disk.clone()
	_ = h.stop()
	h.disk = before
	h.start()
}

func (h *host) admin() sproutsv1.AdminServiceClient { return sproutsv1.NewAdminServiceClient(h.conn) }

// submit queues a run.
func (h *host) submit(text string, goal sproutsv1.Goal) *sproutsv1.Run {
	h.t.Helper()
	r, err := h.admin().Submit(h.t.Context(), &sproutsv1.SubmitRequest{Position: text, Goal: goal})
	require.NoError(h.t, err)
	return r.GetRun()
}

// run returns a run.
func (h *host) run(id uint64) *sproutsv1.Run {
	h.t.Helper()
	r, err := h.admin().ListRuns(h.t.Context(), &sproutsv1.ListRunsRequest{Run: id})
	require.NoError(h.t, err)
	require.Len(h.t, r.GetRuns(), 1)
	return r.GetRuns()[0]
}

func (h *host) status() *sproutsv1.GetStatusResponse {
	h.t.Helper()
	r, err := h.admin().GetStatus(h.t.Context(), &sproutsv1.GetStatusRequest{})
	require.NoError(h.t, err)
	return r
}

// health asks as a probe does.
func (h *host) health() healthv1.HealthCheckResponse_ServingStatus {
	h.t.Helper()
	r, err := healthv1.NewHealthClient(h.conn).Check(h.t.Context(), &healthv1.HealthCheckRequest{})
	require.NoError(h.t, err)
	return r.GetStatus()
}

// hand is a worker that does what a test says.
type hand struct {
	t       *testing.T
	rpc     sproutsv1.WorkServiceClient
	name    string
	session *sproutsv1.Session
	cursor  *sproutsv1.Cursor
}

// hire registers a worker.
func (h *host) hire(name string) *hand {
	h.t.Helper()
	w := &hand{t: h.t, rpc: sproutsv1.NewWorkServiceClient(h.conn), name: name}
	require.NoError(h.t, w.register(h.game))
	return w
}

func (w *hand) register(g game.Game) error {
	r, err := w.rpc.Register(w.t.Context(), &sproutsv1.RegisterRequest{
		Protocol: 1, Game: g.Name(), GameVersion: g.Version(), ProgramVersion: "test", Worker: w.name, Threads: 1,
	})
	w.session = r.GetSession()
	return err
}

// lease asks for work and waits up to 30 s.
func (w *hand) lease() (*sproutsv1.LeaseResponse, error) { return w.leaseWithin(30 * time.Second) }

func (w *hand) leaseWithin(wait time.Duration) (*sproutsv1.LeaseResponse, error) {
	return w.rpc.Lease(w.t.Context(), &sproutsv1.LeaseRequest{Session: w.session, Wait: durationpb.New(wait)})
}

// must returns a lease that must be there.
func (w *hand) must() *sproutsv1.Lease {
	w.t.Helper()
	r, err := w.lease()
	require.NoError(w.t, err)
	require.NotNil(w.t, r.GetLease())
	return r.GetLease()
}

// renew returns the state of a lease.
func (w *hand) renew(l *sproutsv1.Lease) (sproutsv1.LeaseState, error) {
	r, err := w.rpc.Renew(w.t.Context(), &sproutsv1.RenewRequest{
		Session: w.session, Progress: []*sproutsv1.Progress{{Lease: l.GetId()}},
	})
	if err != nil {
		return 0, err
	}
	require.Len(w.t, r.GetStates(), 1)
	return r.GetStates()[0], nil
}

func (w *hand) complete(p *sproutsv1.Progress) error {
	_, err := w.rpc.Complete(w.t.Context(), &sproutsv1.CompleteRequest{Session: w.session, Progress: p})
	return err
}

// exchange sends facts and returns those that came, up to the last page.
func (w *hand) exchange(facts ...coordinator.Entry) ([]coordinator.Entry, error) {
	var all []coordinator.Entry
	for more := true; more; facts = nil {
		r, err := w.exchangeOnce(&sproutsv1.ExchangeRequest{Facts: wire.Facts(facts)})
		if err != nil {
			return nil, err
		}
		for _, f := range r.GetFacts() {
			fact := game.FactFromMask(uint16(f.GetExcluded()))
			if f.GetKnown() {
				fact = game.Known(fact.FirstOpen())
			}
			all = append(all, coordinator.Entry{Component: game.Component(f.GetComponent()), Fact: fact})
		}
		more = r.GetMore()
	}
	return all, nil
}

// exchangeOnce makes one call.
func (w *hand) exchangeOnce(r *sproutsv1.ExchangeRequest) (*sproutsv1.ExchangeResponse, error) {
	r.Session, r.Cursor = w.session, w.cursor
	resp, err := w.rpc.Exchange(w.t.Context(), r)
	if err == nil {
		w.cursor = resp.GetCursor()
	}
	return resp, err
}

// heap is the fact that a heap of Nim is worth its size.
func heap(n byte) coordinator.Entry {
	return coordinator.Entry{Component: game.Component([]byte{n}), Fact: game.Known(game.Nimber(n))}
}

// newNim is a host for Nim, on which facts and couples are easily made up.
func newNim(t *testing.T) *host {
	t.Helper()
	return newHost(t, nim.New(), coordinator.ServerOptions{})
}

func requireCode(t require.TestingT, code codes.Code, says string, err error) {
	require.Equal(t, code, status.Code(err), "%v", err)
	require.ErrorContains(t, err, says)
}

// logBuffer is a log that can be read while it is written.
type logBuffer struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (b *logBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.Write(p)
}

func (b *logBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.String()
}

// shaky is a disk that can be told to fail, and to take its time.
type shaky struct {
	*store.Memory

	g     game.Game
	cache *store.Cache

	mu    sync.Mutex
	full  error         // what every write returns
	delay time.Duration // of every write
	gate  chan struct{} // writes wait until it is closed
	syncs int
}

func newShaky(g game.Game) *shaky {
	d := &shaky{g: g, Memory: store.NewMemory(store.Identity{Game: g.Name(), Version: g.Version()})}
	d.cache = store.NewCache(d.Memory, store.CacheOptions{MaxMemory: 16 << 20, KeepExclusions: true})
	return d
}

// clone returns a disk with the same content.
func (d *shaky) clone() *shaky {
	copied := newShaky(d.g)
	_ = d.RangeFrom("", func(e store.Entry, seq uint64) error {
		if seq == 0 {
			return copied.Put([]store.Entry{e})
		}
		return copied.PutFrom([]store.Entry{e}, seq)
	})
	_ = d.RangeRecords(nil, func(r store.Record) error { return copied.Memory.PutRecords([]store.Record{r}) })
	return copied
}

// set changes how the disk behaves.
func (d *shaky) set(change func(d *shaky)) {
	d.mu.Lock()
	defer d.mu.Unlock()
	change(d)
}

// write is what every write goes through.
func (d *shaky) write(do func() error) error {
	d.mu.Lock()
	full, delay, gate := d.full, d.delay, d.gate
	d.mu.Unlock()
	if gate != nil {
		<-gate
	}
	if delay > 0 {
		<-time.After(delay)
	}
	if full != nil {
		return full
	}
	return do()
}

func (d *shaky) PutRecords(records []store.Record) error {
	return d.write(func() error { return d.Memory.PutRecords(records) })
}

func (d *shaky) DropRecords(prefix []byte) error {
	return d.write(func() error { return d.Memory.DropRecords(prefix) })
}

func (d *shaky) Sync() error {
	return d.write(func() error {
		d.set(func(d *shaky) { d.syncs++ })
		return d.Memory.Sync()
	})
}

// facts is the cache before the disk.
func (d *shaky) facts() coordinator.Facts { return shakyFacts{d} }

type shakyFacts struct{ *shaky }

func (f shakyFacts) Lookup(c []byte) game.Fact { return f.cache.Lookup(c) }

func (f shakyFacts) PutFrom(entries []store.Entry, first uint64) error {
	return f.write(func() error { return f.cache.PutFrom(entries, first) })
}

func timeout(t *testing.T, d time.Duration) (context.Context, context.CancelFunc) {
	t.Helper()
	return context.WithTimeout(t.Context(), d)
}

func seconds(n int) *durationpb.Duration { return durationpb.New(time.Duration(n) * time.Second) }

func code(err error) codes.Code { return status.Code(err) }
