package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"golang.org/x/sync/errgroup"

	"github.com/sprouts-solver/sprouts/internal/term"
	"github.com/sprouts-solver/sprouts/internal/transport"
	"github.com/sprouts-solver/sprouts/worker"
)

// WorkerOptions are the flags of `sprouts worker`.
type WorkerOptions struct {
	MisereOption

	Name           string
	ConnectTimeout time.Duration
	DrainTimeout   time.Duration
	HTTP           string
	Pprof          bool
}

// AddFlags declares the flags.
func (o *WorkerOptions) AddFlags(f *pflag.FlagSet) {
	o.MisereOption.AddFlags(f)
	f.StringVar(&o.Name, "name", "", "be called `NAME` by the coordinator; each worker needs another (default host, process and a random word)")
	o.DrainTimeout = 10 * time.Second
	f.Var((*timeSpan)(&o.ConnectTimeout), "connect-timeout", "give up if the coordinator cannot be reached within `TIME` at first; without it, never")
	f.Var((*timeSpan)(&o.DrainTimeout), "drain-timeout", "take at most `TIME` to hand back what there is when told to stop (default 10s)")
	f.StringVar(&o.HTTP, "http", "", "serve /metrics and /healthz at `HOST:PORT`")
	f.BoolVar(&o.Pprof, "pprof", false, "serve /debug/pprof there too")
}

func newWorkerCommand(g *GlobalOptions) *cobra.Command {
	var opts WorkerOptions
	cmd := &cobra.Command{
		Use:   "worker",
		Short: "Work for a coordinator with all cores",
		Long: `Work for a coordinator: decide the couples that it leases, all threads together
on one at a time over tables that outlive every job, and exchange nimbers with
the other workers. One worker makes use of a whole machine.

A worker that loses its coordinator goes on with what it has, holds its results,
and comes back when the coordinator does. Ctrl-C or SIGTERM lets it send what is
proven and hand back its job, which takes a moment; a second one stops it at
once, which costs the others a part of that job, never a result that was
acknowledged. It keeps nothing on disk. With
--misere it works for a coordinator that was started with --misere.`,
		Example: `  sprouts worker    # minutes
  sprouts worker --coordinator 127.0.0.1:7070 --threads 2 --name worker-4    # minutes
  sprouts worker --connect-timeout 1m --max-memory 2GiB --http 127.0.0.1:0    # minutes`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return runWorker(cmd.Context(), opts, g) },
	}
	opts.AddFlags(cmd.Flags())
	addClientFlags(cmd.Flags())
	exits(cmd, exitsOfCluster, exitLimit, exitConflict, exitInterrupt, exitTerminate)
	return cmd
}

// minWorkerMemory leaves a worker's search, and a check beside it, what they cannot
// work without.
const minWorkerMemory = 256 << 20

func runWorker(ctx context.Context, opts WorkerOptions, g *GlobalOptions) error {
	if err := opts.chooseSearched(g); err != nil {
		return err
	}
	if err := opts.check(g); err != nil {
		return err
	}
	t := g.newTalk()
	o, err := g.transport(t.log)
	if err != nil {
		return err
	}
	conn, err := transport.Dial(g.Cluster.Coordinator, o)
	if err != nil {
		return trustError(err)
	}
	l, err := listenHTTP(opts.HTTP)
	if err != nil {
		return errors.Join(err, conn.Close())
	}
	w, err := worker.New(g.Game, conn, worker.Options{
		Name: opts.Name, Executor: executorOptions(g),
		ConnectTimeout: opts.ConnectTimeout, DrainTimeout: opts.DrainTimeout,
		HTTP: l, Profiles: opts.Pprof, Logger: t.log,
	})
	if err != nil {
		if l != nil {
			_ = l.Close() // the other error says more
		}
		return errors.Join(err, conn.Close())
	}
	return errors.Join(g.work(ctx, t, w), conn.Close())
}

// check says what is wrong with the flags.
func (o WorkerOptions) check(g *GlobalOptions) error {
	if g.MaxMemory < minWorkerMemory {
		return usagef("%s is too little for a worker; write at least %s", g.config.origins["max-memory"], term.Bytes(minWorkerMemory))
	}
	if o.Pprof && o.HTTP == "" {
		return usagef("flag --pprof needs an address; write --http too, for example --http 127.0.0.1:6060")
	}
	return nil
}

// executorOptions divides the memory between the tables of a worker.
func executorOptions(g *GlobalOptions) worker.ExecutorOptions {
	const (
		leastCheck = 64 << 20
		mostCheck  = 256 << 20
	)
	limit := g.MaxMemory - fixedMemory
	check := min(max(limit/8, leastCheck), mostCheck)
	facts := limit / 8
	return worker.ExecutorOptions{
		Threads:   g.Threads,
		MaxMemory: limit - check - facts, FactsMemory: facts, CheckMemory: check,
		Memo: embeddedTable(g.Game),
	}
}

// work lets a worker work until it is told to stop, with a status meanwhile.
func (g *GlobalOptions) work(ctx context.Context, t *talk, w *worker.Worker) error {
	ctx, stop := g.limited(ctx)
	defer stop()
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	shown, stopShowing := context.WithCancel(context.WithoutCancel(ctx))
	var showing errgroup.Group
	showing.Go(func() error {
		t.keep(shown, func(context.Context) string {
			s := w.Stats()
			if err := g.nodeLimit(s.Visits); err != nil {
				cancel(err)
			}
			return g.workerLine(s)
		})
		return nil
	})
	err := w.Run(ctx)
	stopShowing()
	if err := showing.Wait(); err != nil {
		return err
	}
	if ctx.Err() != nil {
		// A worker that stops in order returns nil: why it did is what counts.
		return errors.Join(context.Cause(ctx), err)
	}
	return g.explainWorker(err)
}

// explainWorker adds what to do to the error of a worker.
func (g *GlobalOptions) explainWorker(err error) error {
	switch {
	case errors.Is(err, worker.ErrUnreachable):
		why := strings.TrimPrefix(err.Error(), worker.ErrUnreachable.Error())
		return &unreachableError{g.Cluster.Coordinator, plainCause(strings.TrimLeft(why, ": "))}
	case errors.Is(err, worker.ErrDenied):
		return fmt.Errorf("%w; name the file with --token-file, or the certificate with --tls-cert", err)
	case errors.Is(err, worker.ErrReplaced):
		return fmt.Errorf("%w; give each worker a --name of its own", err)
	case errors.Is(err, worker.ErrVersionMismatch):
		return &versionError{err.Error()}
	default:
		return err
	}
}

// workerLine is the status of a worker.
func (g *GlobalOptions) workerLine(s worker.Stats) string {
	elapsed := time.Since(g.tally.started)
	return strings.Join([]string{
		"worker of " + g.Cluster.Coordinator,
		term.Duration(elapsed),
		term.Count(s.Visits) + " visits",
		term.Rate(s.Visits, elapsed),
		term.Count(s.Nimbers) + " nimbers",
		term.Count(s.Received) + " from others",
		term.Bytes(s.Memory),
	}, "  ")
}
