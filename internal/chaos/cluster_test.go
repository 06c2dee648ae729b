//go:build linux

package chaos_test

import (
	"bufio"
	"context"
	"fmt"
	"net"
	"net/http"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"google.golang.org/grpc"
	"google.golang.org/grpc/backoff"

	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/game/sprouts"
	"github.com/sprouts-solver/sprouts/internal/transport"
	sproutsv1 "github.com/sprouts-solver/sprouts/proto/sprouts/v1"
	"github.com/sprouts-solver/sprouts/store"
)

const (
	coordinatorPort = 7070
	firstHTTPPort   = 8000 // the coordinator's; those of workers follow

	// startTime is how long a program may take to be there, on a machine with
	// better things to do.
	startTime = 30 * time.Second
	// callPatience is how long a call of the test may take.
	callPatience = 3 * time.Second
)

// cluster is a coordinator with its store, and workers.
type cluster struct {
	t    *testing.T
	host *host // of the coordinator
	ttl  time.Duration
	dir  string   // of the store
	asks []string // what follows "sprouts coordinator": questions, or nothing

	coordinator *process
	workers     []*member
	ports       int // that were given to workers
	conn        *grpc.ClientConn
	admin       sproutsv1.AdminServiceClient
}

// member is a worker.
type member struct {
	*process

	host    *host
	http    string
	started time.Time
	paused  bool

	visits, unreported float64 // when it was last asked
}

// newCluster starts a coordinator on an empty store. With asks it decides those
// positions and ends.
func newCluster(t *testing.T, h *host, ttl time.Duration, asks ...string) *cluster {
	t.Helper()
	c := &cluster{t: t, host: h, ttl: ttl, dir: t.TempDir(), asks: asks}
	c.conn = c.connect(h)
	c.admin = sproutsv1.NewAdminServiceClient(c.conn)
	c.startCoordinator()
	return c
}

// connect connects to the coordinator from a host.
func (c *cluster) connect(h *host) *grpc.ClientConn {
	c.t.Helper()
	// The test wants to know at once when a coordinator is back.
	impatient := grpc.WithConnectParams(grpc.ConnectParams{
		Backoff: backoff.Config{BaseDelay: 20 * time.Millisecond, Multiplier: 1.2, MaxDelay: 100 * time.Millisecond}, MinConnectTimeout: time.Second,
	})
	conn, err := transport.Dial("passthrough:///"+c.address(), transport.Options{Insecure: true}, impatient, grpc.WithContextDialer(h.dial))
	require.NoError(c.t, err)
	c.t.Cleanup(func() { require.NoError(c.t, conn.Close()) })
	return conn
}

// address is where the coordinator listens.
func (c *cluster) address() string {
	return net.JoinHostPort(c.host.address, strconv.Itoa(coordinatorPort))
}

// http is where the coordinator shows its metrics.
func (c *cluster) http() string { return net.JoinHostPort(c.host.address, strconv.Itoa(firstHTTPPort)) }

// startCoordinator starts a coordinator on the store, as it is.
func (c *cluster) startCoordinator() {
	c.t.Helper()
	args := []string{
		"coordinator", "--listen", c.address(), "--http", c.http(), "--insecure",
		"--store", c.dir, "--lease-ttl", c.ttl.String(), "--recheck", "2%",
	}
	c.coordinator = start(c.t, c.host, "coordinator", built(c.t), append(args, c.asks...)...)
}

// startWorker starts a worker with one thread at a host.
func (c *cluster) startWorker(h *host, name string) *member {
	c.t.Helper()
	c.ports++
	m := &member{host: h, started: time.Now(), http: net.JoinHostPort(h.address, strconv.Itoa(firstHTTPPort+c.ports))}
	m.process = start(c.t, h, name, built(c.t), "worker", "--coordinator", c.address(), "--insecure",
		"--name", name, "--threads", "1", "--max-memory", "512MiB", "--http", m.http)
	c.workers = append(c.workers, m)
	return m
}

// forget takes a worker that has ended from the list.
func (c *cluster) forget(m *member) {
	c.workers = slices.DeleteFunc(c.workers, func(x *member) bool { return x == m })
}

// call returns the context of a call of the test.
func (c *cluster) call() (context.Context, context.CancelFunc) {
	return context.WithTimeout(c.t.Context(), callPatience)
}

// status asks the coordinator how it is, nil if it does not answer.
func (c *cluster) status() *sproutsv1.GetStatusResponse {
	ctx, cancel := c.call()
	defer cancel()
	r, err := c.admin.GetStatus(ctx, &sproutsv1.GetStatusRequest{})
	if err != nil {
		return nil
	}
	return r
}

// runs lists the runs. It returns false if the coordinator does not answer.
func (c *cluster) runs() ([]*sproutsv1.Run, bool) {
	ctx, cancel := c.call()
	defer cancel()
	r, err := c.admin.ListRuns(ctx, &sproutsv1.ListRunsRequest{})
	return r.GetRuns(), err == nil
}

// jobs lists what workers have. It returns false if the coordinator does not answer.
func (c *cluster) jobs() ([]*sproutsv1.Job, bool) {
	ctx, cancel := c.call()
	defer cancel()
	r, err := c.admin.ListJobs(ctx, &sproutsv1.ListJobsRequest{Limit: 10_000})
	return r.GetJobs(), err == nil
}

// registered lists the workers. It returns false if the coordinator does not answer.
func (c *cluster) registered() ([]*sproutsv1.Worker, bool) {
	ctx, cancel := c.call()
	defer cancel()
	r, err := c.admin.ListWorkers(ctx, &sproutsv1.ListWorkersRequest{})
	return r.GetWorkers(), err == nil
}

// awaitStart waits until the coordinator answers.
func (c *cluster) awaitStart() {
	c.t.Helper()
	eventually(c.t, startTime, "the coordinator answers", func() bool {
		require.True(c.t, c.coordinator.alive(), "the coordinator has ended:\n%s", lastLines(c.coordinator.said(c.t, "stderr"), 10))
		return c.status() != nil
	})
}

// submit gives the coordinator a question, as a user would.
func (c *cluster) submit(q question) (run uint64) {
	c.t.Helper()
	args := []string{"submit", "--coordinator", c.address(), "--insecure", q.text}
	if q.nimber {
		args = append(args, "--nimber")
	}
	p := start(c.t, c.host, "submit", built(c.t), args...)
	require.Zero(c.t, p.exit(c.t, startTime), p.said(c.t, "stderr"))
	run, err := strconv.ParseUint(strings.TrimSpace(p.said(c.t, "stdout")), 10, 64)
	require.NoError(c.t, err)
	return run
}

// stop ends everything in order: workers are drained, the coordinator is told to
// stop.
func (c *cluster) stop() {
	c.t.Helper()
	drain := start(c.t, c.host, "drain", built(c.t), "drain", "--all", "--coordinator", c.address(), "--insecure")
	require.Zero(c.t, drain.exit(c.t, startTime), drain.said(c.t, "stderr"))
	for _, m := range c.workers {
		require.Zero(c.t, m.exit(c.t, startTime), "%s was drained:\n%s", m.name, lastLines(m.said(c.t, "stderr"), 5))
	}
	c.coordinator.signal(c.t, syscall.SIGTERM)
	const terminated = 128 + int(syscall.SIGTERM)
	require.Equal(c.t, terminated, c.coordinator.exit(c.t, startTime), lastLines(c.coordinator.said(c.t, "stderr"), 5))
}

// stored returns all facts of the store. Nobody may use it.
func (c *cluster) stored() []store.Entry {
	c.t.Helper()
	g := sprouts.New()
	s, err := store.Open(filepath.Join(c.dir, g.Name()), store.Identity{Game: g.Name(), Version: g.Version()}, store.Options{MustExist: true})
	require.NoError(c.t, err)
	var entries []store.Entry
	err = s.Range(func(e store.Entry) error {
		entries = append(entries, e)
		return nil
	})
	require.NoError(c.t, err)
	require.NoError(c.t, s.Close())
	return entries
}

// asMap returns entries by component.
func asMap(entries []store.Entry) map[game.Component]game.Fact {
	m := map[game.Component]game.Fact{}
	for _, e := range entries {
		m[e.Component] = e.Fact
	}
	return m
}

// metrics are values by name and labels, as Prometheus gets them.
type metrics map[string]float64

// scrape reads the metrics at an address, nil if nobody shows them.
func scrape(ctx context.Context, h *host, address string) metrics {
	ctx, cancel := context.WithTimeout(ctx, callPatience)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, fmt.Sprintf("http://%s/metrics", address), nil)
	if err != nil {
		return nil
	}
	answer, err := h.client().Do(r)
	if err != nil {
		return nil
	}
	defer func() { _ = answer.Body.Close() }() // all was read
	m := metrics{}
	for lines := bufio.NewScanner(answer.Body); lines.Scan(); {
		at := strings.LastIndexByte(lines.Text(), ' ')
		if value, err := strconv.ParseFloat(lines.Text()[at+1:], 64); err == nil && at > 0 {
			m[lines.Text()[:at]] = value
		}
	}
	return m
}
