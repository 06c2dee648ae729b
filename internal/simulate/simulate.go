package simulate

import (
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/sprouts-solver/sprouts/game"
)

// Run simulates one cluster from its start until the last question is answered. An
// error says what is wrong: the coordinator was not sound after some event, an answer
// or a fact was wrong, an acknowledged fact was lost, or there was no end.
func Run(o Options) (Report, error) {
	o = o.withDefaults()
	w := &world{
		options: o,
		rng:     rand.New(rand.NewPCG(o.Seed, 0)),
		start:   time.Unix(1_000_000_000, 0).UTC(),
	}
	w.now, w.calm = w.start, w.start.Add(o.Storm)
	w.server = newServer(w)
	w.user = newUser(w)
	for i := range o.Workers {
		w.workers = append(w.workers, newWorker(w, i))
	}
	if err := w.run(); err != nil {
		return w.finish(), err
	}
	w.lastLook()
	return w.finish(), w.err
}

// lastLook compares the answers, writes everything to the disk, and compares that with
// what was promised.
func (w *world) lastLook() {
	w.user.compareAll()
	w.server.disk.flush(len(w.server.disk.queue))
	w.server.checkAcked()
	w.server.checkFacts()
}

// finish completes the report.
func (w *world) finish() Report {
	w.report.Time = w.now.Sub(w.start)
	if w.server.core != nil {
		w.report.Counters = w.server.core.Counters()
	}
	return w.report
}

// outcome returns who wins, seen from the player to move.
func (q *Question) outcome() game.Outcome {
	if q.Nimber == 0 {
		return game.Loss
	}
	return game.Win
}

// Add adds another report.
func (r *Report) Add(x Report) {
	r.Events += x.Events
	r.Time += x.Time
	r.Messages += x.Messages
	r.Lost += x.Lost
	r.Doubled += x.Doubled
	r.Killed += x.Killed
	r.Paused += x.Paused
	r.Crashes += x.Crashes
	r.Restarts += x.Restarts
	r.Acked += x.Acked
	r.Quarantined += x.Quarantined
	r.Incomplete += x.Incomplete
}

// String writes the report on one line.
func (r Report) String() string {
	return fmt.Sprintf("%d events in %v, %d messages (%d lost, %d doubled), %d workers killed, %d paused, "+
		"coordinator crashed %d times, restarted %d times, %d facts acknowledged, %d couples aside, %d runs incomplete",
		r.Events, r.Time.Round(time.Second), r.Messages, r.Lost, r.Doubled, r.Killed, r.Paused,
		r.Crashes, r.Restarts, r.Acked, r.Quarantined, r.Incomplete)
}
