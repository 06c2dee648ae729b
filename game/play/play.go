package play

import (
	"context"
	"iter"

	"github.com/sprouts-solver/sprouts/game"
)

// Side is one of the two players.
type Side uint8

// The sides. Left moves first unless the players agree otherwise.
const (
	Left Side = iota
	Right
)

// Other returns the opponent.
func (s Side) Other() Side { return 1 - s }

// String returns "Left" or "Right".
func (s Side) String() string {
	if s == Left {
		return "Left"
	}
	return "Right"
}

// Rules is one game. Implementations are immutable and safe for concurrent use.
type Rules interface {
	// Name is the word that selects the game on the command line: "wythoff".
	Name() string

	// About describes the game to a player.
	About() About

	// Start returns a start position. Equal options give equal positions.
	Start(o Options) (Position, error)

	// Parse reads a position in the game's notation, as Position.String writes it.
	// Any other text gives a *game.ParseError.
	Parse(text string) (Position, error)

	// Judge decides who wins a position with a side to move, and by which moves. It
	// says Unknown when it cannot, or ctx ends first; that is no error. A misère
	// that the game does not have is one.
	Judge(ctx context.Context, p Position, s Side, misere bool) (Verdict, error)
}

// About describes a game to a player.
type About struct {
	Title           string    // "Wythoff's game"
	Goal            string    // the rules in a few sentences
	Move            string    // how a move is written, with examples
	Size            string    // what Options.Size means, with bounds and default; "" if nothing
	Sides           [2]string // what the sides are called, "" for first and second player
	Misere          bool      // misère play exists
	ByDefaultMisere bool      // ... and is how the game is played unless asked otherwise
	Partizan        bool      // the sides have different moves
}

// Options choose a start position. The zero value is the game's default.
type Options struct {
	Size int    // spots, heaps, squares of a side: see About.Size; 0 for the default
	Seed uint64 // of a start that is drawn at random
}

// Position is a position of a game without whose turn it is. It is immutable.
type Position interface {
	// String writes the position in the game's notation.
	String() string

	// Draw draws the position in text, lines ended by "\n", at most 100 columns wide
	// where that is possible.
	Draw() string

	// Moves yields the legal moves of a side, each once, in a fixed order, written
	// in the shortest unambiguous form. There can be very many: stop early.
	Moves(s Side) iter.Seq[Move]

	// Play returns the position after a move, which may be written in any form that
	// the notation allows. A text that is no legal move gives a *MoveError.
	Play(s Side, move string) (Position, error)
}

// Move is a legal move and where it leads.
type Move struct {
	Text string
	To   Position
}

// Verdict is what is known of a position for the side to move.
type Verdict struct {
	Outcome game.Outcome
	// Moves are winning moves, at least one if Outcome is Win, none otherwise.
	Moves []string
	// All says that Moves are all winning moves.
	All bool
	// Why says in a sentence or two how it is known, or why it is not.
	Why string
	// Hint is the drawing of the position with marks where to aim for, "" if the
	// game has no such marks.
	Hint string
}

// Nimbers is what Rules of an impartial game may offer beside: its nimbers.
type Nimbers interface {
	// Nimber returns the nimber (Sprague-Grundy value) of a position in normal play.
	// An error says that it is too much to compute.
	Nimber(ctx context.Context, p Position) (uint64, error)
}

// Values is what Rules of a partizan game may offer beside: its values.
type Values interface {
	// Value returns the value of a position in normal play, in the usual notation
	// ("0", "1/2", "*2", "{1|-1}"). An error says that it is too much to compute.
	Value(ctx context.Context, p Position) (string, error)
}
