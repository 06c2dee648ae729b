package coordinator_test

import (
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/sprouts-solver/sprouts/coordinator"
	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/search"
)

// TestTwice gives two cores the same calls of honest workers. The second one gets each
// Learn, Complete and Return of the past again, up to three times, at any time, in any
// order, also from workers that have another session by now. Both must end up in the
// same state, step by step.
func TestTwice(t *testing.T) {
	known := newTruth(t)
	rapid.Check(t, func(t *rapid.T) {
		p := newPair(t, known)
		for range rapid.IntRange(1, 60).Draw(t, "steps") {
			p.step(t)
			p.again(t)
			p.compare(t)
		}
	})
}

// pair is two cores that should not differ.
type pair struct {
	known    *truth
	cores    [2]*coordinator.Core
	disks    [2]*disk
	now      time.Time
	sessions map[string]coordinator.SessionID
	leases   map[string]*coordinator.Lease
	visits   map[string]int64
	past     []func(*coordinator.Core) error
	repeats  []int // by call of the past
}

func newPair(t *rapid.T, known *truth) *pair {
	p := &pair{
		known: known, now: time.Unix(1e9, 0),
		sessions: map[string]coordinator.SessionID{}, leases: map[string]*coordinator.Lease{},
		visits: map[string]int64{},
	}
	for i := range p.cores {
		p.disks[i] = newDisk()
		core, err := coordinator.NewCore(known.game, p.disks[i], coordinator.Options{
			MinBudget: 5, FirstTurn: 200, Recheck: 0.3, CheckShare: 1, RingSize: 1000, MaxBatch: 100,
		})
		require.NoError(t, err)
		p.cores[i] = core
	}
	for _, text := range []string{"4", "0*2.AB|AB+3"} {
		position, err := known.game.Parse(text)
		require.NoError(t, err)
		p.both(t, func(c *coordinator.Core) error {
			_, err := c.Submit(p.now, coordinator.RunSpec{Text: text, Position: position})
			return err
		})
	}
	return p
}

// both makes a call on both cores.
func (p *pair) both(t *rapid.T, call func(*coordinator.Core) error) {
	for _, c := range p.cores {
		require.NoError(t, call(c))
	}
}

// remember makes a call on both cores, and on the second one again some day.
func (p *pair) remember(t *rapid.T, call func(*coordinator.Core) error) {
	p.both(t, call)
	p.past = append(p.past, call)
	p.repeats = append(p.repeats, rapid.IntRange(0, 3).Draw(t, "repeats"))
}

// again repeats some calls of the past on the second core.
func (p *pair) again(t *rapid.T) {
	for range rapid.IntRange(0, 3).Draw(t, "again") {
		if len(p.past) == 0 {
			return
		}
		i := rapid.IntRange(0, len(p.past)-1).Draw(t, "which")
		if p.repeats[i] == 0 {
			continue
		}
		p.repeats[i]--
		if err := p.past[i](p.cores[1]); err != nil {
			require.ErrorIs(t, err, coordinator.ErrUnknownSession)
		}
	}
}

// step lets one worker do the next thing.
func (p *pair) step(t *rapid.T) {
	p.now = p.now.Add(time.Millisecond)
	now, name := p.now, rapid.SampledFrom(workerNames).Draw(t, "worker")
	session, ok := p.sessions[name]
	if !ok || rapid.IntRange(0, 19).Draw(t, "dies") == 0 {
		p.both(t, func(c *coordinator.Core) error {
			welcome, err := c.Register(now, coordinator.Hello{
				Worker: name, Threads: 1, Game: p.known.game.Name(), Version: p.known.game.Version(),
			})
			p.sessions[name], p.leases[name] = welcome.Session, nil
			return err
		})
		return
	}
	lease := p.leases[name]
	if lease == nil {
		p.both(t, func(c *coordinator.Core) error {
			grant, err := c.Lease(now, session)
			p.leases[name], p.visits[name] = grant.Lease, 0
			return err
		})
		return
	}
	p.work(t, name, session, lease)
}

// work lets a worker tell something about its lease.
func (p *pair) work(t *rapid.T, name string, session coordinator.SessionID, lease *coordinator.Lease) {
	now := p.now
	p.visits[name] += rapid.Int64Range(1, 50).Draw(t, "visits")
	progress := coordinator.Progress{
		Lease: lease.ID, Visits: p.visits[name], Elapsed: time.Second,
		Numbers: search.Numbers{Proof: 1 + uint32(p.visits[name]), Disproof: 9},
	}
	if lease.Kind == coordinator.KindCheck {
		progress.Numbers = search.Numbers{Proof: search.Infinity}
	}
	switch rapid.IntRange(0, 4).Draw(t, "tells") {
	case 0:
		p.both(t, func(c *coordinator.Core) error {
			_, err := c.Renew(now, session, []coordinator.Progress{progress})
			return err
		})
	case 1:
		p.remember(t, func(c *coordinator.Core) error {
			return c.Return(now, session, []coordinator.Progress{progress}, false)
		})
		p.leases[name] = nil
	case 2:
		fact := p.known.fact(lease.Couple)
		p.remember(t, func(c *coordinator.Core) error {
			_, err := c.Learn(now, session, []coordinator.Entry{fact})
			return err
		})
	default:
		if rapid.IntRange(0, 9).Draw(t, "fails") == 0 {
			progress.Failure = "drawn"
		}
		p.remember(t, func(c *coordinator.Core) error { return c.Complete(now, session, progress) })
		p.leases[name] = nil
	}
}

// compare fails if the cores differ.
func (p *pair) compare(t *rapid.T) {
	for i, c := range p.cores {
		require.NoError(t, c.Check())
		p.disks[i].write(c.Changes())
	}
	a, b := p.cores[0], p.cores[1]
	require.Equal(t, a.Runs(), b.Runs())
	require.Equal(t, a.Jobs(p.now, 0), b.Jobs(p.now, 0))
	require.Equal(t, counted(a), counted(b))
	require.Equal(t, quiet(a, p.now), quiet(b, p.now))
	require.Equal(t, p.disks[0], p.disks[1])
	for _, w := range p.cores[0].Workers(p.now) {
		x, xNext, _, err := a.Since(p.now, w.Session, 0, 1<<20)
		require.NoError(t, err)
		y, yNext, _, err := b.Since(p.now, w.Session, 0, 1<<20)
		require.NoError(t, err)
		require.Equal(t, x, y)
		require.Equal(t, xNext, yNext)
	}
}

// counted returns the counters without those that count the repetitions.
func counted(c *coordinator.Core) coordinator.Counters {
	k := c.Counters()
	k.Late, k.FactsReceived = 0, 0
	return k
}

// quiet returns the workers without when they called last.
func quiet(c *coordinator.Core, now time.Time) []coordinator.WorkerStatus {
	all := slices.Clone(c.Workers(now))
	for i := range all {
		all[i].Silent = 0
	}
	return all
}

// What is told twice is the same in the end: known facts are passed over.
func TestLearnTwice(t *testing.T) {
	known := newTruth(t)
	core, err := coordinator.NewCore(known.game, newDisk(), coordinator.Options{})
	require.NoError(t, err)
	now := time.Unix(1e9, 0)
	welcome, err := core.Register(now, coordinator.Hello{Worker: "w", Threads: 1, Game: known.game.Name(), Version: known.game.Version()})
	require.NoError(t, err)
	var entries []coordinator.Entry
	for _, c := range known.lands[:50] {
		entries = append(entries, coordinator.Entry{Component: c, Fact: game.Known(known.nimber(c))})
	}
	first, err := core.Learn(now, welcome.Session, entries)
	require.NoError(t, err)
	require.Equal(t, coordinator.Learned{News: 50, Last: 50}, first)
	again, err := core.Learn(now, welcome.Session, entries)
	require.NoError(t, err)
	require.Equal(t, coordinator.Learned{News: 0, Last: 50}, again)
}
