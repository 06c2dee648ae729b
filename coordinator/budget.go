package coordinator

import "math"

// budget returns how many visits a lease of a run may take.
//
//	MinBudget  <=  visits of the turn so far * threads of the group / (2 * all threads)  <=  rate * JobTime
//
// The middle term lets jobs grow with the turn, which begins with a tree that is its
// root: so it has leaves for everybody after the first per cent. The last one makes a
// job last about JobTime, however fast the worker is: often enough to steer, rarely
// enough for one coordinator to serve a thousand workers.
func (c *Core) budget(r *run, s *session) int64 {
	share := float64(r.turnVisits) * float64(s.hello.Threads) / float64(2*c.threads)
	most := s.rate * c.options.JobTime.Seconds()
	return max(c.options.MinBudget, int64(min(share, most)))
}

// turnLength returns how many visits of a run turn number turn takes. Many groups
// search wider than one, so each gets more of a turn than its share.
func (c *Core) turnLength(turn int64) int64 {
	groups := math.Pow(float64(max(1, len(c.sessions))), c.options.TurnExponent)
	length := float64(c.options.FirstTurn) * math.Pow(c.options.TurnGrowth, float64(turn)) * groups
	return int64(min(length, maxCount))
}

// nextTurn goes on with the next setting of the search's guesses when the turn of
// the present one is over. All numbers are forgotten then; facts stay.
func (c *Core) nextTurn(r *run) {
	if r.state.Ended() || r.turnVisits < c.turnLength(r.turn) {
		return
	}
	r.letGo()
	r.tree.Forget()
	r.turn++
	r.turnVisits = 0
	r.changed = true
	c.counters.Turns++
}
