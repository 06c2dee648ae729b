package nim

import (
	"context"
	"fmt"

	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/game/play"
)

// census is all that the winner of a position depends on.
type census struct {
	xor   uint64
	large int // heaps of two or more
}

// census counts the heaps.
func (p position) census() census {
	c := census{}
	for _, h := range p.heaps {
		c = c.with(h, 1)
	}
	return c
}

// with returns the census with a heap added (1) or taken away (-1).
func (c census) with(heap uint64, times int) census {
	c.xor ^= heap
	if heap >= 2 {
		c.large += times
	}
	return c
}

// lost reports whether the player to move loses.
func (c census) lost(misere bool) bool {
	if misere && c.large == 0 {
		return c.xor == 1
	}
	return c.xor == 0
}

// winning returns all winning moves: at most one for each heap. What it leaves of
// the heap makes the xor 0 or, where misère play wants it, 1.
func (p position) winning(misere bool) (moves []take) {
	before := p.census()
	for i, h := range p.heaps {
		others := before.with(h, -1)
		for _, left := range []uint64{others.xor, others.xor ^ 1} {
			if left < h && others.with(left, 1).lost(misere) {
				moves = append(moves, take{i, h - left})
			}
		}
	}
	return moves
}

// Judge decides by Bouton's theorem, at once and for heaps of any size.
func (rules) Judge(_ context.Context, p play.Position, _ play.Side, misere bool) (play.Verdict, error) {
	q, err := ours(p)
	if err != nil {
		return play.Verdict{}, fmt.Errorf("judge: %w", err)
	}
	v := play.Verdict{Outcome: game.Win, Why: q.why(misere)}
	if q.census().lost(misere) {
		v.Outcome = game.Loss
		return v, nil
	}
	moves := q.winning(misere)
	for _, t := range moves {
		v.Moves = append(v.Moves, t.String())
	}
	v.All = true
	v.Hint = q.hint(moves)
	return v, nil
}

// why names the case of the theorem.
func (p position) why(misere bool) string {
	c := p.census()
	switch {
	case misere && c.large == 0 && c.xor == 1:
		return "No heap has two objects, and the number of single ones is odd: the mover takes the last (Bouton 1901)."
	case misere && c.large == 0:
		return "No heap has two objects, and the number of single ones is even: the opponent takes the last (Bouton 1901)."
	case misere && c.large == 1:
		return "Only one heap has two objects or more: the mover leaves one or none of it, " +
			"so that the number of single ones is odd (Bouton 1901)."
	case c.xor == 0:
		return "The xor of the heaps is 0: each move makes it another number, and the opponent makes it 0 again (Bouton 1901)."
	default:
		return fmt.Sprintf("The xor of the heaps is %d, not 0: the mover makes it 0 (Bouton 1901).", c.xor)
	}
}
