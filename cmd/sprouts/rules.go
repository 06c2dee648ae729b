package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/game/misere"
	"github.com/sprouts-solver/sprouts/game/play"
)

// maxFile bounds a file that holds a position or a record, in bytes.
const maxFile = 16 << 20

// ruled reports whether the game's rules are asked rather than a search: they know a
// formula, or no search knows its misère play.
func (g *GlobalOptions) ruled() bool {
	_, searched := g.Game.(*misere.Game)
	return g.Entry.Closed || g.Misere && !searched
}

// question returns what the arguments ask about. A position of a game that has rules of
// its own may be several words, or a file that holds it.
func (g *GlobalOptions) question(cmd *cobra.Command, args []string, last MisereOption) (string, error) {
	if err := last.choose(g); err != nil {
		return "", err
	}
	if !g.ruled() {
		return args[0], wantArgs("POSITION")(cmd, args)
	}
	text := strings.Join(args, " ")
	if _, err := g.Entry.Rules.Parse(text); err == nil || text == "-" || len(args) > 1 {
		return text, nil
	}
	// What is no position may be the name of a file that holds one.
	held, err := readSmall(text)
	if errors.Is(err, fs.ErrNotExist) {
		return text, nil
	}
	return strings.TrimSpace(held), err
}

// readSmall reads a file that a person has written.
func readSmall(name string) (string, error) {
	info, err := os.Stat(name)
	switch {
	case err != nil:
		// A text that can be no name of a file is no file either.
		return "", fmt.Errorf("%s: %w", game.Excerpt(name, 0), fs.ErrNotExist)
	case !info.Mode().IsRegular():
		return "", usagef("%s is no file that can be read as a whole; name a regular file", name)
	case info.Size() > maxFile:
		return "", usagef("%s has %d bytes; a position or a record has at most %d", name, info.Size(), maxFile)
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
