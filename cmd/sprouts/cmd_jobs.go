package main

import (
	"context"
	"fmt"
	"io"
	"strconv"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/sprouts-solver/sprouts/internal/term"
	sproutsv1 "github.com/sprouts-solver/sprouts/proto/sprouts/v1"
)

// maxTop is how many jobs a coordinator lists at most.
const maxTop = 10_000

// JobsOptions are the flags of `sprouts jobs`.
type JobsOptions struct {
	Top int
}

// AddFlags declares the flags.
func (o *JobsOptions) AddFlags(f *pflag.FlagSet) {
	f.IntVar(&o.Top, "top", 20, "list `COUNT` jobs at most (default 20)")
}

func newJobsCommand(g *GlobalOptions) *cobra.Command {
	var opts JobsOptions
	cmd := &cobra.Command{
		Use:   "jobs",
		Short: "List what the workers of a coordinator work on",
		Long: `List the jobs that workers have, those held longest first. Age is the time since
a job was given out, silent the time since its worker renewed it: after the
lease time another worker gets it. A check is a nimber that a second worker
decides anew.`,
		Example: `  sprouts jobs
  sprouts jobs --top 5
  sprouts jobs --json`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return runJobs(cmd.Context(), opts, g) },
	}
	opts.AddFlags(cmd.Flags())
	addClientFlags(cmd.Flags())
	exits(cmd, exitsOfCluster)
	return cmd
}

// jobReport is a couple that a worker works on.
type jobReport struct {
	Schema   string  `json:"schema"`
	Lease    uint64  `json:"lease"`
	Run      uint64  `json:"run"`  // 0 for a check
	Kind     string  `json:"kind"` // "search" or "check"
	Couple   string  `json:"couple"`
	Worker   string  `json:"worker"`
	Attempt  uint32  `json:"attempt"`
	Age      float64 `json:"age"`    // seconds
	Silent   float64 `json:"silent"` // seconds
	Visits   int64   `json:"visits"`
	Budget   int64   `json:"budget"`
	Proof    uint32  `json:"proof"`
	Disproof uint32  `json:"disproof"`
}

func (r *jobReport) lines() []string { return nil }

// jobsPage is a list of jobs for a person.
type jobsPage []*jobReport

func (p jobsPage) lines() []string { return nil }

func (p jobsPage) page(w io.Writer) error {
	table := term.NewTable(
		term.Column{Title: "lease", Align: term.Right}, term.Column{Title: "run", Align: term.Right},
		term.Column{Title: "kind"}, term.Column{Title: "couple"}, term.Column{Title: "worker"},
		term.Column{Title: "age", Align: term.Right}, term.Column{Title: "silent", Align: term.Right},
		term.Column{Title: "visits", Align: term.Right}, term.Column{Title: "of", Align: term.Right},
		term.Column{Title: "numbers", Align: term.Right})
	for _, r := range p {
		run, numbers := "", ""
		if r.Run > 0 {
			run = strconv.FormatUint(r.Run, 10)
		}
		if r.Proof > 0 || r.Disproof > 0 {
			numbers = fmt.Sprintf("%d/%d", r.Proof, r.Disproof)
		}
		table.Row(strconv.FormatUint(r.Lease, 10), run, r.Kind, shorten(r.Couple), r.Worker,
			term.Duration(asDuration(r.Age)), term.Duration(asDuration(r.Silent)),
			term.Count(r.Visits), term.Count(r.Budget), numbers)
	}
	return table.Write(w)
}

func runJobs(ctx context.Context, opts JobsOptions, g *GlobalOptions) error {
	if opts.Top < 1 || opts.Top > maxTop {
		return usagef("jobs: --top %d is no number of jobs; write 1 to %d", opts.Top, maxTop)
	}
	return g.withCoordinator(ctx, func(ctx context.Context, admin sproutsv1.AdminServiceClient) error {
		answer, err := admin.ListJobs(ctx, &sproutsv1.ListJobsRequest{Limit: uint32(opts.Top)})
		if err != nil {
			return err
		}
		var page jobsPage
		for _, m := range answer.GetJobs() {
			page = append(page, newJobReport(m))
		}
		return printAll(g, page)
	})
}

// newJobReport turns a message into a report.
func newJobReport(m *sproutsv1.Job) *jobReport {
	return &jobReport{
		Schema: "sprouts.job.v1", Lease: m.GetLease(), Run: m.GetRun(), Kind: enumWord(m.GetKind()),
		Couple: m.GetCouple(), Worker: m.GetWorker(), Attempt: m.GetAttempt(),
		Age: seconds(m.GetAge()), Silent: seconds(m.GetSilent()), Visits: m.GetVisits(), Budget: m.GetBudget(),
		Proof: m.GetNumbers().GetProof(), Disproof: m.GetNumbers().GetDisproof(),
	}
}
