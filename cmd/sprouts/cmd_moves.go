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
	f.BoolVar(&o.Solve, "solve", false, "find what is not known yet")
}

func newMovesCommand(g *GlobalOptions) *cobra.Command {
	var opts MovesOptions
	cmd := &cobra.Command{
		Use:   "moves POSITION|-",
		Short: "List the positions that one move leads to, with their nimbers",
		Long: `List the different positions that one move leads to. Each comes with its nimber,
or "?" if neither the store nor the embedded table knows it. A move to a
position of nimber 0 wins. With --solve all nimbers are found, which can take
long. With --misere, play in which who makes the last move loses, who wins after
each move is shown instead, as far as it is known, or all of it with --solve.` + notationHelp,
		Example: `  sprouts moves 4
  sprouts moves --solve 6
  sprouts moves --misere --solve 5
  sprouts moves --game nim 1+3+5`,
		Args: somePosition,
		RunE: func(cmd *cobra.Command, args []string) error {
			arg, err := g.question(cmd, args, opts.MisereOption)
			switch {
			case err != nil:
				return err
			case g.ruled():
				return runRuledMoves(cmd.Context(), g, arg)
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
	Play   string `json:"play"` // "normal" or "misere"
	Moves  []move `json:"moves"`
}

// move is one option.
type move struct {
	Position string       `json:"position"`
	Nimber   *game.Nimber `json:"nimber"`  // null if not known; in misère play the misère Grundy value
	Outcome  string       `json:"outcome"` // for who makes the move: "win", "loss" or "unknown"
}

func runMoves(ctx context.Context, opts MovesOptions, g *GlobalOptions, arg string) error {
	return g.withEngine(ctx, arg, func(e *engine, p asked, text string) (report, error) {
		r := &movesReport{Schema: "sprouts.moves.v1", Input: text, Play: playWord(g.Misere), Moves: []move{}}
		if _, err := e.memo.loadTable(0); err != nil {
			return nil, err
		}
		for _, option := range e.form.options(p) {
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
func (e *engine) move(option asked, solve bool) (m move, err error) {
	if m.Position, err = e.form.text(option); err != nil {
		return m, err
	}
	switch {
	case solve && e.g.Misere:
		_, err = e.outcome(option.Position, m.Position)
	case solve:
		_, err = e.nimber(option.Position, m.Position)
	}
	if err != nil {
		return m, err
	}
	outcome, err := e.decided(option.Position)
	if err != nil {
		return m, err
	}
	m.Outcome = opposite(outcome).String()
	n, ok, err := e.known(option.Position)
	if ok {
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
		lines = append(lines, m.Position+"\t"+r.told(m))
	}
	return lines
}

// told is what is said about a move.
func (r *movesReport) told(m move) string {
	switch {
	case r.Play == playNormal:
		return m.nimber()
	case m.Outcome == game.Unknown.String():
		return "?"
	default:
		return m.Outcome
	}
}

func (r *movesReport) page(w io.Writer) error {
	first := term.Column{Title: "nimber", Align: term.Right}
	if r.Play == playMisere {
		first = term.Column{Title: "mover"}
	}
	table := term.NewTable(first, term.Column{Title: "move to"})
	for _, m := range r.Moves {
		table.Row(r.told(m), m.Position)
	}
	return table.Write(w)
}
