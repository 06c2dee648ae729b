package gametest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/sprouts-solver/sprouts/game"
)

// PlanarMisere decides misère Sprouts on planar maps, by the rules of the game
// alone. It stops at the first winning move, unlike [PlanarSprouts]. It is not safe
// for concurrent use.
type PlanarMisere struct {
	outcomes map[string]game.Outcome // by code of the map
}

// NewPlanarMisere returns a solver that has solved nothing yet.
func NewPlanarMisere() *PlanarMisere { return &PlanarMisere{outcomes: map[string]game.Outcome{}} }

// Start returns the outcome of n spots.
func (s *PlanarMisere) Start(n int) game.Outcome { return s.outcome(planarStart(n)) }

// RandomGame plays a game from n spots by chance, to its end, and returns all its
// positions with their outcomes. The texts are drawings as they are: spots without
// lives are "3", and nothing is merged, dropped or split.
func (s *PlanarMisere) RandomGame(r *rand.Rand, n int) []MisereEntry {
	var entries []MisereEntry
	for m := planarStart(n); ; {
		entries = append(entries, MisereEntry{Text: m.text(), Outcome: s.outcome(m)})
		options := m.moves()
		if len(options) == 0 {
			return entries
		}
		m = options[r.IntN(len(options))]
	}
}

// Len returns the number of maps decided so far.
func (s *PlanarMisere) Len() int { return len(s.outcomes) }

// outcome decides a map: a win if a move leads to a loss, or if there is no move.
// Moves that leave little to play come first: a loss among them is found soon, and
// four spots take a twentieth of the time. The order decides nothing.
func (s *PlanarMisere) outcome(m planarMap) game.Outcome {
	code := m.code()
	if o, ok := s.outcomes[code]; ok {
		return o
	}
	options := m.moves()
	slices.SortStableFunc(options, func(a, b planarMap) int { return a.places() - b.places() })
	result := game.Win
	for _, option := range options {
		if s.outcome(option) == game.Loss {
			result = game.Win
			break
		}
		result = game.Loss
	}
	s.outcomes[code] = result
	return result
}

// places returns how many lines there is room for, as a rough guess: pairs of gaps of
// one face at spots with lives.
func (m planarMap) places() int {
	pairs := 0
	for _, face := range m.faces {
		alive := 0
		for _, walk := range face {
			for _, gap := range m.gaps(walk) {
				if len(m.rotation[m.spot(gap)]) < 3 {
					alive++
				}
			}
		}
		pairs += alive * alive
	}
	return pairs
}

// text writes the map as one land, a region for each face. A spot with one life lies
// in two gaps, of whichever faces, and so is a letter.
func (m planarMap) text() string {
	letters := map[int]string{}
	name := func(s int) string {
		if lives := 3 - len(m.rotation[s]); lives != 1 {
			return fmt.Sprint(3 - lives)
		}
		if letters[s] == "" {
			letters[s] = letter(plainUpper + len(letters))
		}
		return letters[s]
	}
	var regions []string
	for _, face := range m.faces {
		var boundaries []string
		for _, walk := range face {
			var boundary strings.Builder
			for _, gap := range m.gaps(walk) {
				boundary.WriteString(name(m.spot(gap)))
			}
			boundaries = append(boundaries, boundary.String())
		}
		regions = append(regions, strings.Join(boundaries, "."))
	}
	return strings.Join(regions, "|")
}
