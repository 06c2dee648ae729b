package main

import (
	"io"

	"github.com/spf13/cobra"

	"github.com/sprouts-solver/sprouts/internal/term"
)

func newConfigCommand(g *GlobalOptions) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "config",
		Short: "Show the settings and where each came from",
		Long: `Settings come from flags, the environment, a configuration file and defaults, in
this order of precedence. The file is YAML, its keys are the names of flags:

  max-time: 10m
  max-memory: 8GiB

The environment variable of a setting is its name in capitals behind SPROUTS_,
as in SPROUTS_MAX_TIME=10m. SPROUTS_CONFIG names another configuration file.`,
		Example: `  sprouts config show
  SPROUTS_MAX_TIME=10m sprouts config show --max-memory 8GiB`,
		Args: noVerb,
		RunE: func(*cobra.Command, []string) error {
			return usagef("\"sprouts config\" needs a verb; did you mean \"sprouts config show\"?")
		},
	}
	cmd.AddCommand(newConfigShowCommand(g))
	exits(cmd, exitsOfPlain)
	anyGame(cmd)
	return cmd
}

func newConfigShowCommand(g *GlobalOptions) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "show",
		Short: "Print each setting, its value and where it came from",
		Example: `  sprouts config show
  SPROUTS_MAX_TIME=10m sprouts config show --max-memory 8GiB --json`,
		Args: noArgs,
		RunE: func(*cobra.Command, []string) error { return runConfigShow(g) },
	}
	exits(cmd, exitsOfPlain)
	anyGame(cmd)
	return cmd
}

// settingReport is one setting.
type settingReport struct {
	Schema string `json:"schema"`
	Name   string `json:"name"`
	Value  string `json:"value"`
	Origin string `json:"origin"`
}

func (r *settingReport) lines() []string { return []string{r.Name + "\t" + r.Value + "\t" + r.Origin} }

// settingsPage is all settings for a person.
type settingsPage []*settingReport

func (p settingsPage) lines() []string {
	var lines []string
	for _, r := range p {
		lines = append(lines, r.lines()...)
	}
	return lines
}

func (p settingsPage) page(w io.Writer) error {
	table := term.NewTable(term.Column{Title: "setting"}, term.Column{Title: "value"}, term.Column{Title: "from"})
	for _, r := range p {
		table.Row(r.Name, tilde(r.Value), r.Origin)
	}
	return table.Write(w)
}

func runConfigShow(g *GlobalOptions) error {
	var page settingsPage
	for _, s := range allSettings() {
		page = append(page, &settingReport{
			Schema: "sprouts.setting.v1", Name: s.name,
			Value: g.config.values[s.name], Origin: g.config.origins[s.name],
		})
	}
	for _, variable := range g.config.ignored {
		g.say("ignored: environment %s names no setting", variable)
	}
	if !g.config.found {
		g.say("there is no configuration file %s", tilde(g.config.file))
	}
	return printAll(g, page)
}
