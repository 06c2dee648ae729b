package blackwhite

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/sprouts-solver/sprouts/canon"
	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/game/play"
)

// Lives of the largest positions that brute force is tried on, 6 spots and 7: a few
// minutes at most. In misère play lands cannot be solved one by one, but one losing
// child is enough, which makes it the faster of the two.
const (
	maxLivesNormal = 18
	maxLivesMisere = 21
)

// errStopped says that the context ended.
var errStopped = errors.New("brute force was stopped before its end")

// judge decides positions by brute force, and remembers what it met.
type judge struct {
	children map[canon.Land][][]canon.Land
	nimbers  map[canon.Land]uint64
	misere   map[string]game.Outcome
}

func newJudge() *judge {
	return &judge{
		children: map[canon.Land][][]canon.Land{},
		nimbers:  map[canon.Land]uint64{},
		misere:   map[string]game.Outcome{},
	}
}

// childrenOf returns the different children of a land.
func (j *judge) childrenOf(land canon.Land) [][]canon.Land {
	if children, ok := j.children[land]; ok {
		return children
	}
	children := [][]canon.Land{}
	seen := map[string]bool{}
	generator := borrow(bothLines)
	defer giveBack(bothLines, generator)
	generator.Children([]byte(land), func(sum *canon.Lands) bool {
		child := newPosition(landsOf(sum))
		if key := child.key(); !seen[key] {
			seen[key] = true
			children = append(children, child.lands)
		}
		return true
	})
	j.children[land] = children
	return children
}

// nimber returns the nimber of a sum.
func (j *judge) nimber(ctx context.Context, lands []canon.Land) (sum uint64, err error) {
	for _, land := range lands {
		n, err := j.nimberOfLand(ctx, land)
		if err != nil {
			return 0, err
		}
		sum ^= n
	}
	return sum, nil
}

// nimberOfLand returns the least number that is the nimber of no child.
func (j *judge) nimberOfLand(ctx context.Context, land canon.Land) (uint64, error) {
	if n, ok := j.nimbers[land]; ok {
		return n, nil
	}
	if ctx.Err() != nil {
		return 0, errStopped
	}
	taken := map[uint64]bool{}
	for _, child := range j.childrenOf(land) {
		n, err := j.nimber(ctx, child)
		if err != nil {
			return 0, err
		}
		taken[n] = true
	}
	n := uint64(0)
	for taken[n] {
		n++
	}
	j.nimbers[land] = n
	return n, nil
}

// misereOutcome decides a sum in misère play: who cannot move wins.
func (j *judge) misereOutcome(ctx context.Context, p position) (game.Outcome, error) {
	if len(p.lands) == 0 {
		return game.Win, nil
	}
	key := p.key()
	if o, ok := j.misere[key]; ok {
		return o, nil
	}
	if ctx.Err() != nil {
		return game.Unknown, errStopped
	}
	outcome, err := j.searchMisere(ctx, p)
	if err == nil {
		j.misere[key] = outcome
	}
	return outcome, err
}

// searchMisere looks for a child that is a loss.
func (j *judge) searchMisere(ctx context.Context, p position) (game.Outcome, error) {
	for i, land := range p.lands {
		if i > 0 && land == p.lands[i-1] {
			continue
		}
		for _, child := range j.childrenOf(land) {
			o, err := j.misereOutcome(ctx, p.exchange(i, child))
			switch {
			case err != nil:
				return game.Unknown, err
			case o == game.Loss:
				return game.Win, nil
			}
		}
	}
	return game.Loss, nil
}

// outcome decides a position.
func (j *judge) outcome(ctx context.Context, p position, misere bool) (game.Outcome, error) {
	if misere {
		return j.misereOutcome(ctx, p)
	}
	n, err := j.nimber(ctx, p.lands)
	switch {
	case err != nil:
		return game.Unknown, err
	case n == 0:
		return game.Loss, nil
	default:
		return game.Win, nil
	}
}

// key returns bytes that two positions share if and only if they are equal.
func (p position) key() string {
	var key []byte
	for _, land := range p.lands {
		key = append(binary.AppendUvarint(key, uint64(len(land))), land...)
	}
	return string(key)
}

// tooLarge says why a position is not tried, or "".
func tooLarge(p position, misere bool) string {
	most := maxLivesNormal
	if misere {
		most = maxLivesMisere
	}
	if lives := p.lives(); lives > most {
		return fmt.Sprintf("a position of %d lives is too much for brute force, which does %d", lives, most)
	}
	return ""
}

// Judge decides by brute force, up to 18 lives in normal play and 21 in misère play.
func (people) Judge(ctx context.Context, at play.Position, s play.Side, misere bool) (play.Verdict, error) {
	p, ok := at.(position)
	if !ok {
		return play.Verdict{}, foreign(at)
	}
	if reason := tooLarge(p, misere); reason != "" {
		return play.Verdict{Why: "Not known: " + reason + "."}, nil
	}
	v, err := newJudge().verdict(ctx, p, s, misere)
	if errors.Is(err, errStopped) {
		return play.Verdict{Why: "Not known: brute force was stopped before its end."}, nil
	}
	return v, err
}

// verdict decides a position and each of its moves, if it is a win.
func (j *judge) verdict(ctx context.Context, p position, s play.Side, misere bool) (v play.Verdict, err error) {
	if v.Outcome, err = j.outcome(ctx, p, misere); err != nil {
		return play.Verdict{}, err
	}
	if v.All = true; v.Outcome == game.Win {
		for m := range p.Moves(s) {
			o, err := j.outcome(ctx, m.To.(position), misere)
			if err != nil {
				return play.Verdict{}, err
			}
			if o == game.Loss {
				v.Moves = append(v.Moves, m.Text)
			}
		}
	}
	if misere {
		v.Why = fmt.Sprintf("Brute force over %d sums of lands.", len(j.misere))
		return v, nil
	}
	n, err := j.nimber(ctx, p.lands)
	v.Why = fmt.Sprintf("The nimber is %d, by brute force over %d lands.", n, len(j.nimbers))
	return v, err
}

// Nimber returns the nimber of a position of up to 18 lives.
func (people) Nimber(ctx context.Context, at play.Position) (uint64, error) {
	p, ok := at.(position)
	if !ok {
		return 0, foreign(at)
	}
	if reason := tooLarge(p, false); reason != "" {
		return 0, fmt.Errorf("blackwhite: %s", reason)
	}
	n, err := newJudge().nimber(ctx, p.lands)
	if err != nil {
		return 0, fmt.Errorf("blackwhite: %w", err)
	}
	return n, nil
}

func foreign(p play.Position) error {
	return fmt.Errorf("blackwhite: %v is a position of another game", p)
}
