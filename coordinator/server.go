package coordinator

import (
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/health"
	healthv1 "google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/reflection"

	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/internal/wire"
	sproutsv1 "github.com/sprouts-solver/sprouts/proto/sprouts/v1"
)

// Server serves a core to workers and people: the services of proto/sprouts/v1.
//
//	server, err := coordinator.NewServer(g, cache, store, options)
//	rpc := grpc.NewServer(...)
//	server.Attach(rpc)
//	err = server.Serve(ctx, rpc, listener)     // until ctx ends and all is on disk
//
// The core is behind one lock. Under it nothing waits: messages are read and checked
// before, and what has changed is written after, by a goroutine that serves all who
// wait for it at once.
type Server struct {
	game    game.Game
	o       ServerOptions
	checker *wire.Checker
	keeper  *keeper
	journal Journal
	pages   chan struct{} // whoever reads pages of all facts holds a place
	health  *health.Server
	metrics *metrics
	waiting *line
	serving atomic.Bool // between the start and the end of Serve
	// stopping is closed when no call should begin to wait any more.
	stopping chan struct{}
	failed   chan error // why the server cannot go on; the first one counts

	mu sync.Mutex // guards the fields below
	// core is the state of everything.
	core *Core
	// queued are bytes of facts that the core has taken since the keeper looked.
	queued int64
	// shown are runs whose result is on disk and may be seen.
	shown map[RunID]bool
	// told is what the log has been told.
	told told
}

// NewServer makes a core for a game and gives it what earlier lives have left in the
// journal. Facts and journal stay the caller's to close, after Serve has returned.
func NewServer(g game.Game, facts Facts, journal Journal, o ServerOptions) (*Server, error) {
	o = o.withDefaults()
	if err := o.validate(); err != nil {
		return nil, fmt.Errorf("coordinator: %w", err)
	}
	core, err := NewCore(g, facts, o.Core)
	if err != nil {
		return nil, err
	}
	if err := restore(core, journal); err != nil {
		return nil, err
	}
	s := &Server{
		game: g, o: o, core: core, journal: journal,
		checker:  wire.NewChecker(g),
		health:   health.NewServer(),
		waiting:  newLine(o.MaxWaiting),
		pages:    make(chan struct{}, 1),
		stopping: make(chan struct{}),
		failed:   make(chan error, 1),
		shown:    map[RunID]bool{},
		told:     newTold(core),
	}
	s.metrics, err = newMetrics(o.Metrics, g, s.observe)
	if err != nil {
		return nil, fmt.Errorf("coordinator: %w", err)
	}
	s.keeper = newKeeper(facts, journal, o.Logger, s.metrics, s.collect)
	for _, service := range []string{"", sproutsv1.WorkService_ServiceDesc.ServiceName, sproutsv1.AdminService_ServiceDesc.ServiceName} {
		s.health.SetServingStatus(service, healthv1.HealthCheckResponse_NOT_SERVING) // until Serve
	}
	return s, nil
}

// Attach offers the services on a gRPC server that does not serve yet.
func (s *Server) Attach(rpc *grpc.Server) {
	sproutsv1.RegisterWorkServiceServer(rpc, work{Server: s})
	sproutsv1.RegisterAdminServiceServer(rpc, admin{Server: s})
	healthv1.RegisterHealthServer(rpc, s.health)
	if s.o.Reflection {
		reflection.Register(rpc)
	}
}

// locked does something with the core. A panic in the core ends the call; if it has
// left the core unsound, it ends the server too, since the journal is sound.
func (s *Server) locked(do func(c *Core, now time.Time)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	sound := false
	defer func() {
		if !sound {
			s.inspectLocked()
		}
	}()
	do(s.core, time.Now())
	sound = true
}

// inspectLocked looks at the core after a panic.
func (s *Server) inspectLocked() {
	if err := survive("the core is not sound after a panic", s.core.Check); err != nil {
		s.fail(err)
	}
}

// fail makes Serve return an error.
func (s *Server) fail(err error) {
	select {
	case s.failed <- err:
	default: // another one came first
	}
}

// collect takes what the core has changed, for the keeper.
func (s *Server) collect() (c collected) {
	s.locked(func(core *Core, _ time.Time) {
		c = collected{Changes: core.Changes(), last: core.Last(), bytes: s.queued}
		s.queued = 0
	})
	return c
}
