package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/sprouts-solver/sprouts/canon"
	"github.com/sprouts-solver/sprouts/game/lengths"
	"github.com/sprouts-solver/sprouts/game/record"
	"github.com/sprouts-solver/sprouts/internal/term"
)

func newLengthsCommand(g *GlobalOptions) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "lengths POSITION|-",
		Short: "List how many moves a game of Sprouts can take",
		Long: `List how many moves a game of Sprouts from a position can take. From n spots it
is 2n to 3n-1: a game of m moves leaves 3n-m survivors, spots with one life,
each with two dead neighbours of its own, and the other dead spots, the
Pharisees, are four for each move above 2n.` + notationHelp,
		Example: `  sprouts lengths 4
  sprouts lengths '0*2.A|0*2.A+0*3'
  seq 1 9 | sprouts lengths -`,
		Args: wantArgs("POSITION"),
		RunE: func(cmd *cobra.Command, args []string) error { return runLengths(cmd.Context(), g, args[0]) },
	}
	exits(cmd, exitsOfPlain, exitIncomplete, exitLimit, exitInterrupt, exitTerminate)
	return cmd
}

// lengthsReport is the lengths of the games from one position.
type lengthsReport struct {
	Schema   string   `json:"schema"`
	Input    string   `json:"input"`
	Position string   `json:"position"` // canonical
	Lengths  []int    `json:"lengths"`  // ascending
	Ends     []ending `json:"ends"`     // of a start position, for each length

	text string // the lengths, ranges joined
}

// ending is how a game of some length ends.
type ending struct {
	Moves     int `json:"moves"`
	Survivors int `json:"survivors"`
	Pharisees int `json:"pharisees"`
}

func runLengths(ctx context.Context, g *GlobalOptions, arg string) error {
	if g.Entry.Name() != record.New(nil).Name() {
		return usagef("lengths: the lengths of --game %s are not known here; leave it out", g.Entry.Name())
	}
	ctx, stop := g.limited(ctx)
	defer stop()
	solver := lengths.New(lengths.Options{})
	return eachPosition(ctx, g, arg, parseSprouts, func(p canon.Position, text string) (report, error) {
		set, err := solver.Position(ctx, p)
		switch {
		case ctx.Err() != nil:
			return nil, context.Cause(ctx)
		case errors.Is(err, lengths.ErrTooMuch):
			return nil, &undecidedError{err.Error()}
		case err != nil:
			return nil, err
		}
		r := &lengthsReport{
			Schema: "sprouts.lengths.v1", Input: text, Position: p.String(), Lengths: slices.Collect(set.All()), Ends: []ending{}, text: set.String(),
		}
		if spots := startSpots(p); spots > 0 {
			for _, m := range r.Lengths {
				r.Ends = append(r.Ends, ending{m, lengths.Survivors(spots, m), lengths.Pharisees(spots, m)})
			}
		}
		return r, nil
	})
}

// startSpots returns the number of spots of a start position, 0 of any other one.
func startSpots(p canon.Position) int {
	if len(p.Lands) != 1 || p.Heap > 0 {
		return 0
	}
	n := p.Lands[0].Lives() / 3
	if start, err := canon.Parse(strconv.Itoa(n)); err != nil || start.String() != p.String() {
		return 0
	}
	return n
}

// parseSprouts reads a position of Sprouts.
func parseSprouts(text string) (canon.Position, error) {
	p, err := canon.Parse(text)
	if err != nil {
		return p, &usageError{err}
	}
	return p, nil
}

func (r *lengthsReport) lines() []string { return []string{r.text} }

func (r *lengthsReport) page(w io.Writer) error {
	if len(r.Ends) == 0 {
		_, err := fmt.Fprintln(w, r.text)
		return err
	}
	right := func(title string) term.Column { return term.Column{Title: title, Align: term.Right} }
	table := term.NewTable(right("moves"), right("survivors"), right("Pharisees"))
	for _, e := range r.Ends {
		table.Row(fmt.Sprint(e.Moves), fmt.Sprint(e.Survivors), fmt.Sprint(e.Pharisees))
	}
	return table.Write(w)
}
