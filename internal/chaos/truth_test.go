//go:build linux

package chaos_test

import (
	"cmp"
	"maps"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/game/sprouts"
	"github.com/sprouts-solver/sprouts/search"
	"github.com/sprouts-solver/sprouts/store"
)

// truth knows what one machine finds by itself: a search in the test's process, that
// shares nothing with the cluster but the rules and the embedded table.
type truth struct {
	game   game.Game
	table  sprouts.SmallLands
	facts  map[game.Component]game.Fact // beyond the table
	solver *search.Solver
	sworn  []store.Entry
}

func newTruth(t *testing.T) *truth {
	t.Helper()
	w := &truth{game: sprouts.New(), facts: map[game.Component]game.Fact{}}
	_, err := w.table.Load(0)
	require.NoError(t, err)
	w.solver, err = search.New(w.game, search.Options{Memo: w, MaxMemory: 256 << 20})
	require.NoError(t, err)
	return w
}

// Load implements [search.Memo].
func (w *truth) Load(int64) (bool, error) { return false, nil }

// Lookup implements [search.Memo].
func (w *truth) Lookup(c []byte) game.Fact {
	if f := w.table.Lookup(c); f != 0 {
		return f
	}
	return w.facts[game.Component(c)]
}

// Record implements [search.Memo].
func (w *truth) Record(c []byte, f game.Fact) error {
	w.facts[game.Component(c)] |= f
	return nil
}

// nimber returns the nimber of a component.
func (w *truth) nimber(t *testing.T, c game.Component) game.Nimber {
	t.Helper()
	if n, ok := w.Lookup([]byte(c)).Nimber(); ok {
		return n
	}
	n, err := w.solver.Nimber(game.NewPosition([]game.Component{c}, 0))
	require.NoError(t, err)
	return n
}

// testimony returns facts that are true, and that no program knows from the start: what
// it takes to find the nimber of 13 spots.
func (w *truth) testimony(t *testing.T) []store.Entry {
	t.Helper()
	if w.sworn == nil {
		p, err := w.game.Parse("13")
		require.NoError(t, err)
		_, err = w.solver.Nimber(p)
		require.NoError(t, err)
		for _, c := range slices.Sorted(maps.Keys(w.facts)) {
			w.sworn = append(w.sworn, store.Entry{Component: c, Fact: w.facts[c]})
		}
	}
	return w.sworn
}

// verdict counts what was compared with the truth.
type verdict struct {
	nimbers    int // equal to those of the truth
	exclusions int // agree with the truth
	unknown    int // exclusions that were not looked at, or about which it cannot tell
}

// add adds the counts of another one.
func (v *verdict) add(x verdict) {
	v.nimbers += x.nimbers
	v.exclusions += x.exclusions
	v.unknown += x.unknown
}

const (
	// excluded is how many exclusions of a store the truth tries to prove, and
	// patience how many visits it spends on one. There are ten times as many as
	// nimbers, and each takes a search.
	excluded = 200
	patience = 2_000
)

// judge compares facts with the truth: all nimbers, or at most so many, evenly spread;
// and some exclusions. The smallest components come first, as larger ones rest on them.
func (w *truth) judge(t *testing.T, entries []store.Entry, most int) (v verdict) {
	t.Helper()
	lives := w.game.NewExpander()
	size := func(e store.Entry) int { return lives.Measure([]byte(e.Component)).Lives }
	slices.SortStableFunc(entries, func(a, b store.Entry) int { return cmp.Compare(size(a), size(b)) })
	var known, open []store.Entry
	for _, e := range entries {
		if e.Fact.IsKnown() {
			known = append(known, e)
		} else {
			open = append(open, e)
		}
	}
	for _, e := range spread(known, most) {
		n, _ := e.Fact.Nimber()
		require.Equal(t, w.nimber(t, e.Component), n, "the nimber of %s in the store", w.text(e.Component))
		v.nimbers++
	}
	tried := spread(open, excluded)
	for _, e := range tried {
		if w.excludes(t, e) {
			v.exclusions++
		}
	}
	v.unknown = len(open) - v.exclusions
	return v
}

// excludes reports whether the truth finds what an entry excludes. Where it finds the
// contrary, the test fails.
func (w *truth) excludes(t *testing.T, e store.Entry) bool {
	t.Helper()
	for n := game.Nimber(0); n <= game.MaxNimber; n++ {
		if !e.Fact.Excludes(n) {
			continue
		}
		numbers, err := w.solver.Work(search.Couple{Component: e.Component, Nimber: n}, 0, patience)
		require.NoError(t, err)
		require.NotEqual(t, game.Loss, numbers.Outcome(), "%s is not %d in the store", w.text(e.Component), n)
		if numbers.Outcome() == game.Unknown {
			return false
		}
	}
	return true
}

// spread returns at most so many of the entries, evenly spread; all if most is 0.
func spread(entries []store.Entry, most int) []store.Entry {
	if most == 0 || len(entries) <= most {
		return entries
	}
	chosen := make([]store.Entry, most)
	for i := range chosen {
		chosen[i] = entries[i*len(entries)/most]
	}
	return chosen
}

// text returns a component for people.
func (w *truth) text(c game.Component) string {
	text, err := game.FormatPosition(w.game, game.NewPosition([]game.Component{c}, 0))
	if err != nil {
		return err.Error()
	}
	return text
}
