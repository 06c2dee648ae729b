package coordinator_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/sprouts-solver/sprouts/coordinator"
	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/game/nim"
)

// TestFactsAgainstList compares the ring, its index, numbers and spans with a plain list
// of all facts, over restarts.
func TestFactsAgainstList(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := &list{disk: newDisk(), all: map[uint64]told{}, now: time.Unix(1e9, 0)}
		l.begin(t)
		for range rapid.IntRange(1, 40).Draw(t, "steps") {
			switch rapid.IntRange(0, 9).Draw(t, "step") {
			case 0:
				l.begin(t)
			case 1, 2, 3:
				l.since(t)
			default:
				l.learn(t)
			}
		}
		l.distrust(t)
	})
}

// list is what a core should know, in the simplest form.
type list struct {
	core     *coordinator.Core
	disk     *disk
	now      time.Time
	sessions map[string]coordinator.SessionID
	started  uint64 // Last when the core was made
	first    uint64 // the oldest fact that the ring holds
	all      map[uint64]told
}

// told is a fact with who told it.
type told struct {
	coordinator.Entry
	worker string
	mixed  bool
}

const ringSize = 8

// begin starts a core on what is on the disk.
func (l *list) begin(t *rapid.T) {
	core, err := coordinator.NewCore(nim.New(), l.disk, coordinator.Options{RingSize: ringSize, MaxBatch: 4, Recheck: -1})
	require.NoError(t, err)
	require.NoError(t, core.Restore(l.disk.all()))
	for seq := range l.all {
		require.Less(t, seq, core.Last()+1, "a number is used again")
	}
	l.disk.write(core.Changes())
	l.core, l.started, l.first = core, core.Last(), core.Last()+1
	l.sessions = map[string]coordinator.SessionID{}
	for _, name := range workerNames {
		welcome, err := core.Register(l.now, coordinator.Hello{Worker: name, Threads: 1, Game: "nim", Version: nim.Version})
		require.NoError(t, err)
		require.Equal(t, core.Last(), welcome.Last)
		l.sessions[name] = welcome.Session
	}
}

// newest returns what was told last of a component.
func (l *list) newest(c game.Component) (newest told, seq uint64) {
	for n, x := range l.all {
		if x.Component == c && n > seq {
			newest, seq = x, n
		}
	}
	return newest, seq
}

// learn tells some facts: of the heap n that it is n, or is not something else.
func (l *list) learn(t *rapid.T) {
	name := rapid.SampledFrom(workerNames).Draw(t, "worker")
	var batch []coordinator.Entry
	for range rapid.IntRange(1, 4).Draw(t, "facts") {
		n := game.Nimber(rapid.IntRange(1, 15).Draw(t, "heap"))
		f := game.Known(n)
		if m := game.Nimber(rapid.IntRange(0, 15).Draw(t, "not")); m != n {
			f = game.Excluded(m)
		}
		batch = append(batch, coordinator.Entry{Component: game.Component([]byte{byte(n)}), Fact: f})
	}
	_, err := l.core.Learn(l.now, l.sessions[name], batch)
	require.NoError(t, err)
	require.NoError(t, l.core.Check())
	changes := l.core.Changes()
	l.disk.write(changes)
	for i, e := range changes.Facts {
		before, at := l.newest(e.Component)
		require.NotEqual(t, before.Fact, e.Fact, "not new")
		require.Equal(t, before.Fact|e.Fact, e.Fact, "not merged")
		seq := changes.First + uint64(i)
		gone := at <= l.started || at+ringSize < seq // what left the ring has no source
		others := before.worker != name || before.mixed || gone
		l.all[seq] = told{e, name, before.Fact != 0 && !e.Fact.IsKnown() && others}
	}
	for _, e := range batch {
		have, _ := l.newest(e.Component)
		require.Equal(t, e.Fact, have.Fact&e.Fact, "not taken")
	}
	l.first = max(l.first, l.core.Last()-min(l.core.Last(), ringSize)+1, l.started+1)
}

// since asks for news from any place on.
func (l *list) since(t *rapid.T) {
	name := rapid.SampledFrom(workerNames).Draw(t, "worker")
	cursor := l.core.Last() - min(l.core.Last(), rapid.Uint64Range(0, 2*ringSize).Draw(t, "behind"))
	entries, next, gap, err := l.core.Since(l.now, l.sessions[name], cursor, 1<<20)
	require.NoError(t, err)
	require.Equal(t, l.core.Last(), next)
	var want []coordinator.Entry
	missed := false
	for seq := cursor + 1; seq <= l.core.Last(); seq++ {
		x, ok := l.all[seq]
		switch {
		case ok && seq < l.first:
			missed = true
		case ok && x.worker != name:
			want = append(want, x.Entry)
		}
	}
	require.Equal(t, want, entries)
	require.True(t, gap || !missed, "a gap is not told")
}

// distrust compares what is taken back with who told what.
func (l *list) distrust(t *rapid.T) {
	for _, name := range workerNames {
		ranges, err := coordinator.Distrust(l.disk.all(), name)
		require.NoError(t, err)
		first := uint64(1<<63 - 1)
		for seq, x := range l.all {
			if x.worker == name {
				first = min(first, seq)
			}
		}
		for seq, x := range l.all {
			want := x.worker == name || x.mixed && seq > first
			require.Equal(t, want, within(ranges, seq), "%s, fact %d by %s, mixed %t", name, seq, x.worker, x.mixed)
		}
		for i := 1; i < len(ranges); i++ {
			require.Greater(t, ranges[i].First, ranges[i-1].Last+1)
		}
	}
}

func within(ranges []coordinator.Range, seq uint64) bool {
	for _, r := range ranges {
		if r.First <= seq && seq <= r.Last {
			return true
		}
	}
	return false
}
