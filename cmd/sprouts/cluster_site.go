package main

import (
	"context"
	"errors"
	"net"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"golang.org/x/sync/errgroup"
	"google.golang.org/grpc"
	"google.golang.org/grpc/test/bufconn"

	"github.com/sprouts-solver/sprouts/coordinator"
	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/internal/term"
	"github.com/sprouts-solver/sprouts/internal/transport"
	sproutsv1 "github.com/sprouts-solver/sprouts/proto/sprouts/v1"
	"github.com/sprouts-solver/sprouts/search"
	"github.com/sprouts-solver/sprouts/store"
)

// site is a coordinator with all that it stands on. Others call it over the network;
// the command itself, which submits and prints, calls it in memory, where there is
// nobody to be trusted or not.
//
//	workers, people  ---- listener ----+
//	                                   +-- server -- facts -- cache -- store
//	the command      ---- inside ------+
type site struct {
	g    *GlobalOptions
	opts CoordinatorOptions
	talk *talk

	short    bool // of memory, as was said
	registry *prometheus.Registry
	listener net.Listener
	http     net.Listener // nil: no pages
	store    *store.Badger
	cache    *store.Cache
	facts    *siteFacts
	server   *coordinator.Server
	rpc      *grpc.Server

	inside *grpc.Server
	memory *bufconn.Listener
	conn   *grpc.ClientConn
	admin  sproutsv1.AdminServiceClient
}

// siteFacts knows what the embedded table knows, and what the store knows.
type siteFacts struct {
	*store.Cache

	table search.Memo // loaded; nil if the game has none
}

// Lookup returns what the table or else the store knows.
func (f *siteFacts) Lookup(c []byte) game.Fact {
	if f.table != nil {
		if fact := f.table.Lookup(c); fact != 0 {
			return fact
		}
	}
	return f.Cache.Lookup(c)
}

// open opens addresses, then the store, and takes up what earlier lives have left.
// Whatever it returns, the site must be closed.
func (s *site) open() (err error) {
	s.registry = newRegistry()
	var network *transport.Server
	if network, s.listener, err = s.g.listen(s.talk, s.registry); err != nil {
		return err
	}
	if s.http, err = listenHTTP(s.opts.HTTP); err != nil {
		return err
	}
	if err := s.openFacts(); err != nil {
		return err
	}
	options := s.opts.server(s.talk, s.registry)
	options.Dir = s.g.storeDir()
	if s.server, err = coordinator.NewServer(s.g.Game, s.facts, s.store, options); err != nil {
		return err
	}
	s.rpc = grpc.NewServer(network.Options()...)
	s.server.Attach(s.rpc)
	network.Announce(s.rpc)
	s.inside = grpc.NewServer()
	s.server.Attach(s.inside)
	s.memory = bufconn.Listen(1 << 16)
	dial := func(ctx context.Context, _ string) (net.Conn, error) { return s.memory.DialContext(ctx) }
	if s.conn, err = transport.Dial("passthrough:///inside", transport.Options{Insecure: true}, grpc.WithContextDialer(dial)); err != nil {
		return err
	}
	s.admin = sproutsv1.NewAdminServiceClient(s.conn)
	return nil
}

// openFacts opens the store and what stands before it.
func (s *site) openFacts() (err error) {
	if s.store, err = s.g.openStore(store.Options{}); err != nil {
		return err
	}
	memory := (s.g.MaxMemory - fixedMemory) / 2 // the rest is for trees
	s.cache = store.NewCache(s.store, store.CacheOptions{MaxMemory: memory, KeepExclusions: true})
	s.facts = &siteFacts{Cache: s.cache, table: embeddedTable(s.g.Game)}
	if s.facts.table != nil {
		_, err = s.facts.table.Load(0)
	}
	return err
}

// close closes what is open.
func (s *site) close() error {
	var errs []error
	if s.conn != nil {
		errs = append(errs, s.conn.Close())
	}
	for _, l := range []net.Listener{s.listener, s.http} {
		if l != nil {
			_ = l.Close() // who served it has closed it already
		}
	}
	if s.cache != nil {
		errs = append(errs, s.cache.Close())
	}
	if s.store != nil {
		errs = append(errs, s.store.Close())
	}
	return errors.Join(errs...)
}

// run serves until all questions are answered, or, if there are none, until ctx ends.
func (s *site) run(ctx context.Context, questions []*question) error {
	running, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	var group errgroup.Group
	begin := func(loop func() error) {
		group.Go(func() error {
			err := loop()
			if err != nil {
				stop(err)
			}
			return err
		})
	}
	begin(func() error {
		err := s.server.Serve(running, s.rpc, s.listener)
		stop(errors.New("the coordinator has stopped")) // whoever still waits for it
		return err
	})
	begin(s.cache.LoadAll)
	begin(func() error {
		if err := s.inside.Serve(s.memory); !errors.Is(err, grpc.ErrServerStopped) {
			return err
		}
		return nil // it was stopped before it began
	})
	if s.http != nil {
		pages := s.server.Handler(coordinator.HTTPOptions{Metrics: s.registry, Profiles: s.opts.Pprof})
		begin(func() error { return serveHTTP(running, s.http, pages) })
	}
	begin(func() error {
		s.talk.keep(running, func(ctx context.Context) string {
			text, err := s.look(ctx)
			if err != nil {
				stop(err)
			}
			return text
		})
		return nil
	})

	err := s.answer(running, questions)
	s.inside.Stop()
	stop(nil)
	return errors.Join(err, group.Wait())
}

// watchMemory warns once when the trees of runs outgrow what was given to them: the
// process goes on, but slower and slower.
func (s *site) watchMemory() {
	if s.short || liveMemory() < s.g.MaxMemory-s.g.MaxMemory/8 {
		return
	}
	s.short = true
	s.talk.log.Warn("memory is short: the runs need more than --max-memory; raise it and start again")
}

// look returns the status, of the first open run and of the whole. The error is a limit
// that is reached.
func (s *site) look(ctx context.Context) (line string, limit error) {
	m, err := s.admin.GetStatus(ctx, &sproutsv1.GetStatusRequest{})
	if err != nil {
		return "", nil //nolint:nilerr // the server has stopped, which others see too
	}
	s.watchMemory()
	if strings.Contains(m.GetReadOnly(), store.ErrDiskLimit.Error()) {
		return "", &limitError{"--max-disk", s.g.config.values["max-disk"]}
	}
	c := m.GetCounters()
	parts := []string{
		plural(m.GetOpenRuns(), "run") + " open",
		term.Duration(m.GetUptime().AsDuration()),
		plural(m.GetWorkers(), "worker") + ", " + plural(m.GetThreads(), "thread"),
		term.Count(c.GetVisits()) + " visits",
		term.Count(c.GetNewNimbers()) + " nimbers",
		plural(m.GetJobs().GetLeased(), "job") + ", " + term.Count(m.GetJobs().GetPending()) + " free",
	}
	if full := m.GetReadOnly(); full != "" {
		parts = append(parts, "READ-ONLY: "+full)
	}
	return strings.Join(append(s.runLine(ctx), parts...), "  "), s.g.nodeLimit(c.GetVisits())
}

// runLine is the part of the status about the run that came first.
func (s *site) runLine(ctx context.Context) []string {
	m, err := s.admin.ListRuns(ctx, &sproutsv1.ListRunsRequest{})
	if err != nil {
		return nil
	}
	for _, run := range m.GetRuns() {
		if r := newRunReport(run); !r.ended() {
			parts := []string{shorten(r.Input)}
			if root := r.root(); root != "" {
				parts = append(parts, "root "+root)
			}
			return parts
		}
	}
	return nil
}

// dismissTime is how long a coordinator waits for its workers to leave in the end:
// longer than a job takes.
const dismissTime = 5 * time.Second

// dismiss lets the workers stop and waits until they have left.
func (s *site) dismiss(ctx context.Context) error {
	if s.opts.KeepWorkers {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, dismissTime)
	defer cancel()
	if _, err := s.admin.Drain(ctx, &sproutsv1.DrainRequest{}); err != nil {
		return err
	}
	err := each(ctx, dismissTime/50, func() (bool, error) {
		m, err := s.admin.GetStatus(ctx, &sproutsv1.GetStatusRequest{})
		return m.GetWorkers() == 0, err
	})
	if ctx.Err() != nil {
		return nil // those who are left are lost, or hear of it from nobody
	}
	return err
}
