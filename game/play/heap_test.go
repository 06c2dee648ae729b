package play_test

import (
	"context"
	"errors"
	"iter"
	"strconv"
	"strings"

	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/game/play"
)

// heaps is a game for these tests: take one or two from a heap.
type heaps struct{ blind bool } // blind: its judge decides nothing above three

func (heaps) Name() string { return "heap" }
func (heaps) About() play.About {
	return play.About{Title: "Heap", Goal: "Take one or two.", Move: "1 or 2", Misere: true}
}

func (heaps) Start(o play.Options) (play.Position, error) {
	if o.Size < 0 {
		return nil, errors.New("no heap has fewer than no objects")
	}
	return heap(7), nil
}

func (heaps) Parse(text string) (play.Position, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 {
		return nil, &game.ParseError{Input: text, Reason: "no number", Remedy: "write one"}
	}
	return heap(n), nil
}

// Judge knows that multiples of three lose in normal play, and those and one more in
// misère play.
func (r heaps) Judge(_ context.Context, p play.Position, _ play.Side, misere bool) (play.Verdict, error) {
	n := int(p.(heap))
	if r.blind && n > 3 {
		return play.Verdict{Why: "too large"}, nil
	}
	lost := 0
	if misere {
		lost = 1
	}
	if n%3 == lost {
		return play.Verdict{Outcome: game.Loss, Why: "by threes", All: true}, nil
	}
	v := play.Verdict{Outcome: game.Win, Why: "by threes", All: true}
	if take := (n + 3 - lost) % 3; take <= n {
		v.Moves = []string{strconv.Itoa(take)}
	}
	return v, nil
}

type heap int

func (h heap) String() string { return strconv.Itoa(int(h)) }
func (h heap) Draw() string   { return strings.Repeat("o", int(h)) + "\n" }

func (h heap) Moves(play.Side) iter.Seq[play.Move] {
	return func(yield func(play.Move) bool) {
		for take := 1; take <= min(2, int(h)); take++ {
			if !yield(play.Move{Text: strconv.Itoa(take), To: h - heap(take)}) {
				return
			}
		}
	}
}

func (h heap) Play(_ play.Side, move string) (play.Position, error) {
	take, err := strconv.Atoi(move)
	if err != nil || take < 1 || take > min(2, int(h)) {
		return nil, &play.MoveError{Move: move, Reason: "no move", Remedy: "take 1 or 2"}
	}
	return h - heap(take), nil
}
