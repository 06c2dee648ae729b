package wythoff

import (
	"context"
	"fmt"

	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/game/play"
)

// Judge decides one pair at once, for heaps of any size, and sums as far as a table
// of nimbers reaches, see the package comment. Winning moves are all there are,
// unless Verdict.All says otherwise.
func (rules) Judge(ctx context.Context, p play.Position, _ play.Side, misere bool) (play.Verdict, error) {
	q, err := ours(p)
	if err != nil {
		return play.Verdict{}, fmt.Errorf("judge: %w", err)
	}
	switch live := q.live(); len(live) {
	case 0:
		return q.judgeOne(0, misere), nil
	case 1:
		return q.judgeOne(live[0], misere), nil
	default:
		return q.judgeSum(ctx, misere), nil
	}
}

// judgeOne decides a position in which there are moves in pair i only.
func (p position) judgeOne(i int, misere bool) play.Verdict {
	q := p.pairs[i]
	v := play.Verdict{Outcome: game.Win, Hint: p.map1(i, misere)}
	switch {
	case Lost(q.a, q.b, misere):
		v.Outcome = game.Loss
		v.Why = fmt.Sprintf("%s is one of the pairs that are lost%s.", q, rule(misere))
		return v
	case q.ended():
		v.Why = "There is no move left, and in misère play this wins."
		return v
	}
	for _, to := range q.aims(misere) {
		v.Moves = append(v.Moves, p.text(i, to))
	}
	v.All = true
	v.Why = fmt.Sprintf("%s is none of the pairs that are lost%s: a move leads to one.", q, rule(misere))
	return v
}

// rule says which pairs are lost.
func rule(misere bool) string {
	if misere {
		return ", 0,1 and 2,2 and from k = 2 on [kφ],[kφ²]"
	}
	return ", [kφ],[kφ²] (Wythoff 1907)"
}

// judgeSum decides a sum from the nimbers of its pairs.
func (p position) judgeSum(ctx context.Context, misere bool) play.Verdict {
	s, err := p.appraise(ctx)
	if err != nil {
		return play.Verdict{Why: fmt.Sprintf("There was no time for the nimbers of the pairs: %v.", err)}
	}
	switch {
	case s.unknown == 0:
		return s.judge(misere)
	case s.unknown == 1 && s.xor == 0:
		return s.judgeOneUnknown(misere)
	default:
		return play.Verdict{Why: fmt.Sprintf("A sum needs the nimbers of its pairs. They have no closed form, and the table ends "+
			"at heaps of %d: the nimbers of %d pairs are not known.", MaxTable-1, s.unknown)}
	}
}

// judge decides a sum of which all nimbers are known.
func (s sum) judge(misere bool) play.Verdict {
	v := play.Verdict{Outcome: game.Win, Why: s.why(misere)}
	if s.lost(misere) {
		v.Outcome = game.Loss
		return v
	}
	v.All = true
	aims := make([][]pair, len(s.pairs))
	for i := range s.pairs {
		others := s.with(s.worths[i], -1)
		listed := s.listed(i, others.xor, func(to pair, w worth) {
			if others.with(w, 1).lost(misere) {
				v.Moves = append(v.Moves, s.text(i, to))
				aims[i] = append(aims[i], to)
			}
		})
		v.All = v.All && listed
	}
	v.Hint = s.mapSum(aims)
	return v
}

// why says which rule decides a sum.
func (s sum) why(misere bool) string {
	switch {
	case misere && s.firm == 0:
		return fmt.Sprintf("All pairs are among 0,0 0,1 1,2 2,2, and the xor of their nimbers is %d: "+
			"in misère play 1 loses and 0 wins.", s.xor)
	case misere:
		return fmt.Sprintf("The xor of the nimbers of the pairs is %d: 0 loses, in misère play too, "+
			"since some pair is not among 0,0 0,1 1,2 2,2.", s.xor)
	default:
		return fmt.Sprintf("The xor of the nimbers of the pairs is %d: 0 loses, all else wins.", s.xor)
	}
}

// judgeOneUnknown decides a sum with one pair of which only this is known that its
// nimber is not 0, while the others together are worth 0: moving there to 0 wins.
func (s sum) judgeOneUnknown(misere bool) play.Verdict {
	v := play.Verdict{
		Outcome: game.Win,
		Why: "One pair is not lost by itself, and the others together have the nimber 0: a move there leads to 0. " +
			"There may be other winning moves.",
	}
	for i, w := range s.worths {
		if w.known {
			continue
		}
		aims := make([][]pair, len(s.pairs))
		aims[i] = s.pairs[i].aims(misere && s.firm == 0)
		for _, to := range aims[i] {
			v.Moves = append(v.Moves, s.text(i, to))
		}
		v.Hint = s.mapSum(aims)
	}
	return v
}
