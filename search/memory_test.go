package search

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/game/sprouts"
)

func spots(t *testing.T, text string) game.Position {
	t.Helper()
	p, err := sprouts.New().Parse(text)
	require.NoError(t, err)
	return p
}

// one returns the thread of a new solver that has one.
func one(t require.TestingT, g game.Game, o Options) *thread {
	s, err := New(g, o)
	require.NoError(t, err)
	return s.threads[0]
}

// A table far too small for the search costs time, not answers, and no two nodes
// starve each other.
func TestTinyTable(t *testing.T) {
	for _, slots := range []int{64, 256} {
		s := one(t, sprouts.New(), Options{MaxNodes: 200_000})
		s.table = *newTable(slots)
		got, err := s.Outcome(spots(t, "11"))
		require.NoError(t, err)
		require.Equal(t, game.Win, got)
		require.Greater(t, s.table.evicted, slots)
	}
}

// Sweeping over and over costs time, not answers.
func TestManySweeps(t *testing.T) {
	s := one(t, sprouts.New(), Options{})
	s.maxMemory = 8 << 20
	got, err := s.Outcome(spots(t, "12"))
	require.NoError(t, err)
	require.Equal(t, game.Loss, got)
	require.Greater(t, s.sweeps, int64(3))
	t.Logf("%d sweeps, %d visits", s.sweeps, s.stats.Visits)
}

// A sweep keeps each fact, and the numbers of couples whose component stays.
func TestSweep(t *testing.T) {
	s := one(t, sprouts.New(), Options{MaxNodes: 10_000})
	_, err := s.Outcome(spots(t, "14"))
	require.ErrorIs(t, err, ErrNodeLimit)

	facts := map[game.Component]game.Fact{}
	type couple struct {
		component game.Component
		nimber    game.Nimber
	}
	undecided := map[couple]numbers{}
	forgotten := 0
	for id := range uint32(s.components.keys.Len()) {
		c := game.Component(s.components.keys.Bytes(id))
		if s.fact(id) == 0 {
			forgotten++
			continue
		}
		facts[c] = s.fact(id)
		for n := game.Nimber(0); n <= game.MaxNimber; n++ {
			if v, ok := s.table.find(coupleKey(id, n)); ok {
				undecided[couple{c, n}] = v
			}
		}
	}
	require.NotEmpty(t, undecided)
	require.NotZero(t, forgotten)

	kept := s.choose()
	expected := kept.memory(s.Solver)
	require.True(t, s.sweep())
	require.InEpsilon(t, expected, s.memory(), 0.1)
	require.Equal(t, len(facts), s.components.keys.Len())
	for c, f := range facts {
		require.Equal(t, f, s.Fact(c))
	}
	found := 0
	for c, v := range undecided {
		id, ok := s.components.keys.Find([]byte(c.component))
		require.True(t, ok)
		if got, ok := s.table.find(coupleKey(id, c.nimber)); ok {
			require.Equal(t, v, got)
			found++
		}
	}
	require.Equal(t, found, s.table.used, "and nothing else")
	require.Greater(t, found, len(undecided)*95/100, "but for buckets that are full now")
}

// A sweep keeps what is counted of each family, and which component belongs to
// which; families of which nothing is counted go and are asked for again.
func TestSweepFamilies(t *testing.T) {
	s := one(t, sprouts.New(), Options{MaxNodes: 10_000})
	_, err := s.Outcome(spots(t, "14"))
	require.ErrorIs(t, err, ErrNodeLimit)

	type member struct {
		tally tally
		shift game.Nimber
	}
	members := map[game.Component]member{}
	asked := 0
	for id := range uint32(s.components.keys.Len()) {
		if r := s.record(id); r.fact != 0 && r.family != 0 && r.family != noFamily {
			counts, shift := s.familyOf(id)
			members[game.Component(s.components.keys.Bytes(id))] = member{*counts, shift}
		}
	}
	counted := 0
	for f := range uint32(s.families.keys.Len()) {
		if *s.families.tally.At(f) != (tally{}) {
			counted++
		}
	}
	require.Greater(t, s.families.keys.Len(), counted)

	require.True(t, s.sweep())
	require.Equal(t, counted, s.families.keys.Len())
	require.Equal(t, counted, s.families.tally.Len())
	for c, want := range members {
		id, ok := s.components.keys.Find([]byte(c))
		require.True(t, ok)
		if s.record(id).family == 0 {
			asked++
		}
		counts, shift := s.familyOf(id)
		require.Equal(t, want, member{*counts, shift})
	}
	require.Less(t, asked, len(members)/10, "most facts are counted")
	require.NotEmpty(t, members)
}

// When sweeping frees too little, the search stops; with more room it goes on.
func TestMemoryLimit(t *testing.T) {
	s := one(t, sprouts.New(), Options{})
	s.table = *newTable(1 << 20)
	s.maxMemory = 16 << 20
	_, err := s.Outcome(spots(t, "11"))
	require.ErrorIs(t, err, ErrMemoryLimit)
	require.Positive(t, s.stats.Nimbers)
	require.NotZero(t, s.lists.Memory(), "a sweep that frees too little changes nothing")
	require.Zero(t, s.sweeps)

	s.maxMemory = 64 << 20
	got, err := s.Outcome(spots(t, "11"))
	require.NoError(t, err)
	require.Equal(t, game.Win, got)
}

// The table of numbers takes at most an eighth of the memory.
func TestTableSlots(t *testing.T) {
	for _, memory := range []int64{leastMemory, 100 << 20, defaultMemory, 10 << 30} {
		slots := int64(tableSlots(memory))
		require.LessOrEqual(t, slots*bytesPerEntry, memory/8)
		require.Greater(t, 2*slots*bytesPerEntry, memory/8)
		require.Zero(t, slots&(slots-1), "a power of two")
	}
}

// What the memo knows is not kept by a sweep, and comes back when it is needed.
func TestSweepLeavesToTheMemo(t *testing.T) {
	s := one(t, sprouts.New(), Options{MaxNodes: 2_000, Memo: &sprouts.SmallLands{}})
	_, err := s.Outcome(spots(t, "14"))
	require.ErrorIs(t, err, ErrNodeLimit)
	known := map[game.Component]game.Fact{}
	for id := range uint32(s.components.keys.Len()) {
		if c := s.components.keys.Bytes(id); s.memoKnows(c) {
			known[game.Component(c)] = s.fact(id)
		}
	}
	require.Greater(t, len(known), 100)

	s.sweep()
	require.NotZero(t, s.components.keys.Len(), "what the search has proven stays")
	for c, f := range known {
		_, ok := s.components.keys.Find([]byte(c))
		require.False(t, ok)
		require.Equal(t, f, s.fact(s.intern([]byte(c))))
	}

	s.options.MaxNodes = 0
	s.maxMemory = 6 << 20
	got, err := s.Outcome(spots(t, "13"))
	require.NoError(t, err)
	require.Equal(t, game.Loss, got)
	require.Greater(t, s.sweeps, int64(1))
}
