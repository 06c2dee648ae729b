// Package all is the table of all games, so that whoever serves games serves each of
// them: the verbs of the program, its pages, its tests.
//
//	for _, g := range all.Games(nil) {
//		g.Name()     "sprouts", "brussels", "nim", ...
//		g.Sums       positions as sums of parts, for searches and stores; or nil
//		g.Rules      positions as people play them
//	}
//
// A game is listed explicitly: nothing registers itself.
package all

import (
	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/game/antwerp"
	"github.com/sprouts-solver/sprouts/game/blackwhite"
	"github.com/sprouts-solver/sprouts/game/brussels"
	"github.com/sprouts-solver/sprouts/game/nim"
	"github.com/sprouts-solver/sprouts/game/northcott"
	"github.com/sprouts-solver/sprouts/game/play"
	"github.com/sprouts-solver/sprouts/game/record"
	"github.com/sprouts-solver/sprouts/game/sprouts"
	"github.com/sprouts-solver/sprouts/game/wythoff"
)

// Game is one game.
type Game struct {
	// Sums is the game as a search sees it. It is nil where positions are not sums
	// of parts whose nimbers a [game.Fact] can hold.
	Sums game.Game
	// Rules is the game as people play it.
	Rules play.Rules
	// Closed says that Rules decide positions better than a search for nimbers
	// would: by a formula, or because there is no such search.
	Closed bool
	// Asks says that Rules decide nothing by themselves, but ask whom Games was given.
	Asks bool
}

// Name returns the word that selects the game.
func (g Game) Name() string { return g.Rules.Name() }

// Games returns all games, Sprouts first. Its rules ask decide who wins; nil knows
// nothing.
func Games(decide record.Decide) []Game {
	return []Game{
		{Sums: sprouts.New(), Rules: record.New(decide), Asks: true},
		{Sums: brussels.New(), Rules: brussels.Rules(), Closed: true},
		{Sums: blackwhite.New(), Rules: blackwhite.Rules()},
		{Rules: antwerp.Cold(), Closed: true},
		{Rules: antwerp.Hot(), Closed: true},
		{Sums: nim.New(), Rules: nim.Rules(), Closed: true},
		{Rules: wythoff.Rules(), Closed: true},
		{Rules: northcott.Rules(), Closed: true},
	}
}
