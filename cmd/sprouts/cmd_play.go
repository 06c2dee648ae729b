package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/sprouts-solver/sprouts/game/play"
)

// PlayOptions are the flags of `sprouts play`.
type PlayOptions struct {
	Size   int
	Seed   uint64
	Misere bool
	Normal bool
	First  string
	Resume string
	Think  timeSpan
	Two    bool
}

// Who moves first.
const (
	firstMe       = "me"
	firstComputer = "computer"
)

// AddFlags declares the flags.
func (o *PlayOptions) AddFlags(f *pflag.FlagSet) {
	o.Think = timeSpan(5 * time.Second)
	f.IntVar(&o.Size, "size", 0, "size of the start: `N` spots, heaps, or squares of a side (default: the game's)")
	f.Uint64Var(&o.Seed, "seed", 0, "draw what is random from `SEED`; 0 is a new one, which is shown and recorded")
	f.BoolVar(&o.Misere, "misere", false, "who makes the last move loses")
	f.BoolVar(&o.Normal, "normal", false, "who makes the last move wins: the default, but for nim")
	f.StringVar(&o.First, "first", firstMe, "`WHO` moves first: me or computer")
	f.StringVar(&o.Resume, "resume", "", "go on with the game that was saved in `FILE`")
	f.Var(&o.Think, "think", "let the computer search for `TIME` at most for a move, where no formula decides (default 5s)")
	f.BoolVar(&o.Two, "two", false, "two people play: the computer makes no move")
}

func newPlayCommand(g *GlobalOptions) *cobra.Command {
	var opts PlayOptions
	cmd := &cobra.Command{
		Use:   "play GAME [POSITION]",
		Short: "Play a game against the computer",
		Long: `Play a game in the terminal:
` + strings.Join(wrap(strings.Join(gameNames(), ", ")+".", helpWidth), "\n") + `

The computer plays perfectly wherever the position can be decided: by the
theory of the game, or by search, which it is given --think for. Where that does
not decide it, it says so. Without a POSITION the game begins where it usually
does.

Type a move as the game writes it ("help" says how), or one of
  hint       who wins, by which moves, and the positions to aim for
  moves      the legal moves           undo   take your last move back
  board      draw the position again   save FILE   keep the game
  resign     give up                   quit   stop; the game is kept
A game is kept when you leave, unless you say --no-store: --resume goes on with
it, and "sprouts replay" shows where it was won or lost. While Sprouts is
played, no other process can use its store.`,
		Example: `  printf 'hint\nquit\n' | sprouts play nim
  printf '5:1\nresign\n' | sprouts play nim 1 3 5 7 9 --normal --first me
  printf 'hint\nquit\n' | sprouts play sprouts --size 4 --misere
  printf 'moves\nquit\n' | sprouts play northcott --size 6 --seed 1`,
		RunE: func(cmd *cobra.Command, args []string) error { return runPlay(cmd.Context(), opts, g, args) },
	}
	opts.AddFlags(cmd.Flags())
	exits(cmd, exitsOfSearch)
	anyGame(cmd)
	return cmd
}

func runPlay(ctx context.Context, o PlayOptions, g *GlobalOptions, args []string) error {
	if err := o.validate(g, args); err != nil {
		return err
	}
	ctx, stop := g.limited(ctx)
	defer stop()
	m, decider, err := o.begin(g, args)
	if err != nil {
		return err
	}
	if err := decider.open(ctx, m.Misere()); err != nil {
		return err
	}
	s := &playSession{g: g, match: m, think: time.Duration(o.Think), file: o.Resume, saved: o.Resume != ""}
	return errors.Join(s.run(ctx), decider.close())
}

// validate refuses flags that do not go together.
func (o *PlayOptions) validate(g *GlobalOptions, args []string) error {
	switch {
	case g.JSON:
		return usagef("play: a game is played in text; leave out --json")
	case o.Misere && o.Normal:
		return usagef("play: --misere and --normal exclude each other; leave one out")
	case o.First != firstMe && o.First != firstComputer:
		return usagef("play: --first %q; write me or computer", o.First)
	case o.Resume == "" && len(args) == 0:
		return usagef("play: which game? There are %s", strings.Join(gameNames(), ", "))
	case o.Two && o.First == firstComputer:
		return usagef("play: with --two the computer does not play; leave out --first computer")
	case o.Resume != "" && (len(args) > 0 || *o != PlayOptions{First: firstMe, Think: o.Think, Resume: o.Resume}):
		return usagef("play: --resume goes on with the game of the file; leave out the game, its position and all flags but --think")
	default:
		return nil
	}
}

// begin returns the match that is to be played, and what decides its positions.
func (o *PlayOptions) begin(g *GlobalOptions, args []string) (*play.Match, *decider, error) {
	if o.Resume != "" {
		return g.readMatch(o.Resume)
	}
	entry, err := findGame(args[0])
	if err != nil {
		return nil, nil, &usageError{err}
	}
	rules, decider := g.rulesOf(entry)
	m, err := o.start(rules, strings.Join(args[1:], " "))
	if err != nil {
		return nil, nil, &usageError{err}
	}
	m.Seed = o.Seed
	m.Computer[m.First()] = o.First == firstComputer
	m.Computer[m.First().Other()] = !o.Two && o.First == firstMe
	return m, decider, nil
}

// start returns the match at its start.
func (o *PlayOptions) start(rules play.Rules, position string) (*play.Match, error) {
	about := rules.About()
	misere := o.Misere || about.ByDefaultMisere && !o.Normal
	if o.Seed == 0 {
		o.Seed = uint64(time.Now().UnixNano()) % 1_000_000
	}
	if position == "" {
		start, err := rules.Start(play.Options{Size: o.Size, Seed: o.Seed})
		if err != nil {
			return nil, err
		}
		return play.NewMatch(rules, start, play.Left, misere)
	}
	if o.Size != 0 {
		return nil, fmt.Errorf("play: a position has its own size; leave out --size %d", o.Size)
	}
	start, err := rules.Parse(position)
	if err != nil {
		return nil, err
	}
	return play.NewMatch(rules, start, play.Left, misere)
}

// readMatch reads a record from a file.
func (g *GlobalOptions) readMatch(name string) (*play.Match, *decider, error) {
	text, err := readSmall(name)
	if err != nil {
		return nil, nil, err
	}
	m, decider, err := g.parseMatch(text)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", name, err)
	}
	return m, decider, nil
}

// parseMatch reads a record. With an error may come the match before it.
func (g *GlobalOptions) parseMatch(text string) (*play.Match, *decider, error) {
	var decider *decider
	m, err := play.ReadMatch(text, func(name string) (rules play.Rules, err error) {
		entry, err := findGame(name)
		if err != nil {
			return nil, err
		}
		rules, decider = g.rulesOf(entry)
		return rules, nil
	})
	if err != nil {
		err = &usageError{err}
	}
	return m, decider, err
}
