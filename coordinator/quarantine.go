package coordinator

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/sprouts-solver/sprouts/coordinator/tree"
	"github.com/sprouts-solver/sprouts/search"
)

// Quarantined is a couple that was set aside since workers failed on it.
type Quarantined struct {
	Run      RunID
	Couple   search.Couple
	Text     string // the couple, in the game's notation
	Split    bool   // its children are leased in its place
	Failures []Failure
}

// Failure is one attempt that went wrong.
type Failure struct {
	Worker string
	Reason string
}

// fail notes that a worker failed.
func (j *job) fail(worker, reason string) {
	j.attempts++
	reason = reason[:min(len(reason), maxReason)]
	if i := slices.IndexFunc(j.failures, func(f Failure) bool { return f.Worker == worker }); i >= 0 {
		j.failures[i].Reason = reason
		return
	}
	j.failures = append(j.failures, Failure{worker, reason})
}

// poison reports whether workers are to be kept away from the job: so many different
// ones failed on it, or fewer did so again and again.
func (j *job) poison(workers int) bool {
	return len(j.failures) >= workers || j.attempts >= workers*workers
}

// setAside quarantines the job of a lease that has ended, whose leaf is still held.
// The coordinator splits it, as its children may be harmless. When it has done so often
// and nothing goes well, it leaves the couple alone, lest it search the whole tree by
// itself.
func (c *Core) setAside(l *lease) {
	r, j := l.run, l.job
	c.counters.Quarantined++
	j.state = jobAside
	if r.splits < c.options.MaxSplits {
		r.splits++
		j.state = jobDivided
	}
	c.write(quarantineKey(r.id, j.couple), encodeQuarantine(j))
	c.meetAside(r, tree.Leaf{ID: l.leaf, Couple: j.couple})
}

// meetAside deals with a leaf, held, of a couple that was set aside: it splits it, or
// holds it for good.
func (c *Core) meetAside(r *run, leaf tree.Leaf) {
	j := r.jobs[leaf.Couple]
	switch {
	case j.state == jobAside && !j.held:
		j.leaf, j.held = leaf.ID, true
		return
	case j.state != jobDivided:
		panic(fmt.Sprintf("coordinator: a leaf is free though its job is %s", j.state))
	}
	err := r.tree.Expand(leaf.ID, search.Numbers{Proof: 1, Disproof: 1}, nil)
	r.tree.Release(leaf.ID)
	if err != nil {
		c.stop(err)
	}
}

// letGo gives back the leaves that were held for good, since the tree changes under
// them.
func (r *run) letGo() {
	for _, j := range r.sortedJobs() {
		if j.held {
			r.tree.Release(j.leaf)
			j.held = false
		}
	}
}

// endIfStuck ends a run that has no free leaf and no lease, because of couples that
// were set aside.
func (c *Core) endIfStuck(r *run) {
	if r.state.Ended() || r.leased > 0 {
		return
	}
	aside := 0
	for _, j := range r.jobs {
		if j.held && r.tree.Wanted(j.leaf) {
			aside++
		}
	}
	if aside > 0 {
		c.endRun(r, RunIncomplete, fmt.Sprintf("cannot go on without %d couples on which workers failed", aside))
	}
}

// sortedJobs returns the jobs of a run that are not over, in a fixed order.
func (r *run) sortedJobs() []*job {
	jobs := make([]*job, 0, len(r.jobs))
	for _, j := range r.jobs {
		jobs = append(jobs, j)
	}
	slices.SortFunc(jobs, func(a, b *job) int {
		return cmp.Or(cmp.Compare(a.couple.Component, b.couple.Component), cmp.Compare(a.couple.Nimber, b.couple.Nimber))
	})
	return jobs
}

// quarantined returns the couples of a run that were set aside.
func (c *Core) quarantined(r *run) []Quarantined {
	if r.state.Ended() {
		return slices.Clone(r.aside)
	}
	return c.listQuarantined(r)
}

// listQuarantined makes the list from the jobs of a run.
func (c *Core) listQuarantined(r *run) (list []Quarantined) {
	for _, j := range r.sortedJobs() {
		if j.quarantined() {
			list = append(list, Quarantined{
				Run: r.id, Couple: j.couple, Text: c.coupleText(j.couple),
				Split: j.state == jobDivided, Failures: slices.Clone(j.failures),
			})
		}
	}
	return list
}
