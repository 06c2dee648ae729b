package worker_test

import (
	"context"
	"net"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/grpc/test/bufconn"
	"google.golang.org/protobuf/types/known/durationpb"

	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/internal/transport"
	sproutsv1 "github.com/sprouts-solver/sprouts/proto/sprouts/v1"
	"github.com/sprouts-solver/sprouts/search"
	"github.com/sprouts-solver/sprouts/worker"
)

// fake is a coordinator that does what a test tells it, and otherwise what the
// protocol says. Its fields are set before it is used; with mu afterwards.
type fake struct {
	sproutsv1.UnimplementedWorkServiceServer
	leases chan *sproutsv1.Lease

	mu       sync.Mutex
	epoch    uint64
	sessions uint64 // registered in this epoch
	began    time.Time
	log      []string // calls in order
	times    []time.Duration
	facts    map[game.Component]game.Fact
	batches  []*sproutsv1.ExchangeRequest
	hellos   []*sproutsv1.RegisterRequest
	renewals []*sproutsv1.RenewRequest
	ends     []*sproutsv1.CompleteRequest
	returns  []*sproutsv1.ReturnRequest

	drain    bool // said in answer to lease
	welcome  func(*sproutsv1.RegisterResponse) error
	granted  func(*sproutsv1.LeaseResponse) error
	renewed  func(*sproutsv1.RenewRequest, *sproutsv1.RenewResponse) error
	complete func(*sproutsv1.CompleteRequest) error
	exchange func(*sproutsv1.ExchangeRequest, *sproutsv1.ExchangeResponse) error
}

func newFake() *fake {
	return &fake{leases: make(chan *sproutsv1.Lease, 8), epoch: 1, began: time.Now(), facts: map[game.Component]game.Fact{}}
}

// called notes a call and checks its session.
func (f *fake) called(name string, s *sproutsv1.Session) error {
	f.log = append(f.log, name)
	f.times = append(f.times, time.Since(f.began))
	if s != nil && (s.GetEpoch() != f.epoch || s.GetId() != f.sessions) {
		return status.Error(codes.Aborted, "session is not known")
	}
	return nil
}

func (f *fake) Register(_ context.Context, r *sproutsv1.RegisterRequest) (*sproutsv1.RegisterResponse, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	_ = f.called("register", nil)
	f.hellos = append(f.hellos, r)
	f.sessions++
	answer := &sproutsv1.RegisterResponse{
		Session:  &sproutsv1.Session{Epoch: f.epoch, Id: f.sessions},
		LeaseTtl: durationpb.New(30 * time.Second), RenewInterval: durationpb.New(10 * time.Second),
		ExchangeInterval: durationpb.New(time.Second), MaxFacts: 4096, MaxFactBytes: 1 << 20, LeastVisits: 1,
	}
	if f.welcome != nil {
		return answer, f.welcome(answer)
	}
	return answer, nil
}

func (f *fake) Lease(ctx context.Context, r *sproutsv1.LeaseRequest) (*sproutsv1.LeaseResponse, error) {
	f.mu.Lock()
	err, drain, granted := f.called("lease", r.GetSession()), f.drain, f.granted
	f.mu.Unlock()
	answer := &sproutsv1.LeaseResponse{LeastVisits: 1, Drain: drain}
	if err != nil || drain {
		return answer, err
	}
	timer := time.NewTimer(r.GetWait().AsDuration())
	defer timer.Stop()
	select {
	case answer.Lease = <-f.leases:
	case <-timer.C:
	case <-ctx.Done():
		return nil, status.FromContextError(ctx.Err()).Err()
	}
	if granted != nil {
		f.do(func() { err = granted(answer) })
	}
	return answer, err
}

func (f *fake) Renew(_ context.Context, r *sproutsv1.RenewRequest) (*sproutsv1.RenewResponse, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	err := f.called("renew", r.GetSession())
	f.renewals = append(f.renewals, r)
	answer := &sproutsv1.RenewResponse{LeastVisits: 1}
	for range r.GetProgress() {
		answer.States = append(answer.States, sproutsv1.LeaseState_LEASE_STATE_HELD)
	}
	if err == nil && f.renewed != nil {
		err = f.renewed(r, answer)
	}
	return answer, err
}

func (f *fake) Complete(_ context.Context, r *sproutsv1.CompleteRequest) (*sproutsv1.CompleteResponse, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	err := f.called("complete", r.GetSession())
	f.ends = append(f.ends, r)
	if err == nil && f.complete != nil {
		err = f.complete(r)
	}
	return &sproutsv1.CompleteResponse{}, err
}

func (f *fake) Return(_ context.Context, r *sproutsv1.ReturnRequest) (*sproutsv1.ReturnResponse, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	err := f.called("return", r.GetSession())
	f.returns = append(f.returns, r)
	return &sproutsv1.ReturnResponse{}, err
}

func (f *fake) Exchange(_ context.Context, r *sproutsv1.ExchangeRequest) (*sproutsv1.ExchangeResponse, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	err := f.called("exchange", r.GetSession())
	f.batches = append(f.batches, r)
	answer := &sproutsv1.ExchangeResponse{Cursor: r.GetCursor()}
	if err == nil && f.exchange != nil {
		err = f.exchange(r, answer)
	}
	if err == nil {
		for _, m := range r.GetFacts() {
			f.facts[game.Component(m.GetComponent())] |= factOf(m)
		}
	}
	return answer, err
}

func factOf(m *sproutsv1.Fact) game.Fact {
	f := game.FactFromMask(uint16(m.GetExcluded()))
	if m.GetKnown() {
		f = game.Known(f.FirstOpen())
	}
	return f
}

// do runs a function while nobody else uses the fake.
func (f *fake) do(g func()) {
	f.mu.Lock()
	defer f.mu.Unlock()
	g()
}

// calls returns the calls so far but for exchanges, as one text. The lock must be
// held, or nobody else be there any more.
func (f *fake) calls() string {
	return strings.Join(slices.DeleteFunc(slices.Clone(f.log), func(c string) bool { return c == "exchange" }), " ")
}

// network is what lies between worker and coordinator.
type network struct {
	mu       sync.Mutex
	listener *bufconn.Listener // nil: down
	server   *grpc.Server
	dials    []time.Time
	rate     int // bytes a second from the worker; 0 is no limit
}

// up starts a server on the fake, with the settings of the program.
func (n *network) up(f *fake) {
	settings, err := transport.NewServer(transport.Options{Insecure: true})
	if err != nil {
		panic(err)
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	n.listener, n.server = bufconn.Listen(1<<20), grpc.NewServer(settings.Options()...)
	sproutsv1.RegisterWorkServiceServer(n.server, f)
	go func(s *grpc.Server, l net.Listener) { _ = s.Serve(l) }(n.server, n.listener)
}

// down kills the server.
func (n *network) down() {
	n.mu.Lock()
	server := n.server
	n.listener = nil
	n.mu.Unlock()
	if server != nil {
		server.Stop()
	}
}

func (n *network) dial(ctx context.Context, _ string) (net.Conn, error) {
	n.mu.Lock()
	l, rate := n.listener, n.rate
	n.dials = append(n.dials, time.Now())
	n.mu.Unlock()
	if l == nil {
		return nil, net.ErrClosed
	}
	conn, err := l.DialContext(ctx)
	if rate > 0 && err == nil {
		conn = slowConn{conn, rate}
	}
	return conn, err
}

// slowConn writes so many bytes a second.
type slowConn struct {
	net.Conn
	rate int
}

func (c slowConn) Write(b []byte) (int, error) {
	<-time.After(time.Duration(len(b)) * time.Second / time.Duration(c.rate))
	return c.Conn.Write(b)
}

// connect returns a connection with the settings of the program.
func (n *network) connect(t *testing.T) *grpc.ClientConn {
	t.Helper()
	conn, err := transport.Dial("passthrough:///coordinator", transport.Options{Insecure: true}, grpc.WithContextDialer(n.dial))
	require.NoError(t, err)
	return conn
}

// slow is a game whose moves take their time, so that a search takes time in a
// bubble of virtual time.
type slow struct {
	game.Game
	each time.Duration
}

func (s slow) NewExpander() game.Expander { return slowExpander{s.Game.NewExpander(), s.each} }

type slowExpander struct {
	game.Expander
	each time.Duration
}

func (e slowExpander) Expand(c []byte, yield func(option *game.Sum) bool) {
	<-time.After(e.each)
	e.Expander.Expand(c, yield)
}

// lease returns a lease of a couple.
func lease(id uint64, c search.Couple, budget int64, path ...search.Couple) *sproutsv1.Lease {
	message := func(c search.Couple) *sproutsv1.Couple {
		return &sproutsv1.Couple{Component: []byte(c.Component), Nimber: uint32(c.Nimber)}
	}
	l := &sproutsv1.Lease{
		Id: id, Run: 1, Kind: sproutsv1.LeaseKind_LEASE_KIND_SEARCH,
		Couple: message(c), Budget: budget, Ttl: durationpb.New(30 * time.Second),
	}
	for _, p := range path {
		l.Path = append(l.Path, message(p))
	}
	return l
}

// bubble is a worker and a fake coordinator in virtual time.
type bubble struct {
	t      *testing.T
	fake   *fake
	net    *network
	conn   *grpc.ClientConn
	worker *worker.Worker
	stop   context.CancelFunc
	done   chan error
	over   bool
	ended  time.Time // when Run returned
}

// start runs a worker. The test must end with b.end.
func start(t *testing.T, g game.Game, f *fake, o worker.Options) *bubble {
	t.Helper()
	b := &bubble{t: t, fake: f, net: &network{}, done: make(chan error, 1)}
	b.net.up(f)
	b.begin(g, o)
	return b
}

// begin is start without a server.
func (b *bubble) begin(g game.Game, o worker.Options) {
	b.t.Helper()
	o.Executor.MaxMemory, o.Executor.CheckMemory = 64<<20, 64<<20
	b.conn = b.net.connect(b.t)
	var err error
	b.worker, err = worker.New(g, b.conn, o)
	require.NoError(b.t, err)
	ctx, stop := context.WithCancel(b.t.Context())
	b.stop = stop
	go func() { b.done <- b.worker.Run(ctx) }()
	b.t.Cleanup(func() {
		if !b.over { // the test has failed
			b.stop()
			if err := <-b.done; err != nil {
				b.t.Log(err)
			}
			_ = b.conn.Close()
			b.net.down()
		}
	})
}

// wait waits until Run has returned, and everything else has ended.
func (b *bubble) wait() error {
	b.t.Helper()
	var err error
	select {
	case err = <-b.done:
	case <-time.After(48 * time.Hour):
		b.fake.do(func() { require.Fail(b.t, "Run does not return", "calls: %s", b.fake.calls()) })
	}
	b.over, b.ended = true, time.Now()
	b.stop()
	require.NoError(b.t, b.conn.Close())
	b.net.down()
	return err
}

// end tells the worker to stop, and demands an orderly end.
func (b *bubble) end() {
	b.t.Helper()
	b.stop()
	require.NoError(b.t, b.wait())
}

// until waits for something in steps of virtual time. The function is called under the
// fake's lock.
func (b *bubble) until(what string, f func() bool) {
	b.t.Helper()
	for range 100_000 {
		<-time.After(100 * time.Millisecond)
		happened := false
		b.fake.do(func() { happened = f() })
		if happened {
			return
		}
	}
	b.fake.do(func() { require.Fail(b.t, "never happens", "%s; calls: %s", what, b.fake.calls()) })
}
