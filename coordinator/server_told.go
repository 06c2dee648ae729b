package coordinator

import "log/slog"

// told is what the log has been told of the core. It is compared with the core each
// tick, as the core itself logs nothing.
type told struct {
	counters Counters
	ended    map[RunID]bool
}

// newTold takes a core as told.
func newTold(c *Core) told {
	t := told{ended: map[RunID]bool{}, counters: c.Counters()}
	t.endedRuns(c)
	return t
}

// events are what has happened since the last look.
type events struct {
	ended     []RunStatus
	lost      int64 // sessions
	expired   int64 // leases
	conflicts int64
	err       error
}

// look returns what has happened.
func (t *told) look(c *Core) (e events) {
	now := c.Counters()
	e.lost = now.SessionsLost - t.counters.SessionsLost
	e.expired = now.Ended[EndExpired] - t.counters.Ended[EndExpired]
	e.conflicts = now.Conflicts - t.counters.Conflicts
	e.err = c.Err()
	if now.RunsEnded != t.counters.RunsEnded {
		e.ended = t.endedRuns(c)
	}
	t.counters = now
	return e
}

// endedRuns returns the runs that have ended and were not told of.
func (t *told) endedRuns(c *Core) (news []RunStatus) {
	for _, r := range c.Runs() {
		if r.State.Ended() && !t.ended[r.ID] {
			t.ended[r.ID] = true
			news = append(news, r)
		}
	}
	return news
}

// log tells an operator.
func (e events) log(log *slog.Logger) {
	for _, r := range e.ended {
		log.Info("run ended", "run", uint64(r.ID), "position", r.Text, "state", r.State.String(), "result", r.result(),
			"visits", r.Visits, "elapsed", r.Ended.Sub(r.Submitted), "reason", r.Reason)
	}
	if e.lost > 0 || e.expired > 0 {
		log.Warn("workers were silent for too long", "sessions", e.lost, "leases", e.expired)
	}
	if e.conflicts > 0 {
		log.Error("all runs have stopped", "err", e.err)
	}
}

// result writes the answer of a decided run.
func (r RunStatus) result() string {
	switch {
	case r.State != RunDecided:
		return "none"
	case r.Goal == GoalNimber:
		return "*" + r.Nimber.String()
	default:
		return r.Outcome.String()
	}
}
