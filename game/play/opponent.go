package play

import (
	"context"
	"math/rand/v2"

	"github.com/sprouts-solver/sprouts/game"
)

// Choice is a move that an opponent has chosen.
type Choice struct {
	Move    string
	Verdict Verdict // of the position before it
}

// most is how many moves are looked at where none is known to win.
const most = 1000

// Choose chooses a move in a position: one that wins if there is one, and any one if
// all lose. Where the position cannot be decided before ctx ends, the moves are
// looked at one by one: the first one that turns out to win is chosen, else one that
// is not known to lose. What is left to chance depends on the seed. The second result
// is false if there is no move. Errors are those of Judge.
func Choose(ctx context.Context, rules Rules, p Position, s Side, misere bool, seed uint64) (Choice, bool, error) {
	verdict, err := rules.Judge(ctx, p, s, misere)
	if err != nil {
		return Choice{}, false, err
	}
	if len(verdict.Moves) > 0 {
		return Choice{Move: verdict.Moves[0], Verdict: verdict}, true, nil
	}
	moves := someMoves(p, s)
	if len(moves) == 0 {
		return Choice{}, false, nil
	}
	rng := rand.New(rand.NewPCG(seed, uint64(len(moves))))
	rng.Shuffle(len(moves), func(i, j int) { moves[i], moves[j] = moves[j], moves[i] })
	c := Choice{Move: moves[0].Text, Verdict: verdict}
	if verdict.Outcome == game.Unknown {
		err = c.look(ctx, rules, moves, s, misere)
	}
	return c, true, err
}

// someMoves returns the first moves of a side.
func someMoves(p Position, s Side) (moves []Move) {
	for m := range p.Moves(s) {
		if moves = append(moves, m); len(moves) == most {
			break
		}
	}
	return moves
}

// look judges where the moves lead, until one is found that wins.
func (c *Choice) look(ctx context.Context, rules Rules, moves []Move, s Side, misere bool) error {
	safe := false
	for _, m := range moves {
		v, err := rules.Judge(ctx, m.To, s.Other(), misere)
		if err != nil {
			return err
		}
		switch v.Outcome {
		case game.Loss:
			c.Move = m.Text
			return nil
		case game.Win:
		case game.Unknown:
			if !safe {
				c.Move, safe = m.Text, true
			}
		}
	}
	return nil
}
