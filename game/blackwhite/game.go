package blackwhite

import (
	"errors"
	"fmt"

	"github.com/sprouts-solver/sprouts/canon"
	"github.com/sprouts-solver/sprouts/game"
)

// Version identifies the rules and the canonical form, see [game.Game].
const Version = "blackwhite-1/" + canon.Version

// bothLines are the lines of the game.
const bothLines = canon.Spotted | canon.Bare

// sums is black-and-white sprouts as sums of lands.
type sums struct{}

// New returns black-and-white sprouts as a search sees it.
func New() game.Game { return sums{} }

// Name returns "blackwhite".
func (sums) Name() string { return "blackwhite" }

// Version returns [Version].
func (sums) Version() string { return Version }

// Parse reads a position in the notation of package canon, nim-heaps such as "*2"
// among its lands. Any other text gives a *[game.ParseError].
func (sums) Parse(text string) (game.Position, error) {
	p, err := parse(text)
	if err != nil {
		return game.Position{}, err
	}
	var components []game.Component
	for _, land := range p.Lands {
		components = append(components, game.Component(land))
	}
	return game.NewPosition(components, game.Nimber(p.Heap)), nil
}

// parse turns errors of canon into those of the contract.
func parse(text string) (canon.Position, error) {
	p, err := canon.Parse(text)
	if syntax, ok := errors.AsType[*canon.SyntaxError](err); ok {
		e := game.ParseError(*syntax)
		return p, &e
	}
	return p, err
}

// Format writes a land in canonical text.
func (sums) Format(c game.Component) (string, error) {
	land, err := canon.DecodeKey([]byte(c))
	if err != nil {
		return "", fmt.Errorf("blackwhite: %w", err)
	}
	return land.String(), nil
}

// NewExpander returns a generator of the moves in a land.
func (sums) NewExpander() game.Expander {
	return &expander{generator: canon.NewLineGenerator(bothLines)}
}

// expander adapts a canon.Generator.
type expander struct {
	generator *canon.Generator
	sum       game.Sum
}

// Expand yields each line twice, with its new spot and without.
func (e *expander) Expand(c []byte, yield func(option *game.Sum) bool) {
	e.generator.Children(c, func(lands *canon.Lands) bool {
		e.sum.Use(lands.Keys, lands.Ends)
		return yield(&e.sum)
	})
}

// Check returns an error unless c is a canonical land. It is faster than Format.
func (e *expander) Check(c []byte) error {
	if err := e.generator.Check(c); err != nil {
		return fmt.Errorf("blackwhite: %w", err)
	}
	return nil
}

// Measure returns the lives, of which each move takes one or two, and twice the
// estimated lines.
func (e *expander) Measure(c []byte) game.Measure {
	lives, lines := canon.Measure(c)
	return game.Measure{Lives: lives, Moves: 2 * lines}
}

// Analogy returns no family: no law like that of Sprouts, where three spots more
// flip the nimber, is known.
func (*expander) Analogy([]byte) (family []byte, shift game.Nimber) { return nil, 0 }
