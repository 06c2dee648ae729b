package main

import (
	"context"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/internal/term"
	"github.com/sprouts-solver/sprouts/store"
)

func newCacheCommand(g *GlobalOptions) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "cache",
		Short: "Look into the store of results, or mend it",
		Example: `  sprouts cache stats
  sprouts cache get '0*8.AB|0*3.AB'`,
		Args: noVerb,
		RunE: func(*cobra.Command, []string) error {
			return usagef("\"sprouts cache\" needs a verb: stats, get, repair or distrust")
		},
	}
	cmd.AddCommand(newCacheStatsCommand(g), newCacheGetCommand(g), newCacheRepairCommand(g), newCacheDistrustCommand(g))
	exits(cmd, exitsOfStore)
	return cmd
}

func newCacheStatsCommand(g *GlobalOptions) *cobra.Command {
	var opts MisereOption
	cmd := &cobra.Command{
		Use:   "stats",
		Short: "Print what the store holds and how large it is",
		Example: `  sprouts cache stats
  sprouts cache stats --misere
  sprouts cache stats --game blackwhite --json`,
		Args: noArgs,
		RunE: func(*cobra.Command, []string) error { return runCacheStats(opts, g) },
	}
	opts.AddFlags(cmd.Flags())
	exits(cmd, exitsOfStore)
	return cmd
}

func newCacheGetCommand(g *GlobalOptions) *cobra.Command {
	var opts MisereOption
	cmd := &cobra.Command{
		Use:   "get POSITION|-",
		Short: "Print what the store knows about each part of a position",
		Long: `Print what the store knows about each independent part of a position, one a
line: the part, a tab, and "*2" for a known nimber, "not *0 *1" for excluded
ones or "unknown". Nothing is computed, and only the store is asked. In misère
play a position has one part, itself, whose nimber is its misère Grundy value.` + notationHelp,
		Example: `  sprouts cache get 0*17
  sprouts cache get --misere 4
  sprouts cache get '0*8.AB|0*3.AB' --json`,
		Args: wantArgs("POSITION"),
		RunE: func(cmd *cobra.Command, args []string) error { return runCacheGet(cmd.Context(), opts, g, args[0]) },
	}
	opts.AddFlags(cmd.Flags())
	exits(cmd, exitsOfStore)
	return cmd
}

// cacheStatsReport is what a store holds.
type cacheStatsReport struct {
	Schema  string `json:"schema"`
	Store   string `json:"store"`
	Game    string `json:"game"`
	Version string `json:"version"`

	Nimbers      int64 `json:"nimbers"`    // components whose nimber is known
	Exclusions   int64 `json:"exclusions"` // components of which some nimbers are excluded
	DiskBytes    int64 `json:"disk_bytes"`
	CorruptReads int64 `json:"corrupt_reads"`
}

func runCacheStats(opts MisereOption, g *GlobalOptions) error {
	if err := opts.chooseSearched(g); err != nil {
		return err
	}
	return g.withStore(func(s *store.Badger) error {
		stats, err := s.Stats()
		if err != nil {
			return err
		}
		return g.print(&cacheStatsReport{
			Schema: "sprouts.cache-stats.v1", Store: g.storeDir(), Game: g.Game.Name(), Version: g.Game.Version(),
			Nimbers: stats.Nimbers, Exclusions: stats.Exclusions, DiskBytes: stats.DiskBytes, CorruptReads: stats.CorruptReads,
		})
	})
}

func (r *cacheStatsReport) lines() []string { return nil }

func (r *cacheStatsReport) page(w io.Writer) error {
	var b term.Block
	b.Line("store", tilde(r.Store))
	b.Linef("game", "%s, version %s", r.Game, r.Version)
	b.Line("nimbers", term.Count(r.Nimbers))
	b.Line("exclusions", term.Count(r.Exclusions))
	b.Line("on disk", term.Bytes(r.DiskBytes))
	if r.CorruptReads > 0 {
		b.Linef("corrupt", "%s values, treated as absent; see sprouts doctor", term.Count(r.CorruptReads))
	}
	return b.Write(w)
}

// cacheReport is what the store knows about the parts of a position.
type cacheReport struct {
	Schema string      `json:"schema"`
	Input  string      `json:"input"`
	Play   string      `json:"play"` // "normal" or "misere"
	Parts  []cachePart `json:"parts"`
}

// cachePart is one component.
type cachePart struct {
	Text     string       `json:"text"`
	Fact     string       `json:"fact"`
	Nimber   *game.Nimber `json:"nimber"`   // null if not known
	Excluded []int        `json:"excluded"` // nimbers that it cannot have
}

func runCacheGet(ctx context.Context, opts MisereOption, g *GlobalOptions, arg string) error {
	if err := opts.chooseSearched(g); err != nil {
		return err
	}
	form := newForm(g.Game)
	return g.withStore(func(s *store.Badger) error {
		return eachPosition(ctx, g, arg, form.parse, func(p asked, text string) (report, error) {
			r := &cacheReport{Schema: "sprouts.cache-get.v1", Input: text, Play: playWord(g.Misere), Parts: []cachePart{}}
			for _, c := range p.Components {
				text, err := form.text(asked{game.Position{Components: []game.Component{c}}, p.whole})
				if err != nil {
					return nil, err
				}
				part, err := lookUp(text, s, c)
				if err != nil {
					return nil, err
				}
				r.Parts = append(r.Parts, part)
			}
			return r, nil
		})
	})
}

// lookUp asks the store about one component, which is written as text.
func lookUp(text string, s store.Store, c game.Component) (cachePart, error) {
	f, err := s.Get(c)
	if err != nil {
		return cachePart{}, err
	}
	part := cachePart{Text: text, Fact: f.String(), Excluded: []int{}}
	if n, ok := f.Nimber(); ok {
		part.Nimber = &n
		return part, nil
	}
	for n := range game.Nimber(game.MaxNimber + 1) {
		if f.Excludes(n) {
			part.Excluded = append(part.Excluded, int(n))
		}
	}
	return part, nil
}

func (r *cacheReport) lines() []string {
	var lines []string
	for _, p := range r.Parts {
		lines = append(lines, strings.Join([]string{p.Text, p.Fact}, "\t"))
	}
	return lines
}
