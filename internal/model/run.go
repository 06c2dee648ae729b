package model

import (
	"cmp"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/sprouts-solver/sprouts/coordinator"
	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/search"
	"github.com/sprouts-solver/sprouts/worker"
)

// Unit is how long a unit of virtual time is taken to be, where the coordinator
// wants a time: what an option or a visit takes on a core of 2025.
const Unit = 4 * time.Microsecond

// Options describe a virtual cluster and its run.
type Options struct {
	Game game.Game
	Root game.Position // its outcome is asked for
	Memo search.Memo   // of every group, such as a table in the program; may be nil

	Groups  int // default 1: without a coordinator
	Threads int // of each group; default 1

	// Latency is how many units a message takes, one way. 200 are 0.8 ms.
	Latency int64
	// Service is how many units the coordinator takes for a message. 17 are 70 us.
	Service int64
	// FactService is how many it takes for a fact that comes in: 0.3 are 1.2 us. Reading
	// and writing facts takes ten times as long, but goes on beside.
	FactService float64
	// NewsService is how many it takes for a fact that goes out, to one worker.
	NewsService float64
	// Exchange is how many units lie between two exchanges of facts beside those with
	// reports. Default 2,000, which are 8 ms.
	Exchange int64
	// TickVisits is how often threads hear of the world, see search.Options. Default
	// 32: in proportion to the size of the roots.
	TickVisits int64
	// Seed changes how ties are broken.
	Seed uint64
	// Core are the coordinator's settings.
	Core coordinator.Options
}

// withDefaults returns o with its zero fields filled.
func (o Options) withDefaults() Options {
	o.Groups = cmp.Or(o.Groups, 1)
	o.Threads = cmp.Or(o.Threads, 1)
	o.Exchange = cmp.Or(o.Exchange, 2_000)
	o.TickVisits = cmp.Or(o.TickVisits, 32)
	o.Core.Recheck = cmp.Or(o.Core.Recheck, -1)
	o.Core.TTL = cmp.Or(o.Core.TTL, time.Hour)
	return o
}

// Result is what a run took.
type Result struct {
	Outcome    game.Outcome
	Time       int64 // units until the outcome was known
	Visits     int64
	Expansions int64
	Options    int64 // generated, by each group for itself
	Shared     int64 // of these, made for the first time by any group
	Nimbers    int64
	Idle       float64 // share of the threads' time without work
	Messages   int64   // to the coordinator
	Nodes      int     // of the coordinator's tree, at most
	Turns      int64
}

// Sequential solves the root with one plain search.
func Sequential(o Options) (Result, error) {
	o = o.withDefaults()
	g := newSharedGame(o.Game)
	s, err := search.New(g, search.Options{Memo: o.Memo, Seed: o.Seed, MaxMemory: groupMemory})
	if err != nil {
		return Result{}, err
	}
	outcome, err := s.Outcome(o.Root)
	st := s.Stats()
	return Result{
		Outcome: outcome, Time: st.Visits + st.Children, Visits: st.Visits, Expansions: st.Expansions,
		Options: st.Children, Shared: g.lists.made, Nimbers: st.Nimbers, Turns: st.Turns,
	}, err
}

// groupMemory is what each group's tables may take.
const groupMemory = 8 << 30

// Run solves the root on a virtual cluster.
func Run(o Options) (Result, error) {
	o = o.withDefaults()
	if o.Groups == 1 {
		return runGroup(o)
	}
	m, err := newModel(o)
	if err != nil {
		return Result{}, err
	}
	var wait sync.WaitGroup
	for _, g := range m.groups {
		m.clock.start()
		wait.Go(g.drive)
	}
	m.clock.run(m.done)
	m.release()
	wait.Wait()
	return m.result()
}

// runGroup solves the root with the threads of one machine, without a coordinator.
func runGroup(o Options) (Result, error) {
	g, c := newSharedGame(o.Game), newClock()
	p := newPacer(c, 0, o.Threads)
	s, err := search.New(g, search.Options{
		Threads: o.Threads, Memo: o.Memo, Seed: o.Seed, MaxMemory: groupMemory, Pace: p, TickVisits: o.TickVisits,
	})
	if err != nil {
		return Result{}, err
	}
	var outcome game.Outcome
	var wait sync.WaitGroup
	c.start()
	wait.Go(func() {
		defer c.rest()
		outcome, err = s.Outcome(o.Root)
	})
	c.run(func() bool { return false })
	wait.Wait()
	st := s.Stats()
	return Result{
		Outcome: outcome, Time: p.time(), Visits: st.Visits, Expansions: st.Expansions, Options: st.Children,
		Shared: g.lists.made, Nimbers: st.Nimbers, Turns: st.Turns,
	}, err
}

// model is a virtual cluster.
type model struct {
	options Options
	game    sharedGame
	clock   *clock
	core    *coordinator.Core
	run     coordinator.RunID
	memo    memo
	groups  []*group
	hungry  []*group // have asked for a lease that was not there

	busy     int64 // until when the coordinator is
	decided  int64 // when the run was, 0 if it is not
	ended    Result
	messages int64
	nodes    int
	err      error
}

// memo is the store of the virtual coordinator, and the table in its program.
type memo struct {
	learned map[game.Component]game.Fact
	table   search.Memo // may be nil
}

// Lookup returns what was learned, and what the table knows.
func (m memo) Lookup(c []byte) game.Fact {
	if m.table != nil {
		if f := m.table.Lookup(c); f.IsKnown() {
			return f
		}
	}
	return m.learned[game.Component(c)]
}

func newModel(o Options) (*model, error) {
	m := &model{options: o, game: newSharedGame(o.Game), clock: newClock(), memo: memo{map[game.Component]game.Fact{}, o.Memo}}
	var err error
	if m.core, err = coordinator.NewCore(m.game, m.memo, o.Core); err != nil {
		return nil, err
	}
	if m.run, err = m.core.Submit(m.at(0), coordinator.RunSpec{Text: "root", Position: o.Root}); err != nil {
		return nil, err
	}
	for i := range o.Groups {
		g := &group{model: m, pacer: newPacer(m.clock, i*o.Threads, o.Threads)}
		if g.exec, err = worker.NewExecutor(m.game, worker.ExecutorOptions{
			Threads: o.Threads, MaxMemory: groupMemory, Memo: o.Memo, Seed: o.Seed,
			Pace: g.pacer, TickVisits: o.TickVisits,
		}); err != nil {
			return nil, err
		}
		welcome, err := m.core.Register(m.at(0), coordinator.Hello{
			Worker: fmt.Sprintf("group %d", i), Threads: o.Threads, Game: m.game.Name(), Version: m.game.Version(),
		})
		if err != nil {
			return nil, err
		}
		g.session = welcome.Session
		g.exec.TellLeast(welcome.LeastVisits)
		m.groups = append(m.groups, g)
	}
	return m, nil
}

// at turns units into a time for the coordinator.
func (m *model) at(units int64) time.Time { return time.Unix(0, 0).Add(time.Duration(units) * Unit) }

// done reports whether the run is over.
func (m *model) done() bool { return m.decided > 0 || m.err != nil }

// release lets drivers that wait find out that time is over.
func (m *model) release() {
	for _, g := range m.groups {
		g.notify(func() {})
	}
}

func (m *model) result() (Result, error) {
	errs := []error{m.err}
	for _, g := range m.groups {
		errs = append(errs, g.err)
	}
	return m.ended, errors.Join(errs...)
}

// end notes what the run took, as each group last said. Its threads are still at
// work, and will be until they hear that it is over.
func (m *model) end(at int64, run coordinator.RunStatus) {
	m.decided = at
	r := Result{
		Outcome: run.Outcome, Time: at, Turns: run.Turn,
		Messages: m.messages, Nodes: m.nodes, Shared: m.game.lists.made,
	}
	idle := int64(0)
	for _, g := range m.groups {
		st := g.exec.Stats()
		r.Visits += st.Visits
		r.Expansions += st.Expansions
		r.Options += st.Options
		r.Nimbers += st.Nimbers
		idle += g.idle
	}
	r.Idle = float64(idle) / float64(max(1, at*int64(len(m.groups))))
	m.ended = r
}
