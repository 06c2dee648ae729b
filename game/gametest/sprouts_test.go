package gametest_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/game/gametest"
	"github.com/sprouts-solver/sprouts/game/sprouts"
)

// reachable returns all lands that play from the position leads to, as texts.
func reachable(t *testing.T, g game.Game, text string) []string {
	t.Helper()
	start, err := g.Parse(text)
	require.NoError(t, err)
	e := g.NewExpander()
	texts := map[game.Component]string{}
	for queue := []game.Position{start}; len(queue) > 0; queue = queue[1:] {
		for _, c := range queue[0].Components {
			if _, ok := texts[c]; ok {
				continue
			}
			texts[c], err = g.Format(c)
			require.NoError(t, err)
			queue = append(queue, game.Options(e, game.Position{Components: []game.Component{c}})...)
		}
	}
	return slices.Sorted(maps.Values(texts))
}

// The fast Sprouts against the plain one, on every land of 4 spots or fewer: as
// many different moves, to the same lands, worth the same.
func TestSproutsAgreesWithPlainSprouts(t *testing.T) {
	g := sprouts.New()
	plain := gametest.NewPlainSprouts()
	brute := gametest.NewBruteForce(g)
	e := g.NewExpander()
	for _, start := range []string{"0*1", "0*2", "0*3", "0*4"} {
		for _, text := range reachable(t, g, start) {
			p, err := sprouts.ParseStrings(text)
			require.NoError(t, err)
			want, err := plain.Nimber(text)
			require.NoError(t, err)
			require.Equal(t, want, brute.Nimber(p), "nimber of %s", text)

			requireSameMoves(t, e, text)
		}
	}
}

// requireSameMoves compares the moves of a position as the two programs see them.
func requireSameMoves(t *testing.T, e game.Expander, text string) {
	t.Helper()
	p, err := sprouts.ParseStrings(text)
	require.NoError(t, err)
	fast := map[string]bool{}
	for _, option := range game.Options(e, p) {
		fast[option.Key()] = true
	}
	moves, err := gametest.PlainMoves(text)
	require.NoError(t, err)
	slow := map[string]bool{}
	for _, move := range moves {
		q, err := sprouts.ParseStrings(move)
		require.NoError(t, err, "move of %s", text)
		slow[q.Key()] = true
	}
	require.Equal(t, slow, fast, "moves of %s", text)
}

// The moves of the larger lands that random games from 7 to 12 spots bring up,
// and of made-up positions full of symmetries: the fast program leaves out moves
// that a symmetry makes equal to others.
func TestMovesOfLargerLands(t *testing.T) {
	g, r := sprouts.New(), rand.New(rand.NewPCG(11, 12))
	e := g.NewExpander()
	checked := 0
	for range 60 {
		p, err := g.Parse(fmt.Sprintf("0*%d", 7+r.IntN(6)))
		require.NoError(t, err)
		for options := game.Options(e, p); len(options) > 0; options = game.Options(e, p) {
			p = options[r.IntN(len(options))]
			for _, c := range p.Components {
				text, err := g.Format(c)
				require.NoError(t, err)
				if e.Measure([]byte(c)).Lives >= 8 && boundaries(text) <= 9 {
					requireSameMoves(t, e, text)
					checked++
				}
			}
		}
	}
	require.Greater(t, checked, 200)

	alone := []string{"0", "0", "1", "22", "222", "1a1a", "1a2a", "aabb", "1ab2ab", "ab1ab1", "1ab1cb1ca", "2a2a2", "1aabb2"}
	linked := [][2]string{{"AB", "AB"}, {"AB", "BA"}, {"A", "A"}, {"ABC", "ABC"}, {"ABC", "CAB"}, {"A1B1", "AB"}, {"A1B1", "A2B2"},
		{"A2", "A"}, {"1aAa", "A"}, {"1aAa", "1aAa"}, {"A22", "A1a1a"}, {"ABCD", "ABCD"}, {"A1B2", "AB"}, {"aAaB", "AB"}, {"A.B", "AB"}}
	for range 400 {
		regions := [2]string{}
		for i := range regions {
			for range r.IntN(3) {
				regions[i] += alone[r.IntN(len(alone))] + "."
			}
		}
		link := linked[r.IntN(len(linked))]
		text := regions[0] + link[0] + "|" + regions[1] + link[1]
		if r.IntN(4) == 0 {
			text = regions[0] + regions[1] + alone[r.IntN(len(alone))]
		}
		p, err := sprouts.ParseStrings(text)
		require.NoError(t, err)
		for _, c := range p.Components { // reduced: reductions may change the moves, if not the nimber
			text, err := g.Format(c)
			require.NoError(t, err)
			requireSameMoves(t, e, text)
		}
	}
}

// boundaries counts the boundaries of a land, each copy of equal ones.
func boundaries(text string) (n int) {
	for _, b := range strings.FieldsFunc(text, func(r rune) bool { return r == '.' || r == '|' }) {
		copies := 1
		if _, times, found := strings.Cut(b, "*"); found {
			copies, _ = strconv.Atoi(times)
		}
		n += copies
	}
	return n
}
