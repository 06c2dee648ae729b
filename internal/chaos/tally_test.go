//go:build linux

package chaos_test

import (
	"fmt"
	"strings"
	"time"

	"github.com/sprouts-solver/sprouts/internal/term"
)

// spans are lengths of time of one kind.
type spans struct {
	n        int
	sum, max time.Duration
}

func (s *spans) add(d time.Duration) {
	s.n++
	s.sum += d
	s.max = max(s.max, d)
}

// String returns mean and maximum.
func (s spans) String() string {
	if s.n == 0 {
		return "none measured"
	}
	return fmt.Sprintf("%.2f s on average, at most %.2f s (%d measured)",
		(s.sum / time.Duration(s.n)).Seconds(), s.max.Seconds(), s.n)
}

// tally is what has happened, and what it cost.
type tally struct {
	began time.Time

	clusters, runs                            int
	workerKills, atWork, coordinatorKills     int
	earlyKills, pauses                        int
	granted, expired, superseded, late, aside float64 // as coordinators counted

	silence time.Duration // the longest of a worker that still had its job

	freed   spans // from the death of a worker to the end of its lease
	serving spans // from the start of a coordinator to its first answer
	back    spans // from there until all workers are back
	woken   spans // from SIGCONT until the worker is heard of

	done, lost float64 // visits of workers: all, and those that died unreported
	worth      spans   // how long a worker had worked on those that died with it

	// calm and stormy are visits by batch, of clusters that were left alone and of the
	// others.
	calm, stormy map[string][]float64

	acknowledged, found, starts int // facts of witnesses, those read back, and from how many starts
	stored                      int // facts, in all stores
	verdict                     verdict
}

// lostShare is the share of visits that died unreported.
func (y *tally) lostShare() float64 { return y.lost / max(1, y.done) }

// mean returns the mean of numbers.
func mean(numbers []float64) float64 {
	sum := 0.0
	for _, x := range numbers {
		sum += x
	}
	return sum / float64(max(1, len(numbers)))
}

// page returns the tally for people.
func (y *tally) page() string {
	count := func(n int) string { return term.Count(int64(n)) }
	visits := func(x float64) string { return term.Count(int64(x)) }
	var b term.Block
	b.Linef("time", "%s", term.Duration(time.Since(y.began)))
	b.Linef("clusters", "%d, %d runs, all with the right answer", y.clusters, y.runs)
	b.Linef("workers killed", "%d, %d of them with a job", y.workerKills, y.atWork)
	b.Linef("coordinators killed", "%d, %d of them while they started", y.coordinatorKills, y.earlyKills)
	b.Linef("workers paused", "%d", y.pauses)
	b.Linef("leases", "%s granted, %s expired, %s superseded, %s reports late",
		visits(y.granted), visits(y.expired), visits(y.superseded), visits(y.late))
	b.Linef("couples set aside", "%s", visits(y.aside))
	b.Linef("longest silence with job", "%.2f s", y.silence.Seconds())
	b.Line("job free after a kill", y.freed.String())
	b.Line("coordinator answers", y.serving.String())
	b.Line("all workers back", y.back.String())
	b.Line("paused worker back", y.woken.String())
	b.Linef("acknowledged facts", "%s, read back %s times from %d starts and each once from the store, 0 lost",
		count(y.acknowledged), count(y.found), y.starts)
	b.Linef("facts in stores", "%s: %s nimbers equal to those of one machine, %s of %s exclusions proven by one too",
		count(y.stored), count(y.verdict.nimbers), count(y.verdict.exclusions), count(y.verdict.exclusions+y.verdict.unknown))
	b.Linef("visits", "%s, of which %s (%.2f %%) died unreported", visits(y.done), visits(y.lost), 100*y.lostShare())
	b.Line("work lost with a worker", y.worth.String())
	for _, name := range batchNames(y) {
		calm, stormy := y.calm[name], y.stormy[name]
		line := fmt.Sprintf("%s in %d storms", visits(mean(stormy)), len(stormy))
		if len(calm) > 0 {
			line += fmt.Sprintf(", %s in %d calms: %+.0f %%", visits(mean(calm)), len(calm), 100*(mean(stormy)/mean(calm)-1))
		}
		b.Line("visits for "+name, line)
	}
	var text strings.Builder
	_ = b.Write(&text) // a builder takes everything
	return text.String()
}

// batchNames lists the batches that went through a storm.
func batchNames(y *tally) (names []string) {
	for _, b := range append([]batch{shortBatch}, batches...) {
		if len(y.stormy[b.name]) > 0 {
			names = append(names, b.name)
		}
	}
	return names
}
