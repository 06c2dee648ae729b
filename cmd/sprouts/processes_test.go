package main

import (
	"io"
	"net/http"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestKilledClusterGoesOn solves with real processes and kills, as the kernel does, a
// worker and the coordinator in the middle of the work. The other worker, and who waits
// for the answer, wait for the next coordinator, which goes on from the store; the
// answer is right; a worker that is told to stop leaves in order; and the store serves
// a plain solve.
func TestKilledClusterGoesOn(t *testing.T) {
	home := t.TempDir()
	at := freeAddress(t)
	t.Setenv("SPROUTS_COORDINATOR", at)
	t.Setenv("SPROUTS_LISTEN", at)
	t.Setenv("SPROUTS_THREADS", "1")

	question := "20" // some seconds
	if testing.Short() {
		question = "14"
	}
	first := begin(t, home, "coordinator", "--lease-ttl", "2s")
	awaitOutput(t, home, "sprouts submit "+question, "1")
	asking := begin(t, home, "submit", "--wait", question)
	victim := begin(t, home, "worker", "--name", "victim")
	survivor := begin(t, home, "worker", "--name", "survivor")
	awaitOutput(t, home, "sprouts jobs", " victim ")
	awaitOutput(t, home, "sprouts jobs", " survivor ")
	for _, dying := range []*process{victim, first} {
		dying.tell(t, syscall.SIGKILL)
		require.Equal(t, -1, dying.exitCode(t), "killed")
	}

	second := begin(t, home, "coordinator", "--lease-ttl", "2s")
	awaitOutput(t, home, "sprouts runs 1", "state           active")
	replacement := begin(t, home, "worker", "--name", "replacement")
	awaitOutput(t, home, "sprouts status", "survivor")
	awaitOutput(t, home, "sprouts status", "replacement")
	require.Zero(t, asking.exitCode(t), "it waits for a coordinator that is away")
	require.Equal(t, "loss\n", asking.stdout.String())
	code, output := shell(t, home, "sprouts status")
	require.Zero(t, code, output)
	require.Contains(t, output, "start 2")

	replacement.tell(t, syscall.SIGTERM)
	require.Equal(t, exitTerminate, replacement.exitCode(t))
	code, output = shell(t, home, "sprouts drain survivor")
	require.Zero(t, code, output)
	require.Zero(t, survivor.exitCode(t), "drained")
	second.tell(t, syscall.SIGTERM)
	require.Equal(t, exitTerminate, second.exitCode(t))

	for _, check := range []string{"sprouts doctor", "sprouts solve " + question} {
		code, output = shell(t, home, check)
		require.Zero(t, code, output)
	}
	require.Contains(t, output, "where the answer was")
}

// Coordinator and worker serve pages for monitoring programs, and profiles if asked.
func TestPages(t *testing.T) {
	home := t.TempDir()
	startCoordinator(t, home)
	coordinator, worker := freeAddress(t), freeAddress(t)
	begin(t, home, "coordinator", "--http", coordinator, "--pprof", "--store", t.TempDir())
	begin(t, home, "worker", "--http", worker, "--threads", "1", "--name", "worker-3")
	awaitOutput(t, home, "sprouts status", "worker-3")
	for url, wants := range map[string][]string{
		coordinator + "/metrics":      {`grpc_server_started_total{grpc_method="Lease"`, "\nsprouts_store_free_bytes "},
		coordinator + "/healthz":      {"serving"},
		coordinator + "/debug/pprof/": {"goroutine"},
		worker + "/metrics":           {"sprouts_build_info{"},
		worker + "/healthz":           {"ok"},
	} {
		status, page := fetch(t, "http://"+url)
		require.Equal(t, http.StatusOK, status, url)
		for _, want := range wants {
			require.Contains(t, page, want, url)
		}
	}
	status, _ := fetch(t, "http://"+worker+"/debug/pprof/")
	require.Equal(t, http.StatusNotFound, status)
}

// fetch gets a page, from a server that may be about to start.
func fetch(t *testing.T, url string) (status int, page string) {
	t.Helper()
	require.Eventually(t, func() bool {
		request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, http.NoBody)
		if err != nil {
			return false
		}
		answer, err := http.DefaultClient.Do(request)
		if err != nil {
			return false
		}
		text, err := io.ReadAll(answer.Body)
		status, page = answer.StatusCode, string(text)
		return err == nil && answer.Body.Close() == nil
	}, awaitTime, 50*time.Millisecond, url)
	return status, page
}
