package main

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/sprouts-solver/sprouts/game"
)

func newNimberCommand(g *GlobalOptions) *cobra.Command {
	var opts MisereOption
	cmd := &cobra.Command{
		Use:   "nimber POSITION|-",
		Short: "Print the nimber of a position",
		Long: `Print the nimber (Sprague-Grundy value) of a position: the size of the nim-heap
that can replace it in any sum in normal play. It is 0 if and only if the player
to move loses. It often takes longer to find than the outcome.

With --misere the misère Grundy value is printed: the size of the nim-heap
beside which the player to move loses in misère play. It says who wins, but
positions of one value need not be worth the same in sums; "sprouts rct" tells
what does.` + notationHelp,
		Example: `  sprouts nimber '0*8.AB|0*3.AB'
  sprouts nimber '0*4.A|0*4.A+0*3'
  sprouts nimber '0*4.A|0*4.A' --misere
  printf '4\n5\n6\n' | sprouts nimber -`,
		Args: somePosition,
		RunE: func(cmd *cobra.Command, args []string) error {
			arg, err := g.question(cmd, args, opts)
			switch {
			case err != nil:
				return err
			case g.Misere && g.ruled():
				return opts.chooseSearched(g)
			case g.ruled():
				return runRuledNimber(cmd.Context(), g, arg)
			default:
				return runNimber(cmd.Context(), g, arg)
			}
		},
	}
	opts.AddFlags(cmd.Flags())
	exits(cmd, exitsOfSearch)
	anyGame(cmd)
	return cmd
}

// nimberReport is the nimber of one position.
type nimberReport struct {
	Schema string      `json:"schema"`
	Input  string      `json:"input"`
	Play   string      `json:"play"` // "normal" or "misere"
	Nimber game.Nimber `json:"nimber"`
}

func (r *nimberReport) lines() []string { return []string{r.Nimber.String()} }

func runNimber(ctx context.Context, g *GlobalOptions, arg string) error {
	return g.withEngine(ctx, arg, func(e *engine, p asked, text string) (report, error) {
		n, err := e.nimber(p.Position, text)
		if err != nil {
			return nil, err
		}
		return &nimberReport{"sprouts.nimber.v1", text, playWord(g.Misere), n}, nil
	})
}
