package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/game/play"
	"github.com/sprouts-solver/sprouts/game/record"
	"github.com/sprouts-solver/sprouts/internal/term"
)

// ReplayOptions are the flags of `sprouts replay`.
type ReplayOptions struct {
	Think timeSpan
}

// AddFlags declares the flags.
func (o *ReplayOptions) AddFlags(f *pflag.FlagSet) {
	o.Think = timeSpan(time.Second)
	f.Var(&o.Think, "think", "search for `TIME` at most for each position (default 1s)")
}

func newReplayCommand(g *GlobalOptions) *cobra.Command {
	var opts ReplayOptions
	cmd := &cobra.Command{
		Use:   "replay FILE|-",
		Short: "Check a recorded game and show where it was won or lost",
		Long: `Check a recorded game move by move. A record of Sprouts is written in WGOSA
("Conway") notation; what "sprouts play" saves is read too, of any game.

Each move is shown with the position after it and who wins there, as far as that
can be decided, and moves that gave a win away are marked. The first move that
is illegal or ambiguous ends the replay: it is named with the reason and the
legal readings. "-" reads the record from standard input.`,
		Example: `  echo '3+ (Anna - Bert) 1(4)2 3(5)3[1] I' | sprouts replay -
  printf '8+\n1(9)2 1(10)1[3,4]\n3(11)10\n' | sprouts replay - --json`,
		Args: wantArgs("FILE"),
		RunE: func(cmd *cobra.Command, args []string) error { return runReplay(cmd.Context(), opts, g, args[0]) },
	}
	opts.AddFlags(cmd.Flags())
	exits(cmd, exitsOfSearch)
	anyGame(cmd)
	return cmd
}

// replayReport is a recorded game.
type replayReport struct {
	Schema  string       `json:"schema"`
	Game    string       `json:"game"`
	Play    string       `json:"play"` // "normal" or "misere"
	Players []string     `json:"players"`
	Start   string       `json:"start"`
	Outcome string       `json:"outcome"` // of the start, for who moves first
	Moves   []replayMove `json:"moves"`
	Winner  string       `json:"winner,omitempty"` // "first" or "second", if the record or the rules say so
}

// replayMove is one move of it.
type replayMove struct {
	Number   int    `json:"number"`
	By       string `json:"by"` // "first" or "second"
	Move     string `json:"move"`
	Position string `json:"position"`
	Outcome  string `json:"outcome"` // for the player to move after it
	Mistake  bool   `json:"mistake"` // it gave a win away
}

// replayed is a game in progress of being replayed, whatever it was read from.
type replayed struct {
	rules     play.Rules
	misere    bool
	first     play.Side
	players   [2]string
	positions []play.Position // the start first
	moves     []string        // in the shortest form
	winner    int             // 1 or 2, 0 if it is not known
}

// The players in reports.
var playerWords = [...]string{"first", "second"}

func runReplay(ctx context.Context, o ReplayOptions, g *GlobalOptions, arg string) error {
	ctx, stop := g.limited(ctx)
	defer stop()
	text, err := g.readRecord(ctx, arg)
	if err != nil {
		return err
	}
	game, decider, failure := g.replay(text)
	if game == nil {
		return failure
	}
	if err := decider.open(ctx, game.misere); err != nil {
		return errors.Join(failure, err)
	}
	r, err := game.report(ctx, time.Duration(o.Think))
	if err == nil {
		if failure != nil {
			r.Winner = "" // of a record that is wrong
		}
		err = g.print(r)
	}
	return errors.Join(failure, err, decider.close())
}

// readRecord reads the file, or standard input.
func (g *GlobalOptions) readRecord(ctx context.Context, arg string) (string, error) {
	if arg != "-" {
		return readSmall(arg)
	}
	var b strings.Builder
	for line, err := range readLines(ctx, g.stdin) {
		if err != nil {
			return "", err
		}
		if b.WriteString(line.text + "\n"); b.Len() > maxFile {
			return "", usagef("standard input has more than %d bytes; a record has fewer", maxFile)
		}
	}
	return b.String(), nil
}

// replay plays a record. With an error may come what was played before it.
func (g *GlobalOptions) replay(text string) (*replayed, *decider, error) {
	if play.IsRecord(text) {
		m, decider, err := g.parseMatch(text)
		if m == nil {
			return nil, nil, err
		}
		return replayedMatch(m), decider, err
	}
	recorded, err := record.ReadGame(strings.TrimSpace(text))
	if err != nil {
		return nil, nil, err
	}
	entry, err := findGame(record.New(nil).Name())
	if err != nil {
		return nil, nil, err
	}
	rules, decider := g.rulesOf(entry)
	game, err := replayedGame(recorded, rules)
	return game, decider, err
}

// replayedMatch is a match that was played here.
func replayedMatch(m *play.Match) *replayed {
	r := &replayed{rules: m.Rules(), misere: m.Misere(), first: m.First(), positions: m.Positions(), moves: m.Moves()}
	if winner, over := m.Winner(); over {
		r.winner = 1
		if winner != m.First() {
			r.winner = 2
		}
	}
	return r
}

// replayedGame plays a game of Sprouts as far as it is legal.
func replayedGame(recorded record.Game, rules play.Rules) (*replayed, error) {
	start, err := recorded.Start()
	if err != nil {
		return nil, &usageError{err}
	}
	r := &replayed{rules: rules, misere: recorded.Misere, players: recorded.Players, winner: recorded.Winner, positions: []play.Position{start}}
	for step, err := range recorded.Replay() {
		if err != nil {
			return r, &usageError{err}
		}
		r.positions = append(r.positions, step.To)
		r.moves = append(r.moves, step.Move)
	}
	return r, nil
}

// report decides the positions, the last ones first: what they prove helps with
// those before.
func (r *replayed) report(ctx context.Context, think time.Duration) (*replayReport, error) {
	outcomes := make([]game.Outcome, len(r.positions))
	for i := len(r.positions) - 1; i >= 0; i-- {
		var err error
		if outcomes[i], err = r.outcome(ctx, i, think); err != nil {
			return nil, err
		}
	}
	report := &replayReport{
		Schema: "sprouts.replay.v1", Game: r.rules.Name(), Play: playWord(r.misere), Players: []string{},
		Start: abstract(r.positions[0]), Outcome: outcomes[0].String(), Moves: []replayMove{},
	}
	if r.players != [2]string{} {
		report.Players = r.players[:]
	}
	if r.winner > 0 {
		report.Winner = playerWords[r.winner-1]
	}
	for i, move := range r.moves {
		report.Moves = append(report.Moves, replayMove{
			Number: i + 1, By: playerWords[i%2], Move: move, Position: abstract(r.positions[i+1]),
			Outcome: outcomes[i+1].String(), Mistake: outcomes[i] == game.Win && outcomes[i+1] == game.Win,
		})
	}
	return report, nil
}

// outcome decides one position for who is to move in it.
func (r *replayed) outcome(ctx context.Context, i int, think time.Duration) (game.Outcome, error) {
	thinking, stop := context.WithTimeout(ctx, think)
	defer stop()
	side := (r.first + play.Side(i%2)) % 2
	v, err := r.rules.Judge(thinking, r.positions[i], side, r.misere)
	if ctx.Err() != nil {
		return game.Unknown, context.Cause(ctx)
	}
	return v.Outcome, err
}

// abstract is a position without the names of its spots, where it has such a form.
func abstract(p play.Position) string {
	if named, ok := p.(interface{ Abstract() string }); ok {
		return named.Abstract()
	}
	return p.String()
}

func (r *replayReport) lines() []string {
	var lines []string
	for _, m := range r.Moves {
		lines = append(lines, strings.Join([]string{strconv.Itoa(m.Number), m.Move, m.Position, m.verdict()}, "\t"))
	}
	return lines
}

// verdict says who wins after a move.
func (m replayMove) verdict() string {
	other := playerWords[m.Number%2]
	text := "?"
	switch m.Outcome {
	case game.Win.String():
		text = other + " wins"
	case game.Loss.String():
		text = m.By + " wins"
	}
	if m.Mistake {
		text += ", a mistake"
	}
	return text
}

func (r *replayReport) page(w io.Writer) error {
	var head term.Block
	head.Line("game", r.Game+", "+r.Play+" play")
	for i, name := range r.Players {
		head.Line(playerWords[i]+" player", name)
	}
	head.Line("start", r.Start)
	if r.Outcome != game.Unknown.String() {
		head.Linef("with perfect play", "%s for the first player", r.Outcome)
	}
	if r.Winner != "" {
		head.Linef("won by", "the %s player", r.Winner)
	}
	if err := head.Write(w); err != nil {
		return err
	}
	fmt.Fprintln(w)
	table := term.NewTable(term.Column{Title: "", Align: term.Right}, term.Column{Title: "move"}, term.Column{Title: "then"}, term.Column{Title: "position"})
	for _, m := range r.Moves {
		table.Row(strconv.Itoa(m.Number), m.Move, m.verdict(), m.Position)
	}
	return table.Write(w)
}
