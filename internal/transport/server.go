package transport

import (
	"fmt"
	"net"
	"time"

	grpcprom "github.com/grpc-ecosystem/go-grpc-middleware/providers/prometheus"
	"github.com/grpc-ecosystem/go-grpc-middleware/v2/interceptors/auth"
	"github.com/grpc-ecosystem/go-grpc-middleware/v2/interceptors/recovery"
	"github.com/grpc-ecosystem/go-grpc-middleware/v2/interceptors/selector"
	"github.com/prometheus/client_golang/prometheus"
	"golang.org/x/net/netutil"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
)

// Server is the side that is called.
type Server struct {
	o        Options
	identity *identity        // nil: plaintext
	tokens   *watched[tokens] // nil: none is asked for
	metrics  *grpcprom.ServerMetrics
}

// NewServer reads the files of o. One that is missing, expired, or open to others
// gives an error.
func NewServer(o Options) (*Server, error) {
	o = o.withDefaults()
	s := &Server{o: o, metrics: newServerMetrics()}
	err := o.validate()
	if err == nil && o.CAFile != "" && o.CertFile == "" {
		err = fmt.Errorf("certificates of clients are asked for, by the authorities in %s, but the server has none itself", o.CAFile)
	}
	if err == nil && o.CertFile != "" {
		var i identity
		i, err = newIdentity(o)
		s.identity = &i
	}
	if err == nil && o.TokenFile != "" {
		s.tokens, err = watchTokens(o.TokenFile, o.Logger)
	}
	if err == nil && o.Metrics != nil {
		err = o.Metrics.Register(s.metrics)
	}
	if err != nil {
		return nil, fmt.Errorf("transport: %w", err)
	}
	return s, nil
}

// Listen opens an address, "127.0.0.1:7447" or "unix:/run/sprouts.sock". One that
// other machines can reach gives a *PlaintextError if there is no certificate.
func (s *Server) Listen(address string) (net.Listener, error) {
	l, err := net.Listen(splitNetwork(address))
	if err != nil {
		return nil, fmt.Errorf("transport: %w", err)
	}
	guarded, err := s.Guard(l)
	if err != nil {
		_ = l.Close() // the other error says more
		return nil, err
	}
	return guarded, nil
}

// Guard does what Listen does for a listener that is open already.
func (s *Server) Guard(l net.Listener) (net.Listener, error) {
	switch foreign := !isLocal(l.Addr()); {
	case foreign && s.identity == nil && !s.o.Insecure:
		return nil, fmt.Errorf("transport: %w", &PlaintextError{l.Addr().String()})
	case foreign && s.tokens == nil && s.o.CAFile == "":
		s.o.Logger.Warn("everybody who reaches this address may call: no token and no certificates of clients are asked for",
			"address", l.Addr().String())
	}
	return netutil.LimitListener(l, s.o.MaxConnections), nil
}

// Options returns what to make a grpc.Server with: settings, credentials and, from
// the outside in, metrics, log, recovery from panics, and the token.
func (s *Server) Options() []grpc.ServerOption {
	creds := insecure.NewCredentials()
	if s.identity != nil {
		creds = s.identity
	}
	recovered := recovery.WithRecoveryHandlerContext(s.recovered)
	unary := []grpc.UnaryServerInterceptor{
		s.metrics.UnaryServerInterceptor(), s.logUnary, recovery.UnaryServerInterceptor(recovered),
	}
	stream := []grpc.StreamServerInterceptor{
		s.metrics.StreamServerInterceptor(), s.logStream, recovery.StreamServerInterceptor(recovered),
	}
	if s.tokens != nil {
		unary = append(unary, selector.UnaryServerInterceptor(auth.UnaryServerInterceptor(s.authorize), notProbe))
		stream = append(stream, selector.StreamServerInterceptor(auth.StreamServerInterceptor(s.authorize), notProbe))
	}
	return append(serverSettings(), grpc.Creds(creds), grpc.ChainUnaryInterceptor(unary...), grpc.ChainStreamInterceptor(stream...))
}

// Announce shows the methods of all registered services in the metrics before the
// first call.
func (s *Server) Announce(g *grpc.Server) { s.metrics.InitializeMetrics(g) }

// newServerMetrics counts calls and measures how long they take. Lease waits for
// half a minute, hence the last buckets.
func newServerMetrics() *grpcprom.ServerMetrics {
	return grpcprom.NewServerMetrics(grpcprom.WithServerHandlingTimeHistogram(
		grpcprom.WithHistogramOpts(&prometheus.HistogramOpts{
			Buckets:                         []float64{.0001, .0003, .001, .003, .01, .03, .1, .3, 1, 3, 10, 30},
			NativeHistogramBucketFactor:     1.1,
			NativeHistogramMaxBucketNumber:  100,
			NativeHistogramMinResetDuration: time.Hour,
		})))
}
