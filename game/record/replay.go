package record

import (
	"errors"
	"fmt"
	"iter"

	"github.com/sprouts-solver/sprouts/game/play"
)

// Step is one move of a recorded game.
type Step struct {
	Number int      // of the move, from 1
	Text   string   // the move as it was written
	Move   string   // the same in the shortest form
	To     Position // the position after it
}

// Abstract returns the position after the move as package canon writes it.
func (s Step) Abstract() string { return s.To.Abstract() }

// Start returns the position in which the game starts. An error says that the number
// of spots is out of bounds.
func (g Game) Start() (Position, error) {
	if g.Spots < 1 || g.Spots > MaxSpots {
		return Position{}, fmt.Errorf("a game starts with 1 to %d spots, not %d", MaxSpots, g.Spots)
	}
	return Position{startDrawing(g.Spots)}, nil
}

// Replay plays the moves one by one. It ends with the first move that is illegal or
// ambiguous: the step then has number and text of the move, and the error wraps the
// *[play.MoveError]. A last error, in a step without a move, says that the result
// contradicts the rules: the game was played to its end and the other player won.
func (g Game) Replay() iter.Seq2[Step, error] {
	return func(yield func(Step, error) bool) {
		p, err := g.Start()
		if err != nil {
			yield(Step{}, err)
			return
		}
		for i, text := range g.Moves {
			step := Step{Number: i + 1, Text: text}
			step.To, err = p.play(text)
			if err == nil {
				step.Move, err = p.Shortest(text)
			}
			if err != nil {
				yield(step, fmt.Errorf("move %d: %w", step.Number, err))
				return
			}
			p = step.To
			if !yield(step, nil) {
				return
			}
		}
		if err := g.checkWinner(p); err != nil {
			yield(Step{}, err)
		}
	}
}

// checkWinner compares the result with the end of the game, if the end was reached.
func (g Game) checkWinner(p Position) error {
	if g.Winner == 0 || len(g.Moves) == 0 || !p.Finished() {
		return nil
	}
	winner := 2 - p.Made()%2 // who made the last move
	if g.Misere {
		winner = 3 - winner
	}
	if winner != g.Winner {
		return fmt.Errorf("the result is %s, but no move is left after move %d and so %s wins",
			numeral(g.Winner), p.Made(), numeral(winner))
	}
	return nil
}

// numeral writes a player as the notation does.
func numeral(player int) string { return [...]string{"", "I", "II"}[player] }

// parseGame reads a game and returns the position it leads to. Errors are of type
// *[game.ParseError], those of illegal moves too.
func parseGame(text string) (Position, error) {
	g, offsets, failure := readGame(text)
	if failure != nil {
		return Position{}, failure
	}
	r := gameText{text: text}
	p, err := g.Start()
	for i, move := range g.Moves {
		if p, err = p.play(move); err != nil {
			r.failMove(offsets[i], err)
			return Position{}, r.err
		}
	}
	return p, err
}

// failMove makes an error of the text out of one of a move in it.
func (r *gameText) failMove(offset int, err error) {
	if wrong, ok := errors.AsType[*play.MoveError](err); ok {
		r.fail(offset+wrong.Offset, wrong.Remedy, "in the move %s, %s", wrong.Move, wrong.Reason)
		return
	}
	r.fail(offset, gameRemedy, "%v", err)
}
