package worker

import "github.com/sprouts-solver/sprouts/search"

// Stats counts the work of a group since it was made.
type Stats struct {
	Visits     int64 // couples and sums entered
	Expansions int64 // components whose options were generated, each time anew
	Options    int64 // options generated, equal ones counted each time
	Nimbers    int64 // nimbers proven
	Wins       int64 // couples proven to be wins
	Received   int64 // nimbers from elsewhere that were news
	Renewals   int64 // times that the search's tables were thrown away
	Memory     int64 // bytes of the search's tables

	// Lookups of components in the caller's memo, and then in the group's facts.
	MemoHits, MemoMisses   int64
	FactsHits, FactsMisses int64
}

// Stats returns the counts, those of the search as of its last tick. Any goroutine may
// call it.
func (e *Executor) Stats() Stats {
	s := *e.live.Load()
	s.Received = e.received.Load()
	s.MemoHits, s.MemoMisses = e.memo.memoHits.Load(), e.memo.memoMisses.Load()
	s.FactsHits, s.FactsMisses = e.facts.requests()
	return s
}

// totals returns the counts, between searches.
func (e *Executor) totals() Stats {
	t := e.past
	st := e.solver.Stats()
	t.add(st)
	t.Memory = st.Memory
	if e.job != nil && e.job.check != nil {
		t.add(e.job.check.Stats())
	}
	return t
}

// add adds the work of a search.
func (s *Stats) add(of search.Stats) {
	s.Visits += of.Visits
	s.Expansions += of.Expansions
	s.Options += of.Children
	s.Nimbers += of.Nimbers
	s.Wins += of.Exclusions
}

// since returns the work done since an earlier count.
func (s Stats) since(before Stats) Stats {
	s.Visits -= before.Visits
	s.Expansions -= before.Expansions
	s.Nimbers -= before.Nimbers
	return s
}

// publish lets other goroutines see the counts of the search.
func (e *Executor) publish(s Stats) { e.live.Store(&s) }
