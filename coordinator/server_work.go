package coordinator

import (
	"context"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/durationpb"

	"github.com/sprouts-solver/sprouts/internal/wire"
	sproutsv1 "github.com/sprouts-solver/sprouts/proto/sprouts/v1"
)

// protocol is the version of the workers' protocol that this server speaks.
const protocol = 1

// work is the service for workers.
type work struct {
	sproutsv1.UnimplementedWorkServiceServer
	*Server
}

// Register begins a session.
func (s work) Register(_ context.Context, r *sproutsv1.RegisterRequest) (*sproutsv1.RegisterResponse, error) {
	if r.GetProtocol() != protocol {
		return nil, status.Errorf(codes.FailedPrecondition,
			"worker %q (%s) speaks protocol %d, the coordinator (%s) speaks %d: use programs of one version",
			r.GetWorker(), r.GetProgramVersion(), r.GetProtocol(), s.o.Program, protocol)
	}
	if n := len(r.GetProgramVersion()); n > wire.MaxText {
		return nil, status.Errorf(codes.InvalidArgument, "program_version: %d bytes, at most %d", n, wire.MaxText)
	}
	var w Welcome
	var err error
	s.locked(func(c *Core, now time.Time) {
		w, err = c.Register(now, Hello{
			Worker: r.GetWorker(), Threads: int(r.GetThreads()), Program: r.GetProgramVersion(),
			Game: r.GetGame(), Version: r.GetGameVersion(), Instance: r.GetInstance(),
		})
	})
	if err != nil {
		return nil, toStatus(err)
	}
	s.o.Logger.Info("worker registered", "worker", r.GetWorker(), "session", w.Session.String(), "threads", r.GetThreads(), "program", r.GetProgramVersion())
	return &sproutsv1.RegisterResponse{
		Session:  &sproutsv1.Session{Epoch: w.Session.Epoch, Id: w.Session.Number},
		LeaseTtl: durationpb.New(w.TTL), RenewInterval: durationpb.New(w.Renew), ExchangeInterval: durationpb.New(s.o.Exchange),
		MaxFacts: uint32(s.o.MaxFacts), MaxFactBytes: wire.MaxFactBytes,
		LeastVisits: w.LeastVisits, ProgramVersion: s.o.Program,
	}, nil
}

// Renew keeps leases alive and takes partial numbers.
func (s work) Renew(_ context.Context, r *sproutsv1.RenewRequest) (*sproutsv1.RenewResponse, error) {
	id, reports, err := readSessionAndReports(r.GetSession(), r.GetProgress())
	if err != nil {
		return nil, toStatus(err)
	}
	var renewal Renewal
	s.locked(func(c *Core, now time.Time) { renewal, err = c.Renew(now, id, reports) })
	if err != nil {
		return nil, toStatus(err)
	}
	states := make([]sproutsv1.LeaseState, len(renewal.States))
	for i, state := range renewal.States {
		states[i] = leaseStateMessages[state]
	}
	return &sproutsv1.RenewResponse{States: states, Drain: renewal.Drain, LeastVisits: renewal.LeastVisits}, nil
}

// Complete ends a lease. What it brings has value only with the facts, which are on
// disk already, so it waits for nothing.
func (s work) Complete(_ context.Context, r *sproutsv1.CompleteRequest) (*sproutsv1.CompleteResponse, error) {
	id, err := readSession(r.GetSession())
	if err != nil {
		return nil, toStatus(err)
	}
	report, err := readReport(r.GetProgress())
	if err != nil {
		return nil, toStatus(wire.Within("progress", err))
	}
	s.locked(func(c *Core, now time.Time) { err = c.Complete(now, id, report) })
	if err != nil {
		return nil, toStatus(err)
	}
	s.metrics.completed(report)
	s.waiting.call(1)
	return &sproutsv1.CompleteResponse{}, nil
}

// Return takes leases back.
func (s work) Return(_ context.Context, r *sproutsv1.ReturnRequest) (*sproutsv1.ReturnResponse, error) {
	id, reports, err := readSessionAndReports(r.GetSession(), r.GetProgress())
	if err != nil {
		return nil, toStatus(err)
	}
	s.locked(func(c *Core, now time.Time) { err = c.Return(now, id, reports, r.GetLeaving()) })
	if err != nil {
		return nil, toStatus(err)
	}
	if r.GetLeaving() {
		s.o.Logger.Info("worker left", "session", id.String())
	}
	s.waiting.call(1)
	return &sproutsv1.ReturnResponse{}, nil
}

// readSessionAndReports reads what Renew and Return have in common.
func readSessionAndReports(session *sproutsv1.Session, progress []*sproutsv1.Progress) (SessionID, []Progress, error) {
	id, err := readSession(session)
	if err != nil {
		return SessionID{}, nil, err
	}
	reports, err := readReports("progress", progress)
	return id, reports, err
}
