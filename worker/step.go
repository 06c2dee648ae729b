package worker

import (
	"errors"
	"slices"

	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/search"
)

// task is a job at hand.
type task struct {
	Job
	before  Stats          // of the group, when the job began
	numbers search.Numbers // last known, zero before
	renewed bool           // the tables were made for this job
	check   *search.Solver // of a check that has begun
	failure string
}

// step is Step but for its bookkeeping.
func (e *Executor) step(visits int64) (Event, error) {
	if err := e.takeAllFacts(); err != nil {
		return Event{}, err
	}
	switch {
	case e.interrupted.Swap(false):
		return Event{Kind: Paused}, nil
	case e.job == nil:
		return e.stepTrail(visits)
	case e.job.failure != "":
		return e.finish()
	case e.job.Kind == KindCheck:
		return e.stepCheck(visits)
	default:
		return e.stepJob(visits)
	}
}

// takeAllFacts carries all facts from elsewhere into the search's tables.
func (e *Executor) takeAllFacts() error {
	for {
		n, err := e.takeFacts()
		if errors.Is(err, errForeign) {
			err = e.renew()
		}
		if n == 0 || err != nil {
			return err
		}
	}
}

// stepJob searches the job's couple.
func (e *Executor) stepJob(visits int64) (Event, error) {
	j := e.job
	e.watch(j.Couple)
	f, err := e.search(j.Couple, j.Turn, e.piece(visits), &j.renewed)
	if err != nil {
		return Event{}, err
	}
	if known(f.numbers) {
		j.numbers = f.numbers
	}
	if j.failure = f.failure; j.failure != "" || f.decided() || e.spent() {
		return e.finish()
	}
	return Event{Kind: Paused}, nil
}

// piece returns how many visits the next search may make, of those that are given
// and those that are left of the job's budget; 0 is no limit.
func (e *Executor) piece(visits int64) int64 {
	if e.job.Budget == 0 {
		return visits
	}
	left := max(1, e.job.Budget-e.done().Visits)
	if visits == 0 {
		return left
	}
	return min(visits, left)
}

// done returns what was done for the job.
func (e *Executor) done() Stats { return e.totals().since(e.job.before) }

// spent reports whether the job's budget is.
func (e *Executor) spent() bool { return e.job.Budget > 0 && e.done().Visits >= e.job.Budget }

// finish ends the job. What it leaves is what to go on with; nothing, if it failed.
func (e *Executor) finish() (Event, error) {
	j, p := e.job, e.progress()
	switch {
	case j.Kind == KindCheck:
		p.Verdict, p.Found = j.verdict()
	case j.failure != "":
		e.trail = trail{}
	default:
		e.trail = trail{couples: append(slices.Clip(j.Path), j.Couple), turn: j.Turn}
	}
	e.dropJob()
	return Event{Kind: Finished, Progress: p}, e.pledgeJob(j, p)
}

// dropJob forgets the job at hand. The work of a check stays counted.
func (e *Executor) dropJob() {
	if e.job != nil && e.job.check != nil {
		e.past.add(e.job.check.Stats())
	}
	e.job = nil
}

// fact returns all that the group knows of a component.
func (e *Executor) fact(c game.Component) game.Fact {
	return e.solver.Fact(c) | e.memo.known([]byte(c))
}

// progress returns what the group has come to with the job at hand.
func (e *Executor) progress() Progress {
	j, done := e.job, e.done()
	p := Progress{
		Job: j.ID, Kind: j.Kind, Numbers: j.numbers, Failure: j.failure,
		Visits: done.Visits, Expansions: done.Expansions, Nimbers: done.Nimbers,
	}
	if j.Kind == KindCheck {
		return p
	}
	seen := map[search.Couple]bool{}
	for _, child := range e.solver.Children(j.Couple) {
		if !seen[child.Couple] {
			seen[child.Couple] = true
			p.Children = append(p.Children, child)
		}
	}
	return p
}
