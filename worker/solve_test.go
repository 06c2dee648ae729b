package worker_test

import (
	"context"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
	"google.golang.org/grpc"
	"google.golang.org/grpc/test/bufconn"

	"github.com/sprouts-solver/sprouts/coordinator"
	"github.com/sprouts-solver/sprouts/game/sprouts"
	"github.com/sprouts-solver/sprouts/internal/transport"
	sproutsv1 "github.com/sprouts-solver/sprouts/proto/sprouts/v1"
	"github.com/sprouts-solver/sprouts/store"
	"github.com/sprouts-solver/sprouts/worker"
)

// cluster is a real coordinator on a store, and the workers around it.
type cluster struct {
	t     *testing.T
	net   *network
	store *store.Memory
	admin *grpc.ClientConn
	down  func() // stops the coordinator
	leave map[string]func()
}

func newCluster(t *testing.T) *cluster {
	t.Helper()
	c := &cluster{t: t, net: &network{}, leave: map[string]func(){}}
	c.store = store.NewMemory(store.Identity{Game: sprouts.New().Name(), Version: sprouts.New().Version()})
	c.admin = c.net.connect(t)
	c.up()
	t.Cleanup(func() {
		for _, leave := range c.leave {
			leave()
		}
		c.down()
		require.NoError(t, c.admin.Close())
	})
	return c
}

// up starts a coordinator.
func (c *cluster) up() {
	c.t.Helper()
	server, err := coordinator.NewServer(sprouts.New(), store.NewCache(c.store, store.CacheOptions{}), c.store,
		coordinator.ServerOptions{Core: coordinator.Options{Recheck: 0.05, CheckBudget: 2_000}})
	require.NoError(c.t, err)
	trust, err := transport.NewServer(transport.Options{Insecure: true})
	require.NoError(c.t, err)
	rpc, listener := grpc.NewServer(trust.Options()...), bufconn.Listen(1<<20)
	server.Attach(rpc)
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- server.Serve(ctx, rpc, listener) }()
	c.down = func() {
		stop()
		require.NoError(c.t, <-done)
	}
	c.net.mu.Lock()
	defer c.net.mu.Unlock()
	c.net.listener = listener
}

// join starts a worker. Its function in c.leave stops it and demands an orderly end.
func (c *cluster) join(name string) *worker.Worker {
	c.t.Helper()
	conn := c.net.connect(c.t)
	w, err := worker.New(slow{sprouts.New(), 5 * time.Millisecond}, conn, worker.Options{
		Name: name, Executor: worker.ExecutorOptions{MaxMemory: 64 << 20, CheckMemory: 64 << 20},
	})
	require.NoError(c.t, err)
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- w.Run(ctx) }()
	c.leave[name] = func() {
		stop()
		require.NoError(c.t, <-done)
		require.NoError(c.t, conn.Close())
		delete(c.leave, name)
	}
	return w
}

// run returns the only run, once the coordinator answers.
func (c *cluster) run() *sproutsv1.Run {
	c.t.Helper()
	var list *sproutsv1.ListRunsResponse
	for range 100 {
		var err error
		if list, err = sproutsv1.NewAdminServiceClient(c.admin).ListRuns(c.t.Context(), &sproutsv1.ListRunsRequest{}); err == nil {
			break
		}
		<-time.After(time.Second)
	}
	require.Len(c.t, list.GetRuns(), 1)
	return list.GetRuns()[0]
}

// Real workers solve with a real coordinator: some leave, some come, and the
// coordinator is started anew in the middle of it.
func TestSolve(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newCluster(t)
		_, err := sproutsv1.NewAdminServiceClient(c.admin).Submit(t.Context(),
			&sproutsv1.SubmitRequest{Position: "10", Goal: sproutsv1.Goal_GOAL_OUTCOME})
		require.NoError(t, err)
		var workers []*worker.Worker
		for i := range 3 {
			workers = append(workers, c.join(fmt.Sprint("worker ", i)))
		}
		<-time.After(2 * time.Second)
		c.leave["worker 0"]()
		workers = append(workers, c.join("worker 3"))
		<-time.After(time.Second)
		c.down()
		<-time.After(20 * time.Second)
		c.up()

		for range 1_000 {
			if c.run().GetState() == sproutsv1.RunState_RUN_STATE_DECIDED {
				break
			}
			<-time.After(time.Second)
		}
		run := c.run()
		require.Equal(t, sproutsv1.RunState_RUN_STATE_DECIDED, run.GetState())
		require.Equal(t, sproutsv1.Outcome_OUTCOME_WIN, run.GetOutcome())
		received := int64(0)
		for _, w := range workers {
			received += w.Stats().Received
		}
		require.Positive(t, received)
		t.Logf("%d jobs, %d visits reported, %d nimbers received", run.GetJobs(), run.GetVisits(), received)
	})
}
