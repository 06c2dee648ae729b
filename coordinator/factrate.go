package coordinator

import (
	"math"
	"time"
)

// factRate finds from how many visits on facts are worth telling, so that about as many
// come in as the coordinator can take. Of all excluded nimbers a fourteenth takes two
// visits or more, and from there on their number falls as the visits that are asked for
// grow.
type factRate struct {
	least int64 // visits, at least 1
	since time.Time
	count int // facts that came since then
}

const (
	// rateWindow is how long facts are counted before the number is looked at again.
	rateWindow = time.Second
	// factsOfThread is how many facts a second one thread finds, and dearFacts those that
	// take two visits or more: measured on 25 spots.
	factsOfThread = 25_000
	dearFacts     = 1_800
	// mostRise is how often the number may be multiplied in one step.
	mostRise = 16
	// mostLeast bounds the number.
	mostLeast = 1 << 20
)

func newFactRate() factRate { return factRate{least: 1} }

// factRate returns how many facts a second may come in, all workers together, 0 for any
// number. Each is sent to all other workers, which costs the more the more there are.
func (c *Core) factRate() float64 {
	const half = 64 // workers
	return max(0, c.options.FactRate) / (1 + float64(len(c.sessions))/half)
}

// expect raises the number to what so many threads will need, before they overrun the
// coordinator.
func (r *factRate) expect(threads int, most float64) {
	if most == 0 || float64(threads)*factsOfThread <= most {
		return
	}
	r.least = max(r.least, 2, rounded(2*float64(threads)*dearFacts/most))
}

// meter counts facts that have come in. The number is changed once a second, or when
// those of a second have come earlier; they may be a burst, as each worker tells what it
// has once a second, so a quarter of a second is the least that they are spread over.
func (r *factRate) meter(now time.Time, n int, most float64) {
	if most == 0 {
		r.least = 1
		return
	}
	if r.since.IsZero() {
		r.since = now
	}
	r.count += n
	passed := now.Sub(r.since)
	if passed < rateWindow && float64(r.count) < most*rateWindow.Seconds() {
		return
	}
	rate := float64(r.count) / max(passed, rateWindow/4).Seconds()
	r.since, r.count = now, 0
	if rate > most {
		r.least = rise(r.least, rate/most)
		return
	}
	for ; passed >= rateWindow && r.least > 1 && rate < most/r.fall(); passed -= rateWindow {
		r.least /= 2
	}
}

// fall is how often more facts come when the number is halved, and some more, so that
// it does not rise again at once.
func (r *factRate) fall() float64 {
	if r.least < 4 { // to 1: all of them
		return 1.25 * factsOfThread / dearFacts
	}
	return 4
}

// rise returns the number multiplied.
func rise(least int64, by float64) int64 {
	return min(mostLeast, max(least+1, rounded(float64(least)*min(by, mostRise))))
}

func rounded(least float64) int64 { return int64(math.Ceil(min(least, mostLeast))) }
