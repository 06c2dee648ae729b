package gametest_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/game/gametest"
)

// spots returns the text of n isolated spots.
func spots(n int) string { return "0*" + strconv.Itoa(n) }

// TestPlainSprouts needs about 25 s of one core, most of it for the oracle;
// -short stops at 3 spots there.
func TestPlainSprouts(t *testing.T) {
	mostSpots, mostLives, knownLands := 5, 12, 3938
	if testing.Short() {
		mostSpots, mostLives, knownLands = 4, 9, 2105
	}
	plain := gametest.NewPlainSprouts()
	t.Run("nimbers of the start", func(t *testing.T) {
		for _, rule := range gametest.Rules(t) {
			if rule.Game == "sprouts" && rule.What == "nimber" && rule.Spots <= mostSpots {
				nimber, err := plain.Nimber(spots(rule.Spots))
				require.NoError(t, err)
				require.Equal(t, rule.Value, nimber.String(), "%d spots", rule.Spots)
			}
		}
	})
	t.Run("oracle", func(t *testing.T) {
		var lands []gametest.OracleEntry
		for _, entry := range gametest.Oracle(t) {
			lives, err := gametest.PlainLives(entry.Text)
			require.NoError(t, err)
			if lives <= mostLives {
				lands = append(lands, entry)
			}
		}
		if len(lands) != knownLands { // require.Len would print them all
			t.Fatalf("%d lands of at most %d lives, not %d", len(lands), mostLives, knownLands)
		}
		for _, land := range lands {
			nimber, err := plain.Nimber(land.Text)
			require.NoError(t, err)
			require.Equal(t, land.Nimber, nimber, land.Text)
		}
	})
}

func TestPlainMovesByHand(t *testing.T) {
	for _, c := range []struct {
		position string
		want     []string
		why      string
	}{
		{"!", nil, "nothing to play"},
		{"*3", nil, "moves in nim-heaps are no moves of Sprouts"},
		{"0", []string{"AB|AB"}, "a loop with the spot and its new spot on both sides"},
		{"AB|AB", []string{"!"}, "a line between them, and one life is left in all"},
		{"22", []string{"!"}, "the same"},
		{"1", []string{"!"}, "a loop; only the new spot lives"},
		{"2", nil, "one life cannot move"},
		{"0+*1", []string{"AB|AB+*1"}, "the nim-heap stays"},
		{"0+2222", []string{"0+222", "0+2A|2A", "2222+AB|AB"}, "one land moves, the other stays"},
		{"1a1a", []string{
			"1AB|AB",    // from a 1 to the a
			"1a2a",      // a loop at a 1, nothing lives inside
			"ABCD|ADCB", // from 1 to 1
		}, "all lines from the 1s; the a has one life and no partner but them"},
	} {
		moves, err := gametest.PlainMoves(c.position)
		require.NoError(t, err)
		require.Equal(t, c.want, moves, "%s: %s", c.position, c.why)
	}
}

// A line of play from 12 spots that is in the literature.
func TestPlainMovesFollowAKnownGame(t *testing.T) {
	for _, step := range [][2]string{
		{"0*12", "0*8.AB|0*3.AB"},
		{"0*8.AB|0*3.AB", "0*3+0*4.A|0*4.A"},
	} {
		moves, err := gametest.PlainMoves(step[0])
		require.NoError(t, err)
		require.Contains(t, moves, step[1])
	}
}

func TestPlainNimberAddsUp(t *testing.T) {
	for text, want := range map[string]game.Nimber{
		"!":           0,
		"*5":          5,
		"0*3+0*3":     0,
		"0*3+*1":      0,
		"2222+*1":     3,
		"2222+2222":   0,
		"0*3+2222+22": 2,
	} {
		nimber, err := gametest.PlainNimber(text)
		require.NoError(t, err)
		require.Equal(t, want, nimber, text)
	}
}

func TestPlainReadsOneLandInManyWays(t *testing.T) {
	plain := gametest.NewPlainSprouts()
	for _, text := range []string{"1.AB|12AB", "12AB|AB.1", "AB.1|2AB1", "1.XY|12XY", "2AB1|BA.1.", "1.AB.|12AB.|+", "1.n(26)B|12n(26)B"} {
		lives, err := gametest.PlainLives(text)
		require.NoError(t, err)
		require.Equal(t, 7, lives, text)
		moves, err := gametest.PlainMoves(text)
		require.NoError(t, err)
		worth := map[game.Nimber]bool{}
		for _, move := range moves {
			nimber, err := plain.Nimber(move)
			require.NoError(t, err)
			worth[nimber] = true
		}
		require.Equal(t, map[game.Nimber]bool{0: true, 2: true}, worth, text)
	}
}

// TestSymmetriesKeepTheNimber writes lands of the oracle in other ways: regions
// and boundaries in another order, boundaries begun elsewhere, other capital
// letters, and each region by itself as in a mirror. The last is a claim about
// Sprouts, and no part of PlainSprouts.
func TestSymmetriesKeepTheNimber(t *testing.T) {
	var small []gametest.OracleEntry
	for _, entry := range gametest.Oracle(t) {
		lives, err := gametest.PlainLives(entry.Text)
		require.NoError(t, err)
		if lives <= 9 && strings.Contains(entry.Text, "|") && !strings.Contains(entry.Text, "*") {
			small = append(small, entry)
		}
	}
	require.NotEmpty(t, small)
	plain := gametest.NewPlainSprouts()
	rapid.Check(t, func(t *rapid.T) {
		entry := rapid.SampledFrom(small).Draw(t, "entry")
		text := rewrite(t, entry.Text)
		nimber, err := plain.Nimber(text)
		require.NoError(t, err)
		require.Equal(t, entry.Nimber, nimber, "%s as %s", entry.Text, text)
	})
}

// rewrite returns a random other way to write a land.
func rewrite(t *rapid.T, land string) string {
	const letters = "ABCDEFGHIJKLMNOPQRSTUVWXY"
	names := rapid.Permutation([]rune(letters)).Draw(t, "names")
	land = strings.Map(func(r rune) rune {
		if i := strings.IndexRune(letters, r); i >= 0 {
			return names[i]
		}
		return r
	}, land)
	regions := strings.Split(land, "|")
	for r, region := range regions {
		mirror := rapid.Bool().Draw(t, "mirror")
		boundaries := strings.Split(region, ".")
		for k, text := range boundaries {
			spots := []rune(text)
			start := rapid.IntRange(0, len(spots)-1).Draw(t, "start")
			spots = slices.Concat(spots[start:], spots[:start])
			if mirror {
				slices.Reverse(spots)
			}
			boundaries[k] = string(spots)
		}
		regions[r] = strings.Join(rapid.Permutation(boundaries).Draw(t, "boundaries"), ".")
	}
	return strings.Join(rapid.Permutation(regions).Draw(t, "regions"), "|")
}

func TestPlainNamesManyLetters(t *testing.T) {
	lower := "abcdefghijkl" + "m(13)m(14)"
	text := "1" + lower + "1" + "m(14)m(13)" + "lkjihgfedcba"
	moves, err := gametest.PlainMoves(text)
	require.NoError(t, err)
	require.True(t, slices.ContainsFunc(moves, func(m string) bool { return strings.Contains(m, "m(13)") }), moves)
	require.False(t, slices.ContainsFunc(moves, func(m string) bool { return strings.Contains(m, "m(1)") }), moves)

	upper := "ABCDEFGHIJKLMNOPQRSTUVWXY" + "n(26)n(27)"
	moves, err = gametest.PlainMoves("1" + upper + "|1.n(27)n(26)YXWVUTSRQPONMLKJIHGFEDCBA")
	require.NoError(t, err)
	require.True(t, slices.ContainsFunc(moves, func(m string) bool { return strings.Contains(m, "n(26)") }), moves)
}

func TestPlainRefusesWhatIsNoPosition(t *testing.T) {
	for text, reason := range map[string]string{
		"":          "has no spots",
		"0||0":      "has no spots",
		"0..0":      "has no spots",
		"3":         `"3" is not a spot`,
		"0*0":       "want a number of spots after 0*",
		"0*x":       "want a number of spots after 0*",
		"0 1":       `" " is not a spot`,
		"*16":       "is not a nim-heap",
		"AAA|B":     "a letter is met more than",
		"A|A|A":     "a letter is met more than",
		"1aaa":      "a letter is met more than",
		"1Z|Z":      `"Z" is not a spot`,
		"m(1":       "is not a spot",
		"0*2+AAA|B": "a letter is met more than",
	} {
		for name, read := range map[string]func() error{
			"PlainNimber": func() error { _, err := gametest.PlainNimber(text); return err },
			"PlainMoves":  func() error { _, err := gametest.PlainMoves(text); return err },
			"PlainLives":  func() error { _, err := gametest.PlainLives(text); return err },
		} {
			require.ErrorContains(t, read(), reason, "%s(%q)", name, text)
		}
	}
}

func TestPlainLives(t *testing.T) {
	for text, want := range map[string]int{
		"!": 0, "0": 3, "0*5": 15, "0.1.2": 6, "1a1a": 5, "AB|AB": 2, "2": 0, "A|A.0": 4, "0*2+1+*7": 8,
	} {
		lives, err := gametest.PlainLives(text)
		require.NoError(t, err)
		require.Equal(t, want, lives, text)
	}
}
