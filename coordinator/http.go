package coordinator

import (
	"fmt"
	"net/http"
	"net/http/pprof"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// HTTPOptions say what the pages beside gRPC offer.
type HTTPOptions struct {
	// Metrics is what /metrics shows.
	Metrics prometheus.Gatherer
	// Profiles offers /debug/pprof/. It tells whoever asks much about the program
	// and makes it work, so it is for networks that nobody else is on. Default
	// false.
	Profiles bool
}

// Handler serves pages for monitoring programs:
//
//	/metrics        for Prometheus, in OpenMetrics if it asks for that
//	/healthz        200 while the server serves, 503 otherwise, with the reason
//	/debug/pprof/   profiles, if they are offered
func (s *Server) Handler(o HTTPOptions) http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", promhttp.HandlerFor(o.Metrics, promhttp.HandlerOpts{EnableOpenMetrics: true, MaxRequestsInFlight: 4}))
	mux.HandleFunc("GET /healthz", s.healthz)
	if o.Profiles {
		mux.HandleFunc("GET /debug/pprof/", pprof.Index)
		mux.HandleFunc("GET /debug/pprof/cmdline", pprof.Cmdline)
		mux.HandleFunc("GET /debug/pprof/profile", pprof.Profile)
		mux.HandleFunc("GET /debug/pprof/symbol", pprof.Symbol)
		mux.HandleFunc("GET /debug/pprof/trace", pprof.Trace)
	}
	return mux
}

// healthz says whether the server serves. A full disk is no reason to start it
// anew: workers hold on to their results until there is room.
func (s *Server) healthz(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	switch full := s.keeper.readOnly(); {
	case !s.serving.Load():
		w.WriteHeader(http.StatusServiceUnavailable)
		fmt.Fprintln(w, "not serving")
	case full != nil:
		fmt.Fprintf(w, "serving, but no work is given out: %v\n", full)
	default:
		fmt.Fprintln(w, "serving")
	}
}
