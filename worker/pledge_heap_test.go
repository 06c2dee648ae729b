package worker

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/game/sprouts"
	"github.com/sprouts-solver/sprouts/search"
)

// What is known of the couple's own component with smaller heaps is told too.
func TestPledgesSmallerHeaps(t *testing.T) {
	e, err := NewExecutor(sprouts.New(), ExecutorOptions{})
	require.NoError(t, err)
	e.TellLeast(1 << 40)
	p, err := sprouts.New().Parse("17")
	require.NoError(t, err)
	c := search.Couple{Component: p.Components[0]}
	found, err := e.search(c, 0, 0, new(bool))
	require.NoError(t, err)
	require.Equal(t, game.Win, found.numbers.Outcome())
	require.Zero(t, e.outbox.Len(), "nobody is told")

	c.Nimber = 2
	require.NoError(t, e.pledge(c), "it is open")
	require.Zero(t, e.outbox.Len())
	require.NoError(t, e.pledgeKids(c))
	require.Contains(t, e.outbox.Take(1<<20, 1<<30), Entry{c.Component, game.Excluded(0)})
}
