package worker

import (
	"errors"

	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/search"
)

// checkMemo is the memo of a check. A check decides a couple again, with tables of
// its own. They are told what the group knows, except of the couple's component, so
// that what is claimed of it must follow from what is smaller. Other facts that a
// check proves are as good as any.
type checkMemo struct {
	e         *Executor
	component game.Component // what the check must find out by itself
}

// Load loads nothing: the group has.
func (m *checkMemo) Load(int64) (more bool, err error) { return false, nil }

// Lookup returns what the group knows of other components.
func (m *checkMemo) Lookup(c []byte) game.Fact {
	if string(c) == string(m.component) {
		return 0
	}
	return m.e.memo.known(c)
}

// Record passes on what is proven of other components.
func (m *checkMemo) Record(c []byte, f game.Fact) error {
	if string(c) == string(m.component) {
		return nil
	}
	if m.e.met.has(c) {
		m.e.inbox.add(Entry{game.Component(c), f})
	}
	return m.e.memo.Record(c, f)
}

// stepCheck goes on with a check.
func (e *Executor) stepCheck(visits int64) (Event, error) {
	j := e.job
	if j.check == nil {
		s, err := e.newSolver(&checkMemo{e, j.Couple.Component}, e.o.CheckMemory, e.tickCheck)
		if err != nil {
			return Event{}, err
		}
		j.check = s
	}
	n, err := work(j.check, j.Couple, j.Turn, e.piece(visits))
	panicked, isPanic := errors.AsType[*panicError](err)
	switch {
	case isPanic:
		j.failure = panicked.Error()
		return e.finish()
	case errors.Is(err, search.ErrMemoryLimit):
		return e.finish()
	case errors.Is(err, errPause):
		return Event{Kind: Paused}, nil
	case err != nil:
		return Event{}, err
	}
	if j.numbers = n; n.Outcome() != game.Unknown || e.spent() {
		return e.finish()
	}
	return Event{Kind: Paused}, nil
}

// tickCheck is the tick of a check. The group's own search stands still meanwhile,
// and facts from elsewhere wait.
func (e *Executor) tickCheck(st search.Stats) error {
	now := e.past
	now.add(e.solver.Stats())
	now.Memory = e.solver.Stats().Memory + st.Memory
	now.add(st)
	e.publish(now)
	if e.interrupted.Swap(false) {
		return errPause
	}
	return nil
}

// verdict returns what a check has come to, and what it found of its component.
func (j *task) verdict() (Verdict, game.Fact) {
	if j.failure != "" {
		return NoVerdict, 0
	}
	found := j.check.Fact(j.Couple.Component)
	switch {
	case found.Contradicts(j.Claim):
		return Mismatch, found
	case found.Outcome(j.Couple.Nimber) == game.Unknown:
		return Inconclusive, found
	default:
		return Match, found
	}
}
