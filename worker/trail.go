package worker

import (
	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/search"
)

// trail is what a job leaves: the couples on its path, the root first, and its own
// couple last. A group without a job goes on with the lowest of them that is worth
// it, so that it never waits for the coordinator.
type trail struct {
	couples []search.Couple
	turn    int64
	renewed bool // the tables were made for the trail
}

// target returns the couple to go on with: the lowest one such that neither it nor
// one above it is decided. What is below a decided couple helps nobody on this path.
func (e *Executor) target() (c search.Couple, ok bool, err error) {
	t := &e.trail
	for i, c := range t.couples {
		if e.fact(c.Component).Outcome(c.Nimber) != game.Unknown {
			t.couples = t.couples[:i]
			if err := e.pledge(c); err != nil {
				return search.Couple{}, false, err
			}
			break
		}
	}
	if len(t.couples) == 0 {
		return search.Couple{}, false, nil
	}
	return t.couples[len(t.couples)-1], true, nil
}

// stepTrail goes on with what the last job left. A couple on which the search fails
// is left alone, and what is above it too, as the search would come there again.
func (e *Executor) stepTrail(visits int64) (Event, error) {
	c, ok, err := e.target()
	if err != nil {
		return Event{}, err
	}
	if !ok {
		return Event{Kind: Idle}, nil
	}
	t := &e.trail
	e.watch(t.couples...)
	f, err := e.search(c, t.turn, visits, &t.renewed)
	switch {
	case err != nil:
		return Event{}, err
	case f.failure != "":
		e.trail = trail{}
	case f.decided():
		if err := e.pledge(c); err != nil {
			return Event{}, err
		}
	}
	return Event{Kind: Paused}, nil
}

// watch says which couples news may end the search of.
func (e *Executor) watch(couples ...search.Couple) {
	e.moot = false
	e.watched = make(map[game.Component]bool, len(couples))
	for _, c := range couples {
		e.watched[c.Component] = true
	}
}
