package gametest

import (
	"maps"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/sprouts-solver/sprouts/game"
)

// Samples are the positions of one game that [Suite] looks at.
type Samples struct {
	// Positions are texts of positions so small that brute force solves all of
	// them in a second or so. Everything that can be reached from them is looked
	// at too.
	Positions []string
	// Equal are groups of texts that denote the same position.
	Equal [][]string
	// Malformed are texts that are no position.
	Malformed []string
	// Whole says that each position is one component, the one without moves and
	// nim-heaps too, and that positions do not add up: misère play told as normal play
	// (package misere).
	Whole bool
}

// Suite checks that a game keeps the contract of package game. Each promise is a
// subtest that bears its name.
func Suite(t *testing.T, g game.Game, samples Samples) {
	t.Helper()
	s := newSubject(t, g, samples)
	for _, p := range promises {
		t.Run(p.name, func(t *testing.T) { p.check(t, s) })
	}
}

// SuiteSolver checks that solve finds the nimbers that brute force finds: of the
// samples, of their sums in pairs, and of everything that can be reached.
func SuiteSolver(t *testing.T, g game.Game, samples Samples, solve func(game.Position) (game.Nimber, error)) {
	t.Helper()
	s := newSubject(t, g, samples)
	t.Run("samples", func(t *testing.T) { checkSolver(t, s, s.positions, solve) })
	t.Run("sums", func(t *testing.T) { checkSolver(t, s, s.sums(), solve) })
	t.Run("components", func(t *testing.T) { checkSolver(t, s, s.singles(), solve) })
}

// subject is a game under test and all that its samples lead to.
type subject struct {
	game       game.Game
	samples    Samples
	positions  []game.Position // of the samples, in their order
	brute      *BruteForce
	components []game.Component // all that can be reached, ascending
}

// promise is one part of the contract.
type promise struct {
	name  string
	check func(t require.TestingT, s subject)
}

// newSubject parses the samples and solves them by brute force.
func newSubject(t require.TestingT, g game.Game, samples Samples) subject {
	s := subject{game: g, samples: samples, brute: NewBruteForce(g)}
	require.NotEmpty(t, samples.Positions, "no sample positions")
	for _, text := range samples.Positions {
		p, err := g.Parse(text)
		require.NoError(t, err, "sample %q", text)
		s.positions = append(s.positions, p)
		s.brute.Nimber(p)
	}
	s.components = slices.Sorted(maps.Keys(s.brute.values))
	require.NotEmpty(t, s.components, "the samples have no component")
	return s
}

// sums returns the sum of each pair of samples.
func (s subject) sums() []game.Position {
	var sums []game.Position
	if s.samples.Whole {
		return nil
	}
	for i, p := range s.positions {
		for _, q := range s.positions[i+1:] {
			sums = append(sums, p.Add(q))
		}
	}
	return sums
}

// singles returns each component as a position of its own.
func (s subject) singles() []game.Position {
	var singles []game.Position
	for _, c := range s.components {
		singles = append(singles, game.Position{Components: []game.Component{c}})
	}
	return singles
}

// text returns the position in the notation of the game, for messages and as
// input for Parse.
func (s subject) text(t require.TestingT, p game.Position) string {
	text, err := game.FormatPosition(s.game, p)
	require.NoError(t, err, "format %q", p.Components)
	return text
}

func checkSolver(t require.TestingT, s subject, positions []game.Position, solve func(game.Position) (game.Nimber, error)) {
	for _, p := range positions {
		want := s.brute.Nimber(p)
		got, err := solve(p)
		require.NoError(t, err, "solve %s", s.text(t, p))
		require.Equal(t, want, got, "nimber of %s", s.text(t, p))
	}
}
