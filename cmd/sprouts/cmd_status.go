package main

import (
	"context"
	"errors"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/sprouts-solver/sprouts/internal/term"
	sproutsv1 "github.com/sprouts-solver/sprouts/proto/sprouts/v1"
)

// StatusOptions are the flags of `sprouts status`.
type StatusOptions struct {
	Watch bool
	Every time.Duration
}

// AddFlags declares the flags.
func (o *StatusOptions) AddFlags(f *pflag.FlagSet) {
	f.BoolVar(&o.Watch, "watch", false, "show it again and again, until Ctrl-C")
	f.Var((*timeSpan)(&o.Every), "every", "watch every `TIME`, rather than each second on a terminal and every 30s elsewhere")
}

func newStatusCommand(g *GlobalOptions) *cobra.Command {
	var opts StatusOptions
	cmd := &cobra.Command{
		Use:   "status",
		Short: "Show how a coordinator, its runs and its workers are",
		Long: `Show how a coordinator is, the runs that are open, and the workers. With --watch
a terminal shows it anew each second; a coordinator that is away for a while is
waited for. There is no estimate of the time left, because proof-number search
has none.`,
		Example: `  sprouts status
  sprouts status --json
  sprouts status --watch    # minutes`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return runStatus(cmd.Context(), opts, g) },
	}
	opts.AddFlags(cmd.Flags())
	addClientFlags(cmd.Flags())
	exits(cmd, exitsOfCluster, exitLimit, exitInterrupt, exitTerminate)
	return cmd
}

// statusPage is all that `sprouts status` shows.
type statusPage struct {
	coordinator *coordinatorReport
	runs        runsPage // that are open
	workers     workersPage
}

func (p *statusPage) lines() []string { return nil }

func (p *statusPage) page(w io.Writer) error {
	if err := p.coordinator.page(w); err != nil {
		return err
	}
	for _, part := range []struct {
		rows int
		pager
	}{{len(p.runs), p.runs}, {len(p.workers), p.workers}} {
		if part.rows == 0 {
			continue
		}
		if _, err := io.WriteString(w, "\n"); err != nil {
			return err
		}
		if err := part.page(w); err != nil {
			return err
		}
	}
	return nil
}

func runStatus(ctx context.Context, opts StatusOptions, g *GlobalOptions) error {
	if opts.Every > 0 && !opts.Watch {
		return usagef("status: --every %s says how often --watch shows the status; write both, and a time such as 5s", opts.Every)
	}
	return g.withCoordinator(ctx, func(ctx context.Context, admin sproutsv1.AdminServiceClient) error {
		if opts.Watch {
			return g.watchStatus(ctx, admin, opts.Every)
		}
		page, err := g.lookAt(ctx, admin)
		if err != nil {
			return err
		}
		return g.printStatus(page)
	})
}

// lookAt asks a coordinator how all is.
func (g *GlobalOptions) lookAt(ctx context.Context, admin sproutsv1.AdminServiceClient) (*statusPage, error) {
	status, err := admin.GetStatus(ctx, &sproutsv1.GetStatusRequest{})
	if err != nil {
		return nil, err
	}
	runs, err := admin.ListRuns(ctx, &sproutsv1.ListRunsRequest{})
	if err != nil {
		return nil, err
	}
	workers, err := admin.ListWorkers(ctx, &sproutsv1.ListWorkersRequest{})
	if err != nil {
		return nil, err
	}
	page := &statusPage{}
	for _, m := range runs.GetRuns() {
		if r := newRunReport(m); !r.ended() {
			page.runs = append(page.runs, r)
		}
	}
	for _, m := range workers.GetWorkers() {
		page.workers = append(page.workers, newWorkerReport(m))
	}
	page.coordinator = newCoordinatorReport(g.Cluster.Coordinator, status, page.workers)
	return page, nil
}

// printStatus prints the page, or a JSON line for each part of it.
func (g *GlobalOptions) printStatus(p *statusPage) error {
	if !g.JSON {
		return g.print(p)
	}
	return errors.Join(g.print(p.coordinator), printAll(g, p.runs), printAll(g, p.workers))
}

// watchStatus shows the status until ctx ends. Once it was there, a coordinator that
// cannot be reached is waited for.
func (g *GlobalOptions) watchStatus(ctx context.Context, admin sproutsv1.AdminServiceClient, every time.Duration) error {
	live := term.IsTerminal(g.stdout) && !g.JSON
	switch {
	case every > 0:
	case live:
		every = time.Second
	default:
		every = 30 * time.Second
	}
	screen := term.NewScreen(g.stdout)
	seen := false
	return each(ctx, every, func() (bool, error) {
		page, err := g.lookAt(ctx, admin)
		err = g.explainCall(ctx, err)
		switch {
		case err == nil:
			seen = true
		case seen && isType[*unreachableError](err):
			if live {
				return false, screen.Draw(oneLine(err) + "\n")
			}
			g.complain("%s", oneLine(err))
			return false, nil
		default:
			return false, err
		}
		if !live {
			return false, g.printStatus(page)
		}
		var b strings.Builder
		return false, errors.Join(page.page(&b), screen.Draw(b.String()))
	})
}
