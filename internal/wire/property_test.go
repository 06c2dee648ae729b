package wire_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/game/sprouts"
	"github.com/sprouts-solver/sprouts/internal/wire"
	sproutsv1 "github.com/sprouts-solver/sprouts/proto/sprouts/v1"
	"github.com/sprouts-solver/sprouts/search"
)

// lands are components to draw from.
func lands(t require.TestingT) []game.Component {
	var all []game.Component
	for _, text := range []string{"0*2", "0*3", "0*12", "0*8.AB|0*3.AB", "1a1a", "2.AB|0.AB", "0*250"} {
		all = append(all, component(t, text))
	}
	return all
}

func aComponent(t require.TestingT) *rapid.Generator[game.Component] {
	return rapid.SampledFrom(lands(t))
}

func aCouple(t require.TestingT) *rapid.Generator[search.Couple] {
	return rapid.Custom(func(r *rapid.T) search.Couple {
		nimber := game.Nimber(rapid.IntRange(0, game.MaxNimber).Draw(r, "nimber"))
		return search.Couple{Component: aComponent(t).Draw(r, "component"), Nimber: nimber}
	})
}

func aFact() *rapid.Generator[game.Fact] {
	return rapid.Custom(func(r *rapid.T) game.Fact {
		if rapid.Bool().Draw(r, "known") {
			return game.Known(game.Nimber(rapid.IntRange(0, game.MaxNimber).Draw(r, "nimber")))
		}
		return game.FactFromMask(rapid.Uint16Range(1, 0xfffe).Draw(r, "mask"))
	})
}

func openNumbers() *rapid.Generator[search.Numbers] {
	one := rapid.Uint32Range(1, search.Infinity-1)
	return rapid.Custom(func(r *rapid.T) search.Numbers {
		return search.Numbers{Proof: one.Draw(r, "proof"), Disproof: one.Draw(r, "disproof")}
	})
}

func TestFactsRoundTrip(t *testing.T) {
	c := wire.NewChecker(sprouts.New())
	rapid.Check(t, func(r *rapid.T) {
		entries := rapid.SliceOfN(rapid.Custom(func(r *rapid.T) entry {
			return entry{aComponent(t).Draw(r, "component"), aFact().Draw(r, "fact")}
		}), 1, 20).Draw(r, "entries")
		m := overTheWire(r, &sproutsv1.ExchangeRequest{Facts: wire.Facts(entries)}, &sproutsv1.ExchangeRequest{})
		again, err := wire.ReadFacts[entry](c, "facts", m.GetFacts())
		require.NoError(r, err)
		require.Equal(r, entries, again)

		first, fact, err := c.Fact(wire.Fact(entries[0].Component, entries[0].Fact))
		require.NoError(r, err)
		require.Equal(r, entries[0].Component, first)
		require.Equal(r, entries[0].Fact, fact)
	})
}

func TestNumbersRoundTrip(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		sent := rapid.OneOf(openNumbers(), rapid.Just(search.Numbers{}),
			rapid.Just(search.Numbers{Proof: search.Infinity}), rapid.Just(search.Numbers{Disproof: search.Infinity})).Draw(r, "numbers")
		m := overTheWire(r, &sproutsv1.Progress{Numbers: wire.Numbers(sent)}, &sproutsv1.Progress{})
		got, err := wire.ReadNumbers(m.GetNumbers())
		require.NoError(r, err)
		require.Equal(r, sent, got)
	})
}

func TestCouplesAndChildrenRoundTrip(t *testing.T) {
	c := wire.NewChecker(sprouts.New())
	rapid.Check(t, func(r *rapid.T) {
		path := rapid.SliceOfN(aCouple(t), 1, 20).Draw(r, "path")
		lease := overTheWire(r, &sproutsv1.Lease{Path: wire.Couples(path)}, &sproutsv1.Lease{})
		gotPath, err := c.Couples("path", lease.GetPath())
		require.NoError(r, err)
		require.Equal(r, path, gotPath)

		children := rapid.SliceOfN(rapid.Custom(func(r *rapid.T) search.Child {
			return search.Child{Couple: aCouple(t).Draw(r, "couple"), Numbers: openNumbers().Draw(r, "numbers")}
		}), 1, 20).Draw(r, "children")
		report := overTheWire(r, &sproutsv1.Progress{Children: wire.Children(children)}, &sproutsv1.Progress{})
		gotChildren, err := wire.ReadChildren("children", report.GetChildren())
		require.NoError(r, err)
		require.Equal(r, children, gotChildren)
	})
}

// A component that was refused stays refused, whatever passed before.
func TestCheckerRemembersOnlyWhatPassed(t *testing.T) {
	c := wire.NewChecker(sprouts.New())
	bytes := rapid.SliceOfN(rapid.SampledFrom([]byte{0, 1, 2, 3, 4, 5, 6, 0x10, 0x80, 0xff}), 1, 8)
	passed := 0
	rapid.Check(t, func(r *rapid.T) {
		b := game.Component(bytes.Draw(r, "bytes"))
		_, wrong := sprouts.New().Format(b)
		for range 3 {
			_, _, err := c.Fact(wire.Fact(b, game.Known(1)))
			require.Equal(r, wrong == nil, err == nil, "%x", string(b))
		}
		if wrong == nil {
			passed++
		}
	})
	require.Positive(t, passed)
}
