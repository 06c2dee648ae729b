//go:build linux

package chaos_test

import (
	"context"
	"math/rand/v2"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// mostLost is the share of visits that may die with workers.
const mostLost = 0.05

// TestChaos lets clusters answer questions while their processes are killed and paused.
func TestChaos(t *testing.T) {
	skipShort(t)
	built(t) // which must not be measured
	b := budget{
		workers:      number(t, "CHAOS_WORKER_KILLS", 2),
		coordinators: number(t, "CHAOS_COORDINATOR_KILLS", 1),
		pauses:       number(t, "CHAOS_PAUSES", 1),
		pace:         time.Duration(number(t, "CHAOS_PACE_MS", 4000)) * time.Millisecond,
	}
	seed := uint64(number(t, "CHAOS_SEED", 1))
	s := &storm{
		t: t, rng: rand.New(rand.NewPCG(seed, 7)), left: b, every: b, truth: newTruth(t),
		tally: &tally{began: time.Now(), calm: map[string][]float64{}, stormy: map[string][]float64{}},
	}
	defer func() { t.Logf("\n%s", s.tally.page()) }()

	long := b.workers+b.coordinators >= 50
	questions := []batch{shortBatch}
	if long {
		questions = batches
		for i := range 2 * len(batches) {
			s.round(batches[i%len(batches)], i%2 == 0)
		}
	}
	s.brew()
	for i := 0; i == 0 || !s.left.spent(); i++ {
		batch := questions[i%len(questions)]
		s.round(batch, i%2 == 0)
		t.Logf("cluster %d, %s, %.0f visits: %d workers, %d coordinators and %d pauses to go after %s", s.tally.clusters, batch.name,
			s.ownVisits, s.left.workers, s.left.coordinators, s.left.pauses, time.Since(s.tally.began).Round(time.Second))
	}
	require.LessOrEqual(t, s.tally.silence, leaseTTL+slack, "jobs of silent workers")
	require.LessOrEqual(t, s.tally.back.max, backTime, "workers after a start")
	if long {
		require.LessOrEqual(t, s.tally.lostShare(), mostLost, "visits that died unreported")
	}
}

// endSubmitted ends a cluster whose coordinator would go on for ever.
func (s *storm) endSubmitted() {
	s.countLeases()
	s.stop()
}

// endAsked ends a cluster whose coordinator has ended, with all answers. Its workers
// end with it; those that were starting just then wait for the next coordinator, and
// are told not to.
func (s *storm) endAsked(b batch) {
	require.Zero(s.t, s.coordinator.exit(s.t, startTime), lastLines(s.coordinator.said(s.t, "stderr"), 10))
	require.Equal(s.t, b.printed(), s.coordinator.said(s.t, "stdout"))
	patience, impatient := context.WithTimeout(s.t.Context(), 2*time.Second)
	defer impatient()
	for _, m := range s.workers {
		select {
		case <-m.done:
			require.Zero(s.t, m.exit(s.t, time.Second), "%s was dismissed:\n%s", m.name, lastLines(m.said(s.t, "stderr"), 5))
		case <-patience.Done(): // for each of them
			m.signal(s.t, syscall.SIGTERM)
			code := m.exit(s.t, startTime)
			require.Contains(s.t, []int{0, 20, 128 + int(syscall.SIGTERM)}, code, "%s was told to stop:\n%s", m.name, lastLines(m.said(s.t, "stderr"), 5))
		}
	}
}

// audit looks at what is left of a cluster.
func (s *storm) audit(b batch, w *witness) {
	for _, m := range s.workers {
		s.count(m)
	}
	kind := s.tally.calm
	if s.stormy {
		kind = s.tally.stormy
	}
	kind[b.name] = append(kind[b.name], s.ownVisits)

	entries := s.stored()
	require.Zero(s.t, lost(w.acked, asMap(entries)), "acknowledged facts that are not in the store")
	require.NotEmpty(s.t, w.acked)
	s.tally.acknowledged += len(w.acked)
	s.tally.found += w.found
	s.tally.starts += w.starts
	s.tally.stored += len(entries)
	s.tally.verdict.add(s.truth.judge(s.t, entries, 0))
}
