package main

import (
	"context"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	sproutsv1 "github.com/sprouts-solver/sprouts/proto/sprouts/v1"
)

// DrainOptions are the flags of `sprouts drain`.
type DrainOptions struct {
	All  bool
	Undo bool
}

// AddFlags declares the flags.
func (o *DrainOptions) AddFlags(f *pflag.FlagSet) {
	f.BoolVar(&o.All, "all", false, "all workers, also those that come later")
	f.BoolVar(&o.Undo, "undo", false, "let the worker, or all, work again")
}

func newDrainCommand(g *GlobalOptions) *cobra.Command {
	var opts DrainOptions
	cmd := &cobra.Command{
		Use:   "drain WORKER|--all",
		Short: "Let a worker hand back its job and stop",
		Long: `Let a worker, or all of them, hand back what they have and stop, with exit code
0. It lasts until --undo, or until the coordinator is started anew: a worker
that comes again meanwhile is sent away. With --undo and --all nobody is sent
away any more. "sprouts status" lists the workers by name.`,
		Example: `  sprouts drain worker-3
  sprouts drain worker-3 --undo
  sprouts drain --all
  sprouts drain --all --undo`,
		Args: atMostOne,
		RunE: func(cmd *cobra.Command, args []string) error { return runDrain(cmd.Context(), opts, g, args) },
	}
	opts.AddFlags(cmd.Flags())
	addClientFlags(cmd.Flags())
	exits(cmd, exitsOfCluster)
	return cmd
}

// drainReport says who is to stop, or may go on.
type drainReport struct {
	Schema  string `json:"schema"`
	Worker  string `json:"worker"` // "" for all
	Drained bool   `json:"drained"`
}

func (r *drainReport) lines() []string {
	who := "all workers"
	if r.Worker != "" {
		who = r.Worker
	}
	if r.Drained {
		return []string{who + ": to stop"}
	}
	return []string{who + ": may work"}
}

func runDrain(ctx context.Context, opts DrainOptions, g *GlobalOptions, args []string) error {
	if (len(args) == 0) != opts.All {
		return usagef("drain wants the name of a worker, or --all for all of them; \"sprouts status\" lists them")
	}
	worker := ""
	if len(args) > 0 {
		if worker = args[0]; worker == "" {
			return usagef("drain: the name of the worker is empty; write one, or --all")
		}
	}
	return g.withCoordinator(ctx, func(ctx context.Context, admin sproutsv1.AdminServiceClient) error {
		var err error
		if opts.Undo {
			_, err = admin.Resume(ctx, &sproutsv1.ResumeRequest{Worker: worker})
		} else {
			_, err = admin.Drain(ctx, &sproutsv1.DrainRequest{Worker: worker})
		}
		if err != nil {
			return err
		}
		return g.print(&drainReport{Schema: "sprouts.drain.v1", Worker: worker, Drained: !opts.Undo})
	})
}
