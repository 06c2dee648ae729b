package coordinator_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/cockroachdb/datadriven"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/testutil"
	"github.com/stretchr/testify/require"
	"google.golang.org/grpc/codes"
	reflectionv1 "google.golang.org/grpc/reflection/grpc_reflection_v1"

	"github.com/sprouts-solver/sprouts/coordinator"
	"github.com/sprouts-solver/sprouts/game/nim"
	sproutsv1 "github.com/sprouts-solver/sprouts/proto/sprouts/v1"
	"github.com/sprouts-solver/sprouts/store"
)

// TestMetricNames compares all names, kinds, labels and their values with
// testdata/metrics: a dashboard may rely on them.
func TestMetricNames(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newNim(t)
		problems, err := testutil.GatherAndLint(h.metrics)
		require.NoError(t, err)
		require.Empty(t, problems)
		datadriven.RunTest(t, "testdata/metrics", func(*testing.T, *datadriven.TestData) string { return describe(t, h.metrics) })
	})
}

// describe writes a line for each metric.
func describe(t *testing.T, g prometheus.Gatherer) string {
	t.Helper()
	families, err := g.Gather()
	require.NoError(t, err)
	var b strings.Builder
	for _, f := range families {
		fmt.Fprintf(&b, "%s %s", f.GetName(), strings.ToLower(f.GetType().String()))
		var labels []string
		for _, m := range f.GetMetric() {
			for _, l := range m.GetLabel() {
				if f.GetName() == "sprouts_build_info" {
					labels = append(labels, l.GetName())
				} else {
					labels = append(labels, l.GetName()+"="+l.GetValue())
				}
			}
		}
		if len(labels) > 0 {
			slices.Sort(labels)
			fmt.Fprintf(&b, " {%s}", strings.Join(labels, ", "))
		}
		fmt.Fprintf(&b, ": %s\n", f.GetHelp())
	}
	return b.String()
}

// Metrics tell what has happened.
func TestMetricValues(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newNim(t)
		requireValues := func(names []string, want string) {
			t.Helper()
			require.NoError(t, testutil.GatherAndCompare(h.metrics, strings.NewReader(want), names...))
		}
		run := h.submit("5", nimber)
		ann, bob := h.hire("ann"), h.hire("bob")
		lease := ann.must()
		waiting := later(bob.lease)
		pause(8 * time.Second)
		requireValues([]string{"sprouts_lease_waiters", "sprouts_leases", "sprouts_worker_threads"}, `
# HELP sprouts_lease_waiters Workers that wait for a lease.
# TYPE sprouts_lease_waiters gauge
sprouts_lease_waiters 1
# HELP sprouts_leases Leases that are held.
# TYPE sprouts_leases gauge
sprouts_leases 1
# HELP sprouts_worker_threads Threads of all registered workers.
# TYPE sprouts_worker_threads gauge
sprouts_worker_threads 2
`)
		_, err := ann.exchange(heap(4), heap(5))
		require.NoError(t, err)
		require.NoError(t, ann.complete(&sproutsv1.Progress{Lease: lease.GetId(), Visits: 5, Elapsed: seconds(8)}))
		require.EqualValues(t, 5, h.run(run.GetId()).GetNimber())
		require.NoError(t, (<-waiting).err)
		requireValues([]string{"sprouts_runs_ended_total", "sprouts_facts_new_total", "sprouts_store_write_queue_entries"}, `
# HELP sprouts_facts_new_total Facts that said something new, by kind.
# TYPE sprouts_facts_new_total counter
sprouts_facts_new_total{kind="exclusion"} 0
sprouts_facts_new_total{kind="nimber"} 2
# HELP sprouts_runs_ended_total Runs that have ended, by how.
# TYPE sprouts_runs_ended_total counter
sprouts_runs_ended_total{state="cancelled"} 0
sprouts_runs_ended_total{state="decided"} 1
sprouts_runs_ended_total{state="incomplete"} 0
sprouts_runs_ended_total{state="stopped"} 0
# HELP sprouts_store_write_queue_entries Facts that wait for the disk.
# TYPE sprouts_store_write_queue_entries gauge
sprouts_store_write_queue_entries 0
`)
		text := get(t, h.server.Handler(coordinator.HTTPOptions{Metrics: h.metrics}), "/metrics", "", http.StatusOK)
		require.Contains(t, text, "sprouts_lease_duration_seconds_sum 8\n")
		require.Contains(t, text, "sprouts_job_attempts_count 1\n")
		require.Contains(t, text, "sprouts_lease_wait_seconds_count 1\n")
		synced := value(t, h.metrics, "sprouts_store_last_sync_timestamp_seconds")
		require.InDelta(t, time.Now().Unix(), synced, 6)
		require.InDelta(t, time.Now().Unix(), value(t, h.metrics, "sprouts_last_progress_timestamp_seconds"), 31)
	})
}

// value returns the value of a gauge or counter without labels.
func value(t *testing.T, g prometheus.Gatherer, name string) float64 {
	t.Helper()
	families, err := g.Gather()
	require.NoError(t, err)
	for _, f := range families {
		if f.GetName() == name {
			m := f.GetMetric()[0]
			return m.GetGauge().GetValue() + m.GetCounter().GetValue()
		}
	}
	require.Fail(t, "no metric", name)
	return 0
}

// get asks for a page.
func get(t *testing.T, handler http.Handler, path, accept string, status int) string {
	t.Helper()
	r := httptest.NewRequest(http.MethodGet, path, nil)
	r.Header.Set("Accept", accept)
	w := httptest.NewRecorder()
	handler.ServeHTTP(w, r)
	require.Equal(t, status, w.Code, path)
	text, err := io.ReadAll(w.Result().Body)
	require.NoError(t, err)
	return string(text)
}

func TestPagesOverHTTP(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newNim(t)
		synctest.Wait()
		server := h.server
		pages := server.Handler(coordinator.HTTPOptions{Metrics: h.metrics})
		require.Contains(t, get(t, pages, "/metrics", "application/openmetrics-text", http.StatusOK), "# EOF")
		require.Contains(t, get(t, pages, "/metrics", "", http.StatusOK), `game="nim"`)
		require.Equal(t, "serving\n", get(t, pages, "/healthz", "", http.StatusOK))
		get(t, pages, "/debug/pprof/", "", http.StatusNotFound)
		get(t, pages, "/", "", http.StatusNotFound)
		profiles := server.Handler(coordinator.HTTPOptions{Metrics: h.metrics, Profiles: true})
		require.Contains(t, get(t, profiles, "/debug/pprof/", "", http.StatusOK), "goroutine")
		get(t, profiles, "/debug/pprof/heap", "", http.StatusOK)

		h.disk.set(func(d *shaky) { d.full = store.ErrDiskFull })
		pause(6 * time.Second)
		require.Equal(t, "serving, but no work is given out: sync: disk is nearly full\n", get(t, pages, "/healthz", "", http.StatusOK))
		h.disk.set(func(d *shaky) { d.full = nil })
		require.NoError(t, h.stop())
		require.Equal(t, "not serving\n", get(t, pages, "/healthz", "", http.StatusServiceUnavailable))
	})
}

// The auditor tells of a core that is not sound, and no more.
func TestAudit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newNim(t)
		pause(61 * time.Second)
		require.Zero(t, value(t, h.metrics, "sprouts_audit_failures_total"))
		h.server.Upset()
		pause(60 * time.Second)
		require.InDelta(t, 1, value(t, h.metrics, "sprouts_audit_failures_total"), 0)
		require.Contains(t, h.log.String(), `level=ERROR msg="the core is not sound`)
		h.status()
	})
}

// A panic that leaves the core sound ends a call; one that does not ends the server,
// since the journal is sound.
func TestPanics(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newNim(t)
		h.status()
		require.Panics(t, h.server.Panic)
		h.status()
		h.server.Upset()
		require.Panics(t, h.server.Panic)
		err := h.stopped()
		require.ErrorContains(t, err, "the core is not sound after a panic")
	})
}

func TestReflection(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		services := func(h *host) error {
			stream, err := reflectionv1.NewServerReflectionClient(h.conn).ServerReflectionInfo(t.Context())
			require.NoError(t, err)
			// Recv tells what becomes of a stream that was refused.
			_ = stream.Send(&reflectionv1.ServerReflectionRequest{
				MessageRequest: &reflectionv1.ServerReflectionRequest_ListServices{ListServices: "*"},
			})
			r, err := stream.Recv()
			if err == nil {
				require.Contains(t, r.String(), "sprouts.v1.WorkService")
			}
			require.NoError(t, stream.CloseSend())
			return err
		}
		require.Equal(t, codes.Unimplemented, code(services(newNim(t))))
		require.NoError(t, services(newHost(t, nim.New(), coordinator.ServerOptions{Reflection: true})))
	})
}
