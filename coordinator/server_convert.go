package coordinator

import (
	"fmt"
	"math"
	"time"

	"google.golang.org/protobuf/types/known/durationpb"

	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/internal/wire"
	sproutsv1 "github.com/sprouts-solver/sprouts/proto/sprouts/v1"
)

// readSession returns the session that a request names.
func readSession(m *sproutsv1.Session) (SessionID, error) {
	if m == nil {
		return SessionID{}, &wire.Error{Field: "session", Reason: "missing; Register returns one"}
	}
	return SessionID{Epoch: m.GetEpoch(), Number: m.GetId()}, nil
}

// readReports returns the reports in a list that is called field.
func readReports(field string, messages []*sproutsv1.Progress) ([]Progress, error) {
	// A session holds one lease; more reports than a few are a mistake.
	const most = 16
	if len(messages) > most {
		return nil, &wire.Error{Field: field, Reason: fmt.Sprintf("%d of them, at most %d", len(messages), most)}
	}
	reports := make([]Progress, len(messages))
	for i, m := range messages {
		p, err := readReport(m)
		if err != nil {
			return nil, wire.Within(fmt.Sprintf("%s[%d]", field, i), err)
		}
		reports[i] = p
	}
	return reports, nil
}

// readReport returns the report in a message.
func readReport(m *sproutsv1.Progress) (Progress, error) {
	if m == nil {
		return Progress{}, &wire.Error{Field: "lease", Reason: "missing"}
	}
	p := Progress{
		Lease:  LeaseID(m.GetLease()),
		Visits: m.GetVisits(), Expansions: m.GetExpansions(), Nimbers: m.GetNimbers(),
		Inconclusive: m.GetInconclusive(), Failure: m.GetFailure(),
	}
	var err error
	if p.Numbers, err = wire.ReadNumbers(m.GetNumbers()); err != nil {
		return Progress{}, wire.Within("numbers", err)
	}
	if p.Children, err = wire.ReadChildren("children", m.GetChildren()); err != nil {
		return Progress{}, err
	}
	if p.Elapsed, err = readDuration("elapsed", m.GetElapsed(), math.MaxInt64); err != nil {
		return Progress{}, err
	}
	if len(p.Failure) > wire.MaxText {
		return Progress{}, &wire.Error{Field: "failure", Reason: fmt.Sprintf("%d bytes, at most %d", len(p.Failure), wire.MaxText)}
	}
	return p, nil
}

// readDuration returns the duration in a field, 0 if it is not set.
func readDuration(field string, m *durationpb.Duration, most time.Duration) (time.Duration, error) {
	if m == nil {
		return 0, nil
	}
	d := m.AsDuration()
	if m.CheckValid() != nil || d < 0 || d > most {
		return 0, &wire.Error{Field: field, Reason: fmt.Sprintf("%v, it must be 0 to %v", d, most)}
	}
	return d, nil
}

// leaseMessage returns the message for a lease.
func leaseMessage(l *Lease) *sproutsv1.Lease {
	m := &sproutsv1.Lease{
		Id: uint64(l.ID), Run: uint64(l.Run), Kind: kindMessages[l.Kind],
		Couple: wire.Couple(l.Couple), Path: wire.Couples(l.Path),
		Turn: l.Turn, Budget: l.Budget, Attempt: uint32(l.Attempt), Ttl: durationpb.New(l.TTL),
	}
	if l.Claim != 0 {
		m.Claim = wire.Fact(l.Couple.Component, l.Claim)
	}
	return m
}

var kindMessages = map[Kind]sproutsv1.LeaseKind{
	KindSearch: sproutsv1.LeaseKind_LEASE_KIND_SEARCH,
	KindCheck:  sproutsv1.LeaseKind_LEASE_KIND_CHECK,
}

var leaseStateMessages = map[LeaseState]sproutsv1.LeaseState{
	LeaseHeld:     sproutsv1.LeaseState_LEASE_STATE_HELD,
	LeaseUnwanted: sproutsv1.LeaseState_LEASE_STATE_UNWANTED,
	LeaseUnknown:  sproutsv1.LeaseState_LEASE_STATE_UNKNOWN,
}

var goals = map[sproutsv1.Goal]Goal{
	sproutsv1.Goal_GOAL_OUTCOME: GoalOutcome,
	sproutsv1.Goal_GOAL_NIMBER:  GoalNimber,
}

var goalMessages = map[Goal]sproutsv1.Goal{
	GoalOutcome: sproutsv1.Goal_GOAL_OUTCOME,
	GoalNimber:  sproutsv1.Goal_GOAL_NIMBER,
}

var runStateMessages = map[RunState]sproutsv1.RunState{
	RunQueued:     sproutsv1.RunState_RUN_STATE_QUEUED,
	RunActive:     sproutsv1.RunState_RUN_STATE_ACTIVE,
	RunDecided:    sproutsv1.RunState_RUN_STATE_DECIDED,
	RunCancelled:  sproutsv1.RunState_RUN_STATE_CANCELLED,
	RunStopped:    sproutsv1.RunState_RUN_STATE_STOPPED,
	RunIncomplete: sproutsv1.RunState_RUN_STATE_INCOMPLETE,
}

var outcomeMessages = map[game.Outcome]sproutsv1.Outcome{
	game.Win:  sproutsv1.Outcome_OUTCOME_WIN,
	game.Loss: sproutsv1.Outcome_OUTCOME_LOSS,
}

// runMessage returns the message for a run.
func runMessage(r RunStatus, now time.Time) *sproutsv1.Run {
	m := &sproutsv1.Run{
		Id: uint64(r.ID), Position: r.Text, Goal: goalMessages[r.Goal], State: runStateMessages[r.State], Reason: r.Reason,
		Numbers:   wire.Numbers(r.Numbers),
		Submitted: ago(now, r.Submitted), Started: ago(now, r.Started), Ended: ago(now, r.Ended),
		Visits: r.Visits, Expansions: r.Expansions, Nimbers: r.Nimbers,
		Leases: int64(r.Leases), Jobs: r.Jobs, Nodes: int64(r.Nodes), Pending: int64(r.Pending), Turn: r.Turn,
	}
	if r.State == RunDecided {
		if r.Goal == GoalNimber {
			nimber := uint32(r.Nimber)
			m.Nimber = &nimber
		} else {
			m.Outcome = outcomeMessages[r.Outcome]
		}
	}
	for _, q := range r.Quarantined {
		aside := &sproutsv1.Quarantine{Couple: q.Text, Split: q.Split}
		for _, f := range q.Failures {
			aside.Failures = append(aside.Failures, &sproutsv1.Failure{Worker: f.Worker, Reason: f.Reason})
		}
		m.Quarantined = append(m.Quarantined, aside)
	}
	return m
}

// ago returns how long ago something happened, nil if it has not. After a restart
// the clock may have been set back: nothing happened in the future.
func ago(now, at time.Time) *durationpb.Duration {
	if at.IsZero() {
		return nil
	}
	return durationpb.New(max(0, now.Sub(at)))
}

// jobMessage returns the message for a job.
func jobMessage(j JobStatus) *sproutsv1.Job {
	return &sproutsv1.Job{
		Lease: uint64(j.Lease), Run: uint64(j.Run), Kind: kindMessages[j.Kind], Couple: j.Text,
		Worker: j.Worker, Attempt: uint32(j.Attempt),
		Age: durationpb.New(j.Age), Silent: durationpb.New(j.Silent),
		Visits: j.Visits, Budget: j.Budget, Numbers: wire.Numbers(j.Numbers),
	}
}

// workerMessage returns the message for a worker.
func workerMessage(w WorkerStatus, now time.Time) *sproutsv1.Worker {
	return &sproutsv1.Worker{
		Session: w.Session.Number, Name: w.Name, ProgramVersion: w.Program, Threads: uint32(w.Threads), Draining: w.Draining,
		Age: ago(now, w.Since), Silent: durationpb.New(w.Silent),
		Lease: uint64(w.Lease), Rate: w.Rate, Visits: w.Visits, Facts: w.Facts,
	}
}

// countersMessage returns the message for counters.
func countersMessage(c Counters) *sproutsv1.Counters {
	ended := map[string]int64{}
	for reason, n := range c.Ended {
		ended[EndReason(reason).String()] = n
	}
	return &sproutsv1.Counters{
		Granted: c.Granted, Ended: ended, Late: c.Late,
		JobsCreated: c.JobsCreated, JobsDone: c.JobsDone, JobsSplit: c.JobsSplit, JobsReturned: c.JobsReturned, JobsDropped: c.JobsDropped,
		Visits: c.Visits, Expansions: c.Expansions, Nimbers: c.Nimbers,
		NewNimbers: c.NimbersNew, NewExclusions: c.ExclusionsNew, Derived: c.Derived,
		Sessions: c.Sessions, SessionsLost: c.SessionsLost,
		ChecksMatched: c.ChecksMatched, ChecksMismatched: c.ChecksMismatched, ChecksInconclusive: c.ChecksInconclusive,
	}
}
