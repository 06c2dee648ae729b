package simulate

import (
	"fmt"
	"strings"
	"time"

	"github.com/sprouts-solver/sprouts/coordinator"
)

// user asks the questions, as often as it takes to get a number for each, cancels a run
// now and then, and drains workers.
type user struct {
	world     *world
	asked     []asked
	cancelled map[coordinator.RunID]bool // runs that the user meant to cancel
}

// asked is a question that the user has sent.
type asked struct {
	Question
	run coordinator.RunID // 0: not acknowledged yet
}

const (
	cancelRate = 0.05
	drainEvery = 20 * time.Second
)

func newUser(w *world) *user {
	u := &user{world: w, asked: make([]asked, len(w.options.Questions)), cancelled: map[coordinator.RunID]bool{}}
	for i, q := range w.options.Questions {
		u.asked[i].Question = q
		w.after(w.between(0, w.options.Storm), "user asks", func() { u.ask(i) })
	}
	w.after(drainEvery, "user drains", u.drain)
	return u
}

// ask submits a question, and again until that is acknowledged.
func (u *user) ask(i int) {
	w, q := u.world, &u.asked[i]
	if q.run != 0 {
		return
	}
	spec := q.RunSpec
	w.send("submit "+spec.Text, func(core *coordinator.Core, now time.Time) response {
		id, err := core.Submit(now, spec)
		if err != nil {
			w.fail("submit %s: %w", spec.Text, err)
		}
		return response{answer: func() { u.hear(i, id) }, sync: true}
	}, func(answer func()) { answer() })
	w.after(w.between(time.Second, time.Minute), "user asks again", func() { u.ask(i) })
}

// hear notes the number of a run. The question may have been asked twice, and the first
// answer counts.
func (u *user) hear(i int, id coordinator.RunID) {
	q := &u.asked[i]
	if q.run != 0 {
		return
	}
	q.run = id
	if u.world.chance(cancelRate) {
		u.cancelled[id] = true
		u.world.send("cancel", func(core *coordinator.Core, now time.Time) response {
			if err := core.Cancel(now, id); err != nil {
				u.world.fail("cancel: %w", err)
			}
			return response{answer: func() {}}
		}, func(answer func()) { answer() })
	}
}

// drain drains a worker or resumes all, now and then. After the storm all are resumed.
func (u *user) drain() {
	w := u.world
	if core := w.server.core; core != nil {
		w.server.touched = true
		if w.chance(0.3) {
			_ = core.Drain(w.workers[w.rng.IntN(len(w.workers))].name) // it may not be there
		} else {
			_ = core.Resume("")
		}
	}
	w.after(drainEvery, "user drains", u.drain)
}

// done reports whether all questions have an answer.
func (u *user) done() bool {
	core := u.world.server.core
	if core == nil || u.world.stormy() {
		return false
	}
	for i := range u.asked {
		q := &u.asked[i]
		if q.run == 0 {
			return false
		}
		r, err := core.Run(q.run)
		if err != nil {
			u.world.fail("%w", err)
			return true
		}
		if !r.State.Ended() {
			return false
		}
	}
	return true
}

// compareAll fails if an answer is not right, also one to a question that was asked
// twice, of which the user knows the first number only.
func (u *user) compareAll() {
	answers := map[coordinator.RunID]coordinator.RunStatus{}
	for _, r := range u.world.server.core.Runs() {
		answers[r.ID] = r
		for i := range u.asked {
			q := &u.asked[i]
			if r.State == coordinator.RunDecided && r.Goal == q.Goal && r.Position.Key() == q.Position.Key() {
				u.compareResult(q, r)
			}
		}
	}
	for i := range u.asked {
		q := &u.asked[i]
		if r, ok := answers[q.run]; ok {
			u.compare(r)
		} else {
			u.world.fail("run %d is gone", q.run)
		}
	}
}

// compare fails if a run should not have ended so.
func (u *user) compare(r coordinator.RunStatus) {
	w := u.world
	switch r.State {
	case coordinator.RunDecided:
	case coordinator.RunCancelled:
		if !u.cancelled[r.ID] {
			w.fail("run %d was cancelled by nobody", r.ID)
		}
	case coordinator.RunIncomplete:
		w.report.Incomplete++
		if w.options.Poison == "" || len(r.Quarantined) == 0 {
			w.fail("run %d is incomplete: %s", r.ID, r.Reason)
		}
	default:
		w.fail("run %d is %s: %s", r.ID, r.State, r.Reason)
	}
	w.report.Quarantined += len(r.Quarantined)
}

// compareResult fails if the result of a run is wrong.
func (u *user) compareResult(q *asked, r coordinator.RunStatus) {
	if r.Goal == coordinator.GoalNimber && r.Nimber != q.Nimber {
		u.world.fail("wrong answer: the nimber of %s is %d, not %d", q.Text, q.Nimber, r.Nimber)
	}
	if want := q.outcome(); r.Goal == coordinator.GoalOutcome && r.Outcome != want {
		u.world.fail("wrong answer: %s is a %s, not a %s", q.Text, want, r.Outcome)
	}
}

// missing names what has no answer yet.
func (u *user) missing() string {
	var list []string
	for _, q := range u.asked {
		what := fmt.Sprintf("run %d, %s of %s", q.run, q.Goal, q.Text)
		if core := u.world.server.core; core != nil && q.run != 0 {
			if r, err := core.Run(q.run); err == nil {
				what += fmt.Sprintf(": %s, %s, %d leases, %d leaves free", r.State, r.Numbers, r.Leases, r.Pending)
			}
		}
		list = append(list, what)
	}
	return strings.Join(list, "; ")
}
