package main

import (
	"context"
	"errors"

	"github.com/spf13/cobra"

	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/internal/term"
)

func newOutcomeCommand(g *GlobalOptions) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "outcome POSITION|-",
		Short: "Print who wins a position: win or loss for the player to move",
		Long: `Print "win" if the player to move can force a win in normal play, otherwise
"loss". What is found is kept in the store; "sprouts solve" tells more.` + notationHelp,
		Example: `  sprouts outcome 14
  sprouts outcome '0*5+*3'
  printf '6\n7\n8\n' | sprouts outcome -`,
		Args: wantArgs("POSITION"),
		RunE: func(cmd *cobra.Command, args []string) error { return runOutcome(cmd.Context(), g, args[0]) },
	}
	exits(cmd, exitsOfSearch)
	return cmd
}

// outcomeReport is the outcome of one position.
type outcomeReport struct {
	Schema  string `json:"schema"`
	Input   string `json:"input"`
	Outcome string `json:"outcome"` // "win" or "loss", for the player to move
}

func (r *outcomeReport) lines() []string { return []string{r.Outcome} }

func runOutcome(ctx context.Context, g *GlobalOptions, arg string) error {
	return g.withEngine(ctx, arg, func(e *engine, p game.Position, text string) (report, error) {
		o, err := e.outcome(p, text)
		if err != nil {
			return nil, err
		}
		return &outcomeReport{"sprouts.outcome.v1", text, o.String()}, nil
	})
}

// withEngine asks about the position or positions of arg with an open engine.
// An error that leaves work to be resumed is explained.
func (g *GlobalOptions) withEngine(ctx context.Context, arg string, ask func(*engine, game.Position, string) (report, error)) error {
	if arg != "-" {
		// A position that cannot be read must not create a store.
		if _, err := g.Game.Parse(arg); err != nil {
			return err
		}
	}
	e, err := openEngine(ctx, g)
	if err != nil {
		return err
	}
	err = g.eachPosition(ctx, arg, func(p game.Position, text string) (report, error) { return ask(e, p, text) })
	err = errors.Join(err, e.close())
	if conflict, ok := errors.AsType[*game.ConflictError](err); ok && conflict.Text == "" {
		conflict.Text, _ = g.Game.Format(conflict.Component) // else its bytes are shown
	}
	if code := exitCode(err); code == exitLimit || code == exitInterrupt || code == exitTerminate {
		e.explainStop()
	}
	return err
}

// explainStop says what is kept and how to go on.
func (e *engine) explainStop() {
	if e.kept == nil {
		e.g.say("nothing is kept without a store")
		return
	}
	e.g.say("%s new nimbers are kept in %s; the same command goes on from there",
		term.Count(e.recorded()), tilde(e.g.storeDir()))
}
