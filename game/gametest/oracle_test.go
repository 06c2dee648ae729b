package gametest_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/sprouts-solver/sprouts/game/gametest"
)

// A damaged or shortened table would make other tests pass for nothing.
func TestOracle(t *testing.T) {
	entries := gametest.Oracle(t)
	require.Len(t, entries, 5338)
	seen := map[string]bool{}
	perNimber := make([]int, 8)
	for _, entry := range entries {
		require.False(t, seen[entry.Text], "%s is there twice", entry.Text)
		seen[entry.Text] = true
		perNimber[entry.Nimber]++
		_, err := gametest.PlainLives(entry.Text)
		require.NoError(t, err)
	}
	require.Equal(t, []int{1675, 1583, 954, 823, 223, 66, 13, 1}, perNimber)
}

func TestRules(t *testing.T) {
	rules := gametest.Rules(t)
	require.Len(t, rules, 33)
	require.Contains(t, rules, gametest.RuleEntry{Game: "sprouts", Spots: 4, What: "lengths", Value: "8,9,10,11"})
	require.Contains(t, rules, gametest.RuleEntry{Game: "sprouts-misere", Spots: 1, What: "outcome", Value: "W"})
}
