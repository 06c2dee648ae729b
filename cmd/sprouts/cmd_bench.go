package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/sprouts-solver/sprouts/canon"
	"github.com/sprouts-solver/sprouts/game/sprouts"
	"github.com/sprouts-solver/sprouts/internal/term"
)

// BenchOptions are the flags of `sprouts bench`.
type BenchOptions struct {
	Suite     string
	Quick     bool
	Signature bool
	Rounds    int
	Spots     []string
	Tune      []string
	Seed      uint64
}

// AddFlags declares the flags.
func (o *BenchOptions) AddFlags(f *pflag.FlagSet) {
	f.StringVar(&o.Suite, "suite", "standard", "solve the suite `NAME`: quick, standard or full")
	f.BoolVar(&o.Quick, "quick", false, "the same as --suite quick")
	f.BoolVar(&o.Signature, "signature", false, "print the visits of each position and their sum only; --suite is quick unless given")
	f.StringSliceVar(&o.Spots, "spots", nil, "solve these `NUMBERS` of spots instead of a suite")
	f.StringSliceVar(&o.Tune, "tune", nil, "hold one setting of the search's guesses, where several take turns otherwise: `KEY=VALUE,...` with the keys estimate, scale, sums, hints, hint-proof, hint-loss, hint-win (docs/experiments.md)")
	f.Uint64Var(&o.Seed, "seed", 0, "break ties by `SEED`; 0 is the order that the signature is made with")
	f.IntVar(&o.Rounds, "rounds", 1, "solve each position `COUNT` times and show the round of median time")
}

func newBenchCommand(g *GlobalOptions) *cobra.Command {
	var opts BenchOptions
	cmd := &cobra.Command{
		Use:   "bench",
		Short: "Solve a fixed suite, show speed and memory, and the signature of the search",
		Long: `Solve a fixed suite of start positions, each from nothing: a new search, no
store, the embedded table loaded anew and its load counted.

  quick     8 to 13 spots, a few seconds
  standard  14 16 17 18 19 20 22 23 spots
  full      the same and 21 25 29 34 spots

The signature is the sum of all visits. It is the same on every machine and
changes only when the search changes. A wrong outcome, or two rounds that do not
agree, end with exit code 5. With --spots, limits hold for each position; one
that a limit stops is shown as such, the next one follows, and the exit code at
the end is 3.`,
		Example: `  sprouts bench --quick
  sprouts bench --signature
  sprouts bench --rounds 3                 # minutes
  sprouts bench --suite full --json        # minutes
  sprouts bench --spots 14,16,17 --tune estimate=product,hints=off
  sprouts bench --spots 24,26,47 --max-time 10m --max-memory 10GiB  # minutes`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if opts.Quick || opts.Signature && !cmd.Flags().Changed("suite") {
				opts.Suite = "quick"
			}
			return runBench(cmd.Context(), opts, g)
		},
	}
	opts.AddFlags(cmd.Flags())
	complete(cmd, "suite", suiteNames())
	exits(cmd, exitsOfPlain, exitLimit, exitConflict, exitInterrupt, exitTerminate)
	return cmd
}

// benchReport is a suite solved.
type benchReport struct {
	Schema      string      `json:"schema"`
	Suite       string      `json:"suite"`
	Rounds      int         `json:"rounds"`
	Signature   int64       `json:"signature"`
	Seconds     float64     `json:"seconds"`
	LoadAverage string      `json:"load_average"` // of one minute, before the first solve
	CPUs        int         `json:"cpus"`
	Rows        []*benchRow `json:"-"` // have lines of their own
}

func runBench(ctx context.Context, opts BenchOptions, g *GlobalOptions) error {
	spots, ok := suites[opts.Suite]
	if !ok {
		return usagef("bench: there is no suite %q; there are %s", opts.Suite, strings.Join(suiteNames(), ", "))
	}
	if len(opts.Spots) > 0 {
		opts.Suite = "spots"
		var err error
		if spots, err = parseSpots(opts.Spots); err != nil {
			return err
		}
	}
	tuning, err := parseTuning(opts.Tune)
	if err != nil {
		return err
	}
	setup := benchSetup{tuning: tuning, seed: opts.Seed, rounds: opts.Rounds, limited: len(opts.Spots) > 0}
	if opts.Rounds < 1 {
		return usagef("bench: --rounds %d is no number of rounds; write 1 or more", opts.Rounds)
	}
	if name := sprouts.New().Name(); g.Game.Name() != name {
		return usagef("bench: there is no suite for --game %s; use %s", g.Game.Name(), name)
	}
	r := &benchReport{
		Schema: "sprouts.bench.v1", Suite: opts.Suite, Rounds: opts.Rounds,
		LoadAverage: loadAverage(), CPUs: runtime.NumCPU(),
	}
	var stopped error
	for _, n := range spots {
		row, err := benchSpots(ctx, g, n, setup)
		if err != nil && (row == nil || !setup.limited || exitCode(err) != exitLimit) {
			if len(r.Rows) > 0 && !g.JSON && !opts.Signature {
				err = errors.Join(g.print(r), err) // what is measured is not lost
			}
			return err
		}
		stopped = cmp.Or(stopped, err)
		r.add(row)
		if g.JSON {
			if err := g.printJSON(row); err != nil {
				return err
			}
		}
	}
	if opts.Signature && !g.JSON {
		return errors.Join(g.printLines("", r.lines()), stopped)
	}
	return errors.Join(g.print(r), stopped)
}

// parseSpots reads numbers of spots.
func parseSpots(texts []string) ([]int, error) {
	spots := make([]int, len(texts))
	for i, text := range texts {
		n, err := strconv.Atoi(strings.TrimSpace(text))
		if err != nil || n < 0 || n > canon.MaxBoundaries {
			return nil, usagef("bench: --spots %s: %q is no number of spots; write numbers from 0 to %d, such as 14,16",
				strings.Join(texts, ","), text, canon.MaxBoundaries)
		}
		spots[i] = n
	}
	return spots, nil
}

// add counts a row in.
func (r *benchReport) add(row *benchRow) {
	r.Rows = append(r.Rows, row)
	r.Signature += row.Visits
	r.Seconds += row.Seconds
}

// lines are the signature: the visits of each position, and their sum.
func (r *benchReport) lines() []string {
	var lines []string
	for _, row := range r.Rows {
		lines = append(lines, fmt.Sprintf("%d\t%d", row.Spots, row.Visits))
	}
	return append(lines, fmt.Sprintf("sum\t%d", r.Signature))
}

func (r *benchReport) page(w io.Writer) error {
	columns := []term.Column{{Title: "n", Align: term.Right}, {Title: "outcome"}}
	for _, title := range []string{"visits", "expansions", "children", "nimbers", "us/child", "seconds", "memory", "bytes/component"} {
		columns = append(columns, term.Column{Title: title, Align: term.Right})
	}
	table := term.NewTable(columns...)
	for _, row := range r.Rows {
		table.Row(fmt.Sprint(row.Spots), row.Outcome,
			term.Count(row.Visits), term.Count(row.Expansions), term.Count(row.Children), term.Count(row.Nimbers),
			fmt.Sprintf("%.2f", row.microsecondsPerChild()), fmt.Sprintf("%.2f", row.Seconds),
			term.Bytes(row.Memory), fmt.Sprintf("%.0f", row.bytesPerComponent()))
	}
	if err := table.Write(w); err != nil {
		return err
	}
	fmt.Fprintln(w)
	var b term.Block
	b.Linef("signature", "%d", r.Signature)
	b.Linef("seconds", "%.2f, one thread, median of %d round(s)", r.Seconds, r.Rounds)
	b.Linef("load", "%s before the first solve, %d CPUs", r.LoadAverage, r.CPUs)
	return b.Write(w)
}
