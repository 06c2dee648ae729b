package worker

import (
	"sync/atomic"

	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/search"
)

// recorder is the memo that a group's search sees: the caller's in front, then the
// group's own facts; what is proven goes to both and into the outbox. The threads
// of the search call it at once.
type recorder struct {
	memo   search.Memo // the caller's, or nil
	facts  *facts
	met    *met
	outbox *Outbox

	memoHits, memoMisses atomic.Int64
}

// Load lets the caller's memo load what is worth it.
func (r *recorder) Load(visits int64) (more bool, err error) {
	if r.memo == nil {
		return false, nil
	}
	return r.memo.Load(visits)
}

// Lookup returns what the caller's memo and the group know of a component.
func (r *recorder) Lookup(c []byte) game.Fact {
	r.met.add(c)
	return r.known(c)
}

// known is Lookup for somebody else than the group's search.
func (r *recorder) known(c []byte) (f game.Fact) {
	if r.memo != nil {
		if f = r.memo.Lookup(c); f.IsKnown() {
			r.memoHits.Add(1)
			return f
		}
		r.memoMisses.Add(1)
	}
	// If the two contradict each other, the search must see it.
	return f | r.facts.lookup(c)
}

// Record keeps what was proven. The fact comes from this group, so it is news to the
// coordinator, unless the group has been told in the meantime.
func (r *recorder) Record(c []byte, f game.Fact) error {
	old, ok := r.facts.put(c, f)
	if !ok {
		return &game.ConflictError{
			Component: game.Component(c),
			Have:      old, HaveFrom: "earlier facts of this worker",
			New: f, NewFrom: "its search",
		}
	}
	if old|f != old {
		if err := r.outbox.add(game.Component(c), f, false); err != nil {
			return err
		}
	}
	if r.memo == nil {
		return nil
	}
	return r.memo.Record(c, f)
}
