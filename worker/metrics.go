package worker

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"

	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/internal/version"
)

// jobOutcome is how a job ended, as its counter says it.
type jobOutcome string

const (
	outcomeWin          jobOutcome = "win"
	outcomeLoss         jobOutcome = "loss"
	outcomeOpen         jobOutcome = "open" // its budget is spent
	outcomeMatch        jobOutcome = "match"
	outcomeMismatch     jobOutcome = "mismatch"
	outcomeInconclusive jobOutcome = "inconclusive"
	outcomeFailed       jobOutcome = "failed"
	outcomeUnwanted     jobOutcome = "unwanted"
	outcomeLost         jobOutcome = "lost"     // its lease had expired
	outcomeReturned     jobOutcome = "returned" // the worker was told to stop
)

var jobOutcomes = []jobOutcome{
	outcomeWin, outcomeLoss, outcomeOpen, outcomeMatch, outcomeMismatch, outcomeInconclusive,
	outcomeFailed, outcomeUnwanted, outcomeLost, outcomeReturned,
}

// outcomeOf returns how a job ended that has come to its end.
func outcomeOf(p Progress) jobOutcome {
	switch {
	case p.Failure != "":
		return outcomeFailed
	case p.Kind == KindCheck:
		return jobOutcome(p.Verdict.String())
	case !known(p.Numbers):
		return outcomeOpen
	}
	switch p.Numbers.Outcome() {
	case game.Win:
		return outcomeWin
	case game.Loss:
		return outcomeLoss
	default:
		return outcomeOpen
	}
}

// metrics are what a worker shows to Prometheus. A worker is a target of its own, so
// none has a label that names it, and none names a position or a job.
type metrics struct {
	registry *prometheus.Registry
	duration prometheus.Histogram
	jobs     map[jobOutcome]prometheus.Counter
}

func newMetrics(w *Worker, build version.Build, g game.Game) *metrics {
	m := &metrics{registry: prometheus.NewRegistry(), jobs: map[jobOutcome]prometheus.Counter{}}
	m.duration = prometheus.NewHistogram(prometheus.HistogramOpts{
		Name:    "sprouts_job_duration_seconds",
		Help:    "Time from the start of a job to its end.",
		Buckets: prometheus.ExponentialBuckets(0.01, 4, 8), // to 164 s

		NativeHistogramBucketFactor:     1.1,
		NativeHistogramMaxBucketNumber:  100,
		NativeHistogramMinResetDuration: time.Hour,
	})
	ended := prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "sprouts_worker_jobs_ended_total",
		Help: "Jobs of this worker that have ended, by how.",
	}, []string{"outcome"})
	for _, o := range jobOutcomes {
		m.jobs[o] = ended.WithLabelValues(string(o))
	}
	m.registry.MustRegister(m.duration, ended, collectors.NewGoCollector(),
		collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	m.countStats(w)
	m.countBusy(w)
	m.showState(w, build, g)
	return m
}

// ended counts a job.
func (m *metrics) ended(r report, o jobOutcome) {
	m.jobs[o].Inc()
	m.duration.Observe(r.elapsed.Seconds())
}

// counter adds a counter whose value is read when it is asked for.
func (m *metrics) counter(name, help string, labels prometheus.Labels, value func() float64) {
	m.registry.MustRegister(prometheus.NewCounterFunc(
		prometheus.CounterOpts{Name: name, Help: help, ConstLabels: labels}, value))
}

// gauge adds a gauge whose value is read when it is asked for.
func (m *metrics) gauge(name, help string, labels prometheus.Labels, value func() float64) {
	m.registry.MustRegister(prometheus.NewGaugeFunc(
		prometheus.GaugeOpts{Name: name, Help: help, ConstLabels: labels}, value))
}

// countStats shows what the search counts.
func (m *metrics) countStats(w *Worker) {
	stat := func(name, help string, labels prometheus.Labels, read func(Stats) int64) {
		m.counter(name, help, labels, func() float64 { return float64(read(w.exec.Stats())) })
	}
	stat("sprouts_visits_total", "Couples and sums that this worker entered.", nil, func(s Stats) int64 { return s.Visits })
	stat("sprouts_nodes_expanded_total", "Components whose options were generated, each time anew.", nil,
		func(s Stats) int64 { return s.Expansions })
	stat("sprouts_nimbers_computed_total", "Nimbers that this worker has proven.", nil,
		func(s Stats) int64 { return s.Nimbers })
	stat("sprouts_nimbers_received_total", "Nimbers of other workers that were news to this one.", nil,
		func(s Stats) int64 { return s.Received })
	stat("sprouts_worker_tables_renewed_total", "Times that the search's tables were thrown away, after a fault or when they were full.", nil,
		func(s Stats) int64 { return s.Renewals })

	const cache = "sprouts_cache_requests_total"
	const help = "Lookups of components: in the table in the program, and of what it does not know in the facts of this worker."
	tier := func(tier, result string) prometheus.Labels { return prometheus.Labels{"tier": tier, "result": result} }
	stat(cache, help, tier("table", "hit"), func(s Stats) int64 { return s.MemoHits })
	stat(cache, help, tier("table", "miss"), func(s Stats) int64 { return s.MemoMisses })
	stat(cache, help, tier("facts", "hit"), func(s Stats) int64 { return s.FactsHits })
	stat(cache, help, tier("facts", "miss"), func(s Stats) int64 { return s.FactsMisses })
}

// countBusy shows what the threads are busy with.
func (m *metrics) countBusy(w *Worker) {
	threads := float64(w.exec.o.Threads)
	for kind, name := range workNames {
		m.counter("sprouts_worker_busy_seconds_total",
			"Time that threads were searching: for jobs, for checks, and ahead, while the next job was on its way.",
			prometheus.Labels{"work": name}, func() float64 {
				return threads * w.driver.busy.read(kindOfWork(kind)).Seconds()
			})
	}
	m.gauge("sprouts_worker_slots", "Threads that can be busy.", nil, func() float64 { return threads })
}

// showState shows what is now.
func (m *metrics) showState(w *Worker, build version.Build, g game.Game) {
	m.gauge("sprouts_build_info", "The program and the game it solves; always 1.", prometheus.Labels{
		"version": build.Version, "revision": build.Revision, "goversion": build.Go, "game": g.Name(), "game_version": g.Version(),
	}, func() float64 { return 1 })
	m.gauge("sprouts_worker_connected", "1 if the coordinator has answered the last call, 0 if not.", nil, func() float64 {
		if w.link.connected.Load() {
			return 1
		}
		return 0
	})
	m.counter("sprouts_worker_calls_repeated_total", "Calls that were made again, since the coordinator did not answer or was busy.", nil,
		func() float64 { return float64(w.link.repeated.Load()) })
	m.gauge("sprouts_worker_outbox_entries", "Facts that the coordinator has not acknowledged.", nil,
		func() float64 { return float64(w.exec.Outbox().Len()) })
	m.counter("sprouts_worker_facts_dropped_total", "Excluded nimbers that were dropped unsent, since too many waited.", nil,
		func() float64 { return float64(w.exec.Outbox().Dropped()) })
	m.gauge("sprouts_worker_unreported_visits", "Visits of which the coordinator does not know yet what came of them: what a crash would cost.", nil,
		func() float64 { return float64(max(0, w.exec.Stats().Visits-w.reported.Load())) })
	m.gauge("sprouts_worker_table_bytes", "Memory of the search's tables.", nil,
		func() float64 { return float64(w.exec.Stats().Memory) })
}
