package coordinator

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/game/nim"
	"github.com/sprouts-solver/sprouts/search"
)

// noMemo knows nothing.
type noMemo struct{}

func (noMemo) Lookup([]byte) game.Fact { return 0 }

// busyCore has two workers with leases, one of them on a sum, a job that failed, one
// aside, one divided, and facts, more than the ring holds.
func busyCore(t *testing.T) *Core {
	t.Helper()
	c, err := NewCore(nim.New(), noMemo{}, Options{MaxFailures: 2, MaxSplits: 1, RingSize: 2, MaxBatch: 2, Recheck: -1})
	require.NoError(t, err)
	now := time.Unix(1e9, 0)
	p, err := nim.New().Parse("9+*9")
	require.NoError(t, err)
	_, err = c.Submit(now, RunSpec{Text: "9+*9", Position: p})
	require.NoError(t, err)
	sessions := map[string]SessionID{}
	for _, name := range []string{"ada", "bob", "cyd"} {
		welcome, err := c.Register(now, Hello{Worker: name, Threads: 2, Game: "nim", Version: nim.Version})
		require.NoError(t, err)
		sessions[name] = welcome.Session
	}
	fail := func(names ...string) {
		for _, name := range names {
			grant, err := c.Lease(now, sessions[name])
			require.NoError(t, err)
			require.NoError(t, c.Complete(now, sessions[name], Progress{Lease: grant.Lease.ID, Failure: "broken"}))
		}
	}
	fail("ada", "bob") // the root is divided
	fail("ada", "bob") // a child is aside
	fail("cyd")        // another one fails
	for _, component := range []game.Component{"\x01", "\x02", "\x03"} {
		_, err = c.Learn(now, sessions["ada"], []Entry{{component, game.Excluded(0)}})
		require.NoError(t, err)
	}
	for _, name := range []string{"ada", "bob"} {
		_, err := c.Lease(now, sessions[name])
		require.NoError(t, err)
	}
	var jobs Jobs
	c.runs[0].count(&jobs)
	require.Equal(t, Jobs{Leased: 2, Aside: 1, Divided: 1}, jobs)
	require.NoError(t, c.Check())
	return c
}

// Whatever is broken, Check says what.
func TestCheckFindsWhatIsBroken(t *testing.T) {
	leased := func(c *Core) *lease { return c.sessions[0].lease }
	aside := func(c *Core) *job {
		for _, j := range c.runs[0].jobs {
			if j.state == jobAside {
				return j
			}
		}
		return nil
	}
	for name, test := range map[string]struct {
		hurt func(c *Core)
		want string
	}{
		"sessions out of order": {func(c *Core) { c.sessions[0], c.sessions[1] = c.sessions[1], c.sessions[0] }, "after session"},
		"session from nowhere":  {func(c *Core) { c.lastSession = 1 }, "after session"},
		"two of one name":       {func(c *Core) { c.sessions[1].hello.Worker = "ada" }, "has two sessions"},
		"session too short":     {func(c *Core) { c.sessions[2].deadline = c.wake.Add(-1) }, "ends before anybody looks"},
		"lease too short":       {func(c *Core) { leased(c).deadline = c.wake.Add(-1) }, "ends before anybody looks"},
		"lease of another":      {func(c *Core) { leased(c).session = c.sessions[2] }, "is that of worker cyd"},
		"lease on nothing":      {func(c *Core) { leased(c).run = nil }, "or on none"},
		"lease after conflict":  {func(c *Core) { c.err = ErrConflict }, "after a contradiction"},
		"threads":               {func(c *Core) { c.threads++ }, "threads"},
		"granted":               {func(c *Core) { c.counters.Granted++ }, "leases were granted"},
		"ended":                 {func(c *Core) { c.counters.Ended[EndExpired]++ }, "leases were granted"},
		"jobs":                  {func(c *Core) { c.counters.JobsSplit++ }, "jobs were created"},
		"lost lease":            {func(c *Core) { c.sessions[0].lease = nil }, "leases"},
		"lost tree":             {func(c *Core) { c.runs[0].tree, c.active = nil, nil }, "no tree"},
		"list of trees":         {func(c *Core) { c.active = nil }, "listed otherwise"},
		"ended with a tree":     {func(c *Core) { c.runs[0].state = RunDecided }, "has a tree"},
		"two leases on a job":   {func(c *Core) { leased(c).job = c.sessions[1].lease.job }, "on one job"},
		"job of another couple": {func(c *Core) { leased(c).job.couple.Nimber++ }, "is kept as"},
		"job in the wrong state": {func(c *Core) { leased(c).job.state = jobFailing },
			"and its lease is"},
		"leased without lease": {func(c *Core) { aside(c).state = jobLeased }, "and its lease is"},
		"divided and held":     {func(c *Core) { aside(c).state = jobDivided }, "holds a leaf"},
		"leaf let go":          {func(c *Core) { aside(c).held = false }, "leaves are held"},
		"count of leases":      {func(c *Core) { c.runs[0].leased++ }, "are counted"},
		"ring":                 {func(c *Core) { c.facts.base-- }, "ring of"},
		"index":                {func(c *Core) { c.facts.index["\x01"] = c.facts.last }, "is not about"},
		"old index":            {func(c *Core) { c.facts.index["\x01"] = 1 }, "is not about"},
		"decided": {func(c *Core) {
			require.NoError(t, c.runs[0].tree.Learn([]byte("\x09"), game.Known(9)))
		}, "decided and goes on"},
		"tree": {func(c *Core) { leased(c).run.tree.Release(leased(c).leaf) }, "leaves are held"},
	} {
		t.Run(name, func(t *testing.T) {
			c := busyCore(t)
			test.hurt(c)
			require.ErrorContains(t, c.Check(), test.want)
		})
	}
}

// A leaf that is free although its job is leased would be a bug of the tree. Nobody may
// go on with that.
func TestLeasedLeafIsNotFree(t *testing.T) {
	c := busyCore(t)
	r, l := c.runs[0], c.sessions[0].lease
	r.tree.Release(l.leaf)
	require.Panics(t, func() {
		for {
			if _, ok := c.selectLeaf(r, c.sessions[2]); !ok {
				return
			}
		}
	})
	require.Equal(t, search.Couple{Component: l.Couple.Component, Nimber: l.Couple.Nimber}, l.job.couple)
}
