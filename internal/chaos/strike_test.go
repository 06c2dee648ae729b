//go:build linux

package chaos_test

import (
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

const (
	visitsMetric     = "sprouts_visits_total"
	unreportedMetric = "sprouts_worker_unreported_visits"
)

// look notes what a worker shows, if it answers.
func (m *member) look(t *testing.T) {
	t.Helper()
	seen := scrape(t.Context(), m.host, m.http)
	if seen == nil {
		return
	}
	require.Contains(t, seen, visitsMetric)
	require.Contains(t, seen, unreportedMetric)
	m.visits, m.unreported = seen[visitsMetric], seen[unreportedMetric]
}

// strike does what is due.
func (s *storm) strike(now time.Time) {
	s.raged += now.Sub(s.looked)
	s.looked = now
	if s.left.workers > 0 && s.raged >= s.next.worker {
		s.next.worker = s.raged + s.span(s.every.pace)
		s.killWorker()
	}
	if s.left.coordinators > 0 && s.reviveAt.IsZero() && s.raged >= s.next.coordinator {
		s.next.coordinator = s.raged + s.gap(s.every.coordinators)
		s.killCoordinator(now)
	}
	if s.left.pauses > 0 && s.raged >= s.next.pause {
		s.next.pause = s.raged + s.gap(s.every.pauses)
		s.pauseWorker(now)
	}
}

// victim draws a worker that is not paused, nil if there is none.
func (s *storm) victim() *member {
	var able []*member
	for _, m := range s.workers {
		if !m.paused {
			able = append(able, m)
		}
	}
	if len(able) == 0 {
		return nil
	}
	return able[s.rng.IntN(len(able))]
}

// killWorker kills a worker, and plans another one in its place: of the same name, as
// when a machine starts its services again, or of a new one.
func (s *storm) killWorker() {
	m := s.victim()
	if m == nil {
		return
	}
	m.look(s.t)
	m.kill()
	now := time.Now()
	s.left.workers--
	s.tally.workerKills++
	s.tally.lost += m.unreported
	if m.visits > 0 {
		s.tally.worth.add(time.Duration(m.unreported / m.visits * float64(now.Sub(m.started))))
	}
	s.count(m)
	s.forget(m)
	delete(s.waking, m.name)
	if s.held[m.name] {
		s.tally.atWork++
	}
	name := m.name
	if s.rng.IntN(2) == 0 {
		name = s.name()
		if s.held[m.name] && s.reviveAt.IsZero() {
			s.dying[m.name] = now
		}
	}
	s.revivals = append(s.revivals, revival{name, now.Add(s.span(500 * time.Millisecond))})
}

// count adds what a worker has done that is gone.
func (s *storm) count(m *member) {
	s.tally.done += m.visits
	s.ownVisits += m.visits
}

// killCoordinator kills the coordinator. Every fifth time the next one dies while it
// starts.
func (s *storm) killCoordinator(now time.Time) {
	s.countLeases()
	s.coordinator.kill()
	s.left.coordinators--
	s.tally.coordinatorKills++
	if !s.answers {
		s.tally.earlyKills++
	}
	clear(s.dying)
	clear(s.waking)
	s.reviveAt = now.Add(s.span(time.Second))
	if s.rng.IntN(5) == 0 {
		s.next.coordinator = s.raged + s.reviveAt.Sub(now) + s.span(150*time.Millisecond)
	}
}

// killInfant kills the first coordinator of a cluster while it makes its store, and starts
// another one.
func (s *storm) killInfant() {
	<-time.After(s.span(60 * time.Millisecond))
	s.coordinator.kill()
	s.left.coordinators--
	s.tally.coordinatorKills++
	s.tally.earlyKills++
	s.started = time.Now()
	s.startCoordinator()
}

// countLeases adds what a coordinator counts to the tally, before it ends.
func (s *storm) countLeases() {
	m := scrape(s.t.Context(), s.host, s.http())
	ended := func(reason string) float64 { return m[`sprouts_leases_ended_total{reason="`+reason+`"}`] }
	s.tally.granted += m["sprouts_leases_granted_total"]
	s.tally.expired += ended("expired")
	s.tally.superseded += ended("superseded")
	s.tally.late += m["sprouts_late_reports_total"]
	s.tally.aside += m["sprouts_jobs_quarantined_total"]
	for _, never := range []string{"sprouts_nimber_conflicts_total", "sprouts_audit_failures_total", "sprouts_journal_tree_records_lost_total"} {
		require.Zero(s.t, m[never], never)
	}
}

// pauseWorker stops a worker for three TTLs, as a machine that swaps or sleeps does.
func (s *storm) pauseWorker(now time.Time) {
	m := s.victim()
	if m == nil {
		return
	}
	m.signal(s.t, syscall.SIGSTOP)
	m.paused = true
	s.paused[m] = now.Add(3 * s.ttl)
	s.left.pauses--
	s.tally.pauses++
}
