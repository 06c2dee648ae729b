package coordinator

import (
	"cmp"
	"context"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/durationpb"

	sproutsv1 "github.com/sprouts-solver/sprouts/proto/sprouts/v1"
)

// admin is the service for people.
type admin struct {
	sproutsv1.UnimplementedAdminServiceServer
	*Server
}

const (
	defaultJobs = 100
	maxJobs     = 10_000
)

// Submit queues a run. It is on disk when the answer comes.
func (s admin) Submit(ctx context.Context, r *sproutsv1.SubmitRequest) (*sproutsv1.SubmitResponse, error) {
	goal, ok := goals[r.GetGoal()]
	switch {
	case r.GetGame() != "" && r.GetGame() != s.game.Name():
		return nil, status.Errorf(codes.FailedPrecondition, "the position is one of %s, the coordinator solves %s", r.GetGame(), s.game.Name())
	case !ok:
		return nil, status.Errorf(codes.InvalidArgument, "goal: %v, it must be GOAL_OUTCOME or GOAL_NIMBER", r.GetGoal())
	case len(r.GetPosition()) > maxText:
		return nil, status.Errorf(codes.InvalidArgument, "position: %d bytes, at most %d", len(r.GetPosition()), maxText)
	}
	position, err := s.game.Parse(r.GetPosition())
	if err != nil {
		return nil, status.Error(codes.InvalidArgument, err.Error())
	}
	var id RunID
	s.locked(func(c *Core, now time.Time) {
		id, err = c.Submit(now, RunSpec{Text: r.GetPosition(), Position: position, Goal: goal})
	})
	if err != nil {
		return nil, toStatus(err)
	}
	s.o.Logger.Info("run submitted", "run", uint64(id), "position", r.GetPosition(), "goal", goal.String())
	s.waiting.call(1)
	if err := s.keeper.awaitSync(ctx); err != nil {
		return nil, toStatus(err)
	}
	run, err := s.run(ctx, id)
	if err != nil {
		return nil, toStatus(err)
	}
	return &sproutsv1.SubmitResponse{Run: run}, nil
}

// CancelRun ends a run. It is on disk when the answer comes.
func (s admin) CancelRun(ctx context.Context, r *sproutsv1.CancelRunRequest) (*sproutsv1.CancelRunResponse, error) {
	var err error
	s.locked(func(c *Core, now time.Time) { err = c.Cancel(now, RunID(r.GetRun())) })
	if err != nil {
		return nil, toStatus(err)
	}
	s.waiting.call(1)
	if err := s.keeper.awaitSync(ctx); err != nil {
		return nil, toStatus(err)
	}
	run, err := s.run(ctx, RunID(r.GetRun()))
	if err != nil {
		return nil, toStatus(err)
	}
	return &sproutsv1.CancelRunResponse{Run: run}, nil
}

// ListRuns returns one run or all of them.
func (s admin) ListRuns(ctx context.Context, r *sproutsv1.ListRunsRequest) (*sproutsv1.ListRunsResponse, error) {
	if id := RunID(r.GetRun()); id != 0 {
		run, err := s.run(ctx, id)
		if err != nil {
			return nil, toStatus(err)
		}
		return &sproutsv1.ListRunsResponse{Runs: []*sproutsv1.Run{run}}, nil
	}
	runs, err := s.runs(ctx, func(c *Core) ([]RunStatus, error) { return c.Runs(), nil })
	if err != nil {
		return nil, toStatus(err)
	}
	return &sproutsv1.ListRunsResponse{Runs: runs}, nil
}

// run returns one run.
func (s admin) run(ctx context.Context, id RunID) (*sproutsv1.Run, error) {
	runs, err := s.runs(ctx, func(c *Core) ([]RunStatus, error) {
		r, err := c.Run(id)
		return []RunStatus{r}, err
	})
	if err != nil {
		return nil, err
	}
	return runs[0], nil
}

// runs returns runs as they are, when their results are on disk: nobody shall see one
// that power loss could take back.
func (s admin) runs(ctx context.Context, look func(*Core) ([]RunStatus, error)) ([]*sproutsv1.Run, error) {
	var runs []RunStatus
	var err error
	var news []RunID
	now := time.Now()
	s.locked(func(c *Core, _ time.Time) {
		runs, err = look(c)
		for _, r := range runs {
			if r.State == RunDecided && !s.shown[r.ID] {
				news = append(news, r.ID)
			}
		}
	})
	if err != nil {
		return nil, err
	}
	if len(news) > 0 {
		if err := s.keeper.awaitSync(ctx); err != nil {
			return nil, err
		}
		s.locked(func(*Core, time.Time) {
			for _, id := range news {
				s.shown[id] = true
			}
		})
	}
	messages := make([]*sproutsv1.Run, len(runs))
	for i, r := range runs {
		messages[i] = runMessage(r, now)
	}
	return messages, nil
}

// GetStatus returns the whole at a glance.
func (s admin) GetStatus(context.Context, *sproutsv1.GetStatusRequest) (*sproutsv1.GetStatusResponse, error) {
	var x Status
	s.locked(func(c *Core, now time.Time) { x = c.Status(now) })
	m := &sproutsv1.GetStatusResponse{
		Game: s.game.Name(), GameVersion: s.game.Version(), ProgramVersion: s.o.Program,
		Epoch: x.Epoch, Uptime: durationpb.New(x.Uptime), Draining: x.Draining,
		OpenRuns: int64(x.Open), Workers: int64(x.Workers), Threads: int64(x.Threads), Leases: int64(x.Leases),
		ChecksWaiting: int64(x.Checks), Facts: x.Last, Idle: durationpb.New(x.Idle),
		Jobs: &sproutsv1.JobCounts{
			Leased: int64(x.Jobs.Leased), Failing: int64(x.Jobs.Failing), Aside: int64(x.Jobs.Aside),
			Divided: int64(x.Jobs.Divided), Pending: int64(x.Jobs.Pending), Finished: x.Jobs.Finished,
		},
		TreeNodes: int64(x.Tree.Nodes), TreeBytes: x.Tree.Memory,
		Counters: countersMessage(x.Counters),
	}
	if err := s.keeper.readOnly(); err != nil {
		m.ReadOnly = err.Error()
	}
	if x.Err != nil {
		m.Conflict = x.Err.Error()
	}
	return m, nil
}

// ListJobs returns what workers are working on.
func (s admin) ListJobs(_ context.Context, r *sproutsv1.ListJobsRequest) (*sproutsv1.ListJobsResponse, error) {
	if r.GetLimit() > maxJobs {
		return nil, status.Errorf(codes.InvalidArgument, "limit: %d, at most %d", r.GetLimit(), maxJobs)
	}
	var jobs []JobStatus
	s.locked(func(c *Core, now time.Time) { jobs = c.Jobs(now, int(cmp.Or(r.GetLimit(), defaultJobs))) })
	m := &sproutsv1.ListJobsResponse{}
	for _, j := range jobs {
		m.Jobs = append(m.Jobs, jobMessage(j))
	}
	return m, nil
}

// ListWorkers returns the workers.
func (s admin) ListWorkers(context.Context, *sproutsv1.ListWorkersRequest) (*sproutsv1.ListWorkersResponse, error) {
	var workers []WorkerStatus
	now := time.Now()
	s.locked(func(c *Core, now time.Time) { workers = c.Workers(now) })
	m := &sproutsv1.ListWorkersResponse{}
	for _, w := range workers {
		m.Workers = append(m.Workers, workerMessage(w, now))
	}
	return m, nil
}

// Drain lets workers stop.
func (s admin) Drain(_ context.Context, r *sproutsv1.DrainRequest) (*sproutsv1.DrainResponse, error) {
	var err error
	s.locked(func(c *Core, _ time.Time) { err = c.Drain(r.GetWorker()) })
	if err != nil {
		return nil, toStatus(err)
	}
	s.o.Logger.Info("drain", "worker", everyone(r.GetWorker()))
	s.waiting.call(s.o.MaxWaiting)
	return &sproutsv1.DrainResponse{}, nil
}

// Resume lets workers work again.
func (s admin) Resume(_ context.Context, r *sproutsv1.ResumeRequest) (*sproutsv1.ResumeResponse, error) {
	var err error
	s.locked(func(c *Core, _ time.Time) { err = c.Resume(r.GetWorker()) })
	if err != nil {
		return nil, toStatus(err)
	}
	s.o.Logger.Info("resume", "worker", everyone(r.GetWorker()))
	s.waiting.call(s.o.MaxWaiting)
	return &sproutsv1.ResumeResponse{}, nil
}

// everyone names whom a drain is for.
func everyone(worker string) string { return cmp.Or(worker, "all") }
