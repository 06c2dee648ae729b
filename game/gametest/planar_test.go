package gametest

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/sprouts-solver/sprouts/game"
)

// TestPlanarSproutsAgreesWithTheRules compares all play of up to 3 spots with
// what another program found from the rules.
func TestPlanarSproutsAgreesWithTheRules(t *testing.T) {
	compared := 0
	var results [4]PlanarResult
	for n := range results {
		results[n] = PlanarSprouts(n)
	}
	require.Equal(t, PlanarResult{Nimber: 0, Misere: game.Win, Lengths: []int{0}}, results[0])
	for _, rule := range Rules(t) {
		if rule.Spots >= len(results) {
			continue
		}
		result := results[rule.Spots]
		got, ours := map[string]string{
			"sprouts nimber":         result.Nimber.String(),
			"sprouts lengths":        strings.ReplaceAll(strings.Trim(fmt.Sprint(result.Lengths), "[]"), " ", ","),
			"sprouts-misere outcome": strings.ToUpper(result.Misere.String()[:1]),
		}[rule.Game+" "+rule.What]
		if ours {
			require.Equal(t, rule.Value, got, "%s, %d spots, %s", rule.Game, rule.Spots, rule.What)
			compared++
		}
	}
	require.Equal(t, 9, compared)
}

// TestStringsAreDrawings plays at random on planar maps, beyond the size that
// they can be solved in, and reads each map as a string. The string must have as
// many moves, and they must be worth the same.
func TestStringsAreDrawings(t *testing.T) {
	solver := NewPlainSprouts()
	rapid.Check(t, func(t *rapid.T) {
		m := planarStart(rapid.IntRange(1, 4).Draw(t, "spots"))
		for {
			drawings := m.moves()
			var drawn, written []game.Nimber
			for _, option := range drawings {
				drawn = append(drawn, solver.position(option.asPlain().live()))
			}
			for _, option := range m.asPlain().moves() {
				written = append(written, solver.position(option))
			}
			slices.Sort(drawn)
			slices.Sort(written)
			require.Equal(t, drawn, written, "moves of %v", m)
			if len(drawings) == 0 {
				return
			}
			m = rapid.SampledFrom(drawings).Draw(t, "move")
		}
	})
}

// asPlain reads a map as a string does, with all that is dead still in it.
func (m planarMap) asPlain() plain {
	p := plain{}
	for _, ends := range m.rotation {
		p.lives = append(p.lives, 3-len(ends))
	}
	for _, face := range m.faces {
		var region plainRegion
		for _, walk := range face {
			var boundary plainBoundary
			for _, gap := range m.gaps(walk) {
				boundary = append(boundary, m.spot(gap))
			}
			region = append(region, boundary)
		}
		p.regions = append(p.regions, region)
	}
	return p
}

// TestEuler counts spots, lines and faces along random games: on a sphere
// spots - lines + faces = 1 + connected pieces. A wrong rotation breaks it.
func TestEuler(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 6).Draw(t, "spots")
		m := planarStart(n)
		pieces, played := n, 0
		for options := m.moves(); len(options) > 0; options = m.moves() {
			before := len(m.faces)
			m = rapid.SampledFrom(options).Draw(t, "move")
			if len(m.faces) == before {
				pieces-- // a join
			}
			played++
			lines := len(m.origin) / 2
			require.Equal(t, 2*played, lines)
			require.Len(t, m.rotation, n+played)
			require.Equal(t, 1+pieces, len(m.rotation)-lines+len(m.faces))
			require.Equal(t, len(m.origin), m.countEnds(t), "each gap is on one walk")
		}
		require.GreaterOrEqual(t, played, 2*n)
		require.LessOrEqual(t, played, 3*n-1)
	})
}

// countEnds returns the number of ends on all walks, no end twice.
func (m planarMap) countEnds(t require.TestingT) int {
	seen := map[planarWalk]bool{}
	for _, face := range m.faces {
		for _, walk := range face {
			for _, gap := range m.gaps(walk) {
				if gap >= 0 {
					require.False(t, seen[gap], "end %d twice", gap)
					seen[gap] = true
				}
			}
		}
	}
	return len(seen)
}

// TestCodeIsBlindToNames renumbers spots and lines of maps met in random games.
func TestCodeIsBlindToNames(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := planarStart(rapid.IntRange(1, 4).Draw(t, "spots"))
		for options := m.moves(); len(options) > 0; options = m.moves() {
			m = rapid.SampledFrom(options).Draw(t, "move")
			require.Equal(t, m.code(), m.renumbered(t).code())
		}
	})
}

// A code that told too little would merge maps that are not the same.
func TestCodesTellMapsApart(t *testing.T) {
	codes := map[string]bool{}
	for _, option := range planarStart(3).moves() {
		codes[option.code()] = true
	}
	// A join, and loops that part the other two spots 0-2 or 1-1.
	require.Len(t, codes, 3)
}

// renumbered returns the same map with spots, lines and the ends of each line in
// another order, and another gap naming each walk.
func (m planarMap) renumbered(t *rapid.T) planarMap {
	spots := rapid.Permutation(upTo(len(m.rotation))).Draw(t, "spots")
	lines := rapid.Permutation(upTo(len(m.origin)/2)).Draw(t, "lines")
	flip := rapid.IntRange(0, 1).Draw(t, "flip")
	end := func(d int) int { return 2*lines[d/2] + (d&1 ^ flip) }

	n := planarMap{rotation: make([][]int, len(m.rotation)), origin: make([]int, len(m.origin))}
	for s, ends := range m.rotation {
		for _, d := range ends {
			n.rotation[spots[s]] = append(n.rotation[spots[s]], end(d))
			n.origin[end(d)] = spots[s]
		}
	}
	for _, face := range m.faces {
		var walks []planarWalk
		for _, walk := range face {
			if walk < 0 {
				walks = append(walks, planarWalk(^spots[^walk]))
				continue
			}
			gap := rapid.SampledFrom(m.gaps(walk)).Draw(t, "gap")
			walks = append(walks, planarWalk(end(int(gap))))
		}
		n.faces = append(n.faces, rapid.Permutation(walks).Draw(t, "walks"))
	}
	n.faces = rapid.Permutation(n.faces).Draw(t, "faces")
	return n
}

// upTo returns 0, 1, ..., n-1.
func upTo(n int) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	return all
}
