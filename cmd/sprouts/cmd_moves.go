package main

import (
	"context"
	"io"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/internal/term"
)

// MovesOptions are the flags of `sprouts moves`.
type MovesOptions struct {
	MisereOption
	Solve bool
}

// AddFlags declares the flags.
func (o *MovesOptions) AddFlags(f *pflag.FlagSet) {
	o.MisereOption.AddFlags(f)
	f.BoolVar(&o.Solve, "solve", false, "find the nimbers that are not known yet")
}

func newMovesCommand(g *GlobalOptions) *cobra.Command {
	var opts MovesOptions
	cmd := &cobra.Command{
		Use:   "moves POSITION|-",
		Short: "List the positions that one move leads to, with their nimbers",
		Long: `List the different positions that one move leads to. Each comes with its nimber,
or "?" if neither the store nor the embedded table knows it. A move to a
position of nimber 0 wins. With --solve all nimbers are found, which can take
long.` + notationHelp,
		Example: `  sprouts moves 4
  sprouts moves --solve 6
  sprouts moves --game nim 1+3+5`,
		Args: somePosition,
		RunE: func(cmd *cobra.Command, args []string) error {
			arg, err := g.question(cmd, args, opts.Misere)
			switch {
			case err != nil:
				return err
			case g.ruled(opts.Misere):
				return runRuledMoves(cmd.Context(), g, arg, opts.Misere)
			default:
				return runMoves(cmd.Context(), opts, g, arg)
			}
		},
	}
	opts.AddFlags(cmd.Flags())
	exits(cmd, exitsOfSearch)
	anyGame(cmd)
	return cmd
}

// movesReport is the moves from one position.
type movesReport struct {
	Schema string `json:"schema"`
	Input  string `json:"input"`
	Moves  []move `json:"moves"`
}

// move is one option.
type move struct {
	Position string       `json:"position"`
	Nimber   *game.Nimber `json:"nimber"` // null if not known
}

func runMoves(ctx context.Context, opts MovesOptions, g *GlobalOptions, arg string) error {
	return g.withEngine(ctx, arg, func(e *engine, p game.Position, text string) (report, error) {
		r := &movesReport{Schema: "sprouts.moves.v1", Input: text, Moves: []move{}}
		if _, err := e.memo.loadTable(0); err != nil {
			return nil, err
		}
		for _, option := range game.Options(e.expander, p) {
			m, err := e.move(option, opts.Solve)
			if err != nil {
				return nil, err
			}
			r.Moves = append(r.Moves, m)
		}
		return r, nil
	})
}

// move describes one option, after a search if solve.
func (e *engine) move(option game.Position, solve bool) (move, error) {
	text, err := game.FormatPosition(e.g.Game, option)
	if err != nil {
		return move{}, err
	}
	m := move{Position: text}
	n, ok, err := e.known(option)
	if err == nil && !ok && solve {
		n, err = e.nimber(option, text)
		ok = true
	}
	if ok && err == nil {
		m.Nimber = &n
	}
	return m, err
}

// nimber is how a move's nimber is printed.
func (m move) nimber() string {
	if m.Nimber == nil {
		return "?"
	}
	return m.Nimber.String()
}

func (r *movesReport) lines() []string {
	var lines []string
	for _, m := range r.Moves {
		lines = append(lines, m.Position+"\t"+m.nimber())
	}
	return lines
}

func (r *movesReport) page(w io.Writer) error {
	table := term.NewTable(term.Column{Title: "nimber", Align: term.Right}, term.Column{Title: "move to"})
	for _, m := range r.Moves {
		table.Row(m.nimber(), m.Position)
	}
	return table.Write(w)
}
