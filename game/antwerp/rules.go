package antwerp

import (
	"context"
	"fmt"

	"github.com/sprouts-solver/sprouts/game/play"
)

// Cold returns the rules of cold Antwerp sprouts, "antwerp-cold": a new spot is of
// the colour that only the opponent may use. The rules are [play.Values], too.
func Cold() play.Rules { return rules{variant{hot: false}} }

// Hot returns the rules of hot Antwerp sprouts, "antwerp-hot": a new spot is of the
// colour that only who made it may use. The rules are [play.Values], too.
func Hot() play.Rules { return rules{variant{hot: true}} }

// DefaultSpots is the size of a start position when the options name none: large
// enough for a game, small enough to be decided while one waits.
const DefaultSpots = 4

// rules is one of the two games.
type rules struct{ variant variant }

// Name returns "antwerp-cold" or "antwerp-hot".
func (r rules) Name() string {
	if r.variant.hot {
		return "antwerp-hot"
	}
	return "antwerp-cold"
}

// About describes the game to a player.
func (r rules) About() play.About {
	title, fresh := "Cold Antwerp sprouts", "Left's new spots are red and Right's blue, so that each move is a gift"
	if r.variant.hot {
		title, fresh = "Hot Antwerp sprouts", "Left's new spots are blue and Right's red, so that each move is a gain"
	}
	return play.About{
		Title: title,
		Goal: "Join two spots, or one with itself, by a line that crosses none, and put a new spot on it. A spot takes " +
			"three line ends. Left may join white and blue spots, Right white and red ones; " + fresh +
			". Who cannot move loses.",
		Move: "The numbers of two spots as the drawing shows them, 1-2, or 1-1 for a loop. If the line cuts a region in two, " +
			"the spots on one side of it: 1-1 [2,3] is a loop round 2 and 3; one spot of each connected piece is enough. " +
			"If that is not clear, the region, 1-2@3, and where the line begins: 1b-2 is the second place of 1 in the region.",
		Size:     fmt.Sprintf("white spots, 1 to %d, by default %d", MaxSpots, DefaultSpots),
		Sides:    [2]string{"Left (blue)", "Right (red)"},
		Misere:   true,
		Partizan: true,
	}
}

// Start returns Size white spots.
func (r rules) Start(o play.Options) (play.Position, error) {
	n := o.Size
	if n == 0 {
		n = DefaultSpots
	}
	if n < 1 || n > MaxSpots {
		return nil, fmt.Errorf("%s does not start with %d spots; the size is 1 to %d", r.Name(), n, MaxSpots)
	}
	return newPosition(r.variant, r.variant.canonical(start(n))), nil
}

// Parse reads a position in the notation of the package comment, reduced or not. Any
// other text gives a *[game.ParseError].
func (r rules) Parse(text string) (play.Position, error) {
	lands, err := parse(text)
	if err != nil {
		return nil, err
	}
	var all []string
	for _, f := range lands {
		all = append(all, r.variant.canonical(f)...)
	}
	return newPosition(r.variant, all), nil
}

// own returns a position as one of these rules.
func (r rules) own(p play.Position) (*position, error) {
	own, ok := p.(*position)
	if !ok || own.variant != r.variant {
		return nil, fmt.Errorf("the position is none of %s", r.Name())
	}
	return own, nil
}

// Judge decides who wins by search, and at once where a theorem of the package
// comment says it. Of a search that ctx ends, it keeps the winning moves that were
// found.
func (r rules) Judge(ctx context.Context, p play.Position, s play.Side, misere bool) (play.Verdict, error) {
	own, err := r.own(p)
	if err != nil {
		return play.Verdict{}, err
	}
	if !misere {
		if verdict, ok := own.mirrored(s); ok {
			return verdict, nil
		}
	}
	return own.search(ctx, s, misere), nil
}

// Value returns the canonical value in normal play: a number, a nimber, ups,
// switches, or braces, as package shortgame writes them. It gives an error that wraps
// [shortgame.ErrTooLarge] or that of ctx when it is too much to compute.
func (r rules) Value(ctx context.Context, p play.Position) (string, error) {
	own, err := r.own(p)
	if err != nil {
		return "", err
	}
	text, err := own.value(ctx)
	if err != nil {
		return "", fmt.Errorf("value of %s: %w", p, err)
	}
	return text, nil
}
