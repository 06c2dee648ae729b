package main

import (
	"errors"
	"fmt"
	"io"
	"iter"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/sprouts-solver/sprouts/coordinator"
	"github.com/sprouts-solver/sprouts/internal/term"
	"github.com/sprouts-solver/sprouts/store"
)

// DistrustOptions are the flags of `sprouts cache distrust`.
type DistrustOptions struct {
	MisereOption

	DryRun bool
}

// AddFlags declares the flags.
func (o *DistrustOptions) AddFlags(f *pflag.FlagSet) {
	o.MisereOption.AddFlags(f)
	f.BoolVar(&o.DryRun, "dry-run", false, "only show what would go")
}

func newCacheDistrustCommand(g *GlobalOptions) *cobra.Command {
	var opts DistrustOptions
	cmd := &cobra.Command{
		Use:   "distrust WORKER",
		Short: "Take back what a worker of a cluster has told",
		Long: `Take back what a worker has told since the last of its nimbers that another
worker found right, for when results contradict each other and one machine is to
blame. The coordinator must be stopped. With its results go those that may rest
on them in the coordinator's own bookkeeping, and the trees of open runs, which
begin anew with the results that are left.

What other workers have derived from wrong results before is not found that way.
So after a contradiction only an answer that is computed anew is to be trusted,
such as that of "sprouts solve --fresh".`,
		Example: `  sprouts cache distrust worker-3 --dry-run
  sprouts cache distrust worker-3`,
		Args: wantArgs("WORKER"),
		RunE: func(_ *cobra.Command, args []string) error { return runCacheDistrust(opts, g, args[0]) },
	}
	opts.AddFlags(cmd.Flags())
	exits(cmd, exitsOfStore, exitDiskFull)
	return cmd
}

// distrustReport is what was taken back, or would be.
type distrustReport struct {
	Schema     string `json:"schema"`
	Store      string `json:"store"`
	Worker     string `json:"worker"`
	DryRun     bool   `json:"dry_run"`
	Facts      uint64 `json:"facts"`        // numbers of facts that were told
	Components int64  `json:"components"`   // about which the store then knows less
	Trees      int    `json:"tree_records"` // of open runs
}

func runCacheDistrust(opts DistrustOptions, g *GlobalOptions, worker string) error {
	if err := opts.chooseSearched(g); err != nil {
		return err
	}
	if err := g.wantStore("take anything back from"); err != nil {
		return err
	}
	s, err := g.openStore(store.Options{MustExist: true})
	if err != nil {
		return err
	}
	r := &distrustReport{Schema: "sprouts.cache-distrust.v1", Store: g.storeDir(), Worker: worker, DryRun: opts.DryRun}
	if err := errors.Join(r.takeBack(s), s.Close()); err != nil {
		return err
	}
	return g.print(r)
}

// takeBack finds out what is to go, and lets it go unless this is a dry run. Trees go
// first: without them more is searched, with them and without the facts that they
// leave out, something wrong could be proven.
func (r *distrustReport) takeBack(s *store.Badger) error {
	var trees []store.Record
	var readErr error
	ranges, err := coordinator.Distrust(journal(s, &readErr, func(record coordinator.Record) {
		if record.IsTree() {
			trees = append(trees, store.Record{Key: record.Key})
		}
	}), r.Worker)
	if err := errors.Join(readErr, err); err != nil {
		return fmt.Errorf("read the journal: %w", err)
	}
	if len(ranges) == 0 {
		return nil
	}
	r.Trees = len(trees)
	spans := make([]store.Span, len(ranges))
	for i, x := range ranges {
		spans[i] = store.Span(x)
		r.Facts += x.Last - x.First + 1
	}
	if r.DryRun {
		r.Components, err = within(s, spans)
		return err
	}
	if err := s.PutRecords(trees); err != nil {
		return err
	}
	if r.Components, err = s.Distrust(spans); err != nil {
		return err
	}
	return s.Sync()
}

// journal yields the records of a coordinator, and shows each to see.
func journal(s store.Records, err *error, see func(coordinator.Record)) iter.Seq[coordinator.Record] {
	return func(yield func(coordinator.Record) bool) {
		enough := errors.New("enough")
		*err = s.RangeRecords(nil, func(r store.Record) error {
			record := coordinator.Record(r)
			see(record)
			if !yield(record) {
				return enough
			}
			return nil
		})
		if errors.Is(*err, enough) {
			*err = nil
		}
	}
}

// within counts the components about which something was told last with one of the
// numbers in the spans.
func within(s store.Numbered, spans []store.Span) (components int64, err error) {
	err = s.RangeFrom("", func(_ store.Entry, seq uint64) error {
		for _, x := range spans {
			if x.First <= seq && seq <= x.Last {
				components++
				break
			}
		}
		return nil
	})
	return components, err
}

func (r *distrustReport) lines() []string { return nil }

func (r *distrustReport) page(w io.Writer) error {
	var b term.Block
	b.Line("store", tilde(r.Store))
	b.Line("worker", r.Worker)
	label := "taken back"
	if r.DryRun {
		label = "would go"
	}
	if r.Facts == 0 {
		b.Line(label, "nothing: the worker has told nothing new since it was last found right")
	} else {
		b.Linef(label, "%s facts, about %s components", term.Count(int64(r.Facts)), term.Count(r.Components))
		b.Linef("trees", "%s records of open runs, which begin anew", term.Count(int64(r.Trees)))
	}
	return b.Write(w)
}
