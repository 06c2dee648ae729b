package main

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"google.golang.org/protobuf/types/known/durationpb"

	"github.com/sprouts-solver/sprouts/internal/term"
	sproutsv1 "github.com/sprouts-solver/sprouts/proto/sprouts/v1"
)

// runReport is a run of a coordinator.
type runReport struct {
	Schema string `json:"schema"`
	Run    uint64 `json:"run"`
	Input  string `json:"input"` // the position as submitted
	Goal   string `json:"goal"`  // "outcome" or "nimber"
	State  string `json:"state"` // "queued", "active", "decided", "cancelled", "stopped" or "incomplete"
	Reason string `json:"reason,omitempty"`

	Outcome string  `json:"outcome"` // "win", "loss" or "unknown", for the player to move
	Nimber  *uint32 `json:"nimber"`  // null if not known, or not asked for

	Proof      uint32  `json:"proof"` // at the root; 0 with disproof 0 before there are any
	Disproof   uint32  `json:"disproof"`
	Visits     int64   `json:"visits"`
	Expansions int64   `json:"expansions"`
	Nimbers    int64   `json:"nimbers"`
	Seconds    float64 `json:"seconds"`       // from its first job to its end or till now
	Ago        float64 `json:"submitted_ago"` // seconds
	Leases     int64   `json:"leases"`
	Jobs       int64   `json:"jobs"`
	Nodes      int64   `json:"nodes"`
	Pending    int64   `json:"pending"`
	Turn       int64   `json:"turn"`

	Quarantined []quarantine `json:"quarantined"`
}

// quarantine is a couple that was set aside since workers failed on it.
type quarantine struct {
	Couple   string    `json:"couple"`
	Split    bool      `json:"split"` // its children are leased in its place
	Failures []failure `json:"failures"`
}

// failure is one attempt that went wrong.
type failure struct {
	Worker string `json:"worker"`
	Reason string `json:"reason"`
}

// newRunReport turns a message into a report.
func newRunReport(m *sproutsv1.Run) *runReport {
	r := &runReport{
		Schema: "sprouts.run.v1", Run: m.GetId(), Input: m.GetPosition(),
		Goal: enumWord(m.GetGoal()), State: enumWord(m.GetState()), Reason: m.GetReason(),
		Outcome: "unknown", Nimber: m.Nimber,
		Proof: m.GetNumbers().GetProof(), Disproof: m.GetNumbers().GetDisproof(),
		Visits: m.GetVisits(), Expansions: m.GetExpansions(), Nimbers: m.GetNimbers(),
		Ago: seconds(m.GetSubmitted()), Leases: m.GetLeases(), Jobs: m.GetJobs(),
		Nodes: m.GetNodes(), Pending: m.GetPending(), Turn: m.GetTurn(),
		Quarantined: []quarantine{},
	}
	if m.GetStarted() != nil {
		r.Seconds = seconds(m.GetStarted()) - seconds(m.GetEnded())
	}
	if m.GetOutcome() != sproutsv1.Outcome_OUTCOME_UNSPECIFIED {
		r.Outcome = enumWord(m.GetOutcome())
	}
	for _, q := range m.GetQuarantined() {
		aside := quarantine{Couple: q.GetCouple(), Split: q.GetSplit(), Failures: []failure{}}
		for _, f := range q.GetFailures() {
			aside.Failures = append(aside.Failures, failure{f.GetWorker(), f.GetReason()})
		}
		r.Quarantined = append(r.Quarantined, aside)
	}
	return r
}

// enumWord is the last word of the name of an enum's value, in small letters:
// RUN_STATE_ACTIVE is "active".
func enumWord(v fmt.Stringer) string {
	name := v.String()
	return strings.ToLower(name[strings.LastIndexByte(name, '_')+1:])
}

func seconds(d *durationpb.Duration) float64 { return d.AsDuration().Seconds() }

// ended reports whether the run is over.
func (r *runReport) ended() bool { return r.State != "queued" && r.State != "active" }

// end is nil if the run was decided, otherwise it says why it was not, once it has
// ended.
func (r *runReport) end() error {
	name := fmt.Sprintf("run %d, %s", r.Run, r.Input)
	switch r.State {
	case "stopped":
		return &verifyError{name + ": " + r.Reason}
	case "incomplete":
		return &incompleteError{name, r.Reason, r.Quarantined}
	case "cancelled":
		return fmt.Errorf("%s: cancelled", name)
	default:
		return nil
	}
}

// incompleteError says that a run needs couples on which workers failed.
type incompleteError struct {
	run, reason string
	quarantined []quarantine
}

func (e *incompleteError) Error() string {
	lines := []string{fmt.Sprintf("%s: cannot go on: %s", e.run, e.reason)}
	for _, q := range e.quarantined {
		for _, f := range q.Failures {
			lines = append(lines, fmt.Sprintf("%s failed on %s: %s", q.Couple, f.Worker, f.Reason))
		}
	}
	return strings.Join(lines, "\n")
}

// answer is the result in one word, or "".
func (r *runReport) answer() string {
	switch {
	case r.Nimber != nil:
		return strconv.FormatUint(uint64(*r.Nimber), 10)
	case r.Outcome != "unknown":
		return r.Outcome
	default:
		return ""
	}
}

// root is the numbers at the root, or "".
func (r *runReport) root() string {
	if r.Proof == 0 && r.Disproof == 0 || r.ended() {
		return ""
	}
	return fmt.Sprintf("%d/%d", r.Proof, r.Disproof)
}

// time is how long workers have been at it.
func (r *runReport) time() string { return term.Duration(asDuration(r.Seconds)) }

// plural counts things: "1 thread", "1,024 threads".
func plural(n int64, thing string) string {
	if n != 1 {
		thing += "s"
	}
	return term.Count(n) + " " + thing
}

func asDuration(seconds float64) time.Duration { return time.Duration(seconds * float64(time.Second)) }

// lines are the number of the run, for scripts.
func (r *runReport) lines() []string { return []string{strconv.FormatUint(r.Run, 10)} }

// runPage is a run for a person.
type runPage struct{ *runReport }

func (r runPage) page(w io.Writer) error {
	var b term.Block
	b.Line("run", strconv.FormatUint(r.Run, 10))
	b.Line("position", r.Input)
	b.Line("goal", r.Goal)
	state := r.State
	if r.Reason != "" {
		state += ": " + r.Reason
	}
	b.Line("state", state)
	if answer := r.answer(); answer != "" {
		b.Line("answer", answer)
	}
	if root := r.root(); root != "" {
		b.Line("root", root)
	}
	b.Line("visits", term.Count(r.Visits))
	b.Line("nimbers found", term.Count(r.Nimbers))
	if !r.ended() {
		b.Linef("tree", "%s nodes, %s leaves free", term.Count(r.Nodes), term.Count(r.Pending))
		b.Line("leases", term.Count(r.Leases))
	}
	b.Line("time", r.time())
	for _, q := range r.Quarantined {
		b.Line("set aside", q.text())
	}
	return b.Write(w)
}

// text says what was set aside and why.
func (q quarantine) text() string {
	lines := []string{q.Couple}
	if q.Split {
		lines[0] += ", split into its children"
	}
	for _, f := range q.Failures {
		lines = append(lines, "  "+f.Worker+": "+f.Reason)
	}
	return strings.Join(lines, "\n")
}

// runsPage is a list of runs for a person.
type runsPage []*runReport

func (p runsPage) lines() []string { return nil }

func (p runsPage) page(w io.Writer) error { return p.table().Write(w) }

func (p runsPage) table() *term.Table {
	table := term.NewTable(
		term.Column{Title: "run", Align: term.Right}, term.Column{Title: "position"}, term.Column{Title: "goal"},
		term.Column{Title: "state"}, term.Column{Title: "answer"}, term.Column{Title: "root", Align: term.Right},
		term.Column{Title: "visits", Align: term.Right}, term.Column{Title: "nimbers", Align: term.Right},
		term.Column{Title: "leases", Align: term.Right}, term.Column{Title: "time", Align: term.Right})
	for _, r := range p {
		table.Row(strconv.FormatUint(r.Run, 10), shorten(r.Input), r.Goal, r.State, r.answer(), r.root(),
			term.Count(r.Visits), term.Count(r.Nimbers), term.Count(r.Leases), r.time())
	}
	return table
}

// maxCell is how much of a position a column of a table shows, in characters.
const maxCell = 40

// shorten takes out the middle of a long position. Its end can be a heap, which
// matters.
func shorten(text string) string {
	const end = 12
	if len(text) <= maxCell { // all is ASCII
		return text
	}
	return text[:maxCell-end-3] + "..." + text[len(text)-end:]
}
