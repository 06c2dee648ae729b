package main

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/types/known/durationpb"

	sproutsv1 "github.com/sprouts-solver/sprouts/proto/sprouts/v1"
	"github.com/sprouts-solver/sprouts/worker"
)

// A run ends in one of four ways, each with an exit code.
func TestRunsEndWithExitCodes(t *testing.T) {
	aside := []*sproutsv1.Quarantine{{Couple: "0*9+*2", Split: true, Failures: []*sproutsv1.Failure{
		{Worker: "one", Reason: "out of memory"}, {Worker: "two", Reason: "lease expired"},
	}}}
	for state, want := range map[sproutsv1.RunState]int{
		sproutsv1.RunState_RUN_STATE_QUEUED:     exitDone,
		sproutsv1.RunState_RUN_STATE_ACTIVE:     exitDone,
		sproutsv1.RunState_RUN_STATE_DECIDED:    exitDone,
		sproutsv1.RunState_RUN_STATE_CANCELLED:  exitError,
		sproutsv1.RunState_RUN_STATE_STOPPED:    exitConflict,
		sproutsv1.RunState_RUN_STATE_INCOMPLETE: exitIncomplete,
	} {
		r := newRunReport(&sproutsv1.Run{Id: 3, Position: "20", State: state, Reason: "because", Quarantined: aside})
		require.Equal(t, want, exitCode(r.end()), state)
	}
	r := newRunReport(&sproutsv1.Run{Id: 3, Position: "20", State: sproutsv1.RunState_RUN_STATE_INCOMPLETE, Reason: "couples are set aside", Quarantined: aside})
	require.EqualError(t, r.end(), "run 3, 20: cannot go on: couples are set aside\n"+
		"0*9+*2 failed on one: out of memory\n0*9+*2 failed on two: lease expired")
}

// Who has lost its name to another process is told what to do.
func TestReplacedWorkerIsToldWhy(t *testing.T) {
	err := (&GlobalOptions{}).explainWorker(fmt.Errorf("%w: session 1.2", worker.ErrReplaced))
	require.EqualError(t, err, "another worker of this name has registered: session 1.2; give each worker a --name of its own")
	require.Equal(t, exitError, exitCode(err))
}

// The page of a run, written out as a user sees it.
func TestRunPage(t *testing.T) {
	m := &sproutsv1.Run{
		Id: 12, Position: "0*8.AB|0*3.AB", Goal: sproutsv1.Goal_GOAL_NIMBER, State: sproutsv1.RunState_RUN_STATE_ACTIVE,
		Numbers: &sproutsv1.Numbers{Proof: 17, Disproof: 4200}, Submitted: durationpb.New(time.Hour), Started: durationpb.New(time.Minute),
		Visits: 123456, Nimbers: 789, Leases: 3, Nodes: 5000, Pending: 70,
		Quarantined: []*sproutsv1.Quarantine{{Couple: "0*9+*2", Failures: []*sproutsv1.Failure{{Worker: "one", Reason: "stuck"}}}},
	}
	require.Equal(t, strings.TrimLeft(`
run             12
position        0*8.AB|0*3.AB
goal            nimber
state           active
root            17/4200
visits          123,456
nimbers found   789
tree            5,000 nodes, 70 leaves free
leases          3
time            1m00s
set aside       0*9+*2
                  one: stuck
`, "\n"), pageOf(t, runPage{newRunReport(m)}))

	nimber := uint32(2)
	m.State, m.Nimber, m.Ended = sproutsv1.RunState_RUN_STATE_DECIDED, &nimber, durationpb.New(50*time.Second)
	m.Quarantined = nil
	require.Equal(t, strings.TrimLeft(`
run             12
position        0*8.AB|0*3.AB
goal            nimber
state           decided
answer          2
visits          123,456
nimbers found   789
time            10.0 s
`, "\n"), pageOf(t, runPage{newRunReport(m)}))
}

func pageOf(t *testing.T, p pager) string {
	t.Helper()
	var b strings.Builder
	require.NoError(t, p.page(&b))
	return b.String()
}

// What is wrong outranks what is merely missing in the word for a coordinator's state.
func TestCoordinatorState(t *testing.T) {
	r := &coordinatorReport{}
	for _, step := range []struct {
		change func()
		want   string
	}{
		{func() {}, "idle: no run is open"},
		{func() { r.OpenRuns = 1 }, "waiting for workers"},
		{func() { r.Workers = 1 }, "at work"},
		{func() { r.Draining = true }, "draining: all workers are to stop"},
		{func() { r.ReadOnly = "disk is full" }, "read-only: disk is full"},
		{func() { r.Conflict = "two nimbers" }, "stopped: two nimbers"},
	} {
		step.change()
		require.Equal(t, step.want, r.state())
	}
}

func TestJobCountsShowRareStatesOnlyIfThereAreAny(t *testing.T) {
	require.Equal(t, "2 leased, 3 free, 4,000 over", jobCounts{Leased: 2, Pending: 3, Finished: 4000}.text())
	require.Equal(t, "0 leased, 0 free, 0 over, 1 failing, 2 set aside, 3 set aside and split", jobCounts{Failing: 1, Aside: 2, Divided: 3}.text())
}

// A long position keeps its end, where its heap is.
func TestShorten(t *testing.T) {
	require.Equal(t, "0*8.AB|0*3.AB", shorten("0*8.AB|0*3.AB"))
	long := strings.Repeat("0*8.AB|", 9) + "0*3.AB+*2"
	require.Len(t, shorten(long), maxCell)
	require.True(t, strings.HasSuffix(shorten(long), "0*3.AB+*2"), shorten(long))
}

func TestPlainCause(t *testing.T) {
	for text, want := range map[string]string{
		"the coordinator is stopping": "the coordinator is stopping",
		`connection error: desc = "transport: Error while dialing: dial tcp 127.0.0.1:1: connect: connection refused"`:                "dial tcp 127.0.0.1:1: connect: connection refused",
		`connection error: desc = "transport: authentication handshake failed: tls: first record does not look like a TLS handshake"`: "tls: first record does not look like a TLS handshake",
	} {
		require.Equal(t, want, plainCause(text))
	}
}

func TestShare(t *testing.T) {
	var s share
	for text, want := range map[string]float64{"1%": 0.01, "0%": 0, "100%": 1, "0.5%": 0.005, " 2% ": 0.02} {
		require.NoError(t, s.Set(text), text)
		require.InDelta(t, want, float64(s), 1e-12, text)
	}
	require.NoError(t, s.Set("2%"))
	require.Equal(t, "2%", s.String())
	for _, text := range []string{"", "1", "%", "-1%", "101%", "nan%", "1%%"} {
		require.ErrorContains(t, s.Set(text), "is no share; write for example 1%", text)
	}
}

// each ends with the cause of its context, with the error of a look, or well.
func TestEach(t *testing.T) {
	looks := 0
	require.NoError(t, each(t.Context(), time.Millisecond, func() (bool, error) {
		looks++
		return looks == 3, nil
	}))
	require.Equal(t, 3, looks)
	broken := errors.New("broken")
	require.ErrorIs(t, each(t.Context(), time.Hour, func() (bool, error) { return false, broken }), broken)
}
