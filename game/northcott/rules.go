package northcott

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"

	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/game/play"
)

// Bounds of the boards that are read. In a shorter row there is no room for two
// pieces, a drawing of a longer one would be wider than about 100 columns.
const (
	MinLength = 2
	MaxLength = 32
	MaxRows   = 32
)

// DefaultSize is the number of rows and columns of the usual board.
const DefaultSize = 8

// errMisere says what Judge does not decide.
var errMisere = errors.New("northcott: there is no misère form: who cannot move loses")

// rules have no state.
type rules struct{}

// Rules returns Northcott's game, on boards of any length of rows from [MinLength] to
// [MaxLength] and any number of them up to [MaxRows].
func Rules() play.Rules { return rules{} }

// Name returns "northcott".
func (rules) Name() string { return "northcott" }

// About describes Northcott's game.
func (rules) About() play.About {
	return play.About{
		Title: "Northcott's game",
		Goal: "In each row White has a piece and, to the right of it, Black has one. A move slides one of your own pieces " +
			"any number of squares along its row, forward or back, but not onto the other piece or over it. Who cannot move loses.",
		Move: "3:5 puts your piece of the third row on column 5; 3:+2 moves it two squares towards the other piece, " +
			"3:-2 two squares back.",
		Size: fmt.Sprintf("rows and columns of the board: 6, 8 or 10, default %d; the pieces are put down at random",
			DefaultSize),
		Sides:    [2]string{"White", "Black"},
		Partizan: true,
	}
}

// Start puts the pieces down at random, on a board of 6, 8 or 10 rows and columns. All
// places of two pieces in a row are equally likely, except that the first player can
// always win, and not by closing the only gap: the xor of the gaps is not 0, and in two
// rows at least there is a gap.
func (rules) Start(o play.Options) (play.Position, error) {
	size := o.Size
	switch size {
	case 0:
		size = DefaultSize
	case 6, 8, 10:
	default:
		return nil, fmt.Errorf("start of northcott: a board of %d rows; want 6, 8 or 10", size)
	}
	chance := rand.New(rand.NewPCG(o.Seed, uint64(size)))
	p := board{size, make([]row, size)}
	for {
		open := 0
		for i := range p.rows {
			p.rows[i] = drawn(chance, size)
			if p.rows[i].gap() > 0 {
				open++
			}
		}
		if open >= 2 && p.xor() != 0 {
			return p, nil
		}
	}
}

// drawn puts two pieces on different columns.
func drawn(chance *rand.Rand, length int) row {
	a, b := 1+chance.IntN(length), 1+chance.IntN(length-1)
	if b >= a {
		b++
	}
	return row{uint8(min(a, b)), uint8(max(a, b))}
}

// Parse reads a board like "8: 1-5 2-7 3-8". It need not be a square.
func (rules) Parse(text string) (play.Position, error) {
	p, failure := parse(text)
	if failure != nil {
		return nil, failure
	}
	return p, nil
}

// Judge decides by the xor of the gaps, at once. The moves that it returns go forward,
// so that a player who follows them comes to an end. Verdict.All is false where a
// retreat makes the xor 0 as well.
func (rules) Judge(_ context.Context, p play.Position, s play.Side, misere bool) (play.Verdict, error) {
	q, ok := p.(board)
	if !ok {
		return play.Verdict{}, fmt.Errorf("judge: a %T is no position of northcott", p)
	}
	if misere {
		return play.Verdict{}, errMisere
	}
	xor := q.xor()
	if xor == 0 {
		return play.Verdict{Outcome: game.Loss, Hint: q.hint(nil), Why: "The xor of the gaps is 0: the opponent answers " +
			"an advance as in Nim and a retreat by following in the same row, and so always has a move."}, nil
	}
	advances, retreats := q.balancing(s)
	v := play.Verdict{
		Outcome: game.Win,
		All:     len(retreats) == 0,
		Why:     fmt.Sprintf("The xor of the gaps is %d, not 0: an advance makes it 0, as in Nim.", xor),
		Hint:    q.hint(advances),
	}
	if !v.All {
		v.Why += " A retreat can do so, too, but brings the end no nearer."
	}
	for _, m := range advances {
		v.Moves = append(v.Moves, m.String())
	}
	return v, nil
}

// balancing returns the moves that make the xor of the gaps 0.
func (p board) balancing(s play.Side) (advances, retreats []step) {
	xor := p.xor()
	for i, r := range p.rows {
		forward := r.gap() - (r.gap() ^ xor)
		column := r.of(s) + forward
		if s == play.Right {
			column = r.of(s) - forward
		}
		switch {
		case forward > 0:
			advances = append(advances, step{i, column})
		case column >= 1 && column <= p.length:
			retreats = append(retreats, step{i, column})
		}
	}
	return advances, retreats
}
