package main

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/game/play"
	"github.com/sprouts-solver/sprouts/internal/term"
)

// verdictReport is who wins a position that a game's rules decide.
type verdictReport struct {
	Schema   string        `json:"schema"`
	Game     string        `json:"game"`
	Input    string        `json:"input"`
	Position string        `json:"position"`
	Play     string        `json:"play"`            // "normal" or "misere"
	Class    string        `json:"class,omitempty"` // of a partizan position, if both sides are decided
	Value    string        `json:"value,omitempty"` // of a partizan position, if it is known
	First    []sideVerdict `json:"first"`           // for each side that may move first: one, where both have the same moves

	about  play.About
	single bool // one winning move is enough
}

// sideVerdict is who wins if a side moves first.
type sideVerdict struct {
	Side    string   `json:"side"`    // "Left" or "Right"
	Outcome string   `json:"outcome"` // for that side
	Winning []string `json:"winning_moves"`
	All     bool     `json:"all_winning_moves"`
	Why     string   `json:"why"`
}

// The words for --misere in reports.
const (
	playNormal = "normal"
	playMisere = "misere"
)

// judge asks the rules of the game about one position. What is not decided in time
// comes with an error that says so.
func (g *GlobalOptions) judge(ctx context.Context, p play.Position, input string) (*verdictReport, error) {
	rules := g.Entry.Rules
	r := &verdictReport{
		Schema: "sprouts.verdict.v1", Game: rules.Name(), Input: input, Position: p.String(),
		Play: playWord(g.Misere), about: rules.About(),
	}
	open := false
	for _, s := range sides(r.about) {
		v, err := rules.Judge(ctx, p, s, g.Misere)
		if err != nil {
			return nil, err
		}
		open = open || v.Outcome == game.Unknown
		r.First = append(r.First, sideVerdict{s.String(), v.Outcome.String(), append([]string{}, v.Moves...), v.All, v.Why})
	}
	if !open && r.about.Partizan {
		r.Class = class(r.First[play.Left].Outcome, r.First[play.Right].Outcome)
	}
	if open {
		return r, undecided(ctx, r)
	}
	return r, nil
}

// stopped is why a question was not answered: a limit, a signal, or that it is too much.
func stopped(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return &undecidedError{err.Error()}
}

func playWord(misere bool) string {
	if misere {
		return playMisere
	}
	return playNormal
}

// playText is the word for people.
func playText(word string) string {
	if word == playMisere {
		return "misère: who makes the last move loses"
	}
	return word
}

// class is the outcome class of a partizan position.
func class(left, right string) string {
	switch win := game.Win.String(); {
	case left == win && right == win:
		return "first player wins"
	case left == win:
		return "Left wins"
	case right == win:
		return "Right wins"
	default:
		return "second player wins"
	}
}

// undecidedError says that a question was not answered.
type undecidedError struct{ what string }

func (e *undecidedError) Error() string { return e.what }

// undecided is why a position was not decided: a limit, a signal, or what the rules say.
func undecided(ctx context.Context, r *verdictReport) error {
	for _, v := range r.First {
		if v.Outcome == game.Unknown.String() {
			return stopped(ctx, fmt.Errorf("%s is not decided: %s", r.Position, v.Why))
		}
	}
	return nil
}

func (r *verdictReport) lines() []string {
	if !r.about.Partizan {
		return []string{r.First[0].Outcome}
	}
	return []string{"Left " + r.First[play.Left].Outcome + ", Right " + r.First[play.Right].Outcome}
}

func (r *verdictReport) page(w io.Writer) error {
	var b term.Block
	b.Line("game", r.about.Title)
	b.Line("position", r.Position)
	if r.about.Misere {
		b.Line("play", playText(r.Play))
	}
	if r.Class != "" {
		b.Line("class", r.Class)
	}
	if r.Value != "" {
		b.Line("value", r.Value)
	}
	for i, v := range r.First {
		who := "the player to move"
		if r.about.Partizan {
			who = sideName(r.about, play.Side(i)) + " to move"
		}
		b.Line("outcome", outcomeLine(v.Outcome, who))
		if v.Outcome == game.Win.String() && len(v.Winning) > 0 {
			b.Line(r.label(v), r.moves(v))
		}
		b.Line("because", v.Why)
	}
	return b.Write(w)
}

// outcomeLine says who wins in words.
func outcomeLine(outcome, who string) string {
	if outcome == game.Unknown.String() {
		return "not decided for " + who
	}
	return outcome + " for " + who
}

func (r *verdictReport) label(v sideVerdict) string {
	switch {
	case r.single && len(v.Winning) > 1 || !v.All:
		return "a winning move"
	case len(v.Winning) == 1:
		return "the winning move"
	default:
		return "winning moves (" + strconv.Itoa(len(v.Winning)) + ")"
	}
}

func (r *verdictReport) moves(v sideVerdict) string {
	if r.single {
		return v.Winning[0]
	}
	return strings.Join(v.Winning, ", ")
}

// runVerdict solves positions by the rules of their game.
func runVerdict(ctx context.Context, g *GlobalOptions, arg string, all bool) error {
	ctx, stop := g.limited(ctx)
	defer stop()
	return g.eachRuled(ctx, arg, func(p play.Position, text string) (report, error) {
		r, err := g.judge(ctx, p, text)
		if r == nil {
			return nil, err
		}
		r.single = !all
		if values, ok := g.Entry.Rules.(play.Values); ok && !g.Misere && err == nil {
			r.Value = valueIfSmall(ctx, values, p)
		}
		return r, err
	})
}

// valueTime is how long `solve` looks for a value beside the outcome. `nimber` takes the
// time that it needs.
const valueTime = 2 * time.Second

// valueIfSmall returns a value that is soon found, "" if it is too much.
func valueIfSmall(ctx context.Context, values play.Values, p play.Position) string {
	ctx, stop := context.WithTimeout(ctx, valueTime)
	defer stop()
	value, err := values.Value(ctx, p)
	if err != nil {
		return ""
	}
	return value
}

// runRuledOutcome prints who wins, and nothing else.
func runRuledOutcome(ctx context.Context, g *GlobalOptions, arg string) error {
	ctx, stop := g.limited(ctx)
	defer stop()
	return g.eachRuled(ctx, arg, func(p play.Position, text string) (report, error) {
		r, err := g.judge(ctx, p, text)
		if err != nil {
			return nil, err
		}
		return &outcomeReport{"sprouts.outcome.v1", text, playWord(g.Misere), r.lines()[0]}, nil
	})
}

// runRuledNimber prints nimbers, or the values of partizan positions.
func runRuledNimber(ctx context.Context, g *GlobalOptions, arg string) error {
	ctx, stop := g.limited(ctx)
	defer stop()
	switch rules := g.Entry.Rules.(type) {
	case play.Values:
		return g.eachRuled(ctx, arg, func(p play.Position, text string) (report, error) {
			value, err := rules.Value(ctx, p)
			if err != nil {
				return nil, stopped(ctx, err)
			}
			return &valueReport{"sprouts.value.v1", text, value}, nil
		})
	case play.Nimbers:
		return g.eachRuled(ctx, arg, func(p play.Position, text string) (report, error) {
			n, err := rules.Nimber(ctx, p)
			if err != nil {
				return nil, stopped(ctx, err)
			}
			return &ruledNimberReport{"sprouts.nimber.v1", text, playNormal, n}, nil
		})
	default:
		return usagef("%s has no nimbers: its sides have different moves; ask \"sprouts solve --game %s\"",
			g.Entry.Rules.About().Title, g.Entry.Rules.Name())
	}
}

// valueReport is the value of a partizan position.
type valueReport struct {
	Schema string `json:"schema"`
	Input  string `json:"input"`
	Value  string `json:"value"`
}

func (r *valueReport) lines() []string { return []string{r.Value} }

// ruledNimberReport is a nimberReport whose nimber may be of any size.
type ruledNimberReport struct {
	Schema string `json:"schema"`
	Input  string `json:"input"`
	Play   string `json:"play"` // "normal"
	Nimber uint64 `json:"nimber"`
}

func (r *ruledNimberReport) lines() []string { return []string{strconv.FormatUint(r.Nimber, 10)} }

// maxListed is how many moves `sprouts moves` lists of one side.
const maxListed = 10_000

// ruledMovesReport is the moves from a position as they are written.
type ruledMovesReport struct {
	Schema   string      `json:"schema"`
	Input    string      `json:"input"`
	Position string      `json:"position"`
	Play     string      `json:"play"` // "normal" or "misere"
	Sides    []sideMoves `json:"sides"`

	about play.About
}

// sideMoves is the moves of one side.
type sideMoves struct {
	Side  string      `json:"side"`
	Moves []ruledMove `json:"moves"`
	More  bool        `json:"more"` // there are more than are listed
}

// ruledMove is one move.
type ruledMove struct {
	Move     string `json:"move"`
	Position string `json:"position"`
	Outcome  string `json:"outcome"` // for the side that made the move; "unknown" if not decided
}

// runRuledMoves lists moves, each with who wins after it.
func runRuledMoves(ctx context.Context, g *GlobalOptions, arg string) error {
	ctx, stop := g.limited(ctx)
	defer stop()
	return g.eachRuled(ctx, arg, func(p play.Position, text string) (report, error) {
		r := &ruledMovesReport{Schema: "sprouts.rule-moves.v1", Input: text, Position: p.String(), Play: playWord(g.Misere), about: g.Entry.Rules.About()}
		for _, s := range sides(r.about) {
			m, err := g.movesOf(ctx, p, s)
			if err != nil {
				return nil, err
			}
			r.Sides = append(r.Sides, m)
		}
		return r, nil
	})
}

// movesOf lists the moves of a side.
func (g *GlobalOptions) movesOf(ctx context.Context, p play.Position, s play.Side) (sideMoves, error) {
	list := sideMoves{Side: s.String(), Moves: []ruledMove{}}
	for m := range p.Moves(s) {
		if len(list.Moves) == maxListed {
			list.More = true
			g.say("there are more than %s moves; these are the first", term.Count(maxListed))
			break
		}
		v, err := g.Entry.Rules.Judge(ctx, m.To, s.Other(), g.Misere)
		if err == nil && ctx.Err() != nil {
			err = context.Cause(ctx)
		}
		if err != nil {
			return list, err
		}
		list.Moves = append(list.Moves, ruledMove{m.Text, m.To.String(), opposite(v.Outcome).String()})
	}
	return list, nil
}

// opposite is an outcome as the opponent sees it.
func opposite(o game.Outcome) game.Outcome {
	switch o {
	case game.Win:
		return game.Loss
	case game.Loss:
		return game.Win
	default:
		return game.Unknown
	}
}

func (r *ruledMovesReport) lines() (lines []string) {
	for _, s := range r.Sides {
		for _, m := range s.Moves {
			cells := []string{m.Move, m.Position, m.Outcome}
			if r.about.Partizan {
				cells = slices.Insert(cells, 0, s.Side)
			}
			lines = append(lines, strings.Join(cells, "\t"))
		}
	}
	return lines
}

func (r *ruledMovesReport) page(w io.Writer) error {
	columns := []term.Column{{Title: "mover"}, {Title: "move"}, {Title: "leads to"}}
	if r.about.Partizan {
		columns = slices.Insert(columns, 0, term.Column{Title: "by"})
	}
	table := term.NewTable(columns...)
	for i, s := range r.Sides {
		for _, m := range s.Moves {
			cells := []string{m.Outcome, m.Move, m.Position}
			if r.about.Partizan {
				cells = slices.Insert(cells, 0, sideName(r.about, play.Side(i)))
			}
			table.Row(cells...)
		}
	}
	return table.Write(w)
}
