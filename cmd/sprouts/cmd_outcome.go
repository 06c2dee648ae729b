package main

import (
	"context"

	"github.com/spf13/cobra"
)

func newOutcomeCommand(g *GlobalOptions) *cobra.Command {
	var opts MisereOption
	cmd := &cobra.Command{
		Use:   "outcome POSITION|-",
		Short: "Print who wins a position: win or loss for the player to move",
		Long: `Print "win" if the player to move can force a win, otherwise "loss": in normal
play, or with --misere, where who makes the last move loses. What is found is
kept in the store; "sprouts solve" tells more.` + notationHelp,
		Example: `  sprouts outcome 14
  sprouts outcome '0*5+*3'
  sprouts outcome '0*5+*3' --misere
  printf '6\n7\n8\n' | sprouts outcome -`,
		Args: somePosition,
		RunE: func(cmd *cobra.Command, args []string) error {
			arg, err := g.question(cmd, args, opts)
			switch {
			case err != nil:
				return err
			case g.ruled():
				return runRuledOutcome(cmd.Context(), g, arg)
			default:
				return runOutcome(cmd.Context(), g, arg)
			}
		},
	}
	opts.AddFlags(cmd.Flags())
	exits(cmd, exitsOfSearch)
	anyGame(cmd)
	return cmd
}

// outcomeReport is the outcome of one position.
type outcomeReport struct {
	Schema  string `json:"schema"`
	Input   string `json:"input"`
	Play    string `json:"play"`    // "normal" or "misere"
	Outcome string `json:"outcome"` // "win" or "loss", for the player to move
}

func (r *outcomeReport) lines() []string { return []string{r.Outcome} }

func runOutcome(ctx context.Context, g *GlobalOptions, arg string) error {
	return g.withEngine(ctx, arg, func(e *engine, p asked, text string) (report, error) {
		o, err := e.outcome(p.Position, text)
		if err != nil {
			return nil, err
		}
		return &outcomeReport{"sprouts.outcome.v1", text, playWord(g.Misere), o.String()}, nil
	})
}
