//go:build linux

package chaos_test

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	sproutsv1 "github.com/sprouts-solver/sprouts/proto/sprouts/v1"
)

// The hosts of a lab.
const (
	headHost  = 0 // of the coordinator
	farHost   = 1 // of the worker that is cut off, and of the witness
	nearHost  = 2 // of the other worker
	spareHost = 3
)

// endless are positions that keep workers busy for as long as a test may take.
var endless = [...]question{{text: "40"}, {text: "41"}}

// cutLengths are how long networks are cut, those in CHAOS_CUTS. Without, there is time
// for one short cut only.
func cutLengths(t *testing.T) (lengths []time.Duration, thorough bool) {
	t.Helper()
	text := os.Getenv("CHAOS_CUTS")
	if text == "" {
		return []time.Duration{4 * time.Second}, false
	}
	for field := range strings.FieldsSeq(text) {
		d, err := time.ParseDuration(field)
		require.NoError(t, err, "CHAOS_CUTS")
		lengths = append(lengths, d)
	}
	return lengths, true
}

// skipQuick skips a test that only "make partition" has time for.
func skipQuick(t *testing.T) {
	t.Helper()
	skipShort(t)
	if _, thorough := cutLengths(t); !thorough {
		t.Skip("it takes minutes; make partition runs it")
	}
}

// partition is a way to cut a network.
type partition struct {
	name string
	cut  func(c *cable, cut bool)
}

var partitions = []partition{
	{"coordinator to worker", func(c *cable, cut bool) { c.set(headHost, farHost, link{cut: cut}) }},
	{"worker to coordinator", func(c *cable, cut bool) { c.set(farHost, headHost, link{cut: cut}) }},
	{"both ways", func(c *cable, cut bool) { c.cutOff(cut, farHost) }},
	{"coordinator alone", func(c *cable, cut bool) { c.cutOff(cut, farHost, nearHost) }},
}

// cutOff cuts the coordinator off from hosts, or mends what was cut.
func (w *cable) cutOff(cut bool, hosts ...int) {
	for _, h := range hosts {
		w.set(headHost, h, link{cut: cut})
		w.set(h, headHost, link{cut: cut})
	}
}

// TestPartition cuts the network between a coordinator and its workers, and mends it.
func TestPartition(t *testing.T) {
	skipShort(t)
	truth := newTruth(t)
	lengths, thorough := cutLengths(t)
	for _, length := range lengths {
		for _, p := range partitions {
			if !thorough && p.name != "both ways" {
				continue
			}
			t.Run(fmt.Sprintf("%s for %v", p.name, length), func(t *testing.T) {
				s := newSite(t, truth, min(max(leaseTTL, length/6), 5*time.Second))
				s.awaitWork()
				before := s.done(t)

				p.cut(s.cable, true)
				s.watch(length / 2)
				s.cancelFirst()
				s.watch(length / 2)
				after := s.done(t)
				held := s.outbox(t)
				s.requireFreed(p)
				p.cut(s.cable, false)

				back := s.awaitWork()
				s.hear(mendTime)
				s.finish()
				t.Logf("job free after %.1f s of a TTL of %v; longest silence with a job %.1f s; far worker back after %.1f s; "+
					"meanwhile it made %.0f visits and held %.0f facts",
					s.freedAfter.Seconds(), s.ttl, s.silence.Seconds(), back.Seconds(), after-before, held)
				require.Greater(t, after, before, "a worker that is cut off must go on")
			})
		}
	}
}

// mendTime is how long it may take until workers have jobs again after a network is
// mended: TCP has given up by then and pauses between attempts grow to 5 s, and what is
// answered late is waited for up to 10 s.
const mendTime = 30 * time.Second

// judged is how many nimbers of a store are looked at: endless runs find too many.
const judged = 2_000

// site is a cluster in a lab: a coordinator, two workers, and a witness, each elsewhere,
// but for the witness.
type site struct {
	*cluster
	*lab

	t       *testing.T
	truth   *truth
	witness *witness
	far     *member
	near    *member
	asked   map[uint64]question // runs with an answer
	first   uint64              // an endless run, before those
	cut     time.Time           // when the test began to watch

	freedAfter time.Duration // from the cut until the far worker was last seen with a job
	silence    time.Duration // the longest of a worker with a job
}

// newSite starts a cluster with more to do than it can: an endless run, which is
// cancelled at some time, questions, and another endless run.
func newSite(t *testing.T, w *truth, ttl time.Duration) *site {
	t.Helper()
	built(t)
	l := newLab(t, 4)
	s := &site{t: t, lab: l, cluster: newCluster(t, l.hosts[headHost], ttl), truth: w, asked: map[uint64]question{}}
	s.awaitStart()
	s.first = s.submit(endless[0])
	for _, q := range shortBatch.questions {
		s.asked[s.submit(q)] = q
	}
	s.submit(endless[1])
	s.far, s.near = s.startWorker(l.hosts[farHost], "far"), s.startWorker(l.hosts[nearHost], "near")
	s.summon(farHost)
	return s
}

// summon lets a witness call from a host, and waits until it is heard.
func (s *site) summon(at int) {
	s.t.Helper()
	s.witness = summon(s.t, s.connect(s.hosts[at]), s.truth.testimony(s.t))
	s.hear(startTime)
}

// hear waits until the coordinator acknowledges more of what the witness tells.
func (s *site) hear(within time.Duration) {
	s.t.Helper()
	before := s.witness.told()
	eventually(s.t, within, "the witness is heard", func() bool { return s.witness.told() > before })
}

// awaitWork waits until both workers have jobs.
func (s *site) awaitWork() time.Duration {
	s.t.Helper()
	return eventually(s.t, mendTime, "all workers have jobs", func() bool {
		jobs, _ := s.jobs()
		has := map[string]bool{}
		for _, j := range jobs {
			// A lease whose grant got lost is no work.
			if j.GetSilent().AsDuration() < s.ttl/2 {
				has[j.GetWorker()] = true
			}
		}
		return has["far"] && has["near"]
	})
}

// cancelFirst ends the first endless run, so that the questions come next.
func (s *site) cancelFirst() {
	s.t.Helper()
	cancel := start(s.t, s.host, "cancel", built(s.t), "cancel", "--coordinator", s.address(), "--insecure", strconv.FormatUint(s.first, 10))
	require.Zero(s.t, cancel.exit(s.t, startTime), cancel.said(s.t, "stderr"))
}

// watch looks at the jobs for some time, as the coordinator sees them.
func (s *site) watch(length time.Duration) {
	s.t.Helper()
	if s.cut.IsZero() {
		s.cut = time.Now()
	}
	ticker := time.NewTicker(lookPeriod)
	defer ticker.Stop()
	for end := time.Now().Add(length); time.Now().Before(end); {
		<-ticker.C
		jobs, ok := s.jobs()
		require.True(s.t, ok, "the coordinator must answer at its own host")
		for _, j := range jobs {
			if j.GetWorker() == "far" {
				s.freedAfter = time.Since(s.cut)
			}
			s.silence = max(s.silence, j.GetSilent().AsDuration())
		}
	}
}

// requireFreed checks what watch has seen.
func (s *site) requireFreed(p partition) {
	s.t.Helper()
	require.LessOrEqual(s.t, s.silence, s.ttl+slack, "a job of a silent worker")
	if p.name != "coordinator to worker" {
		// There the worker is still heard, while it waits for answers.
		require.LessOrEqual(s.t, s.freedAfter, s.ttl+slack)
	}
}

// done returns the visits of the far worker, asked at its host.
func (s *site) done(t *testing.T) float64 {
	t.Helper()
	s.far.look(t)
	return s.far.visits
}

// outbox returns how many facts the far worker has that are not acknowledged.
func (s *site) outbox(t *testing.T) float64 {
	t.Helper()
	return scrape(t.Context(), s.far.host, s.far.http)["sprouts_worker_outbox_entries"]
}

// finish waits for the answers, ends everything in order, and looks at what is left.
func (s *site) finish() {
	s.t.Helper()
	eventually(s.t, roundTime, "all questions are answered", func() bool {
		require.Empty(s.t, s.witness.complaint())
		runs, _ := s.runs()
		ended := 0
		for _, r := range runs {
			if q, ok := s.asked[r.GetId()]; ok && r.GetState() >= sproutsv1.RunState_RUN_STATE_DECIDED {
				q.check(s.t, r)
				ended++
			}
		}
		return ended == len(s.asked)
	})
	w := s.witness.end(s.t)
	s.stop()
	entries := s.stored()
	require.Zero(s.t, lost(w.acked, asMap(entries)), "acknowledged facts that are not in the store")
	v := s.truth.judge(s.t, entries, judged)
	s.t.Logf("%d acknowledged facts of the witness are in the store, %d nimbers there equal those of one machine", len(w.acked), v.nimbers)
}

// TestVanish lets machines vanish: nobody says goodbye, connections stay half open.
func TestVanish(t *testing.T) {
	skipQuick(t)
	s := newSite(t, newTruth(t), leaseTTL)
	s.awaitWork()

	// The machine of a worker.
	s.cutOff(true, farHost)
	s.far.kill()
	s.forget(s.far)
	s.hosts[farHost].end()
	s.watch(s.ttl + slack + time.Second)
	s.cancelFirst()
	require.LessOrEqual(t, s.freedAfter, s.ttl+slack)
	s.witness.end(t)
	s.far = s.startWorker(s.hosts[spareHost], "far")
	joined := s.awaitWork()
	s.summon(spareHost)

	// The machine of the coordinator, which comes back with its disk.
	s.cutOff(true, spareHost, nearHost)
	s.coordinator.signal(t, syscall.SIGKILL)
	s.coordinator.exit(t, startTime)
	s.startCoordinator()
	s.awaitStart()
	s.cutOff(false, spareHost, nearHost)
	back := s.awaitWork()
	s.hear(mendTime)
	s.finish()
	t.Logf("job free after %.1f s of a TTL of %v; another worker at work after %.1f s; after the loss of the coordinator all back after %.1f s",
		s.freedAfter.Seconds(), s.ttl, joined.Seconds(), back.Seconds())
}
