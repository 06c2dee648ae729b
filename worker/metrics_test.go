package worker

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus/testutil"
	"github.com/stretchr/testify/require"
	"google.golang.org/grpc"

	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/game/sprouts"
	"github.com/sprouts-solver/sprouts/search"
)

var rewrite = flag.Bool("rewrite", false, "write testdata/metrics.txt anew")

// nobody is a connection on which no call is ever answered.
type nobody struct{}

func (nobody) Invoke(ctx context.Context, _ string, _, _ any, _ ...grpc.CallOption) error {
	<-ctx.Done()
	return ctx.Err()
}

func (nobody) NewStream(context.Context, *grpc.StreamDesc, string, ...grpc.CallOption) (grpc.ClientStream, error) {
	return nil, io.EOF
}

func lonely(t *testing.T, o Options) *Worker {
	t.Helper()
	o.Executor.MaxMemory = 64 << 20
	w, err := New(sprouts.New(), nobody{}, o)
	require.NoError(t, err)
	return w
}

// What a worker shows follows the rules of Prometheus, and is what the golden file
// says: dashboards and alerts go by these names.
func TestMetricNames(t *testing.T) {
	w := lonely(t, Options{})
	problems, err := testutil.GatherAndLint(w.metrics.registry)
	require.NoError(t, err)
	require.Empty(t, problems)

	families, err := w.metrics.registry.Gather()
	require.NoError(t, err)
	var text bytes.Buffer
	for _, f := range families {
		if !strings.HasPrefix(f.GetName(), "sprouts_") {
			continue
		}
		fmt.Fprintf(&text, "%s %s\n\t%s\n", f.GetName(), strings.ToLower(f.GetType().String()), f.GetHelp())
		for _, m := range f.GetMetric() {
			var labels []string
			for _, l := range m.GetLabel() {
				value := l.GetValue()
				if f.GetName() == "sprouts_build_info" {
					value = "..."
				}
				labels = append(labels, fmt.Sprintf("%s=%q", l.GetName(), value))
			}
			if len(labels) > 0 {
				fmt.Fprintf(&text, "\t{%s}\n", strings.Join(labels, ","))
			}
		}
	}
	const golden = "testdata/metrics.txt"
	if *rewrite {
		require.NoError(t, os.WriteFile(golden, text.Bytes(), 0o600))
	}
	want, err := os.ReadFile(golden)
	require.NoError(t, err)
	require.Equal(t, string(want), text.String(), "go test ./worker -run MetricNames -rewrite writes it anew")
}

// value returns the value of a metric as /metrics shows it.
func value(t *testing.T, w *Worker, name string) string {
	t.Helper()
	page := get(t, w, "/metrics", http.StatusOK)
	for line := range strings.Lines(page) {
		if x, ok := strings.CutPrefix(line, name+" "); ok {
			return strings.TrimSpace(x)
		}
	}
	require.Fail(t, "no such metric", "%s in\n%s", name, page)
	return ""
}

// get asks the worker's Handler.
func get(t *testing.T, w *Worker, path string, code int) string {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, path, nil)
	require.NoError(t, err)
	answer := &recording{code: http.StatusOK, header: http.Header{}}
	w.Handler().ServeHTTP(answer, request)
	require.Equal(t, code, answer.code, "%s", answer.body.String())
	return answer.body.String()
}

// recording keeps an answer.
type recording struct {
	code   int
	header http.Header
	body   bytes.Buffer
}

func (r *recording) Header() http.Header         { return r.header }
func (r *recording) WriteHeader(code int)        { r.code = code }
func (r *recording) Write(b []byte) (int, error) { return r.body.Write(b) }

// The numbers are those of the search.
func TestMetricValues(t *testing.T) {
	w := lonely(t, Options{Executor: ExecutorOptions{Threads: 2}})
	require.Equal(t, "0", value(t, w, "sprouts_nodes_expanded_total"))
	require.Equal(t, "2", value(t, w, "sprouts_worker_slots"))
	require.Equal(t, "0", value(t, w, "sprouts_worker_connected"))
	w.link.reached(true, "test", nil)
	require.Equal(t, "1", value(t, w, "sprouts_worker_connected"))

	p, err := sprouts.New().Parse("7")
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(t.Context())
	go w.driver.run(ctx)
	require.True(t, w.driver.assign(Job{Couple: search.Couple{Component: p.Components[0]}}))
	r := <-w.driver.finished
	cancel()
	<-w.driver.ended
	w.metrics.ended(r, outcomeOf(r.Progress))
	require.NoError(t, w.exec.Learn([]Entry{{Component: "x", Fact: game.Known(3)}}))

	s := w.exec.Stats()
	require.Positive(t, s.Nimbers)
	require.Equal(t, fmt.Sprint(s.Expansions), value(t, w, "sprouts_nodes_expanded_total"))
	require.Equal(t, fmt.Sprint(s.Nimbers), value(t, w, "sprouts_nimbers_computed_total"))
	require.Equal(t, "1", value(t, w, "sprouts_nimbers_received_total"))
	require.Equal(t, fmt.Sprint(w.exec.Outbox().Len()), value(t, w, "sprouts_worker_outbox_entries"))
	require.Equal(t, "1", value(t, w, `sprouts_worker_jobs_ended_total{outcome="loss"}`))
	require.Equal(t, "0", value(t, w, `sprouts_worker_jobs_ended_total{outcome="win"}`))
	require.Equal(t, "1", value(t, w, "sprouts_job_duration_seconds_count"))
	require.NotEqual(t, "0", value(t, w, `sprouts_worker_busy_seconds_total{work="job"}`))
	require.Equal(t, "0", value(t, w, `sprouts_worker_busy_seconds_total{work="check"}`))
	require.Equal(t, fmt.Sprint(s.FactsMisses), value(t, w, `sprouts_cache_requests_total{result="miss",tier="facts"}`))
}

func TestJobOutcomes(t *testing.T) {
	for want, p := range map[jobOutcome]Progress{
		outcomeWin:          {Numbers: search.Numbers{Disproof: search.Infinity}},
		outcomeLoss:         {Numbers: search.Numbers{Proof: search.Infinity}},
		outcomeOpen:         {Numbers: search.Numbers{Proof: 3, Disproof: 4}},
		outcomeFailed:       {Failure: "x", Kind: KindCheck, Verdict: Match},
		outcomeMatch:        {Kind: KindCheck, Verdict: Match},
		outcomeMismatch:     {Kind: KindCheck, Verdict: Mismatch},
		outcomeInconclusive: {Kind: KindCheck, Verdict: Inconclusive},
	} {
		require.Equal(t, want, outcomeOf(p))
		require.True(t, slices.Contains(jobOutcomes, want), "has a series from the start")
	}
	require.Equal(t, outcomeOpen, outcomeOf(Progress{}), "no numbers are no win")
}

func TestHealth(t *testing.T) {
	w := lonely(t, Options{})
	require.Equal(t, "ok\n", get(t, w, "/healthz", http.StatusOK))
	w.silent.Store(silentQuestions)
	require.Contains(t, get(t, w, "/healthz", http.StatusServiceUnavailable), "has not answered 3 questions")
	get(t, w, "/debug/pprof/", http.StatusNotFound)
	get(t, w, "/", http.StatusNotFound)
	w.o.Profiles = true
	require.Contains(t, get(t, w, "/debug/pprof/", http.StatusOK), "goroutine")
}

// Run serves Handler while it runs, also before the coordinator answers.
func TestServe(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	w := lonely(t, Options{HTTP: l})
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- w.Run(ctx) }()
	client := &http.Client{Transport: &http.Transport{}}
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://"+l.Addr().String()+"/healthz", nil)
	require.NoError(t, err)
	answer, err := client.Do(request)
	require.NoError(t, err)
	require.Equal(t, http.StatusOK, answer.StatusCode)
	require.NoError(t, answer.Body.Close())
	client.CloseIdleConnections()
	cancel()
	require.NoError(t, <-done)
	_, err = net.Dial("tcp", l.Addr().String())
	require.Error(t, err, "the listener is closed")
}

// A listener that fails is told.
func TestServeFails(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	require.NoError(t, l.Close())
	w := lonely(t, Options{HTTP: l, ConnectTimeout: 200 * time.Millisecond})
	err = w.Run(t.Context())
	require.ErrorIs(t, err, net.ErrClosed)
	require.ErrorIs(t, err, ErrUnreachable)
	require.ErrorContains(t, err, "within 200ms: ")
}

// What a crash would cost is all that was done since the last report that the
// coordinator has answered.
func TestUnreportedVisits(t *testing.T) {
	w := lonely(t, Options{})
	p, err := sprouts.New().Parse("8")
	require.NoError(t, err)
	w.exec.Assign(Job{Couple: search.Couple{Component: p.Components[0]}, Budget: 200})
	event, err := w.exec.Step(0)
	require.NoError(t, err)
	require.Equal(t, fmt.Sprint(event.Progress.Visits), value(t, w, "sprouts_worker_unreported_visits"))
	w.told(w.driver.report(event.Progress).total)
	require.Equal(t, "0", value(t, w, "sprouts_worker_unreported_visits"))
	_, err = w.exec.Step(100)
	require.NoError(t, err)
	require.NotEqual(t, "0", value(t, w, "sprouts_worker_unreported_visits"), "work between jobs counts")
	w.told(report{}.total)
	require.NotEqual(t, "0", value(t, w, "sprouts_worker_unreported_visits"), "the search has not answered")
}

// somebody is a connection on which every call is answered, with nothing.
type somebody struct{ nobody }

func (somebody) Invoke(context.Context, string, any, any, ...grpc.CallOption) error { return nil }

// Of work between jobs the coordinator hears when facts arrive, of a job it has to be
// told.
func TestUnreportedFacts(t *testing.T) {
	w := lonely(t, Options{})
	w.link.client = newClient(sprouts.New(), somebody{})
	w.link.welcome.Store(&welcome{maxFacts: 4096, maxBytes: 1 << 20})
	p, err := sprouts.New().Parse("8")
	require.NoError(t, err)
	w.exec.Assign(Job{Couple: search.Couple{Component: p.Components[0]}, Budget: 200})
	_, err = w.exec.Step(0)
	require.NoError(t, err)
	w.hasJob.Store(true)
	_, err = w.exchangeOnce(t.Context())
	require.NoError(t, err)
	require.NotEqual(t, "0", value(t, w, "sprouts_worker_unreported_visits"))
	w.hasJob.Store(false)
	_, err = w.exchangeOnce(t.Context())
	require.NoError(t, err)
	require.Equal(t, "0", value(t, w, "sprouts_worker_unreported_visits"))
}
