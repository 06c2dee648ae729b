package game_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/sprouts-solver/sprouts/game"
)

// allNimbers is every nimber that the contract can hold.
func allNimbers() []game.Nimber {
	var all []game.Nimber
	for n := game.Nimber(0); n <= game.MaxNimber; n++ {
		all = append(all, n)
	}
	return all
}

// truthAndFacts draws a nimber and some facts that are true of it.
func truthAndFacts(t *rapid.T) (game.Nimber, []game.Fact) {
	truth := rapid.SampledFrom(allNimbers()).Draw(t, "truth")
	aFact := rapid.Custom(func(t *rapid.T) game.Fact {
		if rapid.IntRange(0, 4).Draw(t, "known") == 0 {
			return game.Known(truth)
		}
		return game.FactFromMask(rapid.Uint16().Draw(t, "mask") &^ (1 << truth))
	})
	return truth, rapid.SliceOfN(aFact, 1, 8).Draw(t, "facts")
}

// merge adds up facts in their order.
func merge(t require.TestingT, facts []game.Fact) game.Fact {
	var sum game.Fact
	for _, f := range facts {
		var ok bool
		sum, ok = sum.Merge(f)
		require.True(t, ok, "%s contradicts %s", f, sum)
	}
	return sum
}

func TestFactsThatAreTrueNeverContradict(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		truth, facts := truthAndFacts(t)
		sum := merge(t, facts)
		require.True(t, sum.Valid())
		require.False(t, sum.Excludes(truth))
		if n, ok := sum.Nimber(); ok {
			require.Equal(t, truth, n)
		}
		for _, f := range facts {
			require.Equal(t, sum.Mask()|f.Mask(), sum.Mask(), "%s lost in %s", f, sum)
		}
	})
}

func TestMergeHasNoOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		_, facts := truthAndFacts(t)
		shuffled := rapid.Permutation(facts).Draw(t, "shuffled")
		require.Equal(t, merge(t, facts), merge(t, shuffled))
		require.Equal(t, merge(t, facts), merge(t, append(facts, facts...)), "saying it twice adds nothing")
	})
}

func TestContradiction(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		_, facts := truthAndFacts(t)
		_, others := truthAndFacts(t)
		f, g := merge(t, facts), merge(t, others)
		sum, ok := f.Merge(g)
		require.Equal(t, f.Contradicts(g), g.Contradicts(f))
		require.Equal(t, !ok, f.Contradicts(g))
		if !ok {
			require.Equal(t, f, sum, "a contradiction must not change the fact")
			return
		}
		require.True(t, sum.Valid())
		require.Equal(t, f.Mask()|g.Mask(), sum.Mask())
		require.Equal(t, f.IsKnown() || g.IsKnown(), sum.IsKnown())
	})
}

func TestKnownAndExcluded(t *testing.T) {
	for _, n := range allNimbers() {
		known, excluded := game.Known(n), game.Excluded(n)
		require.True(t, known.Valid())
		require.True(t, excluded.Valid())
		require.True(t, known.Contradicts(excluded))
		require.Equal(t, game.FactFromMask(1<<n), excluded)

		value, ok := known.Nimber()
		require.True(t, ok)
		require.Equal(t, n, value)
		_, ok = excluded.Nimber()
		require.False(t, ok)

		require.Equal(t, game.Loss, known.Outcome(n))
		require.Equal(t, game.Win, excluded.Outcome(n))
		for _, m := range allNimbers() {
			if m == n {
				continue
			}
			require.True(t, known.Contradicts(game.Known(m)))
			require.False(t, known.Contradicts(game.Excluded(m)))
			require.Equal(t, game.Win, known.Outcome(m))
			require.Equal(t, game.Unknown, excluded.Outcome(m))
		}
	}
}

func TestValidRefusesWhatCannotBe(t *testing.T) {
	known := game.Known(3)
	const everything = 1<<(game.MaxNimber+1) - 1
	for name, f := range map[string]game.Fact{
		"every nimber excluded":        game.FactFromMask(everything),
		"known, two nimbers open":      known &^ game.Excluded(5),
		"known, bits of no meaning":    known | 1<<20,
		"excluded, bits of no meaning": 1 << 16,
		"known, no nimber open":        known | everything,
		"known, every nimber open":     known &^ everything,
	} {
		require.False(t, f.Valid(), name)
	}
	require.True(t, game.Fact(0).Valid())
}

func TestStrings(t *testing.T) {
	require.Equal(t, "unknown", game.Fact(0).String())
	require.Equal(t, "*3", game.Known(3).String())
	require.Equal(t, "not *0 *2", (game.Excluded(2) | game.Excluded(0)).String())
	require.Equal(t, "7", game.Nimber(7).String())
	require.Equal(t, "win", game.Win.String())
	require.Equal(t, "loss", game.Loss.String())
	require.Equal(t, "unknown", game.Unknown.String())
}

func TestConflictNamesBothSources(t *testing.T) {
	err := &game.ConflictError{
		Component: "\x01\x02",
		Have:      game.Known(1),
		New:       game.Excluded(1),
		HaveFrom:  "store",
		NewFrom:   "search",
	}
	require.EqualError(t, err, "contradictory results for component 0102: store says *1, search says not *1")
	err.Text = "0*2"
	require.EqualError(t, err, "contradictory results for 0*2: store says *1, search says not *1")

	err.Have, err.New = game.FactFromMask(0x7fff), game.Excluded(15)
	require.ErrorContains(t, err, "or the nimber is above 15", "no nimber is left")
}

// What is known of a component is known of it beside *1, and the other way round.
func TestBeside(t *testing.T) {
	require.Equal(t, game.Known(3), game.Known(2).Beside(1))
	require.Equal(t, game.Excluded(0), game.Excluded(1).Beside(1))
	require.Equal(t, game.Fact(0), game.Fact(0).Beside(1))
	for _, f := range []game.Fact{game.Known(0), game.Known(15), game.Excluded(4), game.FactFromMask(0x1234)} {
		require.Equal(t, f, f.Beside(0))
		for n := game.Nimber(0); n <= game.MaxNimber; n++ {
			require.Equal(t, f, f.Beside(n).Beside(n))
			require.True(t, f.Beside(n).Valid())
			for x := game.Nimber(0); x <= game.MaxNimber; x++ {
				require.Equal(t, f.Outcome(x), f.Beside(n).Outcome(x^n))
			}
		}
	}
}
