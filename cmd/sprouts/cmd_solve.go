package main

import (
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/internal/term"
	"github.com/sprouts-solver/sprouts/search"
)

// SolveOptions are the flags of `sprouts solve`.
type SolveOptions struct {
	MisereOption
	AllMoves bool
}

// AddFlags declares the flags.
func (o *SolveOptions) AddFlags(f *pflag.FlagSet) {
	o.MisereOption.AddFlags(f)
	f.BoolVar(&o.AllMoves, "all-moves", false, "find all winning moves, not only one")
}

func newSolveCommand(g *GlobalOptions) *cobra.Command {
	var opts SolveOptions
	cmd := &cobra.Command{
		Use:   "solve POSITION|-",
		Short: "Tell who wins a position, and by which move",
		Long: `Tell who wins a position in normal play or with --misere, by which move, and
what it took.

The nimbers that are proven on the way are kept in the store. Asking again
answers at once, a neighbouring question is answered faster, and a solve that
was stopped, by Ctrl-C, a limit or a crash, goes on from them when the same
command is given again. On a terminal a line of status shows the time, the
couples visited, the nimbers found, the memory of the tables, and the proof and
disproof number of the root.

All cores search together, over the same tables. With --threads 1 the same
question on the same store is searched in the same way each time; with more
threads the answer is the same, but the numbers beside it, and which of several
winning moves is found first, are up to chance.` + notationHelp,
		Example: `  sprouts solve 17
  sprouts solve '0*8.AB|0*3.AB+*1' --all-moves
  sprouts solve --misere 8
  sprouts solve 21 --max-time 10m --max-memory 4GiB    # minutes
  sprouts solve 16 --threads 1
  printf '11\n12\n13\n' | sprouts solve - --json`,
		Args: somePosition,
		RunE: func(cmd *cobra.Command, args []string) error {
			arg, err := g.question(cmd, args, opts.MisereOption)
			switch {
			case err != nil:
				return err
			case g.ruled():
				return runVerdict(cmd.Context(), g, arg, opts.AllMoves)
			default:
				return runSolve(cmd.Context(), opts, g, arg)
			}
		},
	}
	opts.AddFlags(cmd.Flags())
	exits(cmd, exitsOfSearch)
	anyGame(cmd)
	return cmd
}

// solveReport is who wins a position and what it took to find out.
type solveReport struct {
	Schema   string   `json:"schema"`
	Input    string   `json:"input"`
	Position string   `json:"position"`          // canonical
	Play     string   `json:"play"`              // "normal" or "misere"
	Outcome  string   `json:"outcome"`           // "win", "loss" or "unknown", for the player to move
	Winning  []string `json:"winning_moves"`     // positions to move to: one, or all
	AllMoves bool     `json:"all_winning_moves"` // the list is complete
	Source   string   `json:"source"`            // one of the sources

	Workers    int     `json:"workers,omitempty"` // of a cluster, in the end
	Threads    int     `json:"threads"`           // of the search, or of all workers
	Visits     int64   `json:"visits"`            // couples
	Expansions int64   `json:"expansions"`        // calls of the move generator
	Children   int64   `json:"children"`          // made by it
	Nimbers    int64   `json:"nimbers"`           // found
	Seconds    float64 `json:"seconds"`
	Memory     int64   `json:"memory_bytes"` // of the search's tables
	Stored     int64   `json:"stored_facts"`
	Store      string  `json:"store,omitempty"` // its folder
}

// The sources of an answer.
const (
	sourceSearch  = "search"
	sourceCluster = "cluster"
	sourceStore   = "store"
	sourceTable   = "table"
	sourceRules   = "rules"
)

func runSolve(ctx context.Context, opts SolveOptions, g *GlobalOptions, arg string) error {
	return g.withEngine(ctx, arg, func(e *engine, p asked, text string) (report, error) {
		return solve(e, opts, p, text)
	})
}

// solve answers one question. A report that comes with an error says how far the
// work got.
func solve(e *engine, opts SolveOptions, p asked, text string) (report, error) {
	started, before, recorded, asked := time.Now(), e.stats(), e.recorded(), e.asked
	r := &solveReport{
		Schema: "sprouts.solve.v1", Input: text, Play: playWord(e.g.Misere),
		Outcome: game.Unknown.String(), Winning: []string{}, Threads: e.g.Threads,
	}
	var err error
	if r.Position, err = e.form.text(p); err != nil {
		return nil, err
	}
	err = r.decide(e, opts, p)
	r.measure(e.stats(), before)
	switch {
	case r.Visits > 0:
		r.Source = sourceSearch
	case e.asked.store > asked.store:
		r.Source = sourceStore
	case e.asked.table > asked.table:
		r.Source = sourceTable
	default:
		r.Source = sourceRules
	}
	r.Seconds = time.Since(started).Seconds()
	r.Stored = e.recorded() - recorded
	if e.kept != nil {
		r.Store = e.g.storeDir()
	}
	return r, err
}

// decide finds the outcome and the winning moves.
func (r *solveReport) decide(e *engine, opts SolveOptions, p asked) error {
	outcome, err := e.outcome(p.Position, r.Position)
	if err != nil {
		return err
	}
	r.Outcome = outcome.String()
	r.AllMoves = outcome == game.Loss
	saved := []game.Position{p.Position}
	if outcome == game.Win {
		winning, err := e.winningMoves(p, opts.AllMoves)
		for _, q := range winning {
			text, err := e.form.text(q)
			if err != nil {
				return err
			}
			r.Winning = append(r.Winning, text)
			saved = append(saved, q.Position)
		}
		if err != nil {
			return err
		}
		r.AllMoves = opts.AllMoves
	}
	return e.save(saved...)
}

// winningMoves returns the options of p that are lost for who must move there:
// one of them, or all. Options that the facts do not decide are searched. After
// an error the moves found so far are returned with it.
func (e *engine) winningMoves(p asked, all bool) ([]asked, error) {
	var winning, open []asked
	for _, option := range e.form.options(p) {
		switch o, err := e.decided(option.Position); {
		case err != nil:
			return winning, err
		case o == game.Loss:
			winning = append(winning, option)
			if !all {
				return winning, nil
			}
		case o == game.Unknown:
			open = append(open, option)
		}
	}
	for _, option := range open {
		text, err := e.form.text(option)
		if err != nil {
			return winning, err
		}
		o, err := e.outcome(option.Position, text)
		if err != nil {
			return winning, err
		}
		if o == game.Loss {
			winning = append(winning, option)
			if !all {
				return winning, nil
			}
		}
	}
	return winning, nil
}

// measure fills in what the search did since before.
func (r *solveReport) measure(now, before search.Stats) {
	r.Visits = now.Visits - before.Visits
	r.Expansions = now.Expansions - before.Expansions
	r.Children = now.Children - before.Children
	r.Nimbers = now.Nimbers - before.Nimbers
	r.Memory = now.Memory
}

func (r *solveReport) lines() []string {
	if r.Outcome == game.Unknown.String() {
		return nil
	}
	return []string{r.Outcome}
}

func (r *solveReport) page(w io.Writer) error {
	var b term.Block
	b.Line("position", r.Position)
	if r.Play == playMisere {
		b.Line("play", playText(r.Play))
	}
	switch r.Outcome {
	case "win":
		b.Line("outcome", "win for the player to move")
		b.Line(r.winningLabel(), r.winning())
	case "loss":
		b.Line("outcome", "loss for the player to move: every move loses")
	default:
		b.Line("outcome", "not decided yet")
	}
	switch r.Source {
	case sourceSearch:
		b.Line("threads", strconv.Itoa(r.Threads))
		b.Line("visits", term.Count(r.Visits))
		b.Line("expansions", term.Count(r.Expansions))
		b.Line("children", term.Count(r.Children))
		b.Line("nimbers found", term.Count(r.Nimbers))
		b.Line("memory", term.Bytes(r.Memory))
	case sourceCluster:
		b.Linef("workers", "%d, %s", r.Workers, plural(int64(r.Threads), "thread"))
		b.Linef("visits", "%s in finished jobs", term.Count(r.Visits))
		b.Line("expansions", term.Count(r.Expansions))
		b.Line("nimbers found", term.Count(r.Nimbers))
	}
	b.Line("time", term.Duration(time.Duration(r.Seconds*float64(time.Second))))
	b.Line("store", r.storeLine())
	return b.Write(w)
}

// winning is the winning moves, or where to find one.
func (r *solveReport) winning() string {
	if len(r.Winning) == 0 {
		return "not among the results; \"sprouts solve\" finds one"
	}
	return strings.Join(r.Winning, "\n")
}

func (r *solveReport) winningLabel() string {
	switch {
	case !r.AllMoves:
		return "a winning move"
	case len(r.Winning) == 1:
		return "the winning move"
	default:
		return fmt.Sprintf("winning moves (%d)", len(r.Winning))
	}
}

func (r *solveReport) storeLine() string {
	switch {
	case r.Store == "":
		return "none, nothing is kept"
	case r.Source == sourceStore:
		return tilde(r.Store) + ", where the answer was"
	case r.Source != sourceSearch && r.Source != sourceCluster:
		return tilde(r.Store) + ", not needed"
	default:
		return fmt.Sprintf("%s, %s facts added", tilde(r.Store), term.Count(r.Stored))
	}
}
