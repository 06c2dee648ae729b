package simulate

import (
	"cmp"
	"time"

	"github.com/sprouts-solver/sprouts/coordinator"
	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/search"
)

// Options say what is simulated. Game, Questions and NewEngine must be set.
type Options struct {
	// Seed decides everything that is left to chance. Equal options give equal runs,
	// event by event.
	Seed uint64
	Game game.Game
	// Questions are asked in the course of the run, and their answers compared.
	Questions []Question
	// NewEngine makes what a worker searches with. It tells memo what it proves.
	NewEngine func(g game.Game, memo search.Memo) (Engine, error)
	// Truth tells nimbers that are known to be right. All facts that reach the disk are
	// compared with them. Default: it knows nothing.
	Truth func(c game.Component) game.Fact
	// Workers is how many workers there are. Default 3.
	Workers int
	// Storm is how long things go wrong: messages are lost, doubled and late, workers
	// and coordinator die. After that all are well, and the runs must come to an end.
	// Default 3 minutes of virtual time.
	Storm time.Duration
	// Core are the settings of the coordinator.
	Core coordinator.Options
	// Poison is a component on whose couples every worker dies. Default: none.
	Poison game.Component
	// WildNumbers lets workers report numbers that are drawn, also such as say win and
	// loss. They must do no harm: only facts decide.
	WildNumbers bool
	// Fault is a bug that the harness plants, to show that it would be found.
	Fault Fault
	// Trace is called with each event, if it is set.
	Trace func(at time.Duration, what string)
}

// Question is a run with the answer that is right.
type Question struct {
	coordinator.RunSpec
	Nimber game.Nimber
}

// Fault is a bug to be planted.
type Fault uint8

// The bugs.
const (
	NoFault   Fault = iota
	EarlyAck        // facts are acknowledged before they are on the disk
	Forgetful       // the disk loses a fact at each restart
	WrongFact       // a worker claims a wrong nimber now and then
	LostRun         // the disk loses a run at each restart
)

// Engine is what a worker searches with. A search.Solver is one.
type Engine interface {
	// Work searches a couple, see search.Solver.Work.
	Work(c search.Couple, turn, budget int64) (search.Numbers, error)
	// Children returns couples below a couple with their numbers.
	Children(c search.Couple) []search.Child
	// Learn takes a fact from elsewhere.
	Learn(c game.Component, f game.Fact) error
}

// withDefaults returns o with its zero fields filled.
func (o Options) withDefaults() Options {
	o.Workers = cmp.Or(o.Workers, 3)
	o.Storm = cmp.Or(o.Storm, 3*time.Minute)
	if o.Truth == nil {
		o.Truth = func(game.Component) game.Fact { return 0 }
	}
	return o
}

// Report counts what happened.
type Report struct {
	Events      int           // after each of which the coordinator was checked
	Time        time.Duration // virtual
	Messages    int
	Lost        int // messages
	Doubled     int
	Killed      int // workers
	Paused      int
	Crashes     int                  // of the coordinator
	Restarts    int                  // orderly ones
	Acked       int                  // facts acknowledged to workers, all of which were there in the end
	Quarantined int                  // couples set aside in the run that was asked for last
	Incomplete  int                  // runs that poison kept from their end
	Counters    coordinator.Counters // of the last life of the coordinator
}
