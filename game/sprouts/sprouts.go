package sprouts

import (
	"errors"
	"fmt"
	"slices"

	"github.com/sprouts-solver/sprouts/canon"
	"github.com/sprouts-solver/sprouts/game"
)

// rules is the game of Sprouts in normal play.
type rules struct{}

// New returns the game of Sprouts.
func New() game.Game { return rules{} }

// Name is "sprouts".
func (rules) Name() string { return "sprouts" }

// Version names the rules and the canonical form.
func (rules) Version() string { return "sprouts-1/" + canon.Version }

// Parse reads a position; see package canon for the notation.
func (rules) Parse(text string) (game.Position, error) { return convert(canon.Parse(text)) }

// ParseStrings reads a position in which digits are spots everywhere; see
// [canon.ParseStrings].
func ParseStrings(text string) (game.Position, error) { return convert(canon.ParseStrings(text)) }

func convert(p canon.Position, err error) (game.Position, error) {
	if syntax, ok := errors.AsType[*canon.SyntaxError](err); ok {
		e := game.ParseError(*syntax)
		return game.Position{}, &e
	}
	if err != nil {
		return game.Position{}, err
	}
	components := make([]game.Component, len(p.Lands))
	for i, l := range p.Lands {
		components[i] = game.Component(l)
	}
	return game.NewPosition(components, game.Nimber(p.Heap)), nil
}

// Format writes a land in canonical text.
func (rules) Format(c game.Component) (string, error) {
	land, err := canon.DecodeKey([]byte(c))
	if err != nil {
		return "", fmt.Errorf("sprouts: %w", err)
	}
	return land.String(), nil
}

// NewExpander returns an expander that makes the moves of lands.
func (rules) NewExpander() game.Expander {
	e := &expander{generator: canon.NewGenerator()}
	e.passOn = e.pass
	return e
}

// expander adapts a canon.Generator.
type expander struct {
	generator *canon.Generator
	sum       game.Sum
	family    []byte
	yield     func(*game.Sum) bool    // of the call of Expand
	passOn    func(*canon.Lands) bool // e.pass, made once since making it allocates
}

// Expand calls yield with each child of the land.
func (e *expander) Expand(c []byte, yield func(option *game.Sum) bool) {
	e.yield = yield
	e.generator.Children(c, e.passOn)
	e.yield = nil
}

// pass calls yield with a child.
func (e *expander) pass(lands *canon.Lands) bool {
	e.sum.Use(lands.Keys, lands.Ends)
	return e.yield(&e.sum)
}

// Check returns an error unless c is a canonical land. It is faster than Format.
func (e *expander) Check(c []byte) error {
	if err := e.generator.Check(c); err != nil {
		return fmt.Errorf("sprouts: %w", err)
	}
	return nil
}

// Measure returns the lives and the estimated moves of the land.
func (e *expander) Measure(c []byte) game.Measure {
	lives, moves := canon.Measure(c)
	return game.Measure{Lives: lives, Moves: moves}
}

// analogyLives is how many lives a land needs for a family: the law gets weaker for
// small lands, and those of six spots or fewer are known by table.
const analogyLives = 19

// Analogy returns the land's family under "three spots more flip the nimber".
func (e *expander) Analogy(c []byte) ([]byte, game.Nimber) {
	if lives, _ := canon.Measure(c); lives < analogyLives {
		return nil, 0
	}
	family, parity := e.generator.Analogy(c)
	e.family = append(e.family[:0], family...)
	return slices.Clip(e.family), game.Nimber(parity)
}
