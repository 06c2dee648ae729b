package coordinator_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/sprouts-solver/sprouts/coordinator"
	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/search"
)

// TestRandomCalls calls a core at random, with reports that make no sense but facts
// that are true, and with restarts. After each call the core must be sound, and in the
// end all runs must have the right answer.
func TestRandomCalls(t *testing.T) {
	known := newTruth(t)
	rapid.Check(t, func(t *rapid.T) {
		m := newMachine(t, known)
		t.Repeat(map[string]func(*rapid.T){
			"":         m.check,
			"register": m.register,
			"submit":   m.submit,
			"cancel":   m.cancel,
			"lease":    m.lease,
			"renew":    m.renew,
			"complete": m.complete,
			"return":   m.giveBack,
			"learn":    m.learn,
			"since":    m.since,
			"drain":    m.drain,
			"tick":     m.tick,
			"write":    func(*rapid.T) { m.disk.write(m.core.Changes()) },
			"restart":  m.restart,
		})
		m.finish(t)
	})
}

// machine is a core with workers who do what they like.
type machine struct {
	known    *truth
	options  coordinator.Options
	core     *coordinator.Core
	disk     *disk
	now      time.Time
	sessions map[string]coordinator.SessionID
	leases   map[string][]coordinator.Lease // all that a worker ever had, in this epoch
	acked    map[game.Component]game.Fact
	asked    map[coordinator.RunID]bool
}

var workerNames = []string{"ada", "bob", "cyd"}

func newMachine(t *rapid.T, known *truth) *machine {
	m := &machine{
		known: known, disk: newDisk(), now: time.Unix(1e9, 0),
		acked: map[game.Component]game.Fact{}, asked: map[coordinator.RunID]bool{},
		options: coordinator.Options{
			MinBudget: 1, FirstTurn: rapid.Int64Range(1, 2000).Draw(t, "turn"),
			MaxFailures: rapid.IntRange(1, 3).Draw(t, "failures"),
			MaxSplits:   rapid.SampledFrom([]int{-1, 1, 100}).Draw(t, "splits"),
			FactRate:    rapid.SampledFrom([]float64{-1, 2, 20_000}).Draw(t, "fact rate"),
			Recheck:     rapid.SampledFrom([]float64{-1, 0.2, 1}).Draw(t, "recheck"),
			MaxChecks:   2, CheckShare: 1, RingSize: 20, MaxBatch: 10, MaxRuns: 4, MaxEnded: 3, MaxSessions: 2,
		},
	}
	m.begin(t)
	return m
}

// begin makes a core of what is on the disk.
func (m *machine) begin(t *rapid.T) {
	core, err := coordinator.NewCore(m.known.game, m.disk, m.options)
	require.NoError(t, err)
	require.NoError(t, core.Restore(m.disk.all()))
	m.disk.write(core.Changes())
	m.core = core
	m.sessions, m.leases = map[string]coordinator.SessionID{}, map[string][]coordinator.Lease{}
}

func (m *machine) restart(t *rapid.T) {
	if rapid.Bool().Draw(t, "orderly") {
		m.disk.write(m.core.Changes())
	}
	old := m.core.Epoch()
	m.begin(t)
	require.Greater(t, m.core.Epoch(), old)
}

func (m *machine) check(t *rapid.T) {
	require.NoError(t, m.core.Check())
	require.NoError(t, m.core.Err())
	for _, r := range m.core.Runs() {
		if r.State == coordinator.RunDecided {
			m.known.requireRight(t, r)
		}
	}
}

// worker draws a worker.
func (m *machine) worker(t *rapid.T) string { return rapid.SampledFrom(workerNames).Draw(t, "worker") }

func (m *machine) register(t *rapid.T) {
	name := m.worker(t)
	welcome, err := m.core.Register(m.now, m.hello(name, rapid.IntRange(1, 4).Draw(t, "threads")))
	if err != nil {
		require.ErrorIs(t, err, coordinator.ErrTooManySessions)
		return
	}
	m.sessions[name] = welcome.Session
}

func (m *machine) hello(name string, threads int) coordinator.Hello {
	return coordinator.Hello{Worker: name, Threads: threads, Game: m.known.game.Name(), Version: m.known.game.Version()}
}

func (m *machine) submit(t *rapid.T) {
	lands := rapid.SliceOfN(rapid.SampledFrom(m.known.lands), 1, 3).Draw(t, "lands")
	p := game.NewPosition(lands, game.Nimber(rapid.IntRange(0, 3).Draw(t, "heap")))
	goal := coordinator.Goal(rapid.IntRange(0, 1).Draw(t, "goal"))
	id, err := m.core.Submit(m.now, coordinator.RunSpec{Text: fmt.Sprint(p), Position: p, Goal: goal})
	if err != nil {
		require.ErrorIs(t, err, coordinator.ErrTooManyRuns)
		return
	}
	m.asked[id] = true
}

func (m *machine) cancel(t *rapid.T) {
	id := coordinator.RunID(rapid.IntRange(1, 10).Draw(t, "run"))
	if err := m.core.Cancel(m.now, id); err != nil {
		require.ErrorIs(t, err, coordinator.ErrUnknownRun)
	}
}

// known session errors are part of life; all others are not.
func requireSession(t *rapid.T, err error) bool {
	if err != nil {
		require.ErrorIs(t, err, coordinator.ErrUnknownSession)
	}
	return err == nil
}

func (m *machine) lease(t *rapid.T) {
	name := m.worker(t)
	grant, err := m.core.Lease(m.now, m.sessions[name])
	if !requireSession(t, err) || grant.Lease == nil {
		return
	}
	m.leases[name] = append(m.leases[name], *grant.Lease)
	require.Positive(t, grant.Lease.Budget)
	if grant.Lease.Kind == coordinator.KindCheck {
		require.Equal(t, game.Known(m.known.nimber(grant.Lease.Couple.Component)), grant.Lease.Claim)
	}
}

// progress draws a report on any lease that anybody ever had, with any numbers.
func (m *machine) progress(t *rapid.T, name string) coordinator.Progress {
	var all []coordinator.Lease
	for _, n := range append([]string{name, name, name}, workerNames...) {
		all = append(all, m.leases[n]...)
	}
	p := coordinator.Progress{Lease: coordinator.LeaseID(rapid.Uint64Range(0, 50).Draw(t, "any lease"))}
	var l coordinator.Lease
	if len(all) > 0 && rapid.IntRange(0, 9).Draw(t, "real") > 0 {
		l = rapid.SampledFrom(all).Draw(t, "lease")
		p.Lease = l.ID
	}
	p.Visits = rapid.Int64Range(0, 500).Draw(t, "visits")
	p.Elapsed = time.Duration(rapid.IntRange(0, 2000).Draw(t, "elapsed")) * time.Millisecond
	p.Numbers = m.numbers(t)
	for range rapid.IntRange(0, 3).Draw(t, "children") {
		c := search.Couple{
			Component: rapid.SampledFrom(m.known.lands).Draw(t, "child"),
			Nimber:    game.Nimber(rapid.IntRange(0, 4).Draw(t, "nimber")),
		}
		p.Children = append(p.Children, search.Child{Couple: c, Numbers: search.Numbers{Proof: 7, Disproof: 9}})
	}
	switch rapid.IntRange(0, 7).Draw(t, "fate") {
	case 0:
		p.Failure = "drawn"
	case 1:
		p.Inconclusive = true
	}
	if l.Kind == coordinator.KindCheck { // a check tells the truth, or nothing
		p.Numbers = search.Numbers{Proof: search.Infinity}
	}
	return p
}

// numbers draws numbers that a couple may have, or none.
func (m *machine) numbers(t *rapid.T) search.Numbers {
	return rapid.SampledFrom([]search.Numbers{
		{},
		{Proof: search.Infinity},
		{Disproof: search.Infinity},
		{Proof: 1, Disproof: 1},
		{Proof: 1, Disproof: 40},
		{Proof: 1000, Disproof: 3},
		{Proof: search.Infinity - 1, Disproof: search.Infinity - 1},
	}).Draw(t, "numbers")
}

func (m *machine) renew(t *rapid.T) {
	name := m.worker(t)
	p := m.progress(t, name)
	renewal, err := m.core.Renew(m.now, m.sessions[name], []coordinator.Progress{p})
	if requireSession(t, err) {
		require.Len(t, renewal.States, 1)
	}
}

func (m *machine) complete(t *rapid.T) {
	name := m.worker(t)
	requireSession(t, m.core.Complete(m.now, m.sessions[name], m.progress(t, name)))
}

func (m *machine) giveBack(t *rapid.T) {
	name := m.worker(t)
	p := []coordinator.Progress{m.progress(t, name)}
	requireSession(t, m.core.Return(m.now, m.sessions[name], p, rapid.Bool().Draw(t, "leaving")))
}

// learn tells true facts, about the leased couple or any other.
func (m *machine) learn(t *rapid.T) {
	name := m.worker(t)
	var entries []coordinator.Entry
	for range rapid.IntRange(0, 4).Draw(t, "facts") {
		c := search.Couple{
			Component: rapid.SampledFrom(m.known.lands).Draw(t, "land"),
			Nimber:    game.Nimber(rapid.IntRange(0, 5).Draw(t, "nimber")),
		}
		entries = append(entries, m.known.fact(c))
	}
	if k := len(m.leases[name]); k > 0 && rapid.Bool().Draw(t, "own") {
		entries = append(entries, m.known.fact(m.leases[name][k-1].Couple))
	}
	learned, err := m.core.Learn(m.now, m.sessions[name], entries)
	if requireSession(t, err) {
		require.Equal(t, m.core.Last(), learned.Last)
	}
	m.disk.write(m.core.Changes())
}

func (m *machine) since(t *rapid.T) {
	name := m.worker(t)
	cursor := m.core.Last() - min(m.core.Last(), rapid.Uint64Range(0, 30).Draw(t, "behind"))
	entries, next, _, err := m.core.Since(m.now, m.sessions[name], cursor, rapid.IntRange(1, 200).Draw(t, "bytes"))
	if !requireSession(t, err) {
		return
	}
	require.LessOrEqual(t, cursor, next)
	require.LessOrEqual(t, next, m.core.Last())
	for _, e := range entries {
		require.False(t, e.Fact.Contradicts(game.Known(m.known.nimber(e.Component))))
	}
}

func (m *machine) drain(t *rapid.T) {
	name := rapid.SampledFrom(append([]string{""}, workerNames...)).Draw(t, "drained")
	if rapid.Bool().Draw(t, "resume") {
		_ = m.core.Resume(name)
	} else if err := m.core.Drain(name); err != nil {
		require.ErrorIs(t, err, coordinator.ErrUnknownWorker)
	}
}

func (m *machine) tick(t *rapid.T) {
	m.now = m.now.Add(time.Duration(rapid.IntRange(0, 40).Draw(t, "seconds")) * time.Second)
	m.core.Tick(m.now)
}

// finish lets one honest worker do what is left.
func (m *machine) finish(t *rapid.T) {
	over := map[coordinator.RunID]bool{}
	for _, r := range m.core.Runs() {
		over[r.ID] = r.State.Ended()
	}
	_ = m.core.Resume("")
	m.now = m.now.Add(time.Hour)
	welcome, err := m.core.Register(m.now, m.hello("zoe", 1))
	require.NoError(t, err)
	for range 10_000 {
		grant, err := m.core.Lease(m.now, welcome.Session)
		require.NoError(t, err)
		l := grant.Lease
		if l == nil {
			break
		}
		p := coordinator.Progress{Lease: l.ID, Visits: 1, Numbers: search.Numbers{Proof: search.Infinity}}
		if l.Kind == coordinator.KindSearch {
			_, err = m.core.Learn(m.now, welcome.Session, []coordinator.Entry{m.known.fact(l.Couple)})
			require.NoError(t, err)
		}
		require.NoError(t, m.core.Complete(m.now, welcome.Session, p))
		m.check(t)
		m.disk.write(m.core.Changes())
	}
	for _, r := range m.core.Runs() {
		switch r.State {
		case coordinator.RunDecided:
			m.known.requireRight(t, r)
		case coordinator.RunIncomplete:
			require.True(t, over[r.ID] || len(r.Quarantined) > 0)
		case coordinator.RunCancelled:
		default:
			require.Fail(t, "a run has no end", "%+v", r)
		}
	}
}
