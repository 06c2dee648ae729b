package coordinator_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/sprouts-solver/sprouts/coordinator"
	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/game/nim"
	"github.com/sprouts-solver/sprouts/search"
)

// desk is a core with one worker and one lease.
type desk struct {
	core    *coordinator.Core
	now     time.Time
	session coordinator.SessionID
	lease   coordinator.Lease
}

func newDesk(tb testing.TB, o coordinator.Options) *desk {
	tb.Helper()
	core, err := coordinator.NewCore(nim.New(), newDisk(), o)
	require.NoError(tb, err)
	d := &desk{core: core, now: time.Unix(1e9, 0)}
	welcome, err := core.Register(d.now, coordinator.Hello{Worker: "ada", Threads: 1, Game: "nim", Version: nim.Version})
	require.NoError(tb, err)
	d.session = welcome.Session
	_, err = core.Submit(d.now, coordinator.RunSpec{Text: "7+*7", Position: parse(tb, nim.New(), "7+*7")})
	require.NoError(tb, err)
	grant, err := core.Lease(d.now, d.session)
	require.NoError(tb, err)
	d.lease = *grant.Lease
	return d
}

// Reports that no worker can mean are refused by all calls that take them, and change
// nothing.
func TestReportsAreRefused(t *testing.T) {
	d := newDesk(t, coordinator.Options{MaxBatch: 3})
	child := func(n search.Numbers, c search.Couple) []search.Child { return []search.Child{{Couple: c, Numbers: n}} }
	fine := search.Numbers{Proof: 2, Disproof: 3}
	three := search.Couple{Component: "\x03", Nimber: 1}
	for name, p := range map[string]coordinator.Progress{
		"negative visits":     {Visits: -1},
		"negative expansions": {Expansions: -1},
		"too many nimbers":    {Nimbers: 1 << 60},
		"negative time":       {Elapsed: -1},
		"infinite numbers":    {Numbers: search.Numbers{Proof: search.Infinity, Disproof: search.Infinity}},
		"half a win":          {Numbers: search.Numbers{Proof: 0, Disproof: 7}},
		"half a loss":         {Numbers: search.Numbers{Proof: 7, Disproof: 0}},
		"beyond infinity":     {Numbers: search.Numbers{Proof: 1, Disproof: search.Infinity + 1}},
		"child without bytes": {Children: child(fine, search.Couple{})},
		"child with a heap":   {Children: child(fine, search.Couple{Component: "\x03", Nimber: game.MaxNimber + 1})},
		"child of no numbers": {Children: child(search.Numbers{}, three)},
	} {
		t.Run(name, func(t *testing.T) {
			p.Lease = d.lease.ID
			_, err := d.core.Renew(d.now, d.session, []coordinator.Progress{p})
			require.ErrorIs(t, err, coordinator.ErrInvalid)
			require.ErrorIs(t, d.core.Complete(d.now, d.session, p), coordinator.ErrInvalid)
			require.ErrorIs(t, d.core.Return(d.now, d.session, []coordinator.Progress{p}, true), coordinator.ErrInvalid)
		})
	}
	p := coordinator.Progress{Lease: d.lease.ID, Children: make([]search.Child, 4)}
	require.ErrorIs(t, d.core.Complete(d.now, d.session, p), coordinator.ErrTooLarge)
	_, err := d.core.Renew(d.now, d.session, make([]coordinator.Progress, 4))
	require.ErrorIs(t, err, coordinator.ErrTooLarge)

	renewal, err := d.core.Renew(d.now, d.session, []coordinator.Progress{{Lease: d.lease.ID}})
	require.NoError(t, err)
	require.Equal(t, []coordinator.LeaseState{coordinator.LeaseHeld}, renewal.States)
	require.Zero(t, d.core.Counters().Visits)
}

// Long reasons are cut, names are looked at.
func TestLongTexts(t *testing.T) {
	d := newDesk(t, coordinator.Options{MaxFailures: 1})
	p := coordinator.Progress{Lease: d.lease.ID, Failure: strings.Repeat("x", 5_000)}
	require.NoError(t, d.core.Complete(d.now, d.session, p))
	require.Len(t, d.core.Runs()[0].Quarantined[0].Failures[0].Reason, 1_000)
	for _, name := range []string{"", strings.Repeat("x", 201), "a\nb", "a\xff"} {
		_, err := d.core.Register(d.now, coordinator.Hello{Worker: name, Threads: 1, Game: "nim", Version: nim.Version})
		require.ErrorIs(t, err, coordinator.ErrInvalid, "%q", name)
	}
}

// Questions that cannot be asked.
func TestQuestionsAreRefused(t *testing.T) {
	d := newDesk(t, coordinator.Options{})
	for name, spec := range map[string]coordinator.RunSpec{
		"goal":             {Goal: coordinator.GoalNimber + 1},
		"text":             {Text: strings.Repeat("1+", 40_000)},
		"heap":             {Position: game.Position{Heap: game.MaxNimber + 1}},
		"not a component":  {Position: game.Position{Components: []game.Component{"\x77"}}},
		"many components":  {Position: game.Position{Components: make([]game.Component, 1_001)}},
		"large components": {Position: game.Position{Components: []game.Component{game.Component(make([]byte, 70_000))}}},
	} {
		_, err := d.core.Submit(d.now, spec)
		require.ErrorIs(t, err, coordinator.ErrInvalid, name)
	}
	require.Len(t, d.core.Runs(), 1)
}

// Time does not go back, and what it would undo is not undone.
func TestTimeGoesOn(t *testing.T) {
	d := newDesk(t, coordinator.Options{})
	d.core.Tick(d.now.Add(time.Minute))
	require.Equal(t, int64(1), d.core.Counters().SessionsLost)
	_, err := d.core.Lease(d.now, d.session)
	require.ErrorIs(t, err, coordinator.ErrUnknownSession)
	welcome, err := d.core.Register(d.now, coordinator.Hello{Worker: "bob", Threads: 1, Game: "nim", Version: nim.Version})
	require.NoError(t, err)
	d.core.Tick(d.now.Add(time.Minute + welcome.TTL - 1))
	require.Len(t, d.core.Workers(d.now), 1)
	require.Equal(t, welcome.TTL-1, d.core.Workers(d.now)[0].Silent)
	d.core.Tick(d.now.Add(time.Minute + welcome.TTL))
	require.Empty(t, d.core.Workers(d.now))
}

// All words that people see.
func TestWords(t *testing.T) {
	words := []string{
		coordinator.GoalOutcome.String(), coordinator.GoalNimber.String(),
		coordinator.KindSearch.String(), coordinator.KindCheck.String(),
		coordinator.LeaseUnknown.String(), coordinator.LeaseHeld.String(), coordinator.LeaseUnwanted.String(),
	}
	for s := range coordinator.RunStates {
		words = append(words, coordinator.RunState(s).String())
	}
	for r := range coordinator.EndReasons {
		words = append(words, coordinator.EndReason(r).String())
	}
	require.Equal(t, "outcome nimber search check unknown held unwanted "+
		"queued active decided cancelled stopped incomplete "+
		"completed returned failed expired superseded abandoned cancelled", strings.Join(words, " "))
	require.Equal(t, "3.17", coordinator.SessionID{Epoch: 3, Number: 17}.String())
}
