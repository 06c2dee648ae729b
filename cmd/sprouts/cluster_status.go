package main

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/sprouts-solver/sprouts/internal/term"
	sproutsv1 "github.com/sprouts-solver/sprouts/proto/sprouts/v1"
)

// coordinatorReport is how a coordinator is.
type coordinatorReport struct {
	Schema      string  `json:"schema"`
	Coordinator string  `json:"coordinator"` // its address, as it was called
	Game        string  `json:"game"`
	Version     string  `json:"version"` // of the game
	Program     string  `json:"program"`
	Epoch       uint64  `json:"epoch"`  // how often it was started on its store
	Uptime      float64 `json:"uptime"` // seconds
	Draining    bool    `json:"draining"`
	ReadOnly    string  `json:"read_only,omitempty"`
	Conflict    string  `json:"conflict,omitempty"`

	OpenRuns  int64   `json:"open_runs"`
	Workers   int64   `json:"workers"`
	Threads   int64   `json:"threads"`
	Rate      float64 `json:"visits_per_second"` // of all workers
	Leases    int64   `json:"leases"`
	Facts     uint64  `json:"facts"` // number of the newest; numbers have gaps
	Nimbers   int64   `json:"new_nimbers"`
	Excluded  int64   `json:"new_exclusions"`
	Idle      float64 `json:"idle"` // seconds since the last new fact
	TreeNodes int64   `json:"tree_nodes"`
	TreeBytes int64   `json:"tree_bytes"`

	Jobs   jobCounts   `json:"jobs"`
	Checks checkCounts `json:"checks"`
}

// jobCounts are how many jobs are in each state.
type jobCounts struct {
	Leased   int64 `json:"leased"`
	Pending  int64 `json:"pending"` // leaves that could be leased
	Failing  int64 `json:"failing"`
	Aside    int64 `json:"aside"`
	Divided  int64 `json:"divided"`
	Finished int64 `json:"finished"`
}

// checkCounts are the nimbers that a second worker decided anew.
type checkCounts struct {
	Waiting      int64 `json:"waiting"`
	Matched      int64 `json:"matched"`
	Mismatched   int64 `json:"mismatched"`
	Inconclusive int64 `json:"inconclusive"`
}

// newCoordinatorReport turns messages into a report.
func newCoordinatorReport(address string, m *sproutsv1.GetStatusResponse, workers workersPage) *coordinatorReport {
	c, j := m.GetCounters(), m.GetJobs()
	r := &coordinatorReport{
		Schema: "sprouts.coordinator.v1", Coordinator: address,
		Game: m.GetGame(), Version: m.GetGameVersion(), Program: m.GetProgramVersion(),
		Epoch: m.GetEpoch(), Uptime: seconds(m.GetUptime()),
		Draining: m.GetDraining(), ReadOnly: m.GetReadOnly(), Conflict: m.GetConflict(),
		OpenRuns: m.GetOpenRuns(), Workers: m.GetWorkers(), Threads: m.GetThreads(), Leases: m.GetLeases(),
		Facts: m.GetFacts(), Nimbers: c.GetNewNimbers(), Excluded: c.GetNewExclusions(), Idle: seconds(m.GetIdle()), TreeNodes: m.GetTreeNodes(), TreeBytes: m.GetTreeBytes(),
		Jobs:   jobCounts{j.GetLeased(), j.GetPending(), j.GetFailing(), j.GetAside(), j.GetDivided(), j.GetFinished()},
		Checks: checkCounts{m.GetChecksWaiting(), c.GetChecksMatched(), c.GetChecksMismatched(), c.GetChecksInconclusive()},
	}
	for _, w := range workers {
		r.Rate += w.Rate
	}
	return r
}

// state says in a few words whether all is well.
func (r *coordinatorReport) state() string {
	switch {
	case r.Conflict != "":
		return "stopped: " + r.Conflict
	case r.ReadOnly != "":
		return "read-only: " + r.ReadOnly
	case r.Draining:
		return "draining: all workers are to stop"
	case r.OpenRuns == 0:
		return "idle: no run is open"
	case r.Workers == 0:
		return "waiting for workers"
	default:
		return "at work"
	}
}

func (r *coordinatorReport) lines() []string { return nil }

func (r *coordinatorReport) page(w io.Writer) error {
	var b term.Block
	b.Linef("coordinator", "%s, up %s, start %d", r.Coordinator, term.Duration(asDuration(r.Uptime)), r.Epoch)
	b.Linef("game", "%s, version %s", r.Game, r.Version)
	b.Line("state", r.state())
	b.Linef("open runs", "%d", r.OpenRuns)
	b.Linef("workers", "%d, %s, %s visits/s", r.Workers, plural(r.Threads, "thread"), term.Count(int64(r.Rate)))
	b.Line("jobs", r.Jobs.text())
	b.Linef("new facts", "%s and %s, the last %s ago",
		plural(r.Nimbers, "nimber"), plural(r.Excluded, "exclusion"), term.Duration(asDuration(r.Idle)))
	b.Linef("tree", "%s nodes, %s", term.Count(r.TreeNodes), term.Bytes(r.TreeBytes))
	b.Line("checks", r.Checks.text())
	return b.Write(w)
}

func (j jobCounts) text() string {
	parts := []string{
		fmt.Sprintf("%s leased", term.Count(j.Leased)),
		fmt.Sprintf("%s free", term.Count(j.Pending)),
		fmt.Sprintf("%s over", term.Count(j.Finished)),
	}
	for _, rare := range []struct {
		n    int64
		what string
	}{{j.Failing, "failing"}, {j.Aside, "set aside"}, {j.Divided, "set aside and split"}} {
		if rare.n > 0 {
			parts = append(parts, fmt.Sprintf("%s %s", term.Count(rare.n), rare.what))
		}
	}
	return strings.Join(parts, ", ")
}

func (c checkCounts) text() string {
	return fmt.Sprintf("%s right, %s wrong, %s without result, %s wait",
		term.Count(c.Matched), term.Count(c.Mismatched), term.Count(c.Inconclusive), term.Count(c.Waiting))
}

// workerReport is a worker of a coordinator.
type workerReport struct {
	Schema   string  `json:"schema"`
	Name     string  `json:"name"`
	Program  string  `json:"program"`
	Threads  uint32  `json:"threads"`
	Draining bool    `json:"draining"`
	Age      float64 `json:"age"`    // seconds since it registered
	Silent   float64 `json:"silent"` // seconds since it was heard of
	Lease    uint64  `json:"lease"`  // 0 if it has none
	Rate     float64 `json:"visits_per_second"`
	Visits   int64   `json:"visits"`
	Facts    int64   `json:"facts"` // that were new
}

// newWorkerReport turns a message into a report.
func newWorkerReport(m *sproutsv1.Worker) *workerReport {
	return &workerReport{
		Schema: "sprouts.worker.v1", Name: m.GetName(), Program: m.GetProgramVersion(), Threads: m.GetThreads(),
		Draining: m.GetDraining(), Age: seconds(m.GetAge()), Silent: seconds(m.GetSilent()),
		Lease: m.GetLease(), Rate: m.GetRate(), Visits: m.GetVisits(), Facts: m.GetFacts(),
	}
}

func (r *workerReport) lines() []string { return []string{r.Name} }

// state is what the worker does, in a word.
func (r *workerReport) state() string {
	switch {
	case r.Draining:
		return "draining"
	case r.Lease > 0:
		return "at work"
	default:
		return "waiting"
	}
}

// workersPage is a list of workers for a person.
type workersPage []*workerReport

func (p workersPage) lines() []string { return nil }

func (p workersPage) page(w io.Writer) error {
	table := term.NewTable(
		term.Column{Title: "worker"}, term.Column{Title: "threads", Align: term.Right}, term.Column{Title: "state"},
		term.Column{Title: "lease", Align: term.Right}, term.Column{Title: "visits/s", Align: term.Right},
		term.Column{Title: "visits", Align: term.Right}, term.Column{Title: "new facts", Align: term.Right},
		term.Column{Title: "age", Align: term.Right}, term.Column{Title: "silent", Align: term.Right})
	for _, r := range p {
		lease := ""
		if r.Lease > 0 {
			lease = strconv.FormatUint(r.Lease, 10)
		}
		table.Row(r.Name, strconv.FormatUint(uint64(r.Threads), 10), r.state(), lease,
			term.Count(int64(r.Rate)), term.Count(r.Visits), term.Count(r.Facts),
			term.Duration(asDuration(r.Age)), term.Duration(asDuration(r.Silent)))
	}
	return table.Write(w)
}
