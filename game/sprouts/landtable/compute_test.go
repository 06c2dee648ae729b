package landtable_test

import (
	"math/bits"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/sprouts-solver/sprouts/canon"
	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/game/gametest"
	"github.com/sprouts-solver/sprouts/game/sprouts"
	"github.com/sprouts-solver/sprouts/game/sprouts/landtable"
)

// embeddedLands is the number of lands in the embedded table.
const embeddedLands = 171_942

// The number of different lands that play from n spots can reach, the start
// included, is a property of Sprouts and of no program.
func TestNumberOfLands(t *testing.T) {
	for spots, want := range []int{0, 2, 17, 126, 1188, 13342} {
		require.Equal(t, want, compute(t, spots).Len(), "lands of %d spots", spots)
	}
}

func TestComputeAgreesWithBruteForce(t *testing.T) {
	g := sprouts.New()
	brute := gametest.NewBruteForce(g)
	compute(t, 4).All(func(key []byte, nimber uint8) bool {
		p := game.Position{Components: []game.Component{game.Component(key)}}
		require.Equal(t, brute.Nimber(p), game.Nimber(nimber), "key %x", key)
		return true
	})
}

func TestComputeRefusesWhatIsNoNumber(t *testing.T) {
	_, err := landtable.Compute(-1)
	require.Error(t, err)
}

// Play from six spots leads to every land of fewer, so the embedded table holds
// all that plain recursion finds for five. `make table` computes all of it again.
func TestEmbeddedHoldsAllLandsOfFiveSpots(t *testing.T) {
	embedded := landtable.Embedded()
	require.Equal(t, embeddedLands, embedded.Len())
	five := compute(t, 5)
	five.All(func(key []byte, want uint8) bool {
		nimber, ok := embedded.Nimber(key)
		require.True(t, ok, "key %x is missing", key)
		require.Equal(t, want, nimber, "key %x", key)
		return true
	})
}

// The nimber of an embedded land follows from those of its options, which are
// embedded as well. This looks at one land in a hundred, from all over the file.
func TestEmbeddedNimbersFollowFromOptions(t *testing.T) {
	table := landtable.Embedded()
	generator := canon.NewGenerator()
	countdown := 0
	table.All(func(key []byte, nimber uint8) bool {
		if countdown--; countdown > 0 {
			return true
		}
		countdown = 100
		seen := uint32(0)
		generator.Children(key, func(lands *canon.Lands) bool {
			seen |= 1 << nimberOf(t, table, lands)
			return true
		})
		require.Equal(t, bits.TrailingZeros32(^seen), int(nimber), "key %x", key)
		return true
	})
}

// The nimbers of lands are small, but not as small as those of start positions.
// The one land that is worth 11 has been confirmed by [gametest.PlainSprouts],
// which knows nothing of canon, in some minutes with all that are worth 8 or more.
func TestEmbeddedNimbers(t *testing.T) {
	counts := make([]int, 12)
	landtable.Embedded().All(func(_ []byte, nimber uint8) bool {
		counts[nimber]++
		return true
	})
	require.Equal(t, []int{37607, 36316, 37973, 39066, 7189, 6952, 3122, 2589, 868, 234, 25, 1}, counts)
}

func nimberOf(t *testing.T, table *landtable.Table, lands *canon.Lands) uint8 {
	t.Helper()
	x, start := uint8(0), 0
	for _, end := range lands.Ends {
		n, ok := table.Nimber(lands.Keys[start:end])
		require.True(t, ok, "key %x is missing", lands.Keys[start:end])
		x, start = x^n, end
	}
	return x
}

func BenchmarkEmbedded(b *testing.B) {
	var table *landtable.Table
	for b.Loop() {
		table = landtable.Embedded()
	}
	b.ReportMetric(float64(table.Memory())/float64(table.Len()), "B/land")
}
