package main

import (
	"context"

	"github.com/spf13/cobra"

	sproutsv1 "github.com/sprouts-solver/sprouts/proto/sprouts/v1"
)

func newCancelCommand(g *GlobalOptions) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "cancel RUN",
		Short: "End a run of a coordinator",
		Long: `End a run of a coordinator. What it has proven stays in the store, so that the
same position, submitted again, is decided sooner. A run that has ended stays as
it is.`,
		Example: `  sprouts cancel 2`,
		Args:    wantArgs("RUN"),
		RunE:    func(cmd *cobra.Command, args []string) error { return runCancel(cmd.Context(), g, args[0]) },
	}
	addClientFlags(cmd.Flags())
	exits(cmd, exitsOfCluster)
	return cmd
}

func runCancel(ctx context.Context, g *GlobalOptions, arg string) error {
	run, err := parseRun(arg)
	if err != nil {
		return err
	}
	return g.withCoordinator(ctx, func(ctx context.Context, admin sproutsv1.AdminServiceClient) error {
		answer, err := admin.CancelRun(ctx, &sproutsv1.CancelRunRequest{Run: run})
		if err != nil {
			return err
		}
		return g.print(runPage{newRunReport(answer.GetRun())})
	})
}
