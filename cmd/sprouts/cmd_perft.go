package main

import (
	"context"
	"fmt"
	"io"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/internal/term"
)

// maxDepth is far beyond what can be counted: the number of positions grows
// tenfold and more with each move.
const maxDepth = 100

func newPerftCommand(g *GlobalOptions) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "perft POSITION|- DEPTH",
		Short: "Count the positions that 1, 2, ... DEPTH moves can reach",
		Long: `Count, for each depth from 1 to DEPTH, what exactly that many moves can reach:

  positions  different canonical positions, where a position is a sum of lands;
             equal pairs of lands have cancelled, as P + P is worth nothing
  options    options that the move generator made from all positions one move
             before, repetitions included

The positions compare two programs' rules and canonical forms; the options
depend on how a program groups equal moves. All positions of a level are kept in
memory. Where --max-time or --max-memory ends the count, the levels that are
whole are printed.` + notationHelp,
		Example: `  sprouts perft 3 4
  sprouts perft '0*8.AB|0*3.AB' 1
  sprouts perft --game nim 1+3+5 3`,
		Args: wantArgs("POSITION", "DEPTH"),
		RunE: func(cmd *cobra.Command, args []string) error {
			depth, err := strconv.Atoi(args[1])
			if err != nil || depth < 1 || depth > maxDepth {
				return usagef("perft: depth %q is not a number of moves; write 1 to %d", args[1], maxDepth)
			}
			return eachPosition(cmd.Context(), g, args[0], g.Game.Parse, func(p game.Position, text string) (report, error) {
				return runPerft(cmd.Context(), g, p, text, depth)
			})
		},
	}
	exits(cmd, exitsOfPlain, exitLimit, exitInterrupt, exitTerminate)
	return cmd
}

// perftReport counts the levels below one position.
type perftReport struct {
	Schema string       `json:"schema"`
	Input  string       `json:"input"`
	Levels []perftLevel `json:"levels"`
}

type perftLevel struct {
	Depth     int   `json:"depth"`
	Positions int64 `json:"positions"`
	Options   int64 `json:"options"`
}

// runPerft counts level by level. The levels that a limit or a signal left
// whole are reported.
func runPerft(ctx context.Context, g *GlobalOptions, p game.Position, text string, depth int) (report, error) {
	r := &perftReport{Schema: "sprouts.perft.v1", Input: text}
	walk := game.NewPerft(g.Game.NewExpander(), p)
	watch, memory := newWatch(ctx, g), memoryCheck{limit: g.MaxMemory - outsideRuntime}
	check := func() error {
		if memory.passed() {
			return &limitError{"--max-memory", g.config.values["max-memory"]}
		}
		return watch.check()
	}
	for range depth {
		level, err := walk.Next(check)
		if err != nil {
			return r, fmt.Errorf("perft: depth %d: %w", level.Depth, err)
		}
		r.Levels = append(r.Levels, perftLevel(level))
	}
	return r, nil
}

func (r *perftReport) lines() []string {
	var lines []string
	for _, l := range r.Levels {
		lines = append(lines, fmt.Sprintf("%d\t%d\t%d", l.Depth, l.Positions, l.Options))
	}
	return lines
}

func (r *perftReport) page(w io.Writer) error {
	table := term.NewTable(
		term.Column{Title: "depth", Align: term.Right},
		term.Column{Title: "positions", Align: term.Right},
		term.Column{Title: "options", Align: term.Right})
	for _, l := range r.Levels {
		table.Row(fmt.Sprint(l.Depth), term.Count(l.Positions), term.Count(l.Options))
	}
	return table.Write(w)
}
