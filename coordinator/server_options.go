package coordinator

import (
	"cmp"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/sprouts-solver/sprouts/internal/version"
	"github.com/sprouts-solver/sprouts/internal/wire"
)

// ServerOptions are the settings of a [Server]. The zero value works.
type ServerOptions struct {
	// Core are the settings of the core.
	Core Options

	// MaxFacts is how many facts one Exchange may bring. Default 4,096.
	MaxFacts int
	// MaxQueue is how many bytes of facts may wait for the disk. Above it, Exchange
	// is refused, and workers keep what they have. Default 64 MiB.
	MaxQueue int64
	// Exchange is how often workers are asked to exchange facts. Default 1 s.
	Exchange time.Duration
	// MaxWaiting is how many workers may wait for work at once. Default 4,096.
	MaxWaiting int
	// StopTime is how long calls under way may take when the server stops. Default
	// 10 s.
	StopTime time.Duration

	// Reflection lets clients ask which services and messages there are. Default
	// false.
	Reflection bool

	// Dir is the directory of the store, whose free space the metrics show. Default:
	// it is not shown.
	Dir string

	// Program is the build, for people. Default: that of internal/version.
	Program string
	// Metrics takes the server's metrics. Default: nobody.
	Metrics prometheus.Registerer
	// Logger hears of runs, workers and troubles. Default: nobody.
	Logger *slog.Logger
}

// withDefaults returns o with its zero fields filled.
func (o ServerOptions) withDefaults() ServerOptions {
	o.Core = o.Core.withDefaults()
	o.MaxFacts = cmp.Or(o.MaxFacts, 4096)
	o.MaxQueue = cmp.Or(o.MaxQueue, 64<<20)
	o.Exchange = cmp.Or(o.Exchange, time.Second)
	o.MaxWaiting = cmp.Or(o.MaxWaiting, 4096)
	o.StopTime = cmp.Or(o.StopTime, 10*time.Second)
	o.Program = cmp.Or(o.Program, version.Current().String())
	o.Logger = cmp.Or(o.Logger, slog.New(slog.DiscardHandler))
	if o.Metrics == nil {
		o.Metrics = prometheus.NewRegistry()
	}
	return o
}

// validate reports all fields that make no sense.
func (o ServerOptions) validate() error {
	var errs []error
	if o.MaxFacts < 1 || o.MaxFacts > min(wire.MaxFacts, o.Core.MaxBatch) {
		errs = append(errs, fmt.Errorf("option MaxFacts is %d, it must be 1 to %d", o.MaxFacts, min(wire.MaxFacts, o.Core.MaxBatch)))
	}
	for name, n := range map[string]int64{
		"MaxQueue": o.MaxQueue, "MaxWaiting": int64(o.MaxWaiting), "Exchange": int64(o.Exchange), "StopTime": int64(o.StopTime),
	} {
		if n < 1 {
			errs = append(errs, fmt.Errorf("option %s must be positive", name))
		}
	}
	return errors.Join(errs...)
}
