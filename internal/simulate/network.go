package simulate

import (
	"time"

	"github.com/sprouts-solver/sprouts/coordinator"
)

// request is what happens in the coordinator when a message arrives.
type request func(core *coordinator.Core, now time.Time) response

// response is what the coordinator answers.
type response struct {
	answer  func()              // what happens at the sender when the answer arrives
	facts   []coordinator.Entry // what the answer acknowledges
	durable uint64              // all facts up to this number must be on the disk before the answer leaves
	sync    bool                // and so must everything else
}

// What the network does in a storm.
const (
	lossRate   = 0.04
	doubleRate = 0.06
	lateRate   = 0.03
)

// send brings a message to the coordinator and its answer back to the sender, or not,
// or twice, in any order.
func (w *world) send(what string, ask request, deliver func(answer func())) {
	w.transmit(what, func() { w.server.handle(what, ask, deliver) })
}

// transmit brings one message to its end.
func (w *world) transmit(what string, arrive func()) {
	w.report.Messages++
	copies := 1
	switch {
	case w.chance(lossRate):
		w.report.Lost++
		copies = 0
	case w.chance(doubleRate):
		w.report.Doubled++
		copies = 2 + w.rng.IntN(2)
	}
	for range copies {
		w.after(w.latency(), what, arrive)
	}
}

// latency draws how long a message takes: milliseconds, now and then minutes.
func (w *world) latency() time.Duration {
	if w.chance(lateRate) {
		return w.between(time.Second, 2*time.Minute)
	}
	return w.between(time.Millisecond, 200*time.Millisecond)
}
