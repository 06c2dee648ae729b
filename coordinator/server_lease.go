package coordinator

import (
	"context"
	"math"
	"time"

	"google.golang.org/protobuf/types/known/durationpb"

	sproutsv1 "github.com/sprouts-solver/sprouts/proto/sprouts/v1"
)

const (
	// maxWait is how long a Lease waits for work at most: well within the time after
	// which proxies and firewalls forget a silent connection.
	maxWait = 30 * time.Second
	// waitGrace is how much earlier than the caller's deadline a Lease answers.
	waitGrace = time.Second
	// replacedPause is told to the earlier one of two Leases of one session.
	replacedPause = time.Second
)

// Lease waits for work. Whoever waits asks the core at least once a tick, which also
// keeps the session alive.
func (s work) Lease(ctx context.Context, r *sproutsv1.LeaseRequest) (*sproutsv1.LeaseResponse, error) {
	id, err := readSession(r.GetSession())
	if err != nil {
		return nil, toStatus(err)
	}
	wait, err := readDuration("wait", r.GetWait(), math.MaxInt64)
	if err != nil {
		return nil, toStatus(err)
	}
	place, ok := s.waiting.join(id)
	if !ok {
		return nil, busy(crowdPause, "%d workers are waiting for work, not more can", s.o.MaxWaiting)
	}
	defer s.waiting.leave(place)
	began := time.Now()
	enough := time.NewTimer(boundWait(ctx, wait))
	defer enough.Stop()
	for {
		grant, err := s.tryLease(id)
		switch {
		case err != nil:
			return nil, toStatus(err)
		case grant.Lease != nil:
			s.metrics.granted(grant.Lease, time.Since(began))
			s.waiting.leave(place)
			s.waiting.call(1)
			return &sproutsv1.LeaseResponse{Lease: leaseMessage(grant.Lease), LeastVisits: grant.LeastVisits}, nil
		case grant.Drain:
			return &sproutsv1.LeaseResponse{Drain: true, LeastVisits: grant.LeastVisits}, nil
		}
		select {
		case <-place.called:
		case <-place.replaced:
			return &sproutsv1.LeaseResponse{Pause: durationpb.New(replacedPause), LeastVisits: grant.LeastVisits}, nil
		case <-enough.C:
			return &sproutsv1.LeaseResponse{LeastVisits: grant.LeastVisits}, nil
		case <-s.stopping:
			return nil, toStatus(errStopped)
		case <-ctx.Done():
			return nil, toStatus(ctx.Err())
		}
	}
}

// boundWait returns how long a Lease may wait.
func boundWait(ctx context.Context, wait time.Duration) time.Duration {
	wait = min(wait, maxWait)
	if deadline, ok := ctx.Deadline(); ok {
		wait = min(wait, time.Until(deadline)-waitGrace)
	}
	return max(wait, 0)
}

// tryLease asks the core for work. While the disk is full there is none: what came
// of it could not be kept.
func (s work) tryLease(id SessionID) (grant Grant, err error) {
	full := s.keeper.readOnly() != nil
	s.locked(func(c *Core, now time.Time) {
		if !full {
			grant, err = c.Lease(now, id)
			return
		}
		var renewal Renewal
		renewal, err = c.Renew(now, id, nil)
		grant = Grant{Drain: renewal.Drain, LeastVisits: renewal.LeastVisits}
	})
	return grant, err
}
