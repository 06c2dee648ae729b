package sprouts_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/sprouts-solver/sprouts/canon"
	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/game/gametest"
)

// misere decides misère play (who makes the last move loses) by brute force over sums of
// lands. Nothing is cancelled and no nimber is used, neither of which would be right.
type misere struct {
	generator *canon.Generator
	children  map[canon.Land][][]canon.Land
	outcomes  map[string]game.Outcome // by the sorted lands of a sum
}

func newMisere() *misere {
	return &misere{canon.NewGenerator(), map[canon.Land][][]canon.Land{}, map[string]game.Outcome{}}
}

// outcome decides a sum of lands, which it sorts.
func (m *misere) outcome(lands []canon.Land) game.Outcome {
	if len(lands) == 0 {
		return game.Win
	}
	slices.Sort(lands)
	key := keyOf(lands)
	if o := m.outcomes[key]; o != game.Unknown {
		return o
	}
	m.outcomes[key] = m.search(lands)
	return m.outcomes[key]
}

// search looks for a move that leaves a loss.
func (m *misere) search(lands []canon.Land) game.Outcome {
	for i, land := range lands {
		if i > 0 && land == lands[i-1] {
			continue
		}
		rest := slices.Delete(slices.Clone(lands), i, i+1)
		for _, child := range m.childrenOf(land) {
			if m.outcome(slices.Concat(rest, child)) == game.Loss {
				return game.Win
			}
		}
	}
	return game.Loss
}

// keyOf joins lands, each behind its length.
func keyOf(lands []canon.Land) string {
	var b strings.Builder
	for _, land := range lands {
		b.WriteByte(byte(len(land) >> 8))
		b.WriteByte(byte(len(land)))
		b.WriteString(string(land))
	}
	return b.String()
}

func (m *misere) childrenOf(land canon.Land) [][]canon.Land {
	if children, ok := m.children[land]; ok {
		return children
	}
	var children [][]canon.Land
	m.generator.Children([]byte(land), func(sum *canon.Lands) bool {
		child, start := []canon.Land{}, 0
		for _, end := range sum.Ends {
			child = append(child, canon.Land(sum.Keys[start:end]))
			start = end
		}
		children = append(children, child)
		return true
	})
	m.children[land] = children
	return children
}

// TestMisereStarts compares start positions with the independent brute force up to 5
// spots, and goes on with 6 and 7: W and L, as GLOP found (Lemoine, Viennot, arXiv
// 0908.4407).
func TestMisereStarts(t *testing.T) {
	known := map[int]string{6: "W", 7: "L"}
	for _, rule := range gametest.Rules(t) {
		if rule.Game == "sprouts-misere" {
			require.Equal(t, "outcome", rule.What)
			known[rule.Spots] = rule.Value
		}
	}
	require.GreaterOrEqual(t, len(known), 6)
	m := newMisere()
	for n, want := range known {
		p, err := canon.Parse(strconv.Itoa(n))
		require.NoError(t, err)
		require.Equal(t, want, strings.ToUpper(m.outcome(p.Lands).String()[:1]), "%d spots", n)
	}
}
