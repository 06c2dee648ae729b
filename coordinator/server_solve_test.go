package coordinator_test

import (
	"sync"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/require"

	"github.com/sprouts-solver/sprouts/coordinator"
	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/game/sprouts"
	"github.com/sprouts-solver/sprouts/internal/wire"
	sproutsv1 "github.com/sprouts-solver/sprouts/proto/sprouts/v1"
	"github.com/sprouts-solver/sprouts/search"
	"github.com/sprouts-solver/sprouts/store"
)

// searcher is a worker that searches: the least program that follows the protocol.
type searcher struct {
	*hand

	checker *wire.Checker
	solver  *search.Solver
	news    []coordinator.Entry // proven and not sent
}

func (h *host) searcher(name string) *searcher {
	h.t.Helper()
	s := &searcher{hand: h.hire(name), checker: wire.NewChecker(h.game)}
	var err error
	s.solver, err = search.New(h.game, search.Options{Memo: s, MaxMemory: 64 << 20})
	require.NoError(h.t, err)
	return s
}

// Load, Lookup and Record make the searcher its search's memo.
func (*searcher) Load(int64) (bool, error) { return false, nil }
func (*searcher) Lookup([]byte) game.Fact  { return 0 }
func (s *searcher) Record(c []byte, f game.Fact) error {
	s.news = append(s.news, coordinator.Entry{Component: game.Component(c), Fact: f})
	return nil
}

// share sends what is new and learns what others found.
func (s *searcher) share() {
	for {
		batch := s.news[:min(len(s.news), 1000)]
		s.news = s.news[len(batch):]
		facts, err := s.exchange(batch...)
		require.NoError(s.t, err)
		for _, e := range facts {
			require.NoError(s.t, s.solver.Learn(e.Component, e.Fact))
		}
		if len(s.news) == 0 {
			return
		}
	}
}

// work does one job. It returns false if there was none.
func (s *searcher) work() bool {
	s.share()
	r, err := s.leaseWithin(0)
	require.NoError(s.t, err)
	l := r.GetLease()
	if l == nil {
		return false
	}
	couple, err := s.checker.Couple(l.GetCouple())
	require.NoError(s.t, err)
	_, err = s.checker.Couples("path", l.GetPath())
	require.NoError(s.t, err)
	before := s.solver.Stats()
	numbers, err := s.solver.Work(couple, l.GetTurn(), l.GetBudget())
	require.NoError(s.t, err)
	s.share()
	done := s.solver.Stats()
	require.NoError(s.t, s.complete(&sproutsv1.Progress{
		Lease: l.GetId(), Numbers: wire.Numbers(numbers), Children: wire.Children(s.solver.Children(couple)),
		Visits: done.Visits - before.Visits, Expansions: done.Expansions - before.Expansions, Nimbers: done.Nimbers - before.Nimbers,
		Elapsed: seconds(1),
	}))
	return true
}

// Some workers solve some positions of Sprouts, across a restart. All that they have
// proven is on disk in the end, and true.
func TestSolve(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		known := newTruth(t)
		h := newHost(t, sprouts.New(), coordinator.ServerOptions{Core: coordinator.Options{MinBudget: 8, Rate: 8}})
		h.submit("7", outcome)
		h.submit("4+0*2.AB|AB", nimber)
		h.submit("8", outcome)
		spell := func(jobs int) {
			var workers sync.WaitGroup
			for _, name := range []string{"ann", "bob", "cy"} {
				s := h.searcher(name)
				workers.Go(func() {
					for n := 0; n < jobs && s.work(); n++ {
					}
				})
			}
			workers.Wait()
		}
		spell(5)
		require.Positive(t, h.status().GetOpenRuns(), "nothing to go on with after the restart")
		h.restart()
		for range 200 {
			if h.status().GetOpenRuns() == 0 {
				break
			}
			spell(50)
		}
		require.Equal(t, sproutsv1.Outcome_OUTCOME_LOSS, h.run(1).GetOutcome())
		require.EqualValues(t, known.force.Nimber(parse(t, h.game, "4+0*2.AB|AB")), h.run(2).GetNimber())
		require.Equal(t, sproutsv1.Outcome_OUTCOME_LOSS, h.run(3).GetOutcome())
		require.Positive(t, h.status().GetCounters().GetJobsSplit(), "the positions are too small to test much")
		require.Zero(t, h.status().GetTreeNodes(), "trees of decided runs are gone")

		facts := 0
		require.NoError(t, h.disk.RangeFrom("", func(e store.Entry, seq uint64) error {
			require.NotZero(t, seq)
			facts++
			if lives := h.game.NewExpander().Measure([]byte(e.Component)).Lives; lives <= 9 {
				n := known.nimber(e.Component)
				require.False(t, e.Fact.Excludes(n))
			}
			return nil
		}))
		require.Greater(t, facts, 100)
	})
}
