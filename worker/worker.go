package worker

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/internal/version"
)

// Worker works for a coordinator: an Executor with a connection.
type Worker struct {
	o       Options
	log     *slog.Logger
	exec    *Executor
	driver  *driver
	link    *link
	metrics *metrics

	unreported *report       // a finished job's, of the jobs loop
	kicked     chan struct{} // holds a token when facts should be exchanged at once
	cursor     cursor        // of the facts that were read, of the exchange loop
	silent     atomic.Int64  // questions in a row that the search has not answered
	burst      burst         // how much one exchange carries, of the exchange loop
	reported   atomic.Int64  // visits of which the coordinator knows what came of them
	hasJob     atomic.Bool   // the jobs loop has one, which is to be reported
}

// New returns a worker for a game and a connection, which stays the caller's. Options
// out of range give an error.
func New(g game.Game, conn Conn, o Options) (*Worker, error) {
	if err := o.validate(); err != nil {
		return nil, fmt.Errorf("worker: %w", err)
	}
	o = o.withDefaults()
	exec, err := NewExecutor(g, o.Executor)
	if err != nil {
		return nil, fmt.Errorf("worker: %w", err)
	}
	w := &Worker{
		o: o, log: o.Logger.With("worker", o.Name),
		exec: exec, driver: newDriver(exec), kicked: make(chan struct{}, 1),
	}
	build := version.Current()
	w.link = newLink(w, newClient(g, conn), hello{
		game: g.Name(), version: g.Version(), program: build.String(),
		worker: o.Name, threads: exec.o.Threads, instance: rand.Uint64(),
	})
	w.metrics = newMetrics(w, build, g)
	return w, nil
}

// Run works until ctx ends, the coordinator says that the worker is to stop, or
// something is wrong that waiting does not mend; then it sends what is proven and
// hands back its lease, in DrainTimeout at most. It returns nil after an orderly
// end, otherwise one of the errors of this package or of the memo. It may be called
// once.
//
// All its goroutines have ended when it returns, but for the search after ErrStuck.
func (w *Worker) Run(ctx context.Context) error {
	serve, stopServing := context.WithCancel(context.WithoutCancel(ctx))
	defer stopServing()
	var serving errgroup.Group
	if w.o.HTTP != nil {
		serving.Go(func() error { return w.serve(serve, w.o.HTTP) })
	}
	err := w.run(ctx)
	stopServing()
	return errors.Join(err, serving.Wait())
}

// run is Run but for Handler.
func (w *Worker) run(ctx context.Context) error {
	if err := w.connect(ctx); err != nil {
		return err
	}
	if *w.link.welcome.Load() == (welcome{}) {
		return nil // ctx has ended first
	}
	// The search goes on while the loops end, so that they can ask it; if it is stuck,
	// it outlives this function.
	drive, stopDriving := context.WithCancel(context.WithoutCancel(ctx))
	defer stopDriving()
	go w.driver.run(drive)

	loops, working := errgroup.WithContext(ctx)
	loops.Go(func() error { return w.driver.watch(working) })
	loops.Go(func() error { return w.jobs(working) })
	loops.Go(func() error { return w.exchange(working) })
	cause := loops.Wait()
	if ctx.Err() != nil && errors.Is(cause, context.Cause(ctx)) {
		cause = errDrained
	}
	stopDriving()
	return w.leave(context.WithoutCancel(ctx), cause)
}

// connect begins the first session. It returns nil when ctx ends.
func (w *Worker) connect(ctx context.Context) error {
	limited := ctx
	if t := w.o.ConnectTimeout; t > 0 {
		var cancel context.CancelFunc
		limited, cancel = context.WithTimeoutCause(ctx, t, ErrUnreachable)
		defer cancel()
	}
	err := w.link.register(limited, w.link.welcome.Load())
	switch {
	case ctx.Err() != nil:
		return nil
	case errors.Is(err, ErrUnreachable):
		return fmt.Errorf("%w within %v: %w", ErrUnreachable, w.o.ConnectTimeout, cmp.Or(w.link.lastTrouble(), errSilence))
	default:
		return err
	}
}

// welcomed takes over what the coordinator says at the beginning of a session.
func (w *Worker) welcomed(x welcome) {
	w.exec.TellLeast(x.leastVisits)
	w.exec.Outbox().ReadyAt(x.maxFacts)
	w.log.Info("registered", "epoch", x.session.epoch, "session", x.session.id, "coordinator", x.program)
}

// Stats returns what the worker's search counts, see [Executor.Stats].
func (w *Worker) Stats() Stats { return w.exec.Stats() }
