package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"runtime"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/sprouts-solver/sprouts/coordinator"
	"github.com/sprouts-solver/sprouts/internal/transport"
)

const (
	// factsPerCore is how many facts a second a core takes, at some 13 us each, and has
	// time left. See BenchmarkServer of package coordinator.
	factsPerCore = 10_000
	// mostFactCores is how many cores can work on them: one writes what comes in.
	mostFactCores = 10
)

// CoordinatorOptions are the flags of `sprouts coordinator`.
type CoordinatorOptions struct {
	MisereOption

	HTTP        string
	Pprof       bool
	LeaseTTL    time.Duration
	Recheck     float64
	FactRate    int
	MaxWorkers  int
	Reflection  bool
	KeepWorkers bool

	CancelOthers bool
}

// AddFlags declares the flags.
func (o *CoordinatorOptions) AddFlags(f *pflag.FlagSet) {
	o.LeaseTTL, o.Recheck = 30*time.Second, 0.01
	o.FactRate = factsPerCore * min(runtime.GOMAXPROCS(0), mostFactCores)
	o.MisereOption.AddFlags(f)
	f.StringVar(&o.HTTP, "http", "", "serve /metrics and /healthz at `HOST:PORT`")
	f.BoolVar(&o.Pprof, "pprof", false, "serve /debug/pprof there too")
	f.Var((*timeSpan)(&o.LeaseTTL), "lease-ttl", "give a worker's job to another one after `TIME` of silence (default 30s)")
	f.Var((*share)(&o.Recheck), "recheck", "let a second worker decide this `SHARE` of the new nimbers anew (default 1%)")
	f.IntVar(&o.FactRate, "fact-rate", o.FactRate, "take `COUNT` results a second: with fewer, workers do more work twice (default 10000 for each core, for 10 cores at most)")
	f.IntVar(&o.MaxWorkers, "max-workers", 4096, "take `COUNT` workers at most (default 4096)")
	f.BoolVar(&o.Reflection, "reflection", false, "let gRPC tools ask which calls there are")
	f.BoolVar(&o.CancelOthers, "cancel-others", false, "end other runs that the store has open: they would come first")
	f.BoolVar(&o.KeepWorkers, "keep-workers", false, "leave the workers waiting when all positions are decided, rather than let them stop")
}

func newCoordinatorCommand(g *GlobalOptions) *cobra.Command {
	var opts CoordinatorOptions
	cmd := &cobra.Command{
		Use:   "coordinator [solve POSITION...|nimber POSITION...]",
		Short: "Let many workers solve positions together",
		Long: `Let workers solve positions together, on this machine or on many: "sprouts
worker" on each. With positions the coordinator ends when they are decided, with
the answers that "sprouts solve" or "sprouts nimber" would print. Without, it
serves until it is stopped, and "sprouts submit" gives it positions.

What is proven goes into the store, and so does the state of each run. Whatever
dies, nothing that was acknowledged is lost: the same command on the same store
goes on, and workers come back by themselves. One coordinator at a time owns a
store; "sprouts solve" can use it afterwards. With --misere all is about play in
which who makes the last move loses, with a store of its own; "sprouts worker"
and "sprouts submit" must be told so too.

Other machines can reach the coordinator only if --listen names an address of
theirs, and then only with encryption (--tls-cert, --tls-key), so that nobody
reads or changes what is sent, or with --insecure, on a network where that does
not matter. --token-file or --tls-ca keep strangers out.` + positionHelp,
		Example: `  sprouts coordinator    # minutes
  sprouts coordinator solve 20 --recheck 2%    # minutes
  sprouts coordinator --misere solve 14    # minutes
  sprouts coordinator --store other nimber '0*8.AB|0*3.AB' --http 127.0.0.1:0    # minutes
  sprouts coordinator --listen :7070 --tls-cert cert.pem --tls-key key.pem --token-file token    # minutes`,
		Args: positionsToDecide,
		RunE: func(cmd *cobra.Command, args []string) error { return runCoordinator(cmd.Context(), opts, g, args) },
	}
	opts.AddFlags(cmd.Flags())
	addServerFlags(cmd.Flags())
	exits(cmd, exitsOfSearch, exitIncomplete)
	return cmd
}

// positionsToDecide wants nothing, or solve or nimber and what to do it with.
func positionsToDecide(_ *cobra.Command, args []string) error {
	switch {
	case len(args) == 0:
		return nil
	case args[0] != "solve" && args[0] != "nimber":
		return usagef("coordinator: %q is neither solve nor nimber; write for example \"sprouts coordinator solve 20\"", args[0])
	case len(args) == 1:
		return usagef("coordinator: %s what? Write a position behind it, such as 20", args[0])
	}
	return nil
}

// check says what is wrong with the flags.
func (o CoordinatorOptions) check(g *GlobalOptions) error {
	switch {
	case g.Fresh:
		return usagef("%s: a coordinator goes on from its store; leave it out, and name an empty folder with --store", g.config.origins["fresh"])
	case o.Pprof && o.HTTP == "":
		return usagef("flag --pprof needs an address; write --http too, for example --http 127.0.0.1:6060")
	case o.MaxWorkers < 1:
		return usagef("flag --max-workers: %d is no number of workers; write 1 or more", o.MaxWorkers)
	case o.FactRate < 1:
		return usagef("flag --fact-rate: %d is no number of results; write 1 or more", o.FactRate)
	case o.LeaseTTL < time.Second:
		return usagef("flag --lease-ttl: %v is too short for any network; write 1s or more", o.LeaseTTL)
	}
	return g.wantStore("keep results in")
}

// server are the settings of the server.
func (o CoordinatorOptions) server(t *talk, registry *prometheus.Registry) coordinator.ServerOptions {
	recheck := o.Recheck
	if recheck == 0 {
		recheck = -1 // where 0 would be the default
	}
	return coordinator.ServerOptions{
		Core: coordinator.Options{
			TTL: o.LeaseTTL, Recheck: recheck, RecheckSeed: uint64(time.Now().UnixNano()), MaxSessions: o.MaxWorkers,
			FactRate: float64(o.FactRate),
		},
		MaxWaiting: o.MaxWorkers, Reflection: o.Reflection, Metrics: registry, Logger: t.log,
	}
}

func runCoordinator(ctx context.Context, opts CoordinatorOptions, g *GlobalOptions, args []string) error {
	if err := opts.chooseSearched(g); err != nil {
		return err
	}
	questions, err := parseQuestions(g, args)
	if err != nil {
		return err
	}
	if err := opts.check(g); err != nil {
		return err
	}
	t := g.newTalk()
	site := &site{g: g, opts: opts, talk: t}
	if err := site.open(); err != nil {
		return errors.Join(err, site.close())
	}
	ctx, stop := g.limited(ctx)
	defer stop()
	err = site.run(ctx, questions)
	if code := exitCode(err); len(questions) > 0 && (code == exitLimit || code == exitInterrupt || code == exitTerminate) {
		g.say("what is proven is kept in %s; the same command goes on from there", tilde(g.storeDir()))
	}
	return errors.Join(err, site.close())
}

// newRegistry counts what every program should.
func newRegistry() *prometheus.Registry {
	registry := prometheus.NewRegistry()
	registry.MustRegister(collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return registry
}

// listen opens the coordinator's address.
func (g *GlobalOptions) listen(t *talk, registry *prometheus.Registry) (*transport.Server, net.Listener, error) {
	o, err := g.transport(t.log)
	if err != nil {
		return nil, nil, err
	}
	o.Metrics = registry
	server, err := transport.NewServer(o)
	if err != nil {
		return nil, nil, trustError(err)
	}
	l, err := server.Listen(g.Cluster.Listen)
	if plain, ok := errors.AsType[*transport.PlaintextError](err); ok {
		return nil, nil, usagef("refuse to be called at %s in plaintext, as other machines can reach it; encrypt with --tls-cert and --tls-key, "+
			"or write --listen %s, or --insecure on a network that nobody else is on", plain.Address, defaultAddress)
	}
	if err != nil {
		return nil, nil, fmt.Errorf("%w; another coordinator may be there (\"sprouts status\" shows it), or choose another address with --listen", err)
	}
	return server, l, nil
}
