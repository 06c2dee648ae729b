package search

import (
	"errors"
	"math/rand/v2"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/game/sprouts"
)

// lockedMemo is a memo for several goroutines, which also keeps what is recorded.
type lockedMemo struct {
	mu    sync.Mutex
	facts map[game.Component]game.Fact
	loads int
}

func (m *lockedMemo) Load(int64) (bool, error) { m.loads++; return true, nil }

func (m *lockedMemo) Lookup(c []byte) game.Fact {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.facts[game.Component(c)]
}

func (m *lockedMemo) Record(c []byte, f game.Fact) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.facts[game.Component(c)] |= f
	return nil
}

// However many threads search, they prove the same facts as one, with and without
// sweeps, turns and tables that are too small.
func TestThreadsAgreeWithOne(t *testing.T) {
	texts := []string{"9", "10", "11", "12", "8+0*5.AB|0*2.AB", "*1+7+8"}
	known := &lockedMemo{facts: map[game.Component]game.Fact{}}
	plain, err := New(sprouts.New(), Options{Memo: known})
	require.NoError(t, err)
	for _, text := range texts {
		_, err := plain.Outcome(spots(t, text))
		require.NoError(t, err)
	}
	for _, threads := range []int{2, 3, 8} {
		memo := &lockedMemo{facts: map[game.Component]game.Fact{}}
		s, err := New(sprouts.New(), Options{Threads: threads, Memo: memo})
		require.NoError(t, err)
		s.turn = turn{visits: 3_000, end: 3_000}
		s.maxMemory = 24 << 20
		for _, text := range texts {
			want, err := plain.Outcome(spots(t, text))
			require.NoError(t, err)
			got, err := s.Outcome(spots(t, text))
			require.NoError(t, err)
			require.Equal(t, want, got, "%s, %d threads", text, threads)
		}
		for c, f := range memo.facts {
			_, ok := f.Merge(known.facts[c])
			require.True(t, ok || f == known.facts[c], "%x: %v and %v", string(c), f, known.facts[c])
		}
		require.Positive(t, memo.loads)
		st := s.Stats()
		require.Positive(t, st.Nimbers)
		require.Equal(t, s.visits(), st.Visits)
		require.Zero(t, st.Depth)
		for i := range s.shared.marks {
			require.Zero(t, s.shared.marks[i].Load(), "all marks are undone")
		}
	}
}

// Budgets hold for all threads together, and jobs end as with one thread.
func TestThreadsWorkInPieces(t *testing.T) {
	s, err := New(sprouts.New(), Options{Threads: 3})
	require.NoError(t, err)
	c := Couple{Component: spots(t, "10").Components[0]}
	var v Numbers
	for pieces := int64(0); v.Outcome() == game.Unknown; pieces++ {
		before := s.visits()
		v, err = s.Work(c, 0, 200)
		require.NoError(t, err)
		require.LessOrEqual(t, s.visits()-before, int64(200+3*(s.Stats().MaxDepth+2)), "and what unwinds")
		require.Less(t, pieces, int64(10_000))
		for _, child := range s.Children(c) {
			require.Equal(t, game.Unknown, child.Outcome())
		}
	}
	require.Equal(t, game.Win, v.Outcome())
}

// What ends a search of one thread ends that of all, with the same error, and the
// search goes on from there.
func TestThreadsStopTogether(t *testing.T) {
	enough := errors.New("enough")
	ticks := 0
	var s *Solver
	var err error
	s, err = New(sprouts.New(), Options{Threads: 4, Tick: func(st Stats) error {
		require.Positive(t, st.Visits)
		if ticks++; ticks%3 == 0 {
			return enough
		}
		return nil
	}})
	require.NoError(t, err)
	stops := 0
	for {
		o, err := s.Outcome(spots(t, "13"))
		if err == nil {
			require.Equal(t, game.Loss, o)
			break
		}
		require.ErrorIs(t, err, enough)
		require.Equal(t, game.Unknown, o)
		stops++
	}
	require.Positive(t, stops)
	limited, err := New(sprouts.New(), Options{Threads: 2, MaxNodes: 5_000})
	require.NoError(t, err)
	_, err = limited.Outcome(spots(t, "16"))
	require.ErrorIs(t, err, ErrNodeLimit)
}

// A fact from elsewhere about the root ends the work of all threads at once.
func TestThreadsHearOfFacts(t *testing.T) {
	for _, threads := range []int{1, 4} {
		root := spots(t, "20")
		var s *Solver
		var err error
		s, err = New(sprouts.New(), Options{Threads: threads, Tick: func(Stats) error {
			return s.Learn(root.Components[0], game.Excluded(0))
		}})
		require.NoError(t, err)
		o, err := s.Outcome(root)
		require.NoError(t, err)
		require.Equal(t, game.Win, o)
		require.Less(t, s.visits(), int64(threads*(tickVisits+100)))
	}
}

// A panic of the game reaches the caller's goroutine.
func TestThreadsPanicInTheCaller(t *testing.T) {
	s, err := New(bomb{sprouts.New()}, Options{Threads: 3})
	require.NoError(t, err)
	require.Panics(t, func() { _, _ = s.Outcome(spots(t, "12")) })
}

// bomb is a game whose expanders fail after a while.
type bomb struct{ game.Game }

func (b bomb) NewExpander() game.Expander { return &fuse{Expander: b.Game.NewExpander()} }

type fuse struct {
	game.Expander
	calls int
}

func (f *fuse) Expand(c []byte, yield func(*game.Sum) bool) {
	if f.calls++; f.calls > 50 {
		panic("the game has a bug")
	}
	f.Expander.Expand(c, yield)
}

// A child with threads below it ranks behind what it would have ranked before; the
// limit that comes of it is the last one that keeps its rank.
func TestMarks(t *testing.T) {
	require.Equal(t, uint32(8), marked(8, 0))
	require.Equal(t, uint32(11), marked(8, 1))
	require.Equal(t, uint32(14), marked(8, 2))
	for range 10_000 {
		rank, threads := rand.Uint32N(infinity), rand.Uint32N(9)
		dn := unmarked(rank, threads)
		if dn > 0 {
			require.LessOrEqual(t, marked(dn, threads), max(rank, threads))
		}
		require.GreaterOrEqual(t, marked(dn+1, threads)+1, rank)
	}
}
