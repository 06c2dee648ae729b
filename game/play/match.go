package play

import (
	"errors"
	"fmt"
	"strings"
)

// Match is a game being played: where it began, and what was moved since. The zero
// value is of no use; see [NewMatch] and [ReadMatch].
type Match struct {
	rules     Rules
	misere    bool
	first     Side
	positions []Position // after each move, the start first
	moves     []string   // as they were written
	resigned  bool       // the side to move has

	// Computer says which sides a program moves for. It is kept in the record.
	Computer [2]bool
	// Seed is where chance comes from: the start, and the program's moves. It is kept in
	// the record.
	Seed uint64
}

// ErrOver says that a match has ended.
var ErrOver = errors.New("the game is over")

// NewMatch begins a match. A misère form that the game does not have gives an error.
func NewMatch(rules Rules, start Position, first Side, misere bool) (*Match, error) {
	if misere && !rules.About().Misere {
		return nil, fmt.Errorf("%s has no misère form", rules.About().Title)
	}
	return &Match{rules: rules, misere: misere, first: first, positions: []Position{start}}, nil
}

// Rules returns the game that is played.
func (m *Match) Rules() Rules { return m.rules }

// Misere reports whether who makes the last move loses.
func (m *Match) Misere() bool { return m.misere }

// First returns the side that moved first.
func (m *Match) First() Side { return m.first }

// Start returns the position before the first move.
func (m *Match) Start() Position { return m.positions[0] }

// Position returns the position now.
func (m *Match) Position() Position { return m.positions[len(m.positions)-1] }

// Positions returns the start, and the position after each move. The slice is the match's.
func (m *Match) Positions() []Position { return m.positions }

// Moves returns the moves that were made. The slice is the match's.
func (m *Match) Moves() []string { return m.moves }

// Turn returns the side to move, or that would be if the game were not over.
func (m *Match) Turn() Side { return (m.first + Side(len(m.moves))) % 2 }

// Play makes a move for the side to move. Errors are ErrOver and a *[MoveError], which
// leave the match as it was.
func (m *Match) Play(move string) error {
	if m.Over() {
		return ErrOver
	}
	move = strings.TrimSpace(move)
	to, err := m.Position().Play(m.Turn(), move)
	if err != nil {
		return err
	}
	m.positions = append(m.positions, to)
	m.moves = append(m.moves, move)
	return nil
}

// Undo takes the last move back, or a resignation. It reports whether there was one.
func (m *Match) Undo() bool {
	switch k := len(m.moves); {
	case m.resigned:
		m.resigned = false
	case k == 0:
		return false
	default:
		m.positions, m.moves = m.positions[:k], m.moves[:k-1]
	}
	return true
}

// Resign ends the match: the side to move loses. A match that is over stays as it is.
func (m *Match) Resign() { m.resigned = m.resigned || !m.Over() }

// Resigned reports whether a side has resigned.
func (m *Match) Resigned() bool { return m.resigned }

// Over reports whether the match has ended.
func (m *Match) Over() bool {
	if m.resigned {
		return true
	}
	for range m.Position().Moves(m.Turn()) {
		return false
	}
	return true
}

// Winner returns who has won a match that is over, and false before.
func (m *Match) Winner() (Side, bool) {
	switch {
	case !m.Over():
		return Left, false
	case m.misere && !m.resigned:
		return m.Turn(), true // who made the last move has lost
	default:
		return m.Turn().Other(), true
	}
}
