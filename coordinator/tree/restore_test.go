package tree_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/sprouts-solver/sprouts/coordinator/tree"
	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/game/gametest"
	"github.com/sprouts-solver/sprouts/game/sprouts"
	"github.com/sprouts-solver/sprouts/search"
)

// grown returns a run of Sprouts after so many expansions, all of it in the journal.
func grown(t *testing.T, text string, goal tree.Goal, expansions int) *run {
	t.Helper()
	g := sprouts.New()
	root, err := g.Parse(text)
	require.NoError(t, err)
	r := newRun(t, g, root, goal)
	for range expansions {
		leaf, ok := r.take(1)
		require.True(t, ok)
		require.NoError(t, r.Expand(leaf.ID, search.Numbers{Proof: 1, Disproof: 1}, nil))
		r.release(0)
	}
	r.drain()
	require.False(t, r.Decided())
	return r
}

// drawn writes a tree as text.
func (r *run) drawn() []string {
	root, ok := r.Root()
	if !ok {
		return nil
	}
	var lines []string
	seen := map[tree.NodeID]bool{}
	var draw func(n tree.Node)
	draw = func(n tree.Node) {
		if seen[n.ID] {
			return
		}
		seen[n.ID] = true
		line := fmt.Sprintf("%x %v", game.NewPosition(n.Components, n.Heap).Key(), n.Numbers)
		r.Kids(n.ID, func(kid tree.Node) bool {
			line += fmt.Sprintf(" %x", game.NewPosition(kid.Components, kid.Heap).Key())
			draw(kid)
			return true
		})
		lines = append(lines, line)
	}
	draw(root)
	slices.Sort(lines)
	return lines
}

// From all records comes the same tree, which has nothing to write.
func TestRestoreAll(t *testing.T) {
	for _, text := range []string{"6", "3+4+5"} {
		for _, goal := range []tree.Goal{tree.Outcome, tree.Nimber} {
			r := grown(t, text, goal, 60)
			want, before := r.drawn(), r.Stats()
			records := maps.Clone(r.journal)
			r.restart(func(string) bool { return false })
			r.requireSound()
			require.Equal(t, want, r.drawn())
			require.Equal(t, before.Expanded, r.Stats().Expanded)
			r.drain()
			require.Equal(t, records, r.journal)
		}
	}
}

// From any part of the records, also old ones beside new facts, comes a right answer,
// and records that are of no use go.
func TestRestoreAnyPart(t *testing.T) {
	force := gametest.NewBruteForce(sprouts.New())
	for seed := range uint64(60) {
		chance := rand.New(rand.NewPCG(seed, 3))
		goal := []tree.Goal{tree.Outcome, tree.Nimber}[seed%2]
		r := grown(t, "4+3", goal, 1+chance.IntN(20))
		if seed%3 == 0 { // facts that the records do not know
			for c := range maps.Clone(r.known) {
				if n := force.Nimber(game.Position{Components: []game.Component{c}}); chance.IntN(2) == 0 {
					r.note(c, game.Known(n))
				}
			}
		}
		if seed%5 == 0 { // records that miss the latest changes
			for range 10 {
				if leaf, ok := r.take(1); ok {
					require.NoError(t, r.Expand(leaf.ID, search.Numbers{Proof: 1, Disproof: 1}, nil))
					r.Proven(r.note)
				}
			}
		}
		r.restart(func(string) bool { return chance.IntN(5) == 0 })
		r.requireSound()
		r.drain()
		require.LessOrEqual(t, len(r.journal), r.Stats().Expanded+1, "no record without its couple")
		r.finish()
		r.requireRight(force)
	}
}

// One that is restored twice, or late, is what it was.
func TestRestoredWithoutRecords(t *testing.T) {
	r := grown(t, "5", tree.Outcome, 10)
	want := r.drawn()
	require.NoError(t, r.Restored())
	require.Equal(t, want, r.drawn())
	r.requireSound()
}
