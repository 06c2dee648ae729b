package simulate_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"runtime"
	"runtime/debug"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"github.com/sprouts-solver/sprouts/coordinator"
	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/game/gametest"
	"github.com/sprouts-solver/sprouts/game/sprouts"
	"github.com/sprouts-solver/sprouts/internal/simulate"
	"github.com/sprouts-solver/sprouts/search"
)

var (
	seeds = flag.Int("seeds", 50, "how many clusters TestSeeds simulates")
	first = flag.Uint64("seed", 0, "simulate this one only, and tell what happens")
)

// Clusters are made and thrown away by the thousand: there is more garbage than memory
// in use, and no need to collect it so often.
func TestMain(m *testing.M) {
	debug.SetGCPercent(400)
	goleak.VerifyTestMain(m)
}

// lab makes simulations from seeds.
type lab struct {
	game  game.Game
	truth sprouts.SmallLands
	lands []land // that are solved in no time
}

// land is a position with its nimber, from a source that shares nothing with us.
type land struct {
	game.Position
	nimber game.Nimber
}

func newLab(t *testing.T) *lab {
	t.Helper()
	l := &lab{game: simulate.Cached(sprouts.New())}
	_, err := l.truth.Load(0)
	require.NoError(t, err)
	expander := l.game.NewExpander()
	for _, entry := range gametest.Oracle(t) {
		p, err := sprouts.ParseStrings(entry.Text)
		require.NoError(t, err)
		if len(p.Components) == 1 && expander.Measure([]byte(p.Components[0])).Lives <= 15 {
			l.lands = append(l.lands, land{p, entry.Nimber})
		}
	}
	require.Greater(t, len(l.lands), 100)
	return l
}

// starts are the nimbers of 0 to 7 spots.
var starts = []game.Nimber{0, 0, 0, 1, 1, 1, 0, 0}

// options draws a simulation.
func (l *lab) options(t *testing.T, seed uint64) simulate.Options {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, 1))
	pick := func(values ...int) int { return values[rng.IntN(len(values))] }
	o := simulate.Options{
		Seed: seed, Game: l.game, NewEngine: simulate.NewPlain, Truth: func(c game.Component) game.Fact { return l.truth.Lookup([]byte(c)) },
		Workers: 1 + rng.IntN(4), Storm: time.Duration(1+rng.IntN(5)) * time.Minute,
		WildNumbers: rng.IntN(5) == 0,
		Core: coordinator.Options{
			TTL: time.Duration(pick(10, 30)) * time.Second, MinBudget: int64(pick(1, 20, 200)),
			FirstTurn: int64(pick(100, 2_000, 1_000_000)), RingSize: 200, MaxBatch: 100,
			FactRate: float64(pick(-1, 2, 20_000)),
			Recheck:  []float64{-1, 0.02, 0.1}[rng.IntN(3)], MaxChecks: 10, CheckBudget: 2_000, CheckShare: 0.5,
		},
	}
	if rng.IntN(16) == 0 {
		o.NewEngine = newSolver
	}
	for range 1 + rng.IntN(3) {
		o.Questions = append(o.Questions, l.question(t, rng))
	}
	if p := o.Questions[0].Position.Components; rng.IntN(10) == 0 && len(p) > 0 {
		o.Poison = p[rng.IntN(len(p))]
		o.Core.MaxSplits = pick(-1, 1, 100) // else deaths by chance could end a run too
	}
	return o
}

// newSolver makes the engine of real workers.
func newSolver(g game.Game, memo search.Memo) (simulate.Engine, error) {
	return search.New(g, search.Options{Memo: memo, MaxMemory: 64 << 20})
}

// question draws a position whose nimber is known.
func (l *lab) question(t *testing.T, rng *rand.Rand) simulate.Question {
	t.Helper()
	q := simulate.Question{RunSpec: coordinator.RunSpec{Goal: coordinator.Goal(rng.IntN(2))}}
	if rng.IntN(3) == 0 {
		n := rng.IntN(len(starts))
		p, err := l.game.Parse(strconv.Itoa(n))
		require.NoError(t, err)
		q.Position, q.Nimber = p, starts[n]
	} else {
		q.Position.Heap = game.Nimber(rng.IntN(4))
		q.Nimber = q.Position.Heap
		for range 1 + rng.IntN(3) {
			land := l.lands[rng.IntN(len(l.lands))]
			q.Position = q.Position.Add(land.Position)
			q.Nimber ^= land.nimber
		}
	}
	text, err := game.FormatPosition(l.game, q.Position)
	require.NoError(t, err)
	q.Text = text
	return q
}

// TestSeeds simulates clusters in a storm, on all cores.
func TestSeeds(t *testing.T) {
	if *first != 0 {
		o := newLab(t).options(t, *first)
		o.Trace = func(at time.Duration, what string) { t.Logf("%10.3fs  %s", at.Seconds(), what) }
		report, err := simulate.Run(o)
		t.Log(report)
		require.NoError(t, err)
		return
	}
	n := *seeds
	if testing.Short() {
		n = min(n, 10)
	}
	began := time.Now()
	reports := make(chan simulate.Report, n)
	t.Run("all", func(t *testing.T) {
		for lane := range runtime.GOMAXPROCS(0) {
			t.Run(strconv.Itoa(lane), func(t *testing.T) {
				t.Parallel()
				l := newLab(t)
				for seed := 1 + lane; seed <= n; seed += runtime.GOMAXPROCS(0) {
					reports <- l.simulate(t, uint64(seed))
				}
			})
		}
	})
	close(reports)
	var sum simulate.Report
	for r := range reports {
		sum.Add(r)
	}
	seconds := time.Since(began).Seconds()
	t.Logf("%d seeds in %.1f s, %.1f a second: %s", n, seconds, float64(n)/seconds, sum)
}

// simulate runs one seed. If it fails, or panics, it says how to see it again.
func (l *lab) simulate(t *testing.T, seed uint64) simulate.Report {
	t.Helper()
	again := fmt.Sprintf("see what happens: make simulate SEED=%d", seed)
	defer func() {
		if r := recover(); r != nil {
			require.FailNow(t, fmt.Sprintf("panic: %v\n%s", r, debug.Stack()), again)
		}
	}()
	report, err := simulate.Run(l.options(t, seed))
	require.NoError(t, err, "%s\n%s", again, report)
	return report
}

// One seed gives one run, event by event.
func TestSeedsRepeat(t *testing.T) {
	l := newLab(t)
	for seed := uint64(1); seed <= 5; seed++ {
		var traces [2][]string
		var reports [2]simulate.Report
		for i := range traces {
			o := l.options(t, seed)
			o.Trace = func(at time.Duration, what string) { traces[i] = append(traces[i], at.String()+" "+what) }
			var err error
			reports[i], err = simulate.Run(o)
			require.NoError(t, err)
		}
		require.Equal(t, traces[0], traces[1])
		require.Equal(t, reports[0], reports[1])
	}
}

// Bugs that would lose or forge results are found, within a few seeds.
func TestFaultsAreFound(t *testing.T) {
	l := newLab(t)
	for fault, want := range map[simulate.Fault]string{
		simulate.EarlyAck:  "acknowledged fact lost",
		simulate.Forgetful: "acknowledged fact lost",
		simulate.LostRun:   "run is not known",
		simulate.WrongFact: "proven results contradict|wrong fact|wrong answer|contradictory",
	} {
		var err error
		for seed := uint64(1); seed <= 60 && err == nil; seed++ {
			o := l.options(t, seed)
			o.Fault = fault
			_, err = simulate.Run(o)
		}
		require.Error(t, err, "fault %d", fault)
		require.Regexp(t, want, err.Error(), "fault %d", fault)
	}
}

// A cluster without workers, or with no time to finish in, is told from a sound one.
func TestNoEndIsFound(t *testing.T) {
	l := newLab(t)
	o := l.options(t, 1)
	o.NewEngine = func(game.Game, search.Memo) (simulate.Engine, error) { return idle{}, nil }
	_, err := simulate.Run(o)
	require.ErrorContains(t, err, "there is no answer")
}

// idle is an engine that finds nothing.
type idle struct{}

func (idle) Work(search.Couple, int64, int64) (search.Numbers, error) {
	return search.Numbers{Proof: search.Infinity}, nil // without any fact
}
func (idle) Children(search.Couple) []search.Child { return nil }
func (idle) Learn(game.Component, game.Fact) error { return nil }
