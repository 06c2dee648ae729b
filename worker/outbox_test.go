package worker

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/sprouts-solver/sprouts/game"
)

// Whatever becomes of batches, what must arrive arrives, each component's facts
// merged, and nothing is made up.
func TestOutboxDelivers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		o := newOutbox(rapid.IntRange(1, 5).Draw(t, "most wins"))
		all := map[game.Component]game.Fact{}  // that was added
		must := map[game.Component]game.Fact{} // of it, what must arrive
		arrived := map[game.Component]game.Fact{}
		var batch []Entry
		mark := uint64(0)
		steps := map[string]func(*rapid.T){
			"add": func(t *rapid.T) {
				c := game.Component(rapid.SampledFrom([]string{"a", "b", "c", "d", "e", "f", "g", "h"}).Draw(t, "component"))
				f := game.Excluded(game.Nimber(rapid.IntRange(0, 5).Draw(t, "nimber")))
				if rapid.IntRange(0, 3).Draw(t, "known") == 0 {
					f = game.Known(7)
				}
				pledged := rapid.IntRange(0, 3).Draw(t, "must") == 0
				require.NoError(t, o.add(c, f, pledged))
				all[c] |= f
				if pledged || f.IsKnown() {
					must[c] |= f
				}
			},
			"take": func(t *rapid.T) {
				if batch == nil {
					batch = o.Take(rapid.IntRange(1, 4).Draw(t, "most"), rapid.IntRange(0, 3).Draw(t, "bytes"))
				}
			},
			"ack": func(*rapid.T) {
				for _, e := range batch {
					arrived[e.Component] |= e.Fact
				}
				o.Ack()
				batch = nil
			},
			"nack": func(*rapid.T) {
				o.Nack()
				batch = nil
			},
			"lost answer": func(*rapid.T) {
				for _, e := range batch {
					arrived[e.Component] |= e.Fact
				}
				o.Nack()
				batch = nil
			},
			"mark": func(*rapid.T) { mark = o.Mark() },
			"": func(t *rapid.T) {
				waiting := len(o.waiting) + len(batch)
				require.Equal(t, waiting, o.Len())
				require.Equal(t, len(o.waiting), o.musts.live+o.wins.live)
				require.LessOrEqual(t, o.wins.live, o.maxWins)
				settled, again := o.Settled(mark, true)
				require.Equal(t, settled, again == nil)
				owing, _ := o.Settled(o.last, false)
				require.Equal(t, o.Owed() == 0, owing)
			},
		}
		t.Repeat(steps)
		o.Nack()
		mark = o.Mark()
		for o.Len() > 0 {
			for _, e := range o.Take(2, 1<<20) {
				arrived[e.Component] |= e.Fact
			}
			o.Ack()
		}
		settled, _ := o.Settled(mark, true)
		require.True(t, settled)
		for c, f := range must {
			require.Equal(t, f, arrived[c]&f, "what must arrive of %s", c)
		}
		for c, f := range arrived {
			require.Zero(t, f&^all[c], "what was never added of %s", c)
		}
	})
}

func entry(name string, f game.Fact) Entry { return Entry{game.Component(name), f} }

// Nimbers go before excluded ones, each in order; a batch is as large as it may be.
func TestOutboxOrder(t *testing.T) {
	o := newOutbox(10)
	for i := range 3 {
		require.NoError(t, o.add(game.Component(fmt.Sprint("win", i)), game.Excluded(0), false))
		require.NoError(t, o.add(game.Component(fmt.Sprint("nimber", i)), game.Known(1), false))
	}
	require.Equal(t, []Entry{entry("nimber0", game.Known(1)), entry("nimber1", game.Known(1))}, o.Take(2, 1000))
	require.Panics(t, func() { o.Take(1, 1000) }, "one batch at a time")
	o.Ack()
	require.Equal(t, []Entry{entry("nimber2", game.Known(1)), entry("win0", game.Excluded(0))}, o.Take(9, 14))
	o.Ack()
	require.Equal(t, []Entry{entry("win1", game.Excluded(0))}, o.Take(9, 1), "one at least")
	o.Nack()
	require.Len(t, o.Take(9, 1000), 2, "it waits again")
	o.Ack()
	require.Empty(t, o.Take(9, 1000))
}

// The oldest excluded nimbers go first. Nimbers never go.
func TestOutboxDrops(t *testing.T) {
	o := newOutbox(2)
	require.NoError(t, o.add("pledged", game.Excluded(1), true))
	for i := range 5 {
		require.NoError(t, o.add(game.Component(fmt.Sprint("win", i)), game.Excluded(0), false))
		require.NoError(t, o.add(game.Component(fmt.Sprint("nimber", i)), game.Known(1), false))
	}
	require.Equal(t, int64(3), o.Dropped())
	require.Equal(t, 1+5+2, o.Len())
	require.NoError(t, o.add("win4", game.Known(2), false), "it becomes a nimber and stays")
	require.Contains(t, o.Take(9, 1000), entry("win4", game.Known(2)|game.Excluded(0)))
}

// What two searches of one group contradict each other in is not merged.
func TestOutboxContradiction(t *testing.T) {
	o := newOutbox(2)
	require.NoError(t, o.add("x", game.Known(1), false))
	err := o.add("x", game.Known(2), false)
	var conflict *game.ConflictError
	require.ErrorAs(t, err, &conflict)
	require.Equal(t, []Entry{entry("x", game.Known(1))}, o.Take(9, 1000))
}

// Whoever waits for all that was there at some time is told when to ask again.
func TestOutboxSettles(t *testing.T) {
	o := newOutbox(10)
	require.NoError(t, o.add("a", game.Excluded(1), false))
	mark := o.Mark()
	require.NoError(t, o.add("b", game.Known(1), false))
	require.NoError(t, o.add("a", game.Known(2), false), "the excluded one comes with the nimber")
	settled, again := o.Settled(mark, true)
	require.False(t, settled)
	o.Take(9, 1000)
	settled, _ = o.Settled(mark, true)
	require.False(t, settled, "under way")
	select {
	case <-again:
		require.Fail(t, "nothing has arrived")
	default:
	}
	require.NoError(t, o.add("c", game.Known(1), false))
	o.Ack()
	<-again
	settled, _ = o.Settled(mark, true)
	require.True(t, settled, "c came later")
}

// Who does not wait for excluded nimbers waits for what must not be dropped, also while
// it is under way.
func TestOutboxOwes(t *testing.T) {
	o := newOutbox(10)
	require.NoError(t, o.add("win", game.Excluded(1), false))
	require.Zero(t, o.Owed())
	settled, _ := o.Settled(o.Mark(), false)
	require.True(t, settled)
	require.NoError(t, o.add("nimber", game.Known(1), false))
	require.NoError(t, o.add("pledged", game.Excluded(1), true))
	require.Equal(t, 2, o.Owed())
	o.Take(2, 1000)
	require.Equal(t, 2, o.Owed())
	settled, _ = o.Settled(o.Mark(), false)
	require.False(t, settled)
	o.Ack()
	require.Zero(t, o.Owed())
	require.Equal(t, 1, o.Len())
}

// Enough facts for a message of their own give a token.
func TestOutboxReady(t *testing.T) {
	o := newOutbox(10)
	o.ReadyAt(2)
	require.NoError(t, o.add("a", game.Known(1), false))
	require.Empty(t, o.Ready())
	for _, c := range []game.Component{"b", "c"} {
		require.NoError(t, o.add(c, game.Known(1), false))
		require.Len(t, o.Ready(), 1)
	}
}
