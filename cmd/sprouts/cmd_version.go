package main

import (
	"io"

	"github.com/spf13/cobra"

	"github.com/sprouts-solver/sprouts/game/all"
	"github.com/sprouts-solver/sprouts/game/misere"
	"github.com/sprouts-solver/sprouts/internal/term"
	"github.com/sprouts-solver/sprouts/internal/version"
)

func newVersionCommand(g *GlobalOptions) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "version",
		Short: "Print the version of the program and of each game's rules",
		Long: `Print which build this is, and the version of each game's rules and canonical
form. Two programs may share stored results of a game only if these are equal.`,
		Example: `  sprouts version
  sprouts version --json`,
		Args: noArgs,
		RunE: func(*cobra.Command, []string) error { return runVersion(g) },
	}
	exits(cmd, exitsOfPlain)
	anyGame(cmd)
	return cmd
}

// versionReport says what is running.
type versionReport struct {
	Schema string `json:"schema"`
	version.Build
	Games map[string]string `json:"games"` // name to version of rules and canonical form
}

func runVersion(g *GlobalOptions) error {
	r := &versionReport{Schema: "sprouts.version.v1", Build: version.Current(), Games: map[string]string{}}
	for _, known := range all.Games(nil) {
		if known.Sums != nil {
			r.Games[known.Name()] = known.Sums.Version()
		}
		if base, ok := known.Sums.(misere.Base); ok {
			form := misere.New(base)
			r.Games[form.Name()] = form.Version()
		}
	}
	return g.print(r)
}

func (r *versionReport) lines() []string { return []string{"sprouts " + r.String()} }

func (r *versionReport) page(w io.Writer) error {
	var block term.Block
	block.Line("sprouts", r.String())
	for _, name := range gameNames() {
		for _, kept := range []string{name, name + misereSuffix} {
			if v, ok := r.Games[kept]; ok { // others keep no results
				block.Line("game "+kept, v)
			}
		}
	}
	return block.Write(w)
}
