package coordinator_test

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
	"google.golang.org/grpc/codes"

	"github.com/sprouts-solver/sprouts/coordinator"
	"github.com/sprouts-solver/sprouts/game/nim"
	sproutsv1 "github.com/sprouts-solver/sprouts/proto/sprouts/v1"
)

func TestSubmitAndCancel(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newNim(t)
		run := h.submit("3+4+*2", outcome)
		require.EqualValues(t, 1, run.GetId())
		require.Equal(t, "3+4+*2", run.GetPosition())
		require.Equal(t, sproutsv1.RunState_RUN_STATE_QUEUED, run.GetState())
		require.EqualValues(t, 1, h.submit("4+*2+3", outcome).GetId(), "the same question")
		require.EqualValues(t, 2, h.submit("4+*2+3", nimber).GetId(), "another question")
		pause(time.Minute)
		r, err := h.admin().CancelRun(t.Context(), &sproutsv1.CancelRunRequest{Run: 1})
		require.NoError(t, err)
		require.Equal(t, sproutsv1.RunState_RUN_STATE_CANCELLED, r.GetRun().GetState())
		require.Equal(t, time.Minute, r.GetRun().GetSubmitted().AsDuration())
		require.Nil(t, r.GetRun().GetStarted())
		h.crash()
		require.Equal(t, sproutsv1.RunState_RUN_STATE_CANCELLED, h.run(1).GetState(), "on disk before it was answered")
		runs, err := h.admin().ListRuns(t.Context(), &sproutsv1.ListRunsRequest{})
		require.NoError(t, err)
		require.Len(t, runs.GetRuns(), 2)

		submit := func(game, position string, goal sproutsv1.Goal) error {
			_, err := h.admin().Submit(t.Context(), &sproutsv1.SubmitRequest{Game: game, Position: position, Goal: goal})
			return err
		}
		requireCode(t, codes.InvalidArgument, `position "3+x", column 3: `, submit("", "3+x", outcome))
		requireCode(t, codes.InvalidArgument, "goal: GOAL_UNSPECIFIED, it must be GOAL_OUTCOME or GOAL_NIMBER", submit("", "3", 0))
		requireCode(t, codes.FailedPrecondition, "the position is one of sprouts, the coordinator solves nim", submit("sprouts", "3", outcome))
		requireCode(t, codes.InvalidArgument, "position: 60001 bytes, at most 60000", submit("nim", strings.Repeat("1", 60_001), outcome))
		_, err = h.admin().CancelRun(t.Context(), &sproutsv1.CancelRunRequest{Run: 9})
		requireCode(t, codes.NotFound, "run 9", err)
		_, err = h.admin().ListRuns(t.Context(), &sproutsv1.ListRunsRequest{Run: 9})
		requireCode(t, codes.NotFound, "run 9", err)
	})
}

func TestTooManyRuns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHost(t, nim.New(), coordinator.ServerOptions{Core: coordinator.Options{MaxRuns: 1}})
		h.submit("3", outcome)
		_, err := h.admin().Submit(t.Context(), &sproutsv1.SubmitRequest{Position: "4", Goal: outcome})
		requireCode(t, codes.ResourceExhausted, "too many open runs", err)
	})
}

// Lists show what workers are doing.
func TestLists(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newNim(t)
		h.submit("5+9", nimber)
		ann := h.hire("ann")
		h.hire("bob")
		lease := ann.must()
		pause(3 * time.Second)
		_, err := ann.rpc.Renew(t.Context(), &sproutsv1.RenewRequest{Session: ann.session, Progress: []*sproutsv1.Progress{{
			Lease: lease.GetId(), Numbers: &sproutsv1.Numbers{Proof: 7, Disproof: 8}, Visits: 900, Expansions: 40, Nimbers: 3, Elapsed: seconds(3),
		}}})
		require.NoError(t, err)
		pause(2 * time.Second)

		jobs, err := h.admin().ListJobs(t.Context(), &sproutsv1.ListJobsRequest{})
		require.NoError(t, err)
		require.Len(t, jobs.GetJobs(), 1)
		job := jobs.GetJobs()[0]
		require.Equal(t, lease.GetId(), job.GetLease())
		require.Equal(t, "ann", job.GetWorker())
		require.Equal(t, sproutsv1.LeaseKind_LEASE_KIND_SEARCH, job.GetKind())
		require.Equal(t, 5*time.Second, job.GetAge().AsDuration())
		require.Equal(t, 2*time.Second, job.GetSilent().AsDuration())
		require.EqualValues(t, 900, job.GetVisits())
		require.EqualValues(t, 7, job.GetNumbers().GetProof())
		_, err = nim.New().Parse(job.GetCouple())
		require.NoError(t, err)

		workers, err := h.admin().ListWorkers(t.Context(), &sproutsv1.ListWorkersRequest{})
		require.NoError(t, err)
		require.Len(t, workers.GetWorkers(), 2)
		w := workers.GetWorkers()[0]
		require.Equal(t, "ann", w.GetName())
		require.Equal(t, lease.GetId(), w.GetLease())
		require.Equal(t, 5*time.Second, w.GetAge().AsDuration())
		require.EqualValues(t, 900, w.GetVisits())
		require.Zero(t, workers.GetWorkers()[1].GetLease())

		run := h.run(1)
		require.Equal(t, 5*time.Second, run.GetStarted().AsDuration())
		require.Nil(t, run.GetEnded())
		require.EqualValues(t, 1, run.GetLeases())
		require.EqualValues(t, 900, run.GetVisits())
		require.NotNil(t, run.GetNumbers())

		s := h.status()
		require.Equal(t, "nim", s.GetGame())
		require.EqualValues(t, 2, s.GetWorkers())
		require.EqualValues(t, 1, s.GetJobs().GetLeased())
		require.EqualValues(t, 1, s.GetCounters().GetGranted())
		require.Equal(t, 5*time.Second, s.GetUptime().AsDuration())
		require.Len(t, s.GetCounters().GetEnded(), int(coordinator.EndReasons))

		_, err = h.admin().ListJobs(t.Context(), &sproutsv1.ListJobsRequest{Limit: 10_001})
		requireCode(t, codes.InvalidArgument, "limit: 10001, at most 10000", err)
	})
}

// Couples on which workers fail are shown with the reasons.
func TestQuarantineIsShown(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHost(t, nim.New(), coordinator.ServerOptions{Core: coordinator.Options{MaxFailures: 2, MaxSplits: -1}})
		h.submit("5", nimber)
		for _, name := range []string{"ann", "bob"} {
			w := h.hire(name)
			require.NoError(t, w.complete(&sproutsv1.Progress{Lease: w.must().GetId(), Failure: "out of memory"}))
		}
		_, err := h.hire("cy").leaseWithin(0)
		require.NoError(t, err)
		run := h.run(1)
		require.Equal(t, sproutsv1.RunState_RUN_STATE_INCOMPLETE, run.GetState())
		require.Len(t, run.GetQuarantined(), 1)
		require.Equal(t, "5", run.GetQuarantined()[0].GetCouple())
		require.Equal(t, "bob", run.GetQuarantined()[0].GetFailures()[1].GetWorker())
		require.Equal(t, "out of memory", run.GetQuarantined()[0].GetFailures()[1].GetReason())
		pause(2 * time.Second)
		require.Contains(t, h.log.String(), `msg="run ended" run=1 position=5 state=incomplete result=none`)
	})
}
