package coordinator

import (
	"github.com/sprouts-solver/sprouts/coordinator/tree"
	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/search"
)

// job is a couple of a run from its first lease until it is decided, split, or back
// among the leaves that anybody may have. It is in exactly one state:
//
//	          +--> done, split, returned, dropped       counted, and forgotten
//	leased ---+
//	 ^        +--> failing ---> leased                  a worker failed on it
//	 |                +-------> aside, divided          too many did
//	 +--- a leaf
//
// A job that fails is known by its couple, so that failures add up over leases,
// turns and, once it is set aside, restarts.
type job struct {
	couple   search.Couple
	state    jobState
	expanded bool // its leaf has kids now
	failures []Failure
	attempts int // that failed; a worker can do so more than once

	leaf tree.LeafID // while held by a job that is aside
	held bool
}

// jobState is what a job that is not over is doing.
type jobState uint8

// The states.
const (
	jobLeased  jobState = iota
	jobFailing          // some workers failed on it; it may be leased again
	jobAside            // it is not leased again, and its leaf is held for good
	jobDivided          // it is not leased again, its kids are leased in its place
)

// String returns the state as one word.
func (s jobState) String() string { return [...]string{"leased", "failing", "aside", "divided"}[s] }

// quarantined reports whether workers are kept away from the job.
func (j *job) quarantined() bool { return j.state >= jobAside }

// leaseJob returns the job of a couple, now leased.
func (c *Core) leaseJob(r *run, couple search.Couple) *job {
	j := r.jobs[couple]
	if j == nil {
		j = &job{couple: couple}
		r.jobs[couple] = j
		r.created++
		c.counters.JobsCreated++
	}
	j.state, j.expanded = jobLeased, false
	r.leased++
	return j
}

// endJob says what becomes of a job whose lease has ended, and frees its leaf.
func (c *Core) endJob(l *lease, wanted bool, failure string) {
	r, j := l.run, l.job
	r.leased--
	decided := c.fact(j.couple) != game.Unknown
	if failure != "" && wanted && !decided && !c.draining(l.session) {
		j.fail(l.session.hello.Worker, failure)
		if j.poison(c.options.MaxFailures) {
			c.setAside(l)
			return
		}
	}
	r.tree.Release(l.leaf)
	switch {
	case decided:
		c.closeJob(r, j, &c.counters.JobsDone)
	case !wanted:
		c.closeJob(r, j, &c.counters.JobsDropped)
	case j.expanded:
		c.closeJob(r, j, &c.counters.JobsSplit)
	case len(j.failures) > 0:
		j.state = jobFailing
	default:
		c.closeJob(r, j, &c.counters.JobsReturned)
	}
}

// closeJob ends a job and counts it as what it has become.
func (c *Core) closeJob(r *run, j *job, as *int64) {
	if j.held {
		r.tree.Release(j.leaf)
		j.held = false
	}
	if j.quarantined() && !r.state.Ended() {
		c.write(quarantineKey(r.id, j.couple), nil)
	}
	delete(r.jobs, j.couple)
	*as++
}

// dropJobs ends the jobs of a run that is over.
func (c *Core) dropJobs(r *run) {
	for _, j := range r.sortedJobs() {
		c.closeJob(r, j, &c.counters.JobsDropped)
	}
}

// sweepJobs ends jobs on which workers failed, once facts decide them.
func (c *Core) sweepJobs() {
	for _, r := range c.active {
		if r.leased == len(r.jobs) {
			continue
		}
		for _, j := range r.sortedJobs() {
			if j.state != jobLeased && c.fact(j.couple) != game.Unknown {
				c.closeJob(r, j, &c.counters.JobsDone)
			}
		}
	}
}
