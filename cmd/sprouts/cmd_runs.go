package main

import (
	"context"
	"strconv"

	"github.com/spf13/cobra"

	sproutsv1 "github.com/sprouts-solver/sprouts/proto/sprouts/v1"
)

func newRunsCommand(g *GlobalOptions) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "runs [RUN]",
		Short: "List the runs of a coordinator, or show one",
		Long: `List the runs that a coordinator remembers, the latest last: what was asked, how
far it is, the answer. Root is the proof and the disproof number there; they can
grow for most of a run and say nothing about the time left. With the number of a
run more is shown of it, also the couples that were set aside since workers
failed on them.`,
		Example: `  sprouts runs
  sprouts runs 1
  sprouts runs --json`,
		Args: atMostOne,
		RunE: func(cmd *cobra.Command, args []string) error { return runRuns(cmd.Context(), g, args) },
	}
	addClientFlags(cmd.Flags())
	exits(cmd, exitsOfCluster)
	return cmd
}

func runRuns(ctx context.Context, g *GlobalOptions, args []string) error {
	var run uint64
	if len(args) > 0 {
		var err error
		if run, err = parseRun(args[0]); err != nil {
			return err
		}
	}
	return g.withCoordinator(ctx, func(ctx context.Context, admin sproutsv1.AdminServiceClient) error {
		answer, err := admin.ListRuns(ctx, &sproutsv1.ListRunsRequest{Run: run})
		if err != nil {
			return err
		}
		var page runsPage
		for _, m := range answer.GetRuns() {
			page = append(page, newRunReport(m))
		}
		if run > 0 && len(page) == 1 {
			return g.print(runPage{page[0]})
		}
		return printAll(g, page)
	})
}

// parseRun reads the number of a run.
func parseRun(text string) (uint64, error) {
	n, err := strconv.ParseUint(text, 10, 64)
	if err != nil || n == 0 {
		return 0, usagef("%q is no number of a run; write one that \"sprouts runs\" lists", text)
	}
	return n, nil
}
