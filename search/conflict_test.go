package search_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/game/sprouts"
	"github.com/sprouts-solver/sprouts/search"
)

// requireConflict demands a conflict about a component and its two sources.
func requireConflict(t *testing.T, err error) *game.ConflictError {
	t.Helper()
	var conflict *game.ConflictError
	require.ErrorAs(t, err, &conflict)
	require.NotEmpty(t, conflict.Component)
	require.NotEmpty(t, conflict.HaveFrom)
	require.NotEmpty(t, conflict.NewFrom)
	return conflict
}

// A memo that loads late contradicts what has been proven by then.
func TestLateMemoContradictsProofs(t *testing.T) {
	lies := map[string]func(game.Fact) game.Fact{
		"another nimber": func(f game.Fact) game.Fact {
			n, _ := f.Nimber()
			return game.Known(n ^ 1)
		},
		"not the nimber": func(f game.Fact) game.Fact {
			n, _ := f.Nimber()
			return game.Excluded(n)
		},
	}
	for name, lie := range lies {
		t.Run(name, func(t *testing.T) {
			j := newJournal()
			j.late = map[game.Component]game.Fact{}
			for c, f := range truth() {
				j.late[c] = lie(f)
			}
			s := newSolver(t, sprouts.New(), search.Options{Memo: j})
			_, err := s.Outcome(spots(t, 9))
			conflict := requireConflict(t, err)
			require.True(t, conflict.Have.Contradicts(conflict.New), "%v", conflict)
			require.Equal(t, "memo", conflict.NewFrom)
			require.Equal(t, j.late[conflict.Component], conflict.New)
			require.Equal(t, conflict.Have, s.Fact(conflict.Component), "what was proven stays")
		})
	}
}

// One lie in a thousand truths is found if the search has proven that fact by
// itself before the memo is loaded.
func TestOneLieIsFound(t *testing.T) {
	probe := newJournal()
	s := newSolver(t, sprouts.New(), search.Options{Memo: probe})
	_, err := s.Outcome(spots(t, 9))
	require.NoError(t, err)
	facts := truth()
	tried := 0
	for i, e := range probe.records {
		n, known := e.fact.Nimber()
		if !known || facts[e.component] == 0 || i > 100 {
			continue
		}
		tried++
		j := newJournal()
		j.late = map[game.Component]game.Fact{e.component: game.Known(n ^ 3)}
		s := newSolver(t, sprouts.New(), search.Options{Memo: j})
		_, err := s.Outcome(spots(t, 9))
		require.Equal(t, e.component, requireConflict(t, err).Component)
	}
	require.Positive(t, tried)
}

// No fact leaves all nimbers out, and a known nimber leaves one. Who says so is
// broken, and is not believed even at first sight.
func TestMemoThatTalksNonsense(t *testing.T) {
	const everything = 1<<(game.MaxNimber+1) - 1
	nonsense := map[string]game.Fact{
		"no nimber left":          game.FactFromMask(everything),
		"known, but two are left": game.Known(1) &^ game.Excluded(2),
		"known, but none is left": game.Known(1) | game.Excluded(1),
		"bits that mean nothing":  1 << 20,
		"known, but all are left": game.Known(1) &^ everything,
		"known, and more besides": game.Known(1) | 1<<20,
		"two nimbers at once":     game.Known(1) | game.Known(2),
	}
	three := spots(t, 3)
	for name, f := range nonsense {
		t.Run(name, func(t *testing.T) {
			require.False(t, f.Valid())
			j := newJournal()
			j.early = map[game.Component]game.Fact{three.Components[0]: f}
			s := newSolver(t, sprouts.New(), search.Options{Memo: j})
			_, err := s.Nimber(three)
			require.Equal(t, three.Components[0], requireConflict(t, err).Component)

			n, err := s.Nimber(three)
			require.NoError(t, err, "asked again, the solver goes by what it proves")
			require.Equal(t, game.Nimber(1), n)
		})
	}
}

// What cannot be found without searching again what the memo claims to know: a
// memo that lies in its own consistent way. The solver trusts it, which is why
// facts that go to disk carry a checksum.
func TestMemoIsTrusted(t *testing.T) {
	j := newJournal()
	j.early = map[game.Component]game.Fact{spots(t, 3).Components[0]: game.Known(5)}
	s := newSolver(t, sprouts.New(), search.Options{Memo: j})
	n, err := s.Nimber(spots(t, 3))
	require.NoError(t, err)
	require.Equal(t, game.Nimber(5), n)
}
