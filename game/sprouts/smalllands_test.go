package sprouts_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/game/gametest"
	"github.com/sprouts-solver/sprouts/game/sprouts"
)

func TestSmallLands(t *testing.T) {
	var memo sprouts.SmallLands
	three := []byte(parse(t, "3").Components[0])
	require.Zero(t, memo.Lookup(three), "before Load it knows nothing")
	more, err := memo.Load(250)
	require.NoError(t, err)
	require.True(t, more)
	more, err = memo.Load(500)
	require.NoError(t, err)
	require.False(t, more, "loading again does nothing")
	require.Equal(t, game.Known(1), memo.Lookup(three))
	require.Equal(t, game.Known(0), memo.Lookup([]byte(parse(t, "6").Components[0])))
	require.Zero(t, memo.Lookup([]byte(parse(t, "7").Components[0])), "seven spots are not small")
	require.Zero(t, memo.Lookup(nil))

	require.NoError(t, memo.Record(three, game.Known(2)))
	require.Equal(t, game.Known(1), memo.Lookup(three), "the table does not change")
}

// Another program's nimbers of the lands that the table has.
func TestSmallLandsAgreeWithOracle(t *testing.T) {
	var memo sprouts.SmallLands
	_, err := memo.Load(250)
	require.NoError(t, err)
	held := 0
	for _, entry := range gametest.Oracle(t) {
		p, err := sprouts.ParseStrings(entry.Text)
		require.NoError(t, err)
		nimber, known := p.Heap, true
		for _, c := range p.Components {
			n, ok := memo.Lookup([]byte(c)).Nimber()
			nimber, known = nimber^n, known && ok
		}
		if known {
			held++
			require.Equal(t, entry.Nimber, nimber, "nimber of %s", entry.Text)
		}
	}
	require.Greater(t, held, 1000)
	t.Logf("the table holds %d lands of the oracle", held)
}
