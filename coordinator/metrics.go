package coordinator

import (
	"errors"
	"runtime"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/internal/version"
)

// metrics are the numbers of a server that the core does not count. Those that it
// does come from a collector (metrics_table.go). All names: testdata/metrics.
//
// What workers count themselves has names of its own here, so that no sum over all
// programs counts it twice.
type metrics struct {
	leaseWait   prometheus.Histogram
	duration    prometheus.Histogram
	attempts    prometheus.Histogram
	commitTime  prometheus.Histogram
	lastSync    prometheus.Gauge
	auditTime   prometheus.Histogram
	auditFailed prometheus.Counter
}

// newMetrics registers everything. Observe returns the state at the time of a scrape.
func newMetrics(reg prometheus.Registerer, g game.Game, observe func() observation) (*metrics, error) {
	m := &metrics{
		leaseWait: histogram("sprouts_lease_wait_seconds", "How long workers waited until they were given a lease.",
			prometheus.ExponentialBuckets(0.0001, 4, 10)),
		duration: histogram("sprouts_lease_duration_seconds", "How long workers worked on the leases that they completed, as they report it.",
			prometheus.ExponentialBuckets(0.01, 2, 14)),
		attempts: histogram("sprouts_job_attempts", "Which attempt on a couple each lease is; the first one is 1.",
			[]float64{1, 2, 3, 4, 6, 10}),
		commitTime: histogram("sprouts_store_commit_seconds", "How long it takes to write what has changed, of all workers together.",
			prometheus.ExponentialBuckets(0.0001, 4, 10)),
		lastSync: prometheus.NewGauge(prometheus.GaugeOpts{
			Name: "sprouts_store_last_sync_timestamp_seconds", Help: "When the store was last written through to the disk.",
		}),
		auditTime: histogram("sprouts_audit_seconds", "How long it takes to check the whole state of the coordinator.",
			prometheus.ExponentialBuckets(0.0001, 4, 10)),
		auditFailed: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "sprouts_audit_failures_total", Help: "Checks of the whole state that found it unsound: each is a fault of the program.",
		}),
	}
	m.lastSync.SetToCurrentTime()
	var errs []error
	for _, c := range []prometheus.Collector{
		m.leaseWait, m.duration, m.attempts, m.commitTime, m.lastSync, m.auditTime, m.auditFailed,
		buildInfo(g), &observer{observe: observe},
	} {
		errs = append(errs, reg.Register(c))
	}
	return m, errors.Join(errs...)
}

// histogram makes a histogram of both kinds: classic buckets, and native ones for
// servers that ask for them.
func histogram(name, help string, buckets []float64) prometheus.Histogram {
	return prometheus.NewHistogram(prometheus.HistogramOpts{
		Name: name, Help: help, Buckets: buckets,
		NativeHistogramBucketFactor: 1.1, NativeHistogramMaxBucketNumber: 100, NativeHistogramMinResetDuration: time.Hour,
	})
}

// buildInfo says which program this is.
func buildInfo(g game.Game) prometheus.Collector {
	b := version.Current()
	info := prometheus.NewGauge(prometheus.GaugeOpts{
		Name: "sprouts_build_info", Help: "The program and the game it solves; always 1.",
		ConstLabels: prometheus.Labels{
			"version": b.Version, "revision": b.Revision, "goversion": runtime.Version(), "game": g.Name(), "game_version": g.Version(),
		},
	})
	info.Set(1)
	return info
}

// granted counts a lease that was given after a wait.
func (m *metrics) granted(l *Lease, waited time.Duration) {
	m.leaseWait.Observe(waited.Seconds())
	m.attempts.Observe(float64(l.Attempt))
}

// completed counts a report.
func (m *metrics) completed(p Progress) { m.duration.Observe(p.Elapsed.Seconds()) }

// committed counts a write.
func (m *metrics) committed(took time.Duration, synced bool) {
	m.commitTime.Observe(took.Seconds())
	if synced {
		m.lastSync.SetToCurrentTime()
	}
}

// audited counts a check of the core.
func (m *metrics) audited(took time.Duration, sound bool) {
	m.auditTime.Observe(took.Seconds())
	if !sound {
		m.auditFailed.Inc()
	}
}
