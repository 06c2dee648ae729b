package brussels

import (
	"context"
	"fmt"
	"strings"

	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/game/play"
)

// Crosses of a start position.
const (
	MaxCrosses     = MaxArms / crossArms
	defaultCrosses = 3
)

// people is Brussels sprouts as people play it.
type people struct{}

// Rules returns Brussels sprouts as people play it. It offers [play.Nimbers] too.
func Rules() play.Rules { return people{} }

// Name returns "brussels".
func (people) Name() string { return "brussels" }

// About describes the game.
func (people) About() play.About {
	return play.About{
		Title: "Brussels sprouts",
		Goal: "Crosses have four free arms each. Join two free arms by a line that meets no other, and put a bar across it: " +
			"two new free arms, one on each side. Who cannot move loses; in misère play he wins.",
		Move: "4-3 joins arms of two boundaries of 4 and 3 free arms. 4(1) joins two arms of one boundary of 4, with 1 arm " +
			"between them on one side and 1 on the other; 4(1)[3.3] has two boundaries of 3 arms on the first of these sides. " +
			"2:4-3 plays in region 2, where that is not clear.",
		Size:   fmt.Sprintf("number of crosses, 1 to %d, %d unless given", MaxCrosses, defaultCrosses),
		Misere: true,
	}
}

// Start returns o.Size crosses.
func (people) Start(o play.Options) (play.Position, error) {
	n := o.Size
	if n == 0 {
		n = defaultCrosses
	}
	if n < 1 || n > MaxCrosses {
		return nil, fmt.Errorf("brussels: size %d: want 1 to %d crosses", n, MaxCrosses)
	}
	var crosses region
	for range n {
		crosses = append(crosses, crossArms)
	}
	return newPosition([]region{crosses}), nil
}

// Parse reads a position.
func (people) Parse(text string) (play.Position, error) {
	regions, _, err := parse(text, false)
	if err != nil {
		return nil, err
	}
	return newPosition(regions), nil
}

// Length returns the number of moves in every game from a position of this game,
// however it is played: for each region its boundaries and free arms less 2. A
// position of another game gives an error.
func Length(p play.Position) (int, error) {
	if p, ok := p.(position); ok {
		return p.length(), nil
	}
	return 0, fmt.Errorf("brussels: %v is a position of another game", p)
}

// Nimber returns the parity of the moves that are left. It needs no context.
func (people) Nimber(_ context.Context, p play.Position) (uint64, error) {
	n, err := Length(p)
	return uint64(n & 1), err
}

// maxListed bounds the winning moves that a verdict lists: all moves are alike.
const maxListed = 100

// Judge decides by the parity of the moves that are left, at once.
func (people) Judge(_ context.Context, p play.Position, s play.Side, misere bool) (play.Verdict, error) {
	n, err := Length(p)
	if err != nil {
		return play.Verdict{}, err
	}
	v := play.Verdict{Outcome: game.Loss, All: true, Why: why(n, misere)}
	if (n%2 == 1) == misere {
		return v, nil
	}
	v.Outcome = game.Win
	for m := range p.Moves(s) {
		if len(v.Moves) == maxListed {
			v.All = false
			break
		}
		v.Moves = append(v.Moves, m.Text)
	}
	return v, nil
}

// why says how the number of moves decides the game.
func why(length int, misere bool) string {
	last, number := "an even", "the opponent makes the last"
	if length%2 == 1 {
		last, number = "an odd", "the player to move makes the last"
	}
	text := fmt.Sprintf("%d moves are left however the game goes (arms + boundaries - 2 in each region), %s number: %s",
		length, last, number)
	if length == 0 {
		text = "no move is left"
	}
	if misere {
		return text + "; in misère play that loses."
	}
	return text + "."
}

// Width of drawings in columns, and the arms from which on a boundary is drawn as a
// number: |||| but |x25.
const (
	drawingWidth = 78
	manyArms     = 20
)

// Draw draws each region on a line with a stroke for each free arm.
func (p position) Draw() string {
	var b strings.Builder
	for i, r := range p.regions {
		label := fmt.Sprintf("%d:", i+1)
		column := len(label)
		b.WriteString(label)
		for _, arms := range r {
			word := strings.Repeat("|", arms)
			if arms > manyArms {
				word = fmt.Sprintf("|x%d", arms)
			}
			if column+1+len(word) > drawingWidth {
				b.WriteString("\n  ")
				column = 2
			}
			b.WriteString(" " + word)
			column += 1 + len(word)
		}
		b.WriteString("\n")
	}
	fmt.Fprintf(&b, "moves left: %d\n", p.length())
	return b.String()
}
