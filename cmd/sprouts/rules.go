package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/sprouts-solver/sprouts/game/play"
)

// maxFile bounds a file that holds a position or a record, in bytes.
const maxFile = 16 << 20

// MisereOption is the flag of verbs that ask who wins.
type MisereOption struct{ Misere bool }

// AddFlags declares the flag.
func (o *MisereOption) AddFlags(f *pflag.FlagSet) {
	f.BoolVar(&o.Misere, "misere", false, "who makes the last move loses (not yet for sprouts)")
}

// ruled reports whether the game's rules are asked rather than a search for nimbers.
func (g *GlobalOptions) ruled(misere bool) bool { return g.Entry.Closed || misere }

// question returns what the arguments ask about. A position of a game that has rules of
// its own may be several words, or a file that holds it.
func (g *GlobalOptions) question(cmd *cobra.Command, args []string, misere bool) (string, error) {
	if !g.ruled(misere) {
		return args[0], wantArgs("POSITION")(cmd, args)
	}
	switch title := g.Entry.Rules.About().Title; {
	case misere && !g.Entry.Rules.About().Misere:
		return "", usagef("%s has no misère form; leave out --misere", title)
	case misere && g.Entry.Asks:
		return "", usagef("misère %s cannot be solved yet; leave out --misere", title)
	}
	if len(args) == 1 && args[0] != "-" {
		if text, err := readSmall(args[0]); !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, errFolder) {
			return strings.TrimSpace(text), err
		}
	}
	return strings.Join(args, " "), nil
}

var errFolder = errors.New("is a folder")

// readSmall reads a file that a person has written.
func readSmall(name string) (string, error) {
	info, err := os.Stat(name)
	switch {
	case err != nil:
		// A text that can be no name of a file is no file either.
		return "", fmt.Errorf("%s: %w", name, fs.ErrNotExist)
	case info.IsDir():
		return "", fmt.Errorf("%s %w", name, errFolder)
	case info.Size() > maxFile:
		return "", usagef("file %s has %d bytes; a position or a record has at most %d", name, info.Size(), maxFile)
	}
	text, err := os.ReadFile(name)
	return string(text), err
}

// eachRuled asks about the positions that arg holds.
func (g *GlobalOptions) eachRuled(ctx context.Context, arg string, ask func(play.Position, string) (report, error)) error {
	return eachPosition(ctx, g, arg, g.Entry.Rules.Parse, ask)
}

// sides are the sides that may begin: one, where both have the same moves.
func sides(about play.About) []play.Side {
	if about.Partizan {
		return []play.Side{play.Left, play.Right}
	}
	return []play.Side{play.Left}
}

// sideName is what a side is called in its game.
func sideName(about play.About, s play.Side) string {
	if name := about.Sides[s]; name != "" {
		return name
	}
	return [...]string{"the first player", "the second player"}[s]
}
