package gametest

import (
	"fmt"
	"slices"

	"github.com/sprouts-solver/sprouts/game"
)

// PlainSprouts solves Sprouts by brute force, written a second time from the
// rules of the strings, so that the fast code can be wrong in one place only.
// It knows no canonical form and no reduction but this: what is dead is dropped,
// lands are solved one by one, and a land met again under names that its plain
// spelling happens to undo is not solved again.
//
// It is good for about 5 spots (15 lives). It is not safe for concurrent use.
type PlainSprouts struct {
	nimbers map[string]game.Nimber // by plain spelling of the land
}

// NewPlainSprouts returns a solver that has solved nothing yet.
func NewPlainSprouts() *PlainSprouts {
	return &PlainSprouts{nimbers: map[string]game.Nimber{}}
}

// PlainNimber returns the nimber of a position such as "0*8.AB|0*3.AB+*2". To
// solve many, let them share a [PlainSprouts].
func PlainNimber(text string) (game.Nimber, error) { return NewPlainSprouts().Nimber(text) }

// PlainMoves returns the positions after each move from the position, in plain
// spelling, each once, in ascending order. Moves in nim-heaps are not among
// them. The same position may be there in several spellings.
func PlainMoves(text string) ([]string, error) {
	p, heap, err := plainParse(text)
	if err != nil {
		return nil, err
	}
	var texts []string
	for _, option := range p.moves() {
		texts = append(texts, plainText(option.lands(), heap))
	}
	slices.Sort(texts)
	return slices.Compact(texts), nil
}

// PlainLives returns the lives of the spots that can still be used, which is
// more than the moves in any game from the position.
func PlainLives(text string) (int, error) {
	p, _, err := plainParse(text)
	if err != nil {
		return 0, err
	}
	live := p.live()
	return live.livesIn(live.regions...), nil
}

// Nimber returns the nimber of a position, nim-heaps included.
func (s *PlainSprouts) Nimber(text string) (game.Nimber, error) {
	p, heap, err := plainParse(text)
	if err != nil {
		return 0, err
	}
	return heap ^ s.position(p.live()), nil
}

// Len returns the number of lands solved so far.
func (s *PlainSprouts) Len() int { return len(s.nimbers) }

// position returns the xor of the nimbers of the lands of a live position.
func (s *PlainSprouts) position(p plain) game.Nimber {
	var sum game.Nimber
	for _, land := range p.lands() {
		sum ^= s.land(land)
	}
	return sum
}

// land returns the least nimber that no move leads to.
func (s *PlainSprouts) land(land plain) game.Nimber {
	spelling := land.spelling()
	if n, ok := s.nimbers[spelling]; ok {
		return n
	}
	var taken [game.MaxNimber + 2]bool
	for _, option := range land.moves() {
		taken[s.position(option)] = true
	}
	n := game.Nimber(slices.Index(taken[:], false))
	if n > game.MaxNimber {
		panic(fmt.Sprintf("gametest: %s has a nimber above %d", spelling, game.MaxNimber))
	}
	s.nimbers[spelling] = n
	return n
}
