package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// helpWidth is the width of help texts, in columns.
const helpWidth = 80

// printUsage writes the part of a help text that cobra knows how to collect:
// usage, verbs, examples, flags and, last, how the verb may end.
func printUsage(cmd *cobra.Command) error {
	w := cmd.OutOrStderr()
	fmt.Fprintf(w, "Usage:\n  %s\n", useLine(cmd))
	if verbs := cmd.Commands(); cmd.HasAvailableSubCommands() {
		var rows [][2]string
		for _, verb := range verbs {
			if verb.IsAvailableCommand() {
				rows = append(rows, [2]string{verb.Name(), verb.Short})
			}
		}
		printSection(w, "Verbs", rows)
	}
	fmt.Fprintf(w, "\nExamples:\n%s\n", cmd.Example)
	printSection(w, "Flags", flagRows(cmd.LocalFlags(), ""))
	printSection(w, connection, flagRows(cmd.LocalFlags(), connection))
	printSection(w, "Flags of all verbs", flagRows(cmd.InheritedFlags(), ""))
	if codes, ok := cmd.Annotations[exitsKey]; ok {
		fmt.Fprintf(w, "\nEXIT STATUS\n%s", codes)
	}
	return nil
}

// useLine is how the command is called.
func useLine(cmd *cobra.Command) string {
	if cmd.HasAvailableSubCommands() {
		return cmd.CommandPath() + " VERB"
	}
	return cmd.UseLine()
}

// sectionKey is where a flag keeps the section of a help text that it belongs to.
const sectionKey = "section"

// flagRows describes the flags of a section, by name.
func flagRows(flags *pflag.FlagSet, section string) [][2]string {
	var rows [][2]string
	flags.VisitAll(func(f *pflag.Flag) {
		if of := f.Annotations[sectionKey]; f.Hidden || section != strings.Join(of, "") {
			return
		}
		short := "    "
		if f.Shorthand != "" {
			short = "-" + f.Shorthand + ", "
		}
		operand, help := pflag.UnquoteUsage(f)
		if operand != "" {
			operand = " " + operand
		}
		rows = append(rows, [2]string{short + "--" + f.Name + operand, help})
	})
	return rows
}

// printSection writes rows of a name and its help under a title, the help in a
// column of its own, wrapped.
func printSection(w io.Writer, title string, rows [][2]string) {
	if len(rows) == 0 {
		return
	}
	width := 0
	for _, row := range rows {
		width = max(width, len(row[0]))
	}
	fmt.Fprintf(w, "\n%s:\n", title)
	for _, row := range rows {
		name := row[0]
		for _, line := range wrap(row[1], helpWidth-width-4) {
			fmt.Fprintf(w, "  %-*s  %s\n", width, name, line)
			name = ""
		}
	}
}

// wrap breaks a text into lines of at most width columns, between words.
func wrap(text string, width int) []string {
	var lines []string
	line := ""
	for word := range strings.FieldsSeq(text) {
		if line != "" && len(line)+1+len(word) > width {
			lines = append(lines, line)
			line = ""
		}
		line = strings.TrimPrefix(line+" "+word, " ")
	}
	return append(lines, line)
}
