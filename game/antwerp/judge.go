package antwerp

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/game/play"
)

// MaxSums is how many sums of lands, each for a side to move, a judge remembers. With
// two lands for each they take about two gigabytes. To find out who wins from six hot
// spots takes 450,000.
const MaxSums = 1_000_000

// errFull says that a search has met more than [MaxSums] sums.
var errFull = errors.New("the position is too large to search")

// mirrored gives the verdict on an odd number of white spots in the hot game, which
// who moves first wins, see the package comment.
func (p *position) mirrored(s play.Side) (play.Verdict, bool) {
	n := len(p.figure.spots)
	if !p.variant.hot || n%2 == 0 || len(p.lands) != 1 || len(p.figure.regions[0]) != n {
		return play.Verdict{}, false
	}
	if slices.ContainsFunc(p.figure.spots, func(s spot) bool { return s != spot{lives: 3} }) {
		return play.Verdict{}, false
	}
	var half []int
	for b := 1; b <= n/2; b++ {
		half = append(half, b)
	}
	move := newNotation(p, s).shortest(line{inside: half})
	return play.Verdict{
		Outcome: game.Win,
		Moves:   []string{move},
		Why: "A loop with half of the other spots on either side wins: who made it answers each move on one side " +
			"with its mirror image on the other.",
	}, true
}

// branch is a move with the lands it leaves.
type branch struct {
	line  line
	lands []int32
	won   bool // for who makes it
}

// search decides a position by looking at all moves, the shortest positions first.
func (p *position) search(ctx context.Context, s play.Side, misere bool) play.Verdict {
	v := newSolver(p.variant, misere, ctx.Err)
	branches, err := v.branches(p, s)
	if err != nil {
		return play.Verdict{Outcome: game.Unknown, Why: undecided(err)}
	}
	order := make([]*branch, len(branches))
	for i := range branches {
		order[i] = &branches[i]
	}
	slices.SortStableFunc(order, func(a, b *branch) int { return cmp.Compare(v.length(a.lands), v.length(b.lands)) })
	for _, b := range order {
		var theirs bool
		if theirs, err = v.win(b.lands, s.Other()); err != nil {
			break
		}
		b.won = !theirs
	}
	return p.verdict(s, misere, branches, err)
}

// verdict puts in words what is known of all moves, or of some if err says why not
// of all.
func (p *position) verdict(s play.Side, misere bool, branches []branch, err error) play.Verdict {
	n := newNotation(p, s)
	verdict := play.Verdict{Outcome: game.Loss, All: err == nil, Why: "All moves were searched to the end."}
	for _, b := range branches {
		if b.won {
			verdict.Outcome = game.Win
			verdict.Moves = append(verdict.Moves, n.shortest(b.line))
		}
	}
	switch {
	case len(branches) == 0 && misere:
		verdict.Outcome = game.Win
		verdict.Why = "There is no move: in misère play, who cannot move wins."
	case len(branches) == 0:
		verdict.Why = "There is no move: who cannot move loses."
	case err != nil && verdict.Outcome == game.Win:
		verdict.Why = "These moves were searched to the end; others were not: " + err.Error() + "."
	case err != nil:
		verdict.Outcome = game.Unknown
		verdict.Why = undecided(err)
	}
	return verdict
}

// branches returns the moves of a side in the order of [position.Moves], one for each
// different child.
func (v *solver) branches(p *position, s play.Side) ([]branch, error) {
	var branches []branch
	seen := map[string]bool{}
	var failure error
	p.figure.lines(s, func(l line) bool {
		lands := v.addAll(v.variant.child(p.figure, l, s))
		if key := sumKey(lands, s); !seen[key] {
			seen[key] = true
			branches = append(branches, branch{line: l, lands: lands})
		}
		failure = v.halt()
		return failure == nil
	})
	return branches, failure
}

// undecided says why a position was not decided.
func undecided(err error) string {
	if errors.Is(err, errFull) {
		return "Not decided: " + err.Error() + "."
	}
	return "Not decided in the time that was given."
}
