package main

import (
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"
)

// shells are the writers of completion scripts.
var shells = map[string]func(root *cobra.Command, w io.Writer) error{
	"bash":       func(root *cobra.Command, w io.Writer) error { return root.GenBashCompletionV2(w, true) },
	"fish":       func(root *cobra.Command, w io.Writer) error { return root.GenFishCompletion(w, true) },
	"powershell": (*cobra.Command).GenPowerShellCompletionWithDesc,
	"zsh":        (*cobra.Command).GenZshCompletion,
}

func newCompletionCommand() *cobra.Command {
	names := slices.Sorted(maps.Keys(shells))
	cmd := &cobra.Command{
		Use:   "completion SHELL",
		Short: "Print a script that completes verbs and flags in a shell",
		Long: `Print a script that completes verbs, flags and games in one of the shells
` + strings.Join(names, ", ") + `.

Load it once per session, or keep it where the shell looks for such scripts:
  bash   source <(sprouts completion bash)
  zsh    sprouts completion zsh > "${fpath[1]}/_sprouts"
  fish   sprouts completion fish > ~/.config/fish/completions/sprouts.fish`,
		Example: `  sprouts completion bash
  sprouts completion fish`,
		Args:      wantArgs("SHELL"),
		ValidArgs: names,
		RunE: func(cmd *cobra.Command, args []string) error {
			script, ok := shells[args[0]]
			if !ok {
				return usagef("completion: there is no script for %q; there are %s", args[0], strings.Join(names, ", "))
			}
			return script(cmd.Root(), cmd.OutOrStdout())
		},
	}
	exits(cmd, exitsOfPlain)
	anyGame(cmd)
	return cmd
}
