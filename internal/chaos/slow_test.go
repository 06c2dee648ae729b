//go:build linux

package chaos_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// slow is a bad network in one direction: 200 ms there and back.
var slow = link{delay: 100 * time.Millisecond, loss: 0.01}

// settleTime is how long a test waits after it has changed a network, before it measures.
const settleTime = 2 * time.Second

// pace is what two workers did in some time.
type pace struct {
	seconds float64
	busy    float64 // seconds that threads were searching
	jobs    float64 // seconds of those that they did so for jobs and checks
	visits  float64
	leases  float64
}

// add adds another time.
func (p *pace) add(x pace) {
	p.seconds += x.seconds
	p.busy += x.busy
	p.jobs += x.jobs
	p.visits += x.visits
	p.leases += x.leases
}

// TestSlowNetwork compares workers whose network has 200 ms of delay and loses 1 % of
// the packets with what they do when it has not. The two take turns, as the machine may
// have other things to do as well.
func TestSlowNetwork(t *testing.T) {
	skipQuick(t)
	turns := number(t, "CHAOS_TURNS", 3)
	length := time.Duration(number(t, "CHAOS_TURN_S", 15)) * time.Second
	s := newSite(t, newTruth(t), 5*time.Second)
	s.awaitWork()
	var good, bad pace
	for range turns {
		s.all(link{})
		good.add(s.measure(length))
		s.all(slow)
		bad.add(s.measure(length))
	}
	s.cancelFirst()
	s.finish()
	show := func(name string, p pace) {
		t.Logf("%-28s threads search %5.1f %% of the time, %5.1f %% for jobs; %6.0f visits/s, %.2f leases/s of two workers",
			name, 100*p.busy/p.seconds/2, 100*p.jobs/p.seconds/2, p.visits/p.seconds, p.leases/p.seconds)
	}
	show("no delay, no loss", good)
	show("200 ms there and back, 1 %", bad)
	t.Logf("with delay and loss: %.0f %% of the search, %.0f %% of it for jobs", 100*bad.busy/good.busy, 100*bad.jobs/good.jobs)
	require.GreaterOrEqual(t, bad.busy, 0.8*good.busy, "a worker must not wait for the network")
}

// all makes all links between the coordinator and workers alike.
func (s *site) all(l link) {
	for _, h := range []int{farHost, nearHost} {
		s.set(headHost, h, l)
		s.set(h, headHost, l)
	}
}

// measure returns what workers do in some time, once the network has settled.
func (s *site) measure(length time.Duration) pace {
	s.t.Helper()
	<-time.After(settleTime)
	before, began := s.paceNow(), time.Now()
	<-time.After(length)
	after := s.paceNow()
	return pace{
		time.Since(began).Seconds(),
		after.busy - before.busy, after.jobs - before.jobs, after.visits - before.visits, after.leases - before.leases,
	}
}

// paceNow returns what workers and coordinator count.
func (s *site) paceNow() (p pace) {
	s.t.Helper()
	for _, m := range []*member{s.far, s.near} {
		seen := scrape(s.t.Context(), m.host, m.http)
		require.NotNil(s.t, seen)
		jobs := seen[`sprouts_worker_busy_seconds_total{work="job"}`] + seen[`sprouts_worker_busy_seconds_total{work="check"}`]
		p.jobs += jobs
		p.busy += jobs + seen[`sprouts_worker_busy_seconds_total{work="ahead"}`]
		p.visits += seen[visitsMetric]
	}
	p.leases = scrape(s.t.Context(), s.host, s.http())["sprouts_leases_granted_total"]
	return p
}
