//go:build linux

package chaos_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	sproutsv1 "github.com/sprouts-solver/sprouts/proto/sprouts/v1"
)

const (
	leaseTTL   = 2 * time.Second
	crew       = 4                      // workers of a cluster
	lookPeriod = 100 * time.Millisecond // between two looks at a cluster
	// roundTime is how long one batch may take: ten times what it does on a machine
	// that is very busy.
	roundTime = 15 * time.Minute

	// slack is what the coordinator may take beyond the TTL to free a job: it looks for
	// silent workers each second.
	slack = 2 * time.Second
	// backTime is how long it may take after a start until all workers are back: their
	// pauses grow to 5 s.
	backTime = 10 * time.Second
)

// budget is how much is to happen.
type budget struct {
	workers, coordinators, pauses int
	pace                          time.Duration // between two deaths of workers, on average
}

// spent reports whether all of it has happened.
func (b budget) spent() bool { return b.workers+b.coordinators+b.pauses == 0 }

// storm is what happens to one cluster at a time.
type storm struct {
	t      *testing.T
	rng    *rand.Rand
	left   budget
	every  budget // the whole
	tally  *tally
	truth  *truth
	stormy bool // else nothing is done to the cluster

	*cluster
	runsOf map[uint64]question // that were submitted
	seen   map[uint64]*sproutsv1.Run
	done   bool // all questions are answered
	held   map[string]bool

	names     int
	ownVisits float64 // of this cluster's workers
	revivals  []revival
	dying     map[string]time.Time // workers that were killed with a job, until it is free
	waking    map[string]time.Time // workers that were paused, until they are heard of
	paused    map[*member]time.Time

	started  time.Time // when the coordinator was
	answers  bool      // since then
	complete bool      // all workers have been back since then
	reviveAt time.Time // of the coordinator; zero: it is not dead
	scrape   time.Time // when workers are to be asked next

	// raged is for how long there has been a storm, over all clusters, and next says when
	// in that time something is to happen.
	raged  time.Duration
	looked time.Time
	next   struct{ worker, coordinator, pause time.Duration }
}

// revival is a worker that is to be started.
type revival struct {
	name string
	at   time.Time
}

// span draws a time about d.
func (s *storm) span(d time.Duration) time.Duration {
	return d/2 + time.Duration(s.rng.Int64N(int64(d)+1))
}

// round lets one cluster answer a batch. With asks, the coordinator is started with the
// questions, and ends by itself; otherwise they are submitted.
func (s *storm) round(b batch, asks bool) {
	s.begin(b, asks)
	witness := summon(s.t, s.conn, s.truth.testimony(s.t))
	deadline := time.Now().Add(roundTime)
	ticker := time.NewTicker(lookPeriod)
	defer ticker.Stop()
	for !s.done {
		now := <-ticker.C
		require.True(s.t, now.Before(deadline), "batch %s takes too long", b.name)
		require.Empty(s.t, witness.complaint())
		s.look()
		if s.stormy && !s.done {
			s.strike(now)
		}
		s.revive(now)
	}
	s.calmDown()
	if asks {
		s.endAsked(b)
	} else {
		s.endSubmitted()
	}
	s.audit(b, witness.end(s.t))
}

// begin starts a cluster.
func (s *storm) begin(b batch, asks bool) {
	var args []string
	if asks {
		args = b.asks()
	}
	now := time.Now()
	s.started, s.answers, s.complete, s.reviveAt, s.done = now, false, false, time.Time{}, false
	s.revivals, s.ownVisits = nil, 0
	s.runsOf, s.seen, s.held = map[uint64]question{}, map[uint64]*sproutsv1.Run{}, map[string]bool{}
	s.dying, s.waking, s.paused = map[string]time.Time{}, map[string]time.Time{}, map[*member]time.Time{}
	s.cluster = newCluster(s.t, here(), leaseTTL, args...)
	s.tally.clusters++
	s.tally.runs += len(b.questions)
	if s.stormy && s.left.coordinators > 1 {
		s.killInfant()
	}
	for range crew {
		s.startWorker(here(), s.name())
	}
	s.awaitStart()
	if !asks {
		for _, q := range b.questions {
			s.runsOf[s.submit(q)] = q
		}
	}
	s.looked = time.Now()
}

// brew begins a storm.
func (s *storm) brew() {
	s.stormy = true
	s.next.worker, s.next.coordinator, s.next.pause = s.span(s.every.pace), s.gap(s.every.coordinators), s.gap(s.every.pauses)
}

// gap draws the time to the next event of a kind that happens so often while workers are
// killed.
func (s *storm) gap(times int) time.Duration {
	return s.span(s.every.pace * time.Duration(max(1, s.every.workers)) / time.Duration(max(1, times)))
}

// name returns the name of a new worker.
func (s *storm) name() string {
	s.names++
	return fmt.Sprintf("w%d", s.names)
}

// look notes what the coordinator shows.
func (s *storm) look() {
	if s.reviveAt.IsZero() && !s.coordinator.alive() {
		require.NotEmpty(s.t, s.asks, "the coordinator has ended:\n%s", lastLines(s.coordinator.said(s.t, "stderr"), 10))
		s.done = true
		return
	}
	if !s.reviveAt.IsZero() {
		return
	}
	jobs, ok1 := s.jobs()
	workers, ok2 := s.registered()
	runs, ok3 := s.runs()
	if !ok1 || !ok2 || !ok3 {
		return // it starts, or it has just ended
	}
	now := time.Now()
	if !s.answers {
		s.answers = true
		s.tally.serving.add(now.Sub(s.started))
	}
	s.held = map[string]bool{}
	for _, j := range jobs {
		s.held[j.GetWorker()] = true
		s.tally.silence = max(s.tally.silence, j.GetSilent().AsDuration())
	}
	s.lookAtWorkers(now, workers)
	s.lookAtRuns(runs)
	s.scrapeAll(now)
}

// lookAtWorkers measures how long it takes until jobs are free and workers are back.
func (s *storm) lookAtWorkers(now time.Time, workers []*sproutsv1.Worker) {
	silent := map[string]time.Duration{}
	for _, w := range workers {
		silent[w.GetName()] = w.GetSilent().AsDuration()
	}
	for name, since := range s.dying {
		if !s.held[name] {
			s.tally.freed.add(now.Sub(since))
			delete(s.dying, name)
		}
	}
	for name, since := range s.waking {
		if quiet, known := silent[name]; known && quiet < now.Sub(since) {
			s.tally.woken.add(now.Sub(since))
			delete(s.waking, name)
		}
	}
	if !s.complete && len(s.revivals) == 0 {
		missing := slices.ContainsFunc(s.workers, func(m *member) bool {
			_, known := silent[m.name]
			return !known && !m.paused
		})
		if s.complete = !missing; s.complete {
			s.tally.back.add(now.Sub(s.started))
		}
	}
}

// lookAtRuns looks for runs that have gone, or have changed their mind.
func (s *storm) lookAtRuns(runs []*sproutsv1.Run) {
	ended := 0
	present := map[uint64]*sproutsv1.Run{}
	for _, r := range runs {
		present[r.GetId()] = r
	}
	for id, before := range s.seen {
		if before.GetState() == sproutsv1.RunState_RUN_STATE_DECIDED {
			r := present[id]
			require.NotNil(s.t, r, "run %d is gone", id)
			require.Equal(s.t, before.GetState(), r.GetState(), "run %d was decided", id)
			require.Equal(s.t, before.GetOutcome(), r.GetOutcome(), "run %d was decided", id)
			require.Equal(s.t, before.Nimber, r.Nimber, "run %d was decided", id)
		}
	}
	for id, q := range s.runsOf {
		r := present[id]
		require.NotNil(s.t, r, "run %d was submitted and is gone", id)
		if r.GetState() >= sproutsv1.RunState_RUN_STATE_DECIDED {
			q.check(s.t, r)
			ended++
		}
	}
	s.seen = present
	s.done = len(s.runsOf) > 0 && ended == len(s.runsOf)
}

// scrapeAll notes each second how far workers are, as they may end by themselves.
func (s *storm) scrapeAll(now time.Time) {
	if now.Before(s.scrape) {
		return
	}
	s.scrape = now.Add(time.Second)
	for _, m := range s.workers {
		if !m.paused {
			m.look(s.t)
		}
	}
}

// revive starts what has been dead for long enough.
func (s *storm) revive(now time.Time) {
	if !s.reviveAt.IsZero() && !now.Before(s.reviveAt) {
		s.reviveAt, s.started, s.answers, s.complete = time.Time{}, now, false, false
		s.startCoordinator()
	}
	s.revivals = slices.DeleteFunc(s.revivals, func(r revival) bool {
		if now.Before(r.at) {
			return false
		}
		s.startWorker(here(), r.name)
		return true
	})
	for m, until := range s.paused {
		if !now.Before(until) {
			s.wake(m, now)
		}
	}
}

// wake lets a worker go on.
func (s *storm) wake(m *member, now time.Time) {
	m.signal(s.t, syscall.SIGCONT)
	m.paused = false
	delete(s.paused, m)
	s.waking[m.name] = now
}

// calmDown ends what is going on.
func (s *storm) calmDown() {
	for m := range s.paused {
		s.wake(m, time.Now())
	}
	s.revivals = nil
	for _, m := range s.workers {
		m.look(s.t)
	}
}
