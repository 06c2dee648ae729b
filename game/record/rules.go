package record

import (
	"context"
	"fmt"

	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/game/play"
)

// defaultSpots is a start that two people play in ten minutes or so.
const defaultSpots = 6

// Rules are those of Sprouts, with somebody to ask who wins.
type Rules struct{ decide Decide }

// Decide says who wins a position, written as package canon does in canonical form, for
// the player to move. It says Unknown if it cannot; when ctx ends it may say so or
// return an error.
type Decide func(ctx context.Context, abstract string, misere bool) (game.Outcome, error)

// New returns the rules of Sprouts. decide may be nil: then nothing is known of
// positions in which a move is left.
func New(decide Decide) Rules { return Rules{decide} }

// Name returns "sprouts".
func (Rules) Name() string { return "sprouts" }

// About describes the game to a player.
func (Rules) About() play.About {
	return play.About{
		Title: "Sprouts",
		Goal: "Draw a line from one spot to another or to itself, and put a new spot on it. The line may not meet a line " +
			"or another spot, and three lines at most end at a spot. Who cannot move loses; in misère play, wins.",
		Move: "1(7)2 is a line from 1 to 2 with the new spot 7. 1(7)1[2,4-6] cuts spots off, 1(9@5)8 is drawn where 5 can be " +
			"reached. ! beside a spot: seen from the new spot, its higher neighbour is on the left. ! after the " +
			"second spot: the list is on the left of the line.",
		Size:   fmt.Sprintf("spots at the start, 1 to %d, %d if not said", MaxSpots, defaultSpots),
		Misere: true,
	}
}

// Start returns a position of Size spots without lines, six unless Size says otherwise.
// Spots outside 1 to MaxSpots give an error.
func (Rules) Start(o play.Options) (play.Position, error) {
	g := Game{Spots: o.Size}
	if g.Spots == 0 {
		g.Spots = defaultSpots
	}
	p, err := g.Start()
	if err != nil {
		return nil, err
	}
	return p, nil
}

// Parse reads a position as the function [Parse] does.
func (Rules) Parse(text string) (play.Position, error) {
	p, err := Parse(text)
	if err != nil {
		return nil, err
	}
	return p, nil
}

// maxJudged is the number of moves that Judge looks at: one line can have more ways to
// share out boundaries than there is time.
const maxJudged = 1 << 16

// Judge asks who wins the position, and then which moves lead to a position that the
// opponent loses. Positions that are equal without names are asked for once. It looks at
// the first 65,536 moves; All is false if there are more, or if some are unknown.
func (r Rules) Judge(ctx context.Context, p play.Position, _ play.Side, misere bool) (play.Verdict, error) {
	drawn, ok := p.(Position)
	if !ok {
		return play.Verdict{}, fmt.Errorf("judge a position of Sprouts: this is a %T", p)
	}
	if drawn.Finished() {
		return finished(misere), nil
	}
	if r.decide == nil {
		return play.Verdict{Why: "there is no solver to ask"}, nil
	}
	j := judge{ctx: ctx, decide: r.decide, misere: misere, known: map[string]game.Outcome{}}
	abstract := drawn.Abstract()
	outcome, err := j.outcome(abstract)
	switch {
	case err != nil:
		return play.Verdict{}, fmt.Errorf("decide %s: %w", abstract, err)
	case outcome == game.Unknown:
		return play.Verdict{Why: "the solver did not decide " + abstract}, nil
	case outcome == game.Loss:
		return play.Verdict{Outcome: game.Loss, All: true, Why: "the solver proved " + abstract + " a loss"}, nil
	}
	return j.winning(drawn, abstract)
}

// finished returns the verdict of a position without moves.
func finished(misere bool) play.Verdict {
	if misere {
		return play.Verdict{Outcome: game.Win, All: true, Why: "no move is left, and who made the last one loses"}
	}
	return play.Verdict{Outcome: game.Loss, All: true, Why: "no move is left"}
}

// judge asks for positions, each once.
type judge struct {
	ctx    context.Context
	decide Decide
	misere bool
	known  map[string]game.Outcome
}

// outcome returns what is known of a position. The end of the context is no error.
func (j judge) outcome(abstract string) (game.Outcome, error) {
	o, ok := j.known[abstract]
	if ok || j.stopped() {
		return o, nil
	}
	o, err := j.decide(j.ctx, abstract, j.misere)
	switch {
	case err == nil:
		j.known[abstract] = o
	case j.stopped():
		return game.Unknown, nil
	}
	return o, err
}

// stopped reports whether there is no more time to ask.
func (j judge) stopped() bool { return j.ctx.Err() != nil }

// winning finds the winning moves of a won position.
func (j judge) winning(p Position, abstract string) (play.Verdict, error) {
	v := play.Verdict{Outcome: game.Win, All: true, Why: "the solver proved " + abstract + " a win"}
	seen := 0
	for m := range p.Moves(play.Left) {
		if seen++; seen > maxJudged || j.stopped() {
			v.All = false
			break
		}
		to := m.To.(Position).Abstract()
		switch o, err := j.outcome(to); {
		case err != nil:
			return play.Verdict{}, fmt.Errorf("decide %s: %w", to, err)
		case o == game.Unknown:
			v.All = false
		case o == game.Loss:
			v.Moves = append(v.Moves, m.Text)
		}
	}
	if len(v.Moves) == 0 {
		return play.Verdict{Why: "the solver proved " + abstract + " a win, but by no move that was looked at"}, nil
	}
	return v, nil
}
