package brussels

import (
	"fmt"

	"github.com/sprouts-solver/sprouts/game"
)

// Version identifies the rules and the canonical form, see [game.Game].
const Version = "brussels-1"

// sums is Brussels sprouts as sums of regions.
type sums struct{}

// New returns Brussels sprouts as a search sees it. It does not use the closed
// form, so that a solver that is wrong about it is wrong.
func New() game.Game { return sums{} }

// Name returns "brussels".
func (sums) Name() string { return "brussels" }

// Version returns [Version].
func (sums) Version() string { return Version }

// Parse reads a position with nim-heaps such as "*2" among its regions. Any other
// text gives a *[game.ParseError].
func (sums) Parse(text string) (game.Position, error) {
	regions, heap, err := parse(text, true)
	if err != nil {
		return game.Position{}, err
	}
	var components []game.Component
	for _, r := range regions {
		components = append(components, game.Component(r.appendKey(nil)))
	}
	return game.NewPosition(components, heap), nil
}

// Format writes a region.
func (sums) Format(c game.Component) (string, error) {
	r, err := decode([]byte(c))
	if err != nil {
		return "", fmt.Errorf("brussels: component %x: %w", string(c), err)
	}
	return r.String(), nil
}

// NewExpander returns a generator of the moves in a region.
func (sums) NewExpander() game.Expander { return &expander{} }

// expander owns the sum that it lends to yield.
type expander struct {
	option game.Sum
	key    []byte
}

// Expand yields the option of each line, in the order of [region.lines].
func (e *expander) Expand(c []byte, yield func(option *game.Sum) bool) {
	r := mustDecode(c)
	for l := range r.lines() {
		e.option.Reset()
		for _, part := range r.after(l) {
			if part.length() > 0 {
				e.key = part.appendKey(e.key[:0])
				e.option.Append(e.key)
			}
		}
		if !yield(&e.option) {
			return
		}
	}
}

// Measure returns the exact length of all games, and the number of lines where
// no two forms of one line are told apart.
func (e *expander) Measure(c []byte) game.Measure {
	r := mustDecode(c)
	shares, lines := 1.0, 0.0
	classes := r.classes()
	for _, class := range classes {
		shares *= float64(class.count + 1)
	}
	for _, class := range classes {
		lines += float64(class.arms-1) * shares * float64(class.count) / float64(class.count+1)
	}
	pairs := float64(len(classes)*(len(classes)+1)) / 2
	return game.Measure{Lives: r.length(), Moves: lines + pairs}
}

// Analogy returns no family: the closed form says all, and a search must not use
// it.
func (*expander) Analogy([]byte) (family []byte, shift game.Nimber) { return nil, 0 }

// mustDecode panics if c is not canonical.
func mustDecode(c []byte) region {
	r, err := decode(c)
	if err != nil {
		panic(fmt.Sprintf("brussels: component %x: %v", c, err))
	}
	return r
}
