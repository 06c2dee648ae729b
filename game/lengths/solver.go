package lengths

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/sprouts-solver/sprouts/canon"
)

// ErrTooMuch says that a position needs more lands than [Options] allow.
var ErrTooMuch = errors.New("too many lands to enumerate")

// Options bound the work of a [Solver]. The zero value is the default.
type Options struct {
	// MaxLands is how many lands the solver keeps, of about 200 bytes each. Default
	// 500,000: all that can arise from six spots is 171,942.
	MaxLands int
}

// Solver finds the lengths of games. It remembers the lands that it has met, so that
// later questions take less. It is not safe for concurrent use.
type Solver struct {
	maxLands  int
	generator *canon.Generator
	lands     map[canon.Land]Set
	steps     map[[2]string]bool // steps of witnesses that were seen to be moves
}

// New returns a solver that has solved nothing yet.
func New(o Options) *Solver {
	return &Solver{
		maxLands:  cmp.Or(o.MaxLands, 500_000),
		generator: canon.NewGenerator(),
		lands:     map[canon.Land]Set{},
		steps:     map[[2]string]bool{},
	}
}

// Len returns the number of lands that the solver remembers.
func (s *Solver) Len() int { return len(s.lands) }

// Position returns the lengths of all games from the position. A nim-heap of k offers
// 1 to k moves. It returns [ErrTooMuch] for positions that are too large, and the
// error of ctx if that ends first; what was found until then is kept.
func (s *Solver) Position(ctx context.Context, p canon.Position) (Set, error) {
	sum := Between(0, 0)
	if p.Heap > 0 {
		sum = Between(1, int(p.Heap))
	}
	for _, land := range p.Lands {
		set, err := s.land(ctx, land)
		if err != nil {
			return Set{}, fmt.Errorf("lengths of %s: %w", p, err)
		}
		sum = sum.Plus(set)
	}
	return sum, nil
}

// land returns the lengths of all games from a land. It stops as soon as there is a
// game for each length within the bounds.
func (s *Solver) land(ctx context.Context, land canon.Land) (Set, error) {
	if set, ok := s.lands[land]; ok {
		return set, nil
	}
	if err := ctx.Err(); err != nil {
		return Set{}, err
	}
	if len(s.lands) >= s.maxLands {
		return Set{}, ErrTooMuch
	}
	set, err := s.start(startOf(land))
	if err == nil && len(set.words) == 0 {
		set, err = s.enumerate(ctx, land)
	}
	if err == nil {
		s.lands[land] = set
	}
	return set, err
}

// enumerate looks at the children of a land.
func (s *Solver) enumerate(ctx context.Context, land canon.Land) (set Set, err error) {
	least, most := LandBounds(land)
	all := Between(least, most)
	for _, child := range s.children(land) {
		lengths := Between(0, 0)
		for _, part := range child {
			of, err := s.land(ctx, part)
			if err != nil {
				return Set{}, err
			}
			lengths = lengths.Plus(of)
		}
		if set.include(lengths, 1); set.Equal(all) {
			break
		}
	}
	return set, nil
}

// children returns the different children of a land.
func (s *Solver) children(land canon.Land) (children [][]canon.Land) {
	s.generator.Children([]byte(land), func(sum *canon.Lands) bool {
		children = append(children, landsOf(sum))
		return true
	})
	slices.SortFunc(children, slices.Compare[[]canon.Land])
	return slices.CompactFunc(children, slices.Equal[[]canon.Land])
}

// landsOf returns a sorted copy of a sum of lands.
func landsOf(sum *canon.Lands) (lands []canon.Land) {
	start := 0
	for _, end := range sum.Ends {
		lands = append(lands, canon.Land(sum.Keys[start:end]))
		start = end
	}
	slices.Sort(lands)
	return lands
}

// start returns the lengths of games from n spots, for n > 0: those within the bounds
// for which there is a witness, each of whose steps is one of the generator's moves.
// All have one; a step that is no move is an error and proves nothing.
func (s *Solver) start(spots int) (set Set, err error) {
	if spots == 0 {
		return Set{}, nil
	}
	least, most := Bounds(spots)
	for m := least; m <= most; m++ {
		texts := witnessTexts(spots, m)
		for i, text := range texts[1:] {
			if err := s.checkStep(texts[i], text); err != nil {
				return Set{}, err
			}
		}
		set.add(len(texts) - 1)
	}
	return set, nil
}

// checkStep returns an error unless a move leads from one position, a land, to
// another.
func (s *Solver) checkStep(from, to string) error {
	step := [2]string{from, to}
	if s.steps[step] {
		return nil
	}
	before, err := canon.Parse(from)
	if err != nil {
		return err
	}
	after, err := canon.Parse(to)
	if err != nil {
		return err
	}
	found := false
	for _, land := range before.Lands {
		s.generator.Children([]byte(land), func(sum *canon.Lands) bool {
			found = len(before.Lands) == 1 && slices.Equal(landsOf(sum), after.Lands)
			return !found
		})
	}
	if !found {
		return fmt.Errorf("step of a witness from %s to %s is no move", from, to)
	}
	s.steps[step] = true
	return nil
}
