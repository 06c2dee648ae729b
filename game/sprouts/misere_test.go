package sprouts_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/sprouts-solver/sprouts/game/gametest"
	"github.com/sprouts-solver/sprouts/game/sprouts"
)

// TestMisereStarts compares misère start positions with the independent brute force up
// to 5 spots, and goes on with 6 and 7: W and L, as GLOP found (Lemoine, Viennot, arXiv
// 0908.4407).
func TestMisereStarts(t *testing.T) {
	known := map[int]string{6: "W", 7: "L"}
	for _, rule := range gametest.Rules(t) {
		if rule.Game == "sprouts-misere" {
			require.Equal(t, "outcome", rule.What)
			known[rule.Spots] = rule.Value
		}
	}
	require.Len(t, known, 7)
	g := sprouts.New()
	brute := gametest.NewMisereBruteForce(g)
	for n, want := range known {
		p, err := g.Parse(strconv.Itoa(n)) // one land, so that no pair can have cancelled
		require.NoError(t, err)
		require.Equal(t, want, strings.ToUpper(brute.Outcome(p.Components).String()[:1]), "%d spots", n)
	}
}
