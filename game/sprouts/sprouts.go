package sprouts

import (
	"errors"
	"fmt"
	"slices"

	"github.com/sprouts-solver/sprouts/canon"
	"github.com/sprouts-solver/sprouts/game"
)

// Game is Sprouts in normal play. Package misere makes of it the game in misère play.
type Game struct{}

// New returns the game of Sprouts.
func New() Game { return Game{} }

// Name is "sprouts".
func (Game) Name() string { return "sprouts" }

// Version names the rules and the canonical form.
func (Game) Version() string { return "sprouts-1/" + canon.Version }

// Parse reads a position; see package canon for the notation.
func (Game) Parse(text string) (game.Position, error) { return convert(canon.Parse(text)) }

// ParseStrings reads a position in which digits are spots everywhere; see
// [canon.ParseStrings].
func ParseStrings(text string) (game.Position, error) { return convert(canon.ParseStrings(text)) }

// ParseSummands reads a position like Parse, for misère play: equal lands do not cancel
// there, nor do nim-heaps add up.
func (Game) ParseSummands(text string) (components []game.Component, heaps []game.Nimber, err error) {
	p, sizes, err := canon.ParseSummands(text)
	if err != nil {
		return nil, nil, parseError(err)
	}
	for _, l := range p.Lands {
		components = append(components, game.Component(l))
	}
	for _, h := range sizes {
		heaps = append(heaps, game.Nimber(h))
	}
	return components, heaps, nil
}

// parseError turns an error of canon's into one of package game's.
func parseError(err error) error {
	if syntax, ok := errors.AsType[*canon.SyntaxError](err); ok {
		e := game.ParseError(*syntax)
		return &e
	}
	return err
}

func convert(p canon.Position, err error) (game.Position, error) {
	if err != nil {
		return game.Position{}, parseError(err)
	}
	components := make([]game.Component, len(p.Lands))
	for i, l := range p.Lands {
		components[i] = game.Component(l)
	}
	return game.NewPosition(components, game.Nimber(p.Heap)), nil
}

// Format writes a land in canonical text.
func (Game) Format(c game.Component) (string, error) {
	land, err := canon.DecodeKey([]byte(c))
	if err != nil {
		return "", fmt.Errorf("sprouts: %w", err)
	}
	return land.String(), nil
}

// NewExpander returns an expander that makes the moves of lands.
func (Game) NewExpander() game.Expander {
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
