package coordinator

// Counters only grow, from 0 when the core is made.
type Counters struct {
	Sessions     int64 // registered
	SessionsLost int64 // ended since they were silent for a TTL

	Granted int64 // leases of both kinds
	Ended   [EndReasons]int64
	Late    int64 // reports for leases that were not held any more

	// What became of jobs. With those that are not over, they add up to all that were
	// created.
	JobsCreated  int64
	JobsDone     int64 // decided
	JobsSplit    int64 // budget spent, the children are leaves now
	JobsReturned int64 // back among the leaves that anybody may have
	JobsDropped  int64 // no longer wanted, or the run has ended

	Visits, Expansions, Nimbers int64 // as workers report them

	FactsReceived int64 // entries given to Learn
	NimbersNew    int64
	ExclusionsNew int64
	Derived       int64 // new facts that the trees proved themselves
	Conflicts     int64

	CheckVisits        int64 // of Visits, those of checks
	ChecksMatched      int64
	ChecksMismatched   int64
	ChecksInconclusive int64 // the budget did not suffice
	ChecksDropped      int64 // too many waited, or workers failed on it

	Quarantined int64 // couples set aside
	Turns       int64 // of settings

	TreeRecordsLost int64 // that Restore could not read
	RunsEnded       [RunStates]int64
}

// EndReason is why a lease ended.
type EndReason uint8

// The reasons.
const (
	EndCompleted  EndReason = iota // its worker is done with it
	EndReturned                    // its worker gave it back
	EndFailed                      // its worker could not do it
	EndExpired                     // not renewed in time, or its session was lost
	EndSuperseded                  // its worker registered anew
	EndAbandoned                   // its result did not matter any more
	EndCancelled                   // its run was cancelled or stopped
	EndReasons    = iota           // how many there are
)

// String returns the reason as one word.
func (r EndReason) String() string {
	return [...]string{"completed", "returned", "failed", "expired", "superseded", "abandoned", "cancelled"}[r]
}

// Counters returns the counts.
func (c *Core) Counters() Counters { return c.counters }
