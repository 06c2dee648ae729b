package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/sprouts-solver/sprouts/canon"
	"github.com/sprouts-solver/sprouts/game/sprouts"
)

// BenchOptions are the flags of `sprouts bench`.
type BenchOptions struct {
	MisereOption
	Suite     string
	Quick     bool
	Signature bool
	Rounds    int
	Spots     []string
	Tune      []string
	Seed      uint64

	ThreadsEach []string
}

// AddFlags declares the flags.
func (o *BenchOptions) AddFlags(f *pflag.FlagSet) {
	o.MisereOption.AddFlags(f)
	f.StringVar(&o.Suite, "suite", "standard", "solve the suite `NAME`: quick, standard or full")
	f.BoolVar(&o.Quick, "quick", false, "the same as --suite quick")
	f.BoolVar(&o.Signature, "signature", false, "print the visits of each position and their sum only; --suite is quick unless given")
	f.StringSliceVar(&o.Spots, "spots", nil, "solve these `NUMBERS` of spots instead of a suite")
	f.StringSliceVar(&o.Tune, "tune", nil, "hold one setting of the search's guesses, where several take turns otherwise: `KEY=VALUE,...` with the keys estimate, scale, sums, hints, hint-proof, hint-loss, hint-win (docs/experiments.md)")
	f.Uint64Var(&o.Seed, "seed", 0, "break ties by `SEED`; 0 is the order that the signature is made with")
	f.StringSliceVar(&o.ThreadsEach, "threads-each", nil, "solve with each of these `COUNTS` of threads, such as 1,2,all, and compare the times with those of the first one")
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

With --misere quick is the same, standard 11 to 16 spots and full 11 to 17.

The signature is the sum of all visits. It is the same on every machine and
changes only when the search changes. A wrong outcome, or two rounds that do not
agree, end with exit code 5. With --spots, limits hold for each position; one
that a limit stops is shown as such, the next one follows, and the exit code at
the end is 3.

One thread is used unless the command line asks for others: with --threads, or
with --threads-each to compare several numbers in one run. These take turns in
each round; speed-up is the median time with the first number over the median
time with this one. With several threads chance plays a part: rounds then need
not agree in visits, and these do not count for the signature.`,
		Example: `  sprouts bench --quick
  sprouts bench --signature
  sprouts bench --rounds 3                 # minutes
  sprouts bench --suite full --json        # minutes
  sprouts bench --spots 14,16,17 --tune estimate=product,hints=off
  sprouts bench --misere --spots 8,11
  sprouts bench --spots 16,17 --threads-each 1,2 --rounds 3
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
	Schema      string         `json:"schema"`
	Suite       string         `json:"suite"`
	Misere      bool           `json:"misere,omitempty"`
	Rounds      int            `json:"rounds"`
	Signature   int64          `json:"signature"` // of the rows with one thread
	Seconds     float64        `json:"seconds"`
	Totals      []threadsTotal `json:"totals"`
	LoadAverage string         `json:"load_average"` // of one minute, before the first solve
	CPUs        int            `json:"cpus"`
	Rows        []*benchRow    `json:"-"` // have lines of their own
}

func runBench(ctx context.Context, opts BenchOptions, g *GlobalOptions) error {
	spots, setup, err := opts.plan(g)
	if err != nil {
		return err
	}
	r := &benchReport{
		Schema: "sprouts.bench.v1", Suite: opts.Suite, Misere: opts.Misere, Rounds: opts.Rounds,
		LoadAverage: loadAverage(), CPUs: runtime.NumCPU(),
	}
	if len(opts.Spots) > 0 {
		r.Suite = "spots"
	}
	for _, n := range setup.threads {
		r.Totals = append(r.Totals, threadsTotal{Threads: n})
	}
	var stopped error
	for _, n := range spots {
		rows, err := benchSpots(ctx, g, n, setup)
		if rows == nil {
			if len(r.Rows) > 0 && !g.JSON && !opts.Signature {
				err = errors.Join(g.print(r), err) // what is measured is not lost
			}
			return err
		}
		stopped = cmp.Or(stopped, err)
		r.add(rows)
		if err := printRows(g, rows); err != nil {
			return err
		}
	}
	if opts.Signature && !g.JSON {
		return errors.Join(g.printLines("", r.lines()), stopped)
	}
	return errors.Join(g.print(r), stopped)
}

// plan says which numbers of spots are solved, and how.
func (o BenchOptions) plan(g *GlobalOptions) (spots []int, setup benchSetup, err error) {
	all := suites
	if o.Misere {
		all = misereSuites
	}
	spots, ok := all[o.Suite]
	if !ok {
		return nil, setup, usagef("bench: there is no suite %q; there are %s", o.Suite, strings.Join(suiteNames(), ", "))
	}
	setup = benchSetup{seed: o.Seed, rounds: o.Rounds, limited: len(o.Spots) > 0}
	if len(o.Spots) > 0 {
		if spots, err = parseSpots(o.Spots); err != nil {
			return nil, setup, err
		}
	}
	if setup.tuning, err = parseTuning(o.Tune); err != nil {
		return nil, setup, err
	}
	if setup.threads, err = benchThreads(o, g); err != nil {
		return nil, setup, err
	}
	if o.Rounds < 1 {
		return nil, setup, usagef("bench: --rounds %d is no number of rounds; write 1 or more", o.Rounds)
	}
	if name := sprouts.New().Name(); g.Game.Name() != name {
		return nil, setup, usagef("bench: there is no suite for --game %s; use %s", g.Game.Name(), name)
	}
	return spots, setup, o.choose(g)
}

// printRows writes the JSON lines of one position.
func printRows(g *GlobalOptions, rows []*benchRow) error {
	if !g.JSON {
		return nil
	}
	for _, row := range rows {
		if err := g.printJSON(row); err != nil {
			return err
		}
	}
	return nil
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

// lines are the signature: the visits of each position, and their sum.
func (r *benchReport) lines() []string {
	var lines []string
	for _, row := range r.Rows {
		lines = append(lines, fmt.Sprintf("%d\t%d", row.Spots, row.Visits))
	}
	return append(lines, fmt.Sprintf("sum\t%d", r.Signature))
}
