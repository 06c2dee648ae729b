package worker

import (
	"slices"

	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/search"
)

// pledge puts what decides a couple into the outbox, however little it took: the
// coordinator believes facts only. It may know the fact already, since the group may
// have got it from there.
func (e *Executor) pledge(c search.Couple) error {
	f := e.fact(c.Component)
	if f.Outcome(c.Nimber) == game.Unknown {
		return nil
	}
	return e.outbox.add(c.Component, f, true)
}

// pledgeJob puts what the coordinator needs to go on from the end of a job into the
// outbox.
func (e *Executor) pledgeJob(j *task, p Progress) error {
	for _, c := range append(slices.Clip(j.Path), j.Couple) {
		if err := e.pledge(c); err != nil {
			return err
		}
	}
	if j.Kind == KindCheck || j.failure != "" || len(p.Children) == 0 {
		return nil
	}
	return e.pledgeKids(j.Couple)
}

// pledgeKids puts what is known of the components that a couple can move to into the
// outbox. The coordinator makes kids of all that is not known to it, and would lease
// what is decided.
func (e *Executor) pledgeKids(c search.Couple) error {
	for _, kid := range e.kids(c) {
		if err := e.pledgeKid(kid); err != nil {
			return err
		}
	}
	return nil
}

// kids returns the components that a couple can move to: its own, with a smaller heap,
// and those of its options; some come more than once. A game that panics here does so in the search too, which
// sees to it.
func (e *Executor) kids(c search.Couple) (kids []game.Component) {
	defer func() { _ = recover() }()
	if c.Nimber > 0 {
		kids = append(kids, c.Component)
	}
	e.expander.Expand([]byte(c.Component), func(option *game.Sum) bool {
		for i := range option.Len() {
			kids = append(kids, game.Component(option.At(i)))
		}
		return true
	})
	return kids
}

// pledgeKid puts what the search knows of a component into the outbox, if it was not
// there before.
func (e *Executor) pledgeKid(c game.Component) error {
	f, told := e.solver.Fact(c), e.memo.known([]byte(c))
	if told|f == told {
		return nil
	}
	if _, ok := e.facts.put([]byte(c), f); !ok {
		return nil // a contradiction: the search is about to say so
	}
	return e.outbox.add(c, f, true)
}
