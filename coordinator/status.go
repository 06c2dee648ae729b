package coordinator

import (
	"cmp"
	"slices"
	"time"

	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/search"
)

// Status is the whole at a glance.
type Status struct {
	Epoch    uint64
	Uptime   time.Duration // since the first call that had a time
	Idle     time.Duration // since a worker last told something new
	Err      error         // see Core.Err
	Draining bool          // all workers are
	Open     int           // runs that have not ended
	Workers  int
	Threads  int
	Leases   int    // of both kinds
	Checks   int    // nimbers that wait to be checked
	Last     uint64 // sequence number of the newest fact
	Least    int64  // visits from which on facts are told, see Welcome
	Jobs     Jobs
	Tree     Tree
	Counters Counters
}

// Jobs counts the jobs that are not over, by state.
type Jobs struct {
	Leased   int
	Failing  int // workers failed on them, and others may try
	Aside    int // nobody may
	Divided  int // their children are leased in their place
	Pending  int // leaves of trees that could be leased
	Finished int64
}

// Tree is what the trees of all runs hold together.
type Tree struct {
	Nodes  int
	Memory int64 // bytes
}

// RunStatus is one run.
type RunStatus struct {
	ID RunID
	RunSpec
	State                       RunState
	Reason                      string // why it ended, where that is not plain
	Submitted                   time.Time
	Started                     time.Time      // zero: not yet
	Ended                       time.Time      // zero: not yet
	Outcome                     game.Outcome   // Unknown until decided
	Nimber                      game.Nimber    // if decided, and the goal is the nimber
	Numbers                     search.Numbers // at the root; zero: none yet
	Turn                        int64          // of settings
	Visits, Expansions, Nimbers int64          // as workers report them
	Leases                      int            // now
	Jobs                        int64          // created in this life of the coordinator
	Nodes                       int            // of the tree
	Pending                     int            // leaves that could be leased
	Quarantined                 []Quarantined
}

// WorkerStatus is one worker.
type WorkerStatus struct {
	Session  SessionID
	Name     string
	Program  string
	Threads  int
	Draining bool
	Since    time.Time     // when it registered
	Silent   time.Duration // since its last call
	Rate     float64       // visits a second, as it reports them
	Lease    LeaseID       // 0: none
	Visits   int64         // since it registered
	Facts    int64         // that were new
}

// JobStatus is one job that a worker has.
type JobStatus struct {
	Lease   LeaseID
	Run     RunID // 0 for a check
	Kind    Kind
	Couple  search.Couple
	Text    string // the couple, in the game's notation
	Worker  string
	Attempt int
	Age     time.Duration
	Silent  time.Duration // since it was last renewed
	Visits  int64
	Budget  int64
	Numbers search.Numbers // zero: none yet
}

// Status returns the whole at a glance.
func (c *Core) Status(now time.Time) Status {
	c.advance(now)
	s := Status{
		Epoch: c.epoch, Uptime: c.now.Sub(c.started), Idle: c.now.Sub(c.progress),
		Err: c.err, Draining: c.drainAll,
		Open: len(c.openRuns()), Workers: len(c.sessions), Threads: c.threads,
		Checks: len(c.checks.waiting), Last: c.facts.last, Least: c.rate.least, Counters: c.counters,
	}
	for _, session := range c.sessions {
		if session.lease != nil {
			s.Leases++
		}
	}
	for _, r := range c.runs {
		r.count(&s.Jobs)
		if r.tree != nil {
			t := r.tree.Stats()
			s.Tree.Nodes += t.Nodes
			s.Tree.Memory += t.Memory
			s.Jobs.Pending += c.pending(r)
		}
	}
	k := &c.counters
	s.Jobs.Finished = k.JobsDone + k.JobsSplit + k.JobsReturned + k.JobsDropped
	return s
}

// count adds the jobs of a run.
func (r *run) count(n *Jobs) {
	for _, j := range r.jobs {
		switch j.state {
		case jobLeased:
			n.Leased++
		case jobFailing:
			n.Failing++
		case jobAside:
			n.Aside++
		case jobDivided:
			n.Divided++
		}
	}
}

// pending returns how many leaves of a run could be leased: those in its tree that
// nobody holds.
func (c *Core) pending(r *run) int {
	free := r.tree.Stats().Open
	for _, s := range c.sessions {
		if l := s.lease; l != nil && l.run == r && r.tree.Wanted(l.leaf) {
			free--
		}
	}
	for _, j := range r.jobs {
		if j.held && r.tree.Wanted(j.leaf) {
			free--
		}
	}
	return free
}

// Runs returns all runs that are remembered, in the order in which they came.
func (c *Core) Runs() []RunStatus {
	all := make([]RunStatus, len(c.runs))
	for i, r := range c.runs {
		all[i] = c.runStatus(r)
	}
	return all
}

// Run returns one run. The error is ErrUnknownRun.
func (c *Core) Run(id RunID) (RunStatus, error) {
	r, err := c.runOf(id)
	if err != nil {
		return RunStatus{}, err
	}
	return c.runStatus(r), nil
}

func (c *Core) runStatus(r *run) RunStatus {
	s := RunStatus{
		ID: r.id, RunSpec: r.spec, State: r.state, Reason: r.reason,
		Submitted: r.submitted, Started: r.started, Ended: r.ended,
		Outcome: r.outcome, Nimber: r.nimber, Numbers: r.numbers, Turn: r.turn,
		Visits: r.visits, Expansions: r.expansions, Nimbers: r.nimbers,
		Leases: r.leased, Jobs: r.created, Quarantined: c.quarantined(r),
	}
	s.Position.Components = slices.Clone(r.spec.Position.Components)
	if r.tree != nil {
		t := r.tree.Stats()
		s.Numbers, s.Nodes, s.Pending = r.tree.Numbers(), t.Nodes, c.pending(r)
	}
	return s
}

// Workers returns the workers by name.
func (c *Core) Workers(now time.Time) []WorkerStatus {
	c.advance(now)
	all := make([]WorkerStatus, len(c.sessions))
	for i, s := range c.sessions {
		all[i] = WorkerStatus{
			Session: SessionID{c.epoch, s.number},
			Name:    s.hello.Worker, Program: s.hello.Program, Threads: s.hello.Threads,
			Draining: c.draining(s), Since: s.since, Silent: c.now.Sub(s.called),
			Rate: s.rate, Visits: s.visits, Facts: s.news,
		}
		if s.lease != nil {
			all[i].Lease = s.lease.ID
		}
	}
	slices.SortFunc(all, func(a, b WorkerStatus) int { return cmp.Compare(a.Name, b.Name) })
	return all
}

// Jobs returns the jobs that workers have had longest; top 0 is all of them.
func (c *Core) Jobs(now time.Time, top int) []JobStatus {
	c.advance(now)
	var leases []*lease
	for _, s := range c.sessions {
		if s.lease != nil {
			leases = append(leases, s.lease)
		}
	}
	slices.SortFunc(leases, func(a, b *lease) int { return cmp.Compare(a.ID, b.ID) })
	if top > 0 && len(leases) > top {
		leases = leases[:top]
	}
	all := make([]JobStatus, len(leases))
	for i, l := range leases {
		all[i] = JobStatus{
			Lease: l.ID, Run: l.Run, Kind: l.Kind, Couple: l.Couple, Text: c.coupleText(l.Couple),
			Worker: l.session.hello.Worker, Attempt: l.Attempt,
			Age: c.now.Sub(l.granted), Silent: c.now.Sub(l.renewed),
			Visits: l.done.Visits, Budget: l.Budget, Numbers: l.done.Numbers,
		}
	}
	return all
}

// coupleText writes a couple in the game's notation.
func (c *Core) coupleText(couple search.Couple) string {
	p := game.Position{Components: []game.Component{couple.Component}, Heap: couple.Nimber}
	text, err := game.FormatPosition(c.game, p)
	if err != nil {
		return ""
	}
	return text
}

// componentText writes a component in the game's notation, "" if it is none.
func (c *Core) componentText(component game.Component) string {
	text, err := c.game.Format(component)
	if err != nil {
		return ""
	}
	return text
}
