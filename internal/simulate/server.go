package simulate

import (
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/sprouts-solver/sprouts/coordinator"
	"github.com/sprouts-solver/sprouts/game"
)

// server is the process of the coordinator: a core, its disk, and answers that wait
// for the disk.
type server struct {
	world   *world
	core    *coordinator.Core // nil while it is down
	life    int               // how often it was started
	disk    *disk
	waiting []func() // answers that leave at the next flush
	touched bool     // since the last check
	written uint64   // number of the newest fact on the disk
	newest  uint64   // and of the newest one that there ever was
	epoch   uint64
	acked   map[game.Component]game.Fact // facts that workers were told are safe
}

const (
	flushEvery = 1500 * time.Millisecond
	tickEvery  = time.Second
	crashRate  = 0.02 // at each flush
	stopRate   = 0.01
)

func newServer(w *world) *server {
	s := &server{world: w, disk: newDisk(), acked: map[game.Component]game.Fact{}}
	s.start()
	return s
}

// start begins a life.
func (s *server) start() {
	core, err := coordinator.NewCore(s.world.options.Game, s.disk, s.world.options.Core)
	if err == nil {
		err = core.Restore(s.disk.all())
	}
	if err != nil {
		s.world.fail("start the coordinator: %w", err)
		return
	}
	if core.Epoch() <= s.epoch {
		s.world.fail("epoch %d comes after epoch %d", core.Epoch(), s.epoch)
	}
	s.core, s.epoch = core, core.Epoch()
	s.life++
	s.touched = true
	s.save()
	s.disk.flush(len(s.disk.queue)) // the epoch must be safe before anybody is served
	s.written = core.Last()
	s.checkAcked()
	s.loop(flushEvery, "flush", s.flush)
	s.loop(tickEvery, "tick", func() {
		s.touched = true
		s.core.Tick(s.world.now)
		s.save()
	})
}

// loop does something again and again in this life.
func (s *server) loop(every time.Duration, what string, do func()) {
	life := s.life
	var again func()
	again = func() {
		if s.core == nil || s.life != life {
			return
		}
		do()
		s.world.after(s.world.between(every/2, every), what, again)
	}
	s.world.after(every, what, again)
}

// handle serves a message, if the coordinator is up.
func (s *server) handle(what string, ask request, deliver func(answer func())) {
	if s.core == nil {
		return
	}
	s.touched = true
	r := ask(s.core, s.world.now)
	s.save()
	leave := func() {
		s.ack(r.facts)
		s.world.transmit("answer to "+what, func() { deliver(r.answer) })
	}
	if !r.sync && r.durable <= s.written || s.world.options.Fault == EarlyAck {
		leave()
		return
	}
	s.waiting = append(s.waiting, leave)
}

// save gives the disk what has changed.
func (s *server) save() {
	changes := s.core.Changes()
	if len(changes.Facts) > 0 && changes.First <= s.newest {
		s.world.fail("fact number %d is used again, %d was already", changes.First, s.newest)
	}
	s.newest = max(s.newest, s.core.Last())
	s.disk.put(changes)
}

// flush writes what waits, and dies now and then in the middle of it.
func (s *server) flush() {
	switch w := s.world; {
	case w.chance(crashRate):
		w.report.Crashes++
		s.die(w.rng.IntN(len(s.disk.queue) + 1))
		return
	case w.chance(stopRate):
		w.report.Restarts++
		s.die(len(s.disk.queue))
		return
	}
	s.disk.flush(len(s.disk.queue))
	s.written = s.core.Last()
	for _, leave := range s.waiting {
		leave()
	}
	s.waiting = nil
}

// die ends a life, after so many writes of the queue, and plans the next one.
func (s *server) die(writes int) {
	s.disk.crash(writes)
	s.core, s.waiting = nil, nil
	s.plantFault()
	s.world.after(s.world.between(100*time.Millisecond, time.Minute), "start", s.start)
}

// plantFault damages the disk, if the options ask for it.
func (s *server) plantFault() {
	switch s.world.options.Fault {
	case Forgetful:
		for _, c := range slices.Sorted(maps.Keys(s.acked)) {
			delete(s.disk.facts, c)
			return
		}
	case LostRun:
		for _, key := range s.disk.sorted() {
			if key[0] == 'r' {
				delete(s.disk.records, key)
				return
			}
		}
	default:
	}
}

// ack notes facts that a worker is told are safe.
func (s *server) ack(entries []coordinator.Entry) {
	for _, e := range entries {
		s.acked[e.Component] |= e.Fact
		s.world.report.Acked++
	}
}

// check looks whether the coordinator is sound.
func (s *server) check() {
	if s.core == nil || !s.touched {
		return
	}
	s.touched = false
	if err := s.core.Check(); err != nil {
		s.world.fail("the coordinator is not sound: %w", err)
	}
	if err := s.core.Err(); err != nil {
		s.world.fail("the coordinator has stopped: %w", err)
	}
}

// checkAcked looks for facts that were acknowledged and are not on the disk.
func (s *server) checkAcked() {
	for _, c := range slices.Sorted(maps.Keys(s.acked)) {
		if f := s.acked[c]; s.disk.facts[c]&f != f {
			s.world.fail("acknowledged fact lost: %s of %s", f, s.text(c))
		}
	}
}

// checkFacts compares the facts on the disk with the truth.
func (s *server) checkFacts() {
	for _, c := range slices.Sorted(maps.Keys(s.disk.facts)) {
		f := s.disk.facts[c]
		if truth := s.world.options.Truth(c); f.Contradicts(truth) || !f.Valid() {
			s.world.fail("wrong fact: %s of %s is %s", f, s.text(c), truth)
		}
	}
}

func (s *server) text(c game.Component) string {
	text, err := s.world.options.Game.Format(c)
	if err != nil {
		return fmt.Sprintf("%x", string(c))
	}
	return text
}
