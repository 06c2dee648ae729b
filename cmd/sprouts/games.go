package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sprouts-solver/sprouts/game/all"
)

func gameNames() []string {
	var names []string
	for _, g := range all.Games(nil) {
		names = append(names, g.Name())
	}
	return names
}

// findGame returns the game with a name.
func findGame(name string) (all.Game, error) {
	for _, g := range all.Games(nil) {
		if g.Name() == name {
			return g, nil
		}
	}
	names := gameNames()
	last := len(names) - 1
	return all.Game{}, fmt.Errorf("there is no game %q; there are %s and %s", name, strings.Join(names[:last], ", "), names[last])
}

// setGame sets the game by its name.
func setGame(g *GlobalOptions, name string) error {
	entry, err := findGame(name)
	g.Entry, g.Game = entry, entry.Sums
	return err
}

// anyGameKey marks the verbs that know what to do with a game that is no sum of parts
// with nimbers.
const anyGameKey = "any game"

// anyGame marks a verb so.
func anyGame(cmd *cobra.Command) { cmd.Annotations[anyGameKey] = "yes" }

// wantSums refuses a game that a verb can do nothing with.
func (g *GlobalOptions) wantSums(cmd *cobra.Command) error {
	if g.Game != nil || cmd.Annotations[anyGameKey] != "" {
		return nil
	}
	return usagef("%q is not for --game %s, whose positions are no sums of parts with nimbers up to 15; "+
		"solve, outcome, moves, play and replay are", cmd.CommandPath(), g.Entry.Name())
}
