package simulate

import (
	"errors"
	"fmt"
	"time"

	"github.com/sprouts-solver/sprouts/coordinator"
	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/search"
)

// worker is a process that keeps the rules for workers: facts first, each message again
// until it is answered, everything kept through an outage of the coordinator. Under
// its name processes follow each other.
type worker struct {
	world *world
	name  string
	life  int // of the process; what was meant for an earlier one is lost
	alive bool
	awake time.Time // until then it is paused

	engine Engine
	hello  coordinator.Hello
	calls  [callKinds]call

	registered bool
	session    coordinator.SessionID
	drained    bool
	cursor     uint64
	outbox     []coordinator.Entry // not yet acknowledged
	learning   bool                // what the engine tells now is not its own
	job        *job
	renewed    time.Time
}

// job is a lease under way.
type job struct {
	coordinator.Lease
	progress coordinator.Progress
	finished bool
	unwanted bool
}

// call is a message that waits for its answer.
type call struct {
	number int
	busy   bool
	until  time.Time // when it is sent again
}

// The kinds of calls. There is one of each at a time.
const (
	callRegister = iota
	callExchange
	callRenew
	callLease
	callFinish
	callKinds
)

var callNames = [callKinds]string{"register", "exchange", "renew", "lease", "finish"}

// What happens to workers in a storm, at each beat.
const (
	killRate  = 0.015
	pauseRate = 0.01
	quitRate  = 0.006 // an orderly end
	batch     = 40    // facts or children in a message
	slice     = 60    // visits at most between two beats
	timeout   = 10 * time.Second
)

func newWorker(w *world, i int) *worker {
	x := &worker{world: w, name: fmt.Sprintf("worker%d", i)}
	x.begin()
	return x
}

// begin starts a process.
func (x *worker) begin() {
	w := x.world
	x.life++
	*x = worker{
		world: w, name: x.name, life: x.life, alive: true,
		hello: coordinator.Hello{
			Worker: x.name, Threads: 1 + w.rng.IntN(3),
			Game: w.options.Game.Name(), Version: w.options.Game.Version(), Instance: uint64(x.life),
		},
	}
	engine, err := w.options.NewEngine(w.options.Game, recorder{x})
	if err != nil {
		w.fail("%s: start: %w", x.name, err)
		return
	}
	x.engine = engine
	x.later(w.between(0, time.Second))
}

// recorder is the engine's memo: it takes what the engine proves.
type recorder struct{ worker *worker }

func (recorder) Load(int64) (bool, error) { return false, nil }
func (recorder) Lookup([]byte) game.Fact  { return 0 }

// Record queues a fact for the coordinator.
func (r recorder) Record(c []byte, f game.Fact) error {
	x := r.worker
	if x.learning {
		return nil
	}
	if x.world.options.Fault == WrongFact && f.IsKnown() && x.world.rng.IntN(50) == 0 {
		n, _ := f.Nimber()
		f = game.Known(n ^ 1)
	}
	x.outbox = append(x.outbox, coordinator.Entry{Component: game.Component(c), Fact: f})
	return nil
}

// later plans the next beat of this process.
func (x *worker) later(d time.Duration) {
	x.event(d, "beat", x.beat)
}

// event plans something that happens to this process. What happens while it is paused
// happens when it wakes up.
func (x *worker) event(d time.Duration, what string, do func()) {
	life := x.life
	var happen func()
	happen = func() {
		switch {
		case !x.alive || x.life != life:
		case x.world.now.Before(x.awake):
			x.world.after(x.awake.Sub(x.world.now), x.name+" wakes up: "+what, happen)
		default:
			do()
		}
	}
	x.world.after(d, x.name+" "+what, happen)
}

// beat does a bit of everything.
func (x *worker) beat() {
	w := x.world
	switch {
	case w.chance(killRate):
		w.report.Killed++
		x.die(w.between(0, time.Minute))
		return
	case w.chance(pauseRate):
		w.report.Paused++
		x.awake = w.now.Add(w.between(time.Second, 2*time.Minute))
	case w.chance(quitRate):
		x.drained = true
	}
	x.work()
	if !x.alive {
		return
	}
	x.talk()
	x.later(w.between(200*time.Millisecond, 1200*time.Millisecond))
}

// die ends the process, and plans the next one.
func (x *worker) die(pause time.Duration) {
	x.alive = false
	x.world.after(pause, x.name+" starts", x.begin)
}

// work searches a little.
func (x *worker) work() {
	j := x.job
	if j == nil || j.finished {
		return
	}
	if c := j.Couple.Component; c == x.world.options.Poison && j.Kind == coordinator.KindSearch {
		if x.world.rng.IntN(2) == 0 {
			x.die(x.world.between(0, 10*time.Second))
		} else {
			j.progress.Failure, j.finished = "poison", true
		}
		return
	}
	if j.Kind == coordinator.KindCheck {
		x.verify(j)
		return
	}
	visits := min(j.Budget-j.progress.Visits, int64(1+x.world.rng.IntN(slice)))
	numbers, err := x.engine.Work(j.Couple, j.Turn, max(1, visits))
	if err != nil {
		x.world.fail("%s: work on %v: %w", x.name, j.Couple, err)
		return
	}
	j.progress.Numbers = numbers
	j.progress.Visits += max(1, visits)
	j.progress.Expansions += max(1, visits) / 2
	j.progress.Elapsed += time.Duration(max(1, visits)) * 10 * time.Millisecond
	if numbers.Outcome() != game.Unknown || j.progress.Visits >= j.Budget {
		j.finished = true
		j.progress.Children = x.children(j)
	}
	if x.world.options.WildNumbers {
		j.progress.Numbers = x.wild()
	}
}

// wild draws numbers.
func (x *worker) wild() search.Numbers {
	switch r := x.world.rng; r.IntN(5) {
	case 0:
		return search.Numbers{Proof: search.Infinity}
	case 1:
		return search.Numbers{Disproof: search.Infinity}
	case 2:
		return search.Numbers{Proof: search.Infinity - 1, Disproof: search.Infinity - 1}
	default:
		return search.Numbers{Proof: 1 + r.Uint32N(1000), Disproof: 1 + r.Uint32N(1000)}
	}
}

// children returns the couples below an undecided one, as many as fit a message.
func (x *worker) children(j *job) []search.Child {
	if j.progress.Numbers.Outcome() != game.Unknown {
		return nil
	}
	children := x.engine.Children(j.Couple)
	return children[:min(len(children), batch)]
}

// verify does a check with an engine that knows nothing.
func (x *worker) verify(j *job) {
	j.finished = true
	fresh, err := x.world.options.NewEngine(x.world.options.Game, recorder{&worker{learning: true}})
	if err == nil {
		j.progress.Numbers, err = fresh.Work(j.Couple, 0, j.Budget)
	}
	if err != nil {
		x.world.fail("%s: check %v: %w", x.name, j.Couple, err)
	}
	j.progress.Inconclusive = j.progress.Numbers.Outcome() == game.Unknown
	j.progress.Visits = j.Budget
}

// call sends a message of a kind, unless one is under way, and again after a while if
// there is no answer. The request is served in the coordinator; what it returns
// happens in this process.
func (x *worker) call(kind int, ask func(core *coordinator.Core, now time.Time) (func(), response)) {
	w, c := x.world, &x.calls[kind]
	if c.busy && w.now.Before(c.until) {
		return
	}
	c.number++
	c.busy, c.until = true, w.now.Add(timeout)
	number, life := c.number, x.life
	what := x.name + " " + callNames[kind]
	w.send(what, func(core *coordinator.Core, now time.Time) response {
		answer, r := ask(core, now)
		r.answer = answer
		return r
	}, func(answer func()) {
		x.event(0, "hears: "+callNames[kind], func() {
			if x.life == life && c.busy && c.number == number {
				c.busy = false
				answer()
			}
		})
	})
}

// lost is what a worker does when its session is over: it registers again and gives
// up its lease, but no fact.
func (x *worker) lost(session coordinator.SessionID, err error) bool {
	if err == nil {
		return false
	}
	if !errors.Is(err, coordinator.ErrUnknownSession) {
		x.world.fail("%s: %w", x.name, err)
	}
	if session == x.session {
		x.registered, x.job = false, nil
	}
	return true
}
