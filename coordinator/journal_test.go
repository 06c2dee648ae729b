package coordinator_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/sprouts-solver/sprouts/coordinator"
	"github.com/sprouts-solver/sprouts/game/nim"
)

// TestRestore drives a core at random, and gives its records to others: in another
// order, which must make the same core, and with some missing, which must make a sound
// one that comes to the right answers.
func TestRestore(t *testing.T) {
	known := newTruth(t)
	rapid.Check(t, func(t *rapid.T) {
		m := newMachine(t, known)
		steps := []func(*rapid.T){m.register, m.submit, m.lease, m.lease, m.complete, m.complete, m.learn, m.tick, m.renew}
		for range rapid.IntRange(5, 60).Draw(t, "steps") {
			rapid.SampledFrom(steps).Draw(t, "step")(t)
		}
		m.disk.write(m.core.Changes())
		records := slices.Collect(m.disk.all())

		same := restored(t, m, records)
		require.Equal(t, afterRestart(m.core.Runs()), afterRestart(same.Runs()))

		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "order"), 0))
		rng.Shuffle(len(records), func(i, j int) { records[i], records[j] = records[j], records[i] })
		shuffled := restored(t, m, records)
		require.Equal(t, same.Runs(), shuffled.Runs())
		require.Equal(t, same.Epoch(), shuffled.Epoch())
		require.Equal(t, same.Last(), shuffled.Last())

		fewer := records[:rng.IntN(len(records)+1)]
		m.core = restored(t, m, fewer)
		m.disk.records = map[string][]byte{}
		m.finish(t)
	})
}

// restored makes a core from records.
func restored(t *rapid.T, m *machine, records []coordinator.Record) *coordinator.Core {
	core, err := coordinator.NewCore(m.known.game, m.disk, m.options)
	require.NoError(t, err)
	require.NoError(t, core.Restore(slices.Values(records)))
	require.NoError(t, core.Check())
	return core
}

// afterRestart leaves out what a restart does not keep: leases, jobs, and numbers other
// than those of the journal.
func afterRestart(runs []coordinator.RunStatus) []coordinator.RunStatus {
	for i := range runs {
		r := &runs[i]
		if r.Quarantined == nil {
			r.Quarantined = []coordinator.Quarantined{}
		}
		if !r.State.Ended() {
			r.Numbers.Proof, r.Numbers.Disproof = 0, 0
		}
		if r.State != coordinator.RunDecided {
			r.Numbers.Proof, r.Numbers.Disproof = 0, 0
		}
		r.Leases, r.Jobs, r.Pending, r.Nodes = 0, 0, 0, 0
		r.Submitted, r.Started, r.Ended = r.Submitted.UTC(), utc(r.Started), utc(r.Ended)
		if len(r.Position.Components) == 0 {
			r.Position.Components = nil
		}
	}
	return runs
}

func utc(t time.Time) time.Time {
	if t.IsZero() {
		return time.Time{}
	}
	return t.UTC()
}

// Records that no core has written are refused, and named.
func TestRestoreRefuses(t *testing.T) {
	id := "\x00\x00\x00\x00\x00\x00\x00\x01"
	for name, r := range map[string]struct{ key, value, want string }{
		"no key":              {"", "\x01", "newer version"},
		"new kind":            {"z", "\x01", "newer version"},
		"new version":         {"e", "\x02\x01", "newer version"},
		"version 0":           {"e", "\x00\x01", "malformed"},
		"short":               {"e", "\x01", "malformed"},
		"long":                {"e", "\x01\x01\x01", "malformed"},
		"endless number":      {"e", "\x01\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff", "malformed"},
		"run without id":      {"r", "\x01", "malformed"},
		"run with long key":   {"r" + id + "x", "\x01", "malformed"},
		"run with wrong goal": {"r" + id, "\x01\x07", "malformed"},
		"span":                {"s" + id, "\x01\x00\x02\x01\x00", "malformed"},
		"span beyond the end": {"s\xff\xff\xff\xff\xff\xff\xff\xff", "\x01\x01\x00\x01\x00", "malformed"},
		"quarantine of run 1": {"x" + id, "\x01\x00\x00", "malformed"},
		"check":               {"cada", "\x01", "malformed"},
	} {
		t.Run(name, func(t *testing.T) {
			core, err := coordinator.NewCore(nim.New(), newDisk(), coordinator.Options{})
			require.NoError(t, err)
			records := append(runRecords(t), coordinator.Record{Key: []byte(r.key), Value: []byte(r.value)})
			err = core.Restore(slices.Values(records))
			require.ErrorContains(t, err, r.want)
			require.ErrorContains(t, err, fmt.Sprintf("%x", r.key))
		})
	}
}

// runRecords are those of a small core with an active run.
func runRecords(tb testing.TB) []coordinator.Record {
	tb.Helper()
	d := newDisk()
	core, err := coordinator.NewCore(nim.New(), d, coordinator.Options{MaxFailures: 1, Recheck: 1})
	require.NoError(tb, err)
	now := time.Unix(1e9, 0)
	var sessions []coordinator.SessionID
	for _, name := range workerNames {
		welcome, err := core.Register(now, coordinator.Hello{Worker: name, Threads: 1, Game: "nim", Version: nim.Version})
		require.NoError(tb, err)
		sessions = append(sessions, welcome.Session)
	}
	for _, text := range []string{"7+*7", "3+4"} {
		p := parse(tb, nim.New(), text)
		_, err = core.Submit(now, coordinator.RunSpec{Text: text, Position: p})
		require.NoError(tb, err)
	}
	grant, err := core.Lease(now, sessions[0])
	require.NoError(tb, err)
	require.NoError(tb, core.Complete(now, sessions[0], coordinator.Progress{Lease: grant.Lease.ID, Failure: "broken"}))
	_, err = core.Learn(now, sessions[1], []coordinator.Entry{{Component: "\x03", Fact: 0x8000fff7}})
	require.NoError(tb, err)
	grant, err = core.Lease(now, sessions[2])
	require.NoError(tb, err)
	require.Equal(tb, coordinator.KindCheck, grant.Lease.Kind)
	p := coordinator.Progress{Lease: grant.Lease.ID}
	p.Numbers.Proof = 1 << 30
	require.NoError(tb, core.Complete(now, sessions[2], p))
	d.write(core.Changes())
	kinds := map[byte]bool{}
	for r := range d.all() {
		kinds[r.Key[0]] = true
	}
	require.Equal(tb, []byte("cenrstx"), slices.Sorted(maps.Keys(kinds)))
	return slices.Collect(d.all())
}

// FuzzRestore gives a core a record that nobody wrote, among others. It refuses it, or
// is sound.
func FuzzRestore(f *testing.F) {
	base := runRecords(f)
	for _, r := range base {
		f.Add(r.Key, r.Value)
	}
	f.Fuzz(func(t *testing.T, key, value []byte) {
		r := coordinator.Record{Key: key, Value: value}
		if r.IsTree() {
			return // package tree has a target of its own, and trusts components
		}
		_, _ = coordinator.Distrust(slices.Values([]coordinator.Record{r}), "ada")
		core, err := coordinator.NewCore(nim.New(), newDisk(), coordinator.Options{})
		require.NoError(t, err)
		if err := core.Restore(slices.Values(append(slices.Clip(base), r))); err == nil {
			require.NoError(t, core.Check())
			core.Changes()
		}
	})
}
