package main

import (
	"context"
	"sync"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/sprouts-solver/sprouts/game"
	sproutsv1 "github.com/sprouts-solver/sprouts/proto/sprouts/v1"
)

// SubmitOptions are the flags of `sprouts submit`.
type SubmitOptions struct {
	MisereOption

	Nimber bool
	Wait   bool
}

// AddFlags declares the flags.
func (o *SubmitOptions) AddFlags(f *pflag.FlagSet) {
	o.MisereOption.AddFlags(f)
	f.BoolVar(&o.Nimber, "nimber", false, "ask for the nimber, not for the outcome")
	f.BoolVar(&o.Wait, "wait", false, "wait for the answer and print it; Ctrl-C stops the waiting, not the run")
}

func newSubmitCommand(g *GlobalOptions) *cobra.Command {
	var opts SubmitOptions
	cmd := &cobra.Command{
		Use:   "submit POSITION|-",
		Short: "Give a coordinator a position to decide",
		Long: `Give a coordinator a position to decide, and print the number of the run. Runs
share the workers and all that is proven. A question that is open already gets
the run that there is; one that stored results answer is decided at once. With
--wait the answer is printed instead, once it is there: "win" or "loss" for the
player to move, or the nimber.` + notationHelp,
		Example: `  sprouts submit 17
  sprouts submit '0*8.AB|0*3.AB' --nimber --wait
  printf '14\n15\n16\n' | sprouts submit - --json`,
		Args: wantArgs("POSITION"),
		RunE: func(cmd *cobra.Command, args []string) error { return runSubmit(cmd.Context(), opts, g, args[0]) },
	}
	opts.AddFlags(cmd.Flags())
	addClientFlags(cmd.Flags())
	exits(cmd, exitsOfCluster, exitLimit, exitIncomplete, exitConflict, exitInterrupt, exitTerminate)
	return cmd
}

// submitted is a run with its answer in one word, if that was waited for.
type submitted struct{ *runReport }

func (r submitted) lines() []string {
	if answer := r.answer(); answer != "" {
		return []string{answer}
	}
	return nil
}

func runSubmit(ctx context.Context, opts SubmitOptions, g *GlobalOptions, arg string) error {
	goal := sproutsv1.Goal_GOAL_OUTCOME
	if opts.Nimber {
		goal = sproutsv1.Goal_GOAL_NIMBER
	}
	if err := opts.chooseSearched(g); err != nil {
		return err
	}
	return g.withCoordinator(ctx, func(ctx context.Context, admin sproutsv1.AdminServiceClient) error {
		return eachPosition(ctx, g, arg, g.Game.Parse, func(_ game.Position, text string) (report, error) {
			answer, err := admin.Submit(ctx, &sproutsv1.SubmitRequest{Game: g.Game.Name(), Position: text, Goal: goal})
			if err != nil {
				return nil, err
			}
			r := newRunReport(answer.GetRun())
			if !opts.Wait {
				return r, nil
			}
			if err := awaitRun(ctx, admin, r, g.away()); err != nil {
				return nil, err
			}
			return submitted{r}, r.end()
		})
	})
}

// awaitPeriod is how often a coordinator is asked for what is waited for.
const awaitPeriod = time.Second

// away says once that a coordinator is waited for.
func (g *GlobalOptions) away() func() {
	return sync.OnceFunc(func() { g.say("coordinator %s is away; waiting for it", g.Cluster.Coordinator) })
}

// awaitRun asks for a run until it has ended. While nobody answers, which away is
// told, it asks again: a run outlives the coordinator.
func awaitRun(ctx context.Context, admin sproutsv1.AdminServiceClient, r *runReport, away func()) error {
	return each(ctx, awaitPeriod, func() (bool, error) {
		if r.ended() {
			return true, nil
		}
		answer, err := admin.ListRuns(ctx, &sproutsv1.ListRunsRequest{Run: r.Run})
		if status.Code(err) == codes.Unavailable && ctx.Err() == nil {
			away()
			return false, nil
		}
		if err != nil {
			return false, err
		}
		for _, m := range answer.GetRuns() {
			*r = *newRunReport(m)
		}
		return r.ended(), nil
	})
}
