package worker

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/pprof"
	"time"

	"github.com/prometheus/client_golang/prometheus/promhttp"
	"golang.org/x/sync/errgroup"
)

const (
	headerTime   = 5 * time.Second // for the head of a request
	shutdownTime = time.Second     // for requests at work when the worker ends
	// silentQuestions is how many questions in a row the search may leave open before
	// the worker is not well.
	silentQuestions = 3
)

// Handler shows the worker to those who watch over it:
//
//	/metrics       for Prometheus
//	/healthz       200 if the worker is well, 503 and why if not
//	/debug/pprof/  with Options.Profiles
//
// A worker whose coordinator is away is well.
func (w *Worker) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", promhttp.HandlerFor(w.metrics.registry, promhttp.HandlerOpts{EnableOpenMetrics: true, MaxRequestsInFlight: 4}))
	mux.HandleFunc("GET /healthz", w.healthz)
	if w.o.Profiles {
		mux.HandleFunc("/debug/pprof/", pprof.Index)
		mux.HandleFunc("/debug/pprof/cmdline", pprof.Cmdline)
		mux.HandleFunc("/debug/pprof/profile", pprof.Profile)
		mux.HandleFunc("/debug/pprof/symbol", pprof.Symbol)
		mux.HandleFunc("/debug/pprof/trace", pprof.Trace)
	}
	return mux
}

// healthz says whether the search answers.
func (w *Worker) healthz(out http.ResponseWriter, _ *http.Request) {
	if n := w.silent.Load(); n >= silentQuestions {
		http.Error(out, fmt.Sprintf("the search has not answered %d questions", n), http.StatusServiceUnavailable)
		return
	}
	fmt.Fprintln(out, "ok")
}

// serve serves Handler until ctx ends. If it cannot, the worker works all the same, and
// Run returns the error in the end.
func (w *Worker) serve(ctx context.Context, l net.Listener) error {
	server := &http.Server{Handler: w.Handler(), ReadHeaderTimeout: headerTime}
	var both errgroup.Group
	both.Go(func() error {
		if err := server.Serve(l); !errors.Is(err, http.ErrServerClosed) {
			w.log.Error("metrics are not served any more; the work goes on", "err", err)
			return fmt.Errorf("serve metrics: %w", err)
		}
		return nil
	})
	both.Go(func() error {
		<-ctx.Done()
		ending, cancel := context.WithTimeout(context.WithoutCancel(ctx), shutdownTime)
		defer cancel()
		if err := server.Shutdown(ending); err != nil {
			return server.Close() // a profile may take longer
		}
		return nil
	})
	return both.Wait()
}
