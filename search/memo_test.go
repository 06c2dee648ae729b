package search_test

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/game/sprouts"
	"github.com/sprouts-solver/sprouts/search"
)

// journal is a memo that writes down what it is asked and told.
type journal struct {
	early map[game.Component]game.Fact // what Lookup knows from the start
	late  map[game.Component]game.Fact // what it knows besides after Load

	loads   []int64 // visits at each Load
	lookups map[game.Component]int
	records []entry
	fail    func() error // what Load and Record return, nil for nothing
}

type entry struct {
	component game.Component
	fact      game.Fact
}

func newJournal() *journal { return &journal{lookups: map[game.Component]int{}} }

func (j *journal) Load(visits int64) (more bool, err error) {
	j.loads = append(j.loads, visits)
	if j.fail != nil {
		return false, j.fail()
	}
	return len(j.loads) == 1 && len(j.late) > 0, nil
}

func (j *journal) Lookup(c []byte) game.Fact {
	j.lookups[game.Component(c)]++
	f := j.early[game.Component(c)]
	if len(j.loads) > 0 {
		f |= j.late[game.Component(c)]
	}
	return f
}

func (j *journal) Record(c []byte, f game.Fact) error {
	j.records = append(j.records, entry{game.Component(c), f})
	if j.fail != nil {
		return j.fail()
	}
	return nil
}

// facts returns all that was recorded, the last word on each component.
func (j *journal) facts() map[game.Component]game.Fact {
	facts := map[game.Component]game.Fact{}
	for _, e := range j.records {
		facts[e.component] = e.fact
	}
	return facts
}

func TestShortSearchesDoNotLoad(t *testing.T) {
	j := newJournal()
	s := newSolver(t, sprouts.New(), search.Options{Memo: j})
	outcome(t, s, spots(t, 4))
	require.Less(t, s.Stats().Visits, int64(250))
	require.Empty(t, j.loads)
}

func TestLoadIsCalledWhenVisitsDouble(t *testing.T) {
	j := newJournal()
	s := newSolver(t, sprouts.New(), search.Options{Memo: j})
	outcome(t, s, spots(t, 9))
	outcome(t, s, spots(t, 10))
	var want []int64
	for visits := int64(250); visits <= s.Stats().Visits; visits *= 2 {
		want = append(want, visits)
	}
	require.Equal(t, want, j.loads)
	require.Greater(t, len(want), 2)
}

func TestLookupIsCalledOnceForEachComponent(t *testing.T) {
	j := newJournal()
	s := newSolver(t, sprouts.New(), search.Options{Memo: j})
	outcome(t, s, spots(t, 9))
	require.Len(t, j.lookups, int(s.Stats().Components))
	for c, times := range j.lookups {
		require.Equal(t, 1, times, "%s", text(t, c))
	}

	// When Load says that there is more, those already met are asked about again.
	j = newJournal()
	j.late = map[game.Component]game.Fact{"never met": game.Known(1)}
	before := 0
	s = newSolver(t, sprouts.New(), search.Options{Memo: j})
	outcome(t, s, spots(t, 9))
	for c, times := range j.lookups {
		require.LessOrEqual(t, times, 2, "%s", text(t, c))
		before += times - 1
	}
	require.Positive(t, before)
}

// What the memo knows is neither searched nor recorded again.
func TestLookupSavesWork(t *testing.T) {
	facts := truth()
	work := func(j *journal) int64 {
		s := newSolver(t, sprouts.New(), search.Options{Memo: j})
		require.Equal(t, game.Win, outcome(t, s, spots(t, 9)))
		for c := range j.lookups {
			f := j.early[c]
			if len(j.loads) > 0 {
				f |= j.late[c]
			}
			require.Equal(t, f, s.Fact(c)&f, "fact of %s", text(t, c))
		}
		for _, e := range j.records {
			require.NotContains(t, j.early, e.component, "%s was known from the start", text(t, e.component))
		}
		return s.Stats().Expansions
	}
	nothing, early, late := newJournal(), newJournal(), newJournal()
	early.early, late.late = facts, facts
	without, loaded, with := work(nothing), work(late), work(early)
	t.Logf("expansions: %d without, %d loaded on the way, %d with all lands of 5 spots", without, loaded, with)
	require.Less(t, loaded, without)
	require.Less(t, with, loaded)
}

// Record gets each proof as it is made: what it was told in all is what the
// solver holds, and it is true.
func TestRecordGetsEveryProof(t *testing.T) {
	facts := truth()
	j := newJournal()
	s := newSolver(t, sprouts.New(), search.Options{Memo: j})
	n, err := s.Nimber(spots(t, 5))
	require.NoError(t, err)
	require.Equal(t, game.Nimber(1), n)

	held := map[game.Component]game.Fact{}
	var nimbers, exclusions int64
	for _, e := range j.records {
		name := text(t, e.component)
		require.True(t, e.fact.Valid(), "%s: %s", name, e.fact)
		before := held[e.component]
		require.False(t, before.IsKnown(), "%s was recorded again", name)
		require.Equal(t, before.Mask(), before.Mask()&e.fact.Mask(), "%s lost a fact", name)
		require.NotEqual(t, before, e.fact, "nothing new about %s", name)
		require.False(t, facts[e.component].Contradicts(e.fact), "%s: %s is not true", name, e.fact)
		held[e.component] = e.fact
		if e.fact.IsKnown() {
			nimbers++
		} else {
			exclusions++
		}
	}
	require.Equal(t, nimbers, s.Stats().Nimbers)
	require.Equal(t, exclusions, s.Stats().Exclusions)
	for c := range j.lookups { // all components that the solver has met
		require.Equal(t, held[c], s.Fact(c), "%s", text(t, c))
	}
	require.Zero(t, s.Fact("never met"))
}

func TestRecordErrorStopsTheSearch(t *testing.T) {
	broken := errors.New("disk is gone")
	j := newJournal()
	s := newSolver(t, sprouts.New(), search.Options{Memo: j})
	j.fail = func() error { return broken }
	_, err := s.Outcome(spots(t, 4))
	require.ErrorIs(t, err, broken)
	require.Less(t, len(j.records), 10, "it goes on recording")
	_, err = s.Nimber(spots(t, 4))
	require.ErrorIs(t, err, broken)

	j.fail = nil
	require.Equal(t, game.Win, outcome(t, s, spots(t, 4)))
}

func TestLoadErrorStopsTheSearch(t *testing.T) {
	broken := errors.New("table is damaged")
	j := newJournal()
	s := newSolver(t, sprouts.New(), search.Options{Memo: j})
	j.fail = func() error {
		if len(j.loads) > 0 {
			return broken
		}
		return nil
	}
	_, err := s.Outcome(spots(t, 9))
	require.ErrorIs(t, err, broken)
	require.ErrorContains(t, err, "load")
	j.fail = nil
	require.Equal(t, game.Win, outcome(t, s, spots(t, 9)), "the same call goes on without")
}

// Errors at random moments, and the same question again after each: the answer
// is the same in the end.
func TestSearchGoesOnAfterErrors(t *testing.T) {
	passing := errors.New("passing trouble")
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(4, 7).Draw(t, "spots")
		gaps := rapid.SliceOfN(rapid.IntRange(1, 60), 1, 9).Draw(t, "records until the next error")
		j := newJournal()
		next := 0
		j.fail = func() error {
			if next < len(gaps) && len(j.records) > 0 {
				if gaps[next]--; gaps[next] < 0 {
					next++
					return passing
				}
			}
			return nil
		}
		s, err := search.New(sprouts.New(), search.Options{Memo: j, Seed: rapid.Uint64Range(0, 3).Draw(t, "seed")})
		require.NoError(t, err)
		p, err := sprouts.New().Parse("0*" + game.Nimber(n).String())
		require.NoError(t, err)
		var got game.Outcome
		for {
			if got, err = s.Outcome(p); err == nil {
				break
			}
			require.ErrorIs(t, err, passing)
			require.Equal(t, game.Unknown, got)
		}
		require.Equal(t, knownOutcome(n), got)
	})
}

// The facts of a stopped search, given to another solver, are used by it.
func TestProofsOutliveTheSolver(t *testing.T) {
	first := newJournal()
	s := newSolver(t, sprouts.New(), search.Options{Memo: first, MaxNodes: 4 << 10})
	_, err := s.Outcome(spots(t, 12))
	require.ErrorIs(t, err, search.ErrNodeLimit)

	second := newJournal()
	second.early = first.facts()
	s = newSolver(t, sprouts.New(), search.Options{Memo: second})
	require.Equal(t, game.Loss, outcome(t, s, spots(t, 12)))
	for _, e := range second.records {
		require.False(t, second.early[e.component].IsKnown(), "%s was proven again", text(t, e.component))
	}
	used := 0
	for c := range second.lookups {
		if second.early[c] != 0 {
			used++
		}
	}
	require.Greater(t, used, len(second.early)/2)
}
