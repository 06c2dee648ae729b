package main

import (
	"fmt"
	"strings"

	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/game/nim"
	"github.com/sprouts-solver/sprouts/game/sprouts"
)

// games are the games of --game, the default first.
func games() []game.Game { return []game.Game{sprouts.New(), nim.New()} }

func gameNames() []string {
	var names []string
	for _, g := range games() {
		names = append(names, g.Name())
	}
	return names
}

// setGame sets the game by its name.
func setGame(g *GlobalOptions, name string) error {
	for _, known := range games() {
		if known.Name() == name {
			g.Game = known
			return nil
		}
	}
	return fmt.Errorf("there is no game %q; there are %s", name, strings.Join(gameNames(), " and "))
}
