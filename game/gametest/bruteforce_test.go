package gametest_test

import (
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/game/gametest"
)

func TestBruteForceKnowsKayles(t *testing.T) {
	brute := gametest.NewBruteForce(kayles{})
	for pins, want := range kaylesNimbers {
		p, err := kayles{}.Parse(strconv.Itoa(pins))
		require.NoError(t, err)
		require.Equal(t, want, brute.Nimber(p), "%d pins", pins)
	}
	require.Equal(t, len(kaylesNimbers)-1, brute.Len(), "each row once")
	require.Equal(t, 7, brute.Longest("\x07"), "one pin at a time")
}

func TestBruteForceAddsUp(t *testing.T) {
	brute := gametest.NewBruteForce(kayles{})
	for text, want := range map[string]game.Nimber{"!": 0, "*5": 5, "5+*4": 0, "3+5+11": 1, "7+7": 0} {
		p, err := kayles{}.Parse(text)
		require.NoError(t, err)
		require.Equal(t, want, brute.Nimber(p), text)
		outcome := game.Win
		if want == 0 {
			outcome = game.Loss
		}
		require.Equal(t, outcome, brute.Outcome(p), text)
	}
}

// endless is Nim with heaps beyond what the contract can hold.
type endless struct{ game.Game }

func (endless) NewExpander() game.Expander { return endlessExpander{} }

type endlessExpander struct{ game.Expander }

func (endlessExpander) Expand(c []byte, yield func(*game.Sum) bool) {
	for left := range c[0] {
		var option game.Sum
		if left > 0 {
			option.Append([]byte{left})
		}
		if !yield(&option) {
			return
		}
	}
}

func TestBruteForceRefusesNimbersBeyondTheContract(t *testing.T) {
	brute := gametest.NewBruteForce(endless{})
	require.Equal(t, game.Nimber(15), brute.Nimber(game.NewPosition([]game.Component{"\x0f"}, 0)))
	require.PanicsWithValue(t, "gametest: component 10 has a nimber above 15", func() {
		brute.Nimber(game.NewPosition([]game.Component{"\x10"}, 0))
	})
}
