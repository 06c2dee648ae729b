package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// newRootCommand returns the command with all its verbs.
func newRootCommand(g *GlobalOptions) *cobra.Command {
	root := &cobra.Command{
		Use:   "sprouts",
		Short: "Solve the game of Sprouts",
		Long: `Solve the game of Sprouts, its relatives and some old games of heaps, and play
them. Results of searches are kept on disk, so that the same or a neighbouring
question is answered faster the next time.`,
		Example: `  sprouts solve 17
  sprouts nimber '0*8.AB|0*3.AB'
  printf '16\n17\n' | sprouts outcome -`,
		Args:          noVerb,
		RunE:          func(*cobra.Command, []string) error { return usagef("no verb; see \"sprouts --help\"") },
		SilenceErrors: true,
		SilenceUsage:  true,
		PersistentPreRunE: func(cmd *cobra.Command, _ []string) error {
			g.tally.command = strings.TrimPrefix(cmd.CommandPath(), "sprouts ")
			if err := g.loadConfig(cmd.Flags()); err != nil {
				return err
			}
			limitMemory(g.MaxMemory)
			return g.wantSums(cmd)
		},
		CompletionOptions: cobra.CompletionOptions{DisableDefaultCmd: true},
	}
	root.SetFlagErrorFunc(flagError)
	root.SetUsageFunc(printUsage)
	addFlags(root.PersistentFlags())
	exits(root, exitsOfPlain)

	root.AddCommand(
		newSolveCommand(g),
		newOutcomeCommand(g),
		newNimberCommand(g),
		newMovesCommand(g),
		newPlayCommand(g),
		newReplayCommand(g),
		newLengthsCommand(g),
		newRCTCommand(g),
		newGenusCommand(g),
		newCanonCommand(g),
		newPerftCommand(g),
		newBenchCommand(g),
		newCacheCommand(g),
		newCoordinatorCommand(g),
		newWorkerCommand(g),
		newSubmitCommand(g),
		newStatusCommand(g),
		newRunsCommand(g),
		newJobsCommand(g),
		newDrainCommand(g),
		newCancelCommand(g),
		newConfigCommand(g),
		newDoctorCommand(g),
		newVersionCommand(g),
		newCompletionCommand(),
	)
	complete(root, "game", gameNames())
	hideHelp(root)
	return root
}

// hideHelp keeps "sprouts help VERB" working without listing it: each help text
// says --help.
func hideHelp(root *cobra.Command) {
	root.InitDefaultHelpCmd()
	for _, verb := range root.Commands() {
		if verb.Name() == "help" {
			verb.Hidden = true
		}
	}
}

// complete tells shells the values of a flag that the command has declared.
func complete(cmd *cobra.Command, flag string, values []string) {
	if err := cmd.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp)); err != nil {
		panic(err)
	}
}

// exits states in the help text of a verb how it may end.
func exits(cmd *cobra.Command, codes []int, more ...int) {
	cmd.Annotations = map[string]string{exitsKey: exitStatus(slices.Concat(codes, more))}
}

// exitsKey is where a verb keeps its EXIT STATUS.
const exitsKey = "exits"

// maxSlips is how many letters may differ for a word to be taken for another.
const maxSlips = 2

// noVerb refuses words that are no verb and suggests one.
func noVerb(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	remedy := fmt.Sprintf("see %q", cmd.CommandPath()+" --help")
	cmd.SuggestionsMinimumDistance = maxSlips
	if near := cmd.SuggestionsFor(args[0]); len(near) > 0 {
		remedy = fmt.Sprintf("did you mean %q?", strings.Join(near, `" or "`))
	}
	return usagef("%q is not a verb of %q; %s", args[0], cmd.CommandPath(), remedy)
}

// noArgs refuses any argument.
func noArgs(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return usagef("%q takes no argument, got %q; leave it out", cmd.CommandPath(), args[0])
	}
	return nil
}

// wantArgs wants one argument for each name.
func wantArgs(names ...string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) == len(names) {
			return nil
		}
		remedy := "quote a position, as the shell takes | and * for itself; \"-\" reads positions from standard input"
		if len(args) < len(names) {
			remedy = fmt.Sprintf("see %q", cmd.CommandPath()+" --help")
		}
		return usagef("%q wants %s, got %d argument(s); %s", cmd.CommandPath(), strings.Join(names, " "), len(args), remedy)
	}
}

// somePosition wants a position, which in some games is several words.
func somePosition(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return wantArgs("POSITION")(cmd, args)
	}
	return nil
}

// atMostOne wants one argument or none.
func atMostOne(cmd *cobra.Command, args []string) error {
	if len(args) > 1 {
		return usagef("%q takes one argument at most, got %d; leave out %q", cmd.CommandPath(), len(args), args[1])
	}
	return nil
}

// flagError says what is wrong with a flag and what would be right.
func flagError(cmd *cobra.Command, err error) error {
	see := fmt.Sprintf("see %q", cmd.CommandPath()+" --help")
	if e, ok := errors.AsType[*pflag.NotExistError](err); ok {
		name := e.GetSpecifiedName()
		if near := nearestFlag(cmd, name); near != "" && len(name) > 1 {
			return usagef("%q has no flag --%s; did you mean --%s?", cmd.CommandPath(), name, near)
		}
		return usagef("%w of %q; %s", err, cmd.CommandPath(), see)
	}
	if e, ok := errors.AsType[*pflag.ValueRequiredError](err); ok {
		operand, _ := pflag.UnquoteUsage(e.GetFlag())
		return usagef("flag --%s needs a value: --%s %s; %s", e.GetFlag().Name, e.GetFlag().Name, operand, see)
	}
	return usagef("%w; %s", err, see)
}

// nearestFlag is the flag of the verb that looks most like name, if any does.
func nearestFlag(cmd *cobra.Command, name string) string {
	best, distance := "", maxSlips+1
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if d := editDistance(name, f.Name); d < distance {
			best, distance = f.Name, d
		}
	})
	return best
}

// editDistance counts the letters to insert, delete or replace to turn a into b.
func editDistance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			replace := diagonal
			if a[i] != b[j] {
				replace++
			}
			diagonal = row[j+1]
			row[j+1] = min(replace, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
