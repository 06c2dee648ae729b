package game_test

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/game/nim"
)

// Nim is small enough to count by hand. From 1+3:
//
//	depth 1  3, 1, 1+1 = !, 1+2               1 + 3 options
//	depth 2  2, 1, ! from 3; ! from 1; 2, 1+1 = !, 1 from 1+2
//	depth 3  1, ! from 2; ! from 1
func TestPerftCountsByHand(t *testing.T) {
	g := nim.New()
	root, err := g.Parse("1+3")
	require.NoError(t, err)
	walk := game.NewPerft(g.NewExpander(), root)
	always := func() error { return nil }
	for _, want := range []game.Level{
		{Depth: 1, Positions: 4, Options: 4},
		{Depth: 2, Positions: 3, Options: 7},
		{Depth: 3, Positions: 2, Options: 3},
		{Depth: 4, Positions: 1, Options: 1},
		{Depth: 5, Positions: 0, Options: 0},
	} {
		level, err := walk.Next(always)
		require.NoError(t, err)
		require.Equal(t, want, level)
	}
}

func TestPerftCountsMovesInTheHeap(t *testing.T) {
	walk := game.NewPerft(nim.New().NewExpander(), game.Position{Heap: 3})
	level, err := walk.Next(func() error { return nil })
	require.NoError(t, err)
	require.Equal(t, game.Level{Depth: 1, Positions: 3, Options: 3}, level)
}

func TestPerftStopsWhenTickSaysSo(t *testing.T) {
	enough := errors.New("enough")
	walk := game.NewPerft(nim.New().NewExpander(), game.Position{Heap: 3})
	_, err := walk.Next(func() error { return enough })
	require.ErrorIs(t, err, enough)
}
