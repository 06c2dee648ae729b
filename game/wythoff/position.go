package wythoff

import (
	"iter"
	"slices"
	"strconv"
	"strings"

	"github.com/sprouts-solver/sprouts/game/play"
)

// position is a sum of games, at least one. A game that has ended stays as 0,0, so
// that the others keep their numbers.
type position struct{ pairs []pair }

// String writes the pairs joined by "+".
func (p position) String() string {
	texts := make([]string, len(p.pairs))
	for i, q := range p.pairs {
		texts[i] = q.String()
	}
	return strings.Join(texts, "+")
}

// after returns the position with another pair in the place i.
func (p position) after(i int, to pair) position {
	pairs := slices.Clone(p.pairs)
	pairs[i] = to
	return position{pairs}
}

// live returns the indices of the pairs in which there is a move left.
func (p position) live() (indices []int) {
	for i, q := range p.pairs {
		if !q.ended() {
			indices = append(indices, i)
		}
	}
	return indices
}

// text writes the move in pair i that leads to another pair: "a-2", or "1:a-2" in a
// sum.
func (p position) text(i int, to pair) string {
	q := p.pairs[i]
	text := "ab-" + strconv.FormatUint(q.a-to.a, 10)
	switch {
	case q.b == to.b:
		text = "a-" + strconv.FormatUint(q.a-to.a, 10)
	case q.a == to.a:
		text = "b-" + strconv.FormatUint(q.b-to.b, 10)
	}
	if len(p.pairs) > 1 {
		text = strconv.Itoa(i+1) + ":" + text
	}
	return text
}

// options yields the pairs that a move leads to: from the first heap, from the
// second, from both, each time the smallest move first.
func (q pair) options() iter.Seq[pair] {
	return func(yield func(pair) bool) {
		for left := q.a; left > 0; left-- {
			if !yield(pair{left - 1, q.b}) {
				return
			}
		}
		for left := q.b; left > 0; left-- {
			if !yield(pair{q.a, left - 1}) {
				return
			}
		}
		for n := range min(q.a, q.b) {
			if !yield(pair{q.a - n - 1, q.b - n - 1}) {
				return
			}
		}
	}
}

// Moves yields the moves pair by pair.
func (p position) Moves(play.Side) iter.Seq[play.Move] {
	return func(yield func(play.Move) bool) {
		for i, q := range p.pairs {
			for to := range q.options() {
				if !yield(play.Move{Text: p.text(i, to), To: p.after(i, to)}) {
					return
				}
			}
		}
	}
}

// Play returns the position after a move.
func (p position) Play(_ play.Side, move string) (play.Position, error) {
	i, to, failure := p.read(move)
	if failure != nil {
		return nil, failure
	}
	return p.after(i, to), nil
}
