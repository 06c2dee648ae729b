package worker

import (
	"cmp"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"time"
)

// Options say how a worker lives. The zero value works.
type Options struct {
	// Name is what the coordinator calls the worker, in logs and lists; two workers
	// must not share one. Default: host, process and a random word.
	Name string
	// Executor says how the worker's group of threads works.
	Executor ExecutorOptions

	// ConnectTimeout is how long Run tries to reach the coordinator at first. Later
	// it never gives up. Default 0, for ever.
	ConnectTimeout time.Duration
	// DrainTimeout is how long Run may take from the end of its context to its
	// return: to send what is proven and to hand back the lease. Default 10 s.
	DrainTimeout time.Duration
	// StuckAfter is how long the search may not answer before the worker gives the
	// job and itself up: a game may be in an endless loop. Default 2 minutes.
	StuckAfter time.Duration

	// HTTP is where Run serves Handler, and closes it. Default: nowhere.
	HTTP net.Listener
	// Profiles adds /debug/pprof/ to Handler. It tells whoever asks much about the
	// program and makes it work, so it is for networks that nobody else is on. Default
	// false.
	Profiles bool

	// Logger hears what an operator may want to know. Default: nobody.
	Logger *slog.Logger
}

// withDefaults returns o with its zero fields filled.
func (o Options) withDefaults() Options {
	o.Name = cmp.Or(o.Name, defaultName())
	o.Executor = o.Executor.withDefaults()
	o.DrainTimeout = cmp.Or(o.DrainTimeout, 10*time.Second)
	o.StuckAfter = cmp.Or(o.StuckAfter, 2*time.Minute)
	o.Logger = cmp.Or(o.Logger, slog.New(slog.DiscardHandler))
	return o
}

// defaultName tells two workers apart even in containers, whose hosts and processes
// may have equal names.
func defaultName() string {
	host, err := os.Hostname()
	if err != nil {
		host = "worker"
	}
	return fmt.Sprintf("%s-%d-%s", host, os.Getpid(), rand.Text()[:6])
}

// validate reports all fields that make no sense.
func (o Options) validate() error {
	var errs []error
	for name, d := range map[string]time.Duration{
		"ConnectTimeout": o.ConnectTimeout, "DrainTimeout": o.DrainTimeout, "StuckAfter": o.StuckAfter,
	} {
		if d < 0 {
			errs = append(errs, fmt.Errorf("%s is %v, must not be negative", name, d))
		}
	}
	if len(o.Name) > maxName {
		errs = append(errs, fmt.Errorf("name %.20q... is %d bytes long, at most %d are allowed", o.Name, len(o.Name), maxName))
	}
	return errors.Join(errs...)
}

// maxName is the longest name that the protocol allows, in bytes.
const maxName = 200
