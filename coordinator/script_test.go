package coordinator_test

import (
	"fmt"
	"maps"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/cockroachdb/datadriven"
	"github.com/stretchr/testify/require"

	"github.com/sprouts-solver/sprouts/coordinator"
	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/game/nim"
	"github.com/sprouts-solver/sprouts/game/sprouts"
	"github.com/sprouts-solver/sprouts/search"
)

// TestScripts plays conversations with a core: testdata/script/*.txt. Each file begins
// with a core of its own. After each command the core is checked.
func TestScripts(t *testing.T) {
	datadriven.Walk(t, "testdata/script", func(t *testing.T, path string) {
		t.Helper()
		s := &script{}
		datadriven.RunTest(t, path, func(t *testing.T, d *datadriven.TestData) string {
			t.Helper()
			s.t, s.d = t, d
			s.out.Reset()
			s.run()
			if s.core != nil {
				require.NoError(t, s.core.Check(), d.Pos)
			}
			return s.out.String()
		})
	})
}

// script is a conversation under way.
type script struct {
	t    *testing.T
	d    *datadriven.TestData
	out  strings.Builder
	game game.Game
	core *coordinator.Core
	disk *disk
	now  time.Time
	opts coordinator.Options
	// sessions holds the newest session of each worker, and the one before it under
	// the name with an apostrophe.
	sessions map[string]coordinator.SessionID
	leases   map[string]coordinator.LeaseID // newest lease of each worker
}

var commands = map[string]func(*script){
	"core":     (*script).newCore,
	"restart":  (*script).restart,
	"write":    (*script).write,
	"register": (*script).register,
	"submit":   (*script).submit,
	"cancel":   (*script).cancel,
	"lease":    (*script).lease,
	"renew":    (*script).renew,
	"complete": (*script).complete,
	"return":   (*script).giveBack,
	"learn":    (*script).learn,
	"since":    (*script).since,
	"drain":    (*script).drain,
	"resume":   (*script).resume,
	"tick":     (*script).tick,
	"runs":     (*script).runs,
	"jobs":     (*script).jobs,
	"workers":  (*script).workers,
	"status":   (*script).status,
	"counters": (*script).counters,
	"distrust": (*script).distrust,
	"records":  (*script).records,
}

func (s *script) run() {
	command, ok := commands[s.d.Cmd]
	require.True(s.t, ok, "%s: no command %s", s.d.Pos, s.d.Cmd)
	command(s)
}

func (s *script) printf(format string, args ...any) { fmt.Fprintf(&s.out, format+"\n", args...) }

// fail prints an error, and reports whether there is one.
func (s *script) fail(err error) bool {
	if err != nil {
		s.printf("error: %v", err)
	}
	return err != nil
}

// arg returns the value of key=value, or otherwise.
func (s *script) arg(key, otherwise string) string {
	for _, a := range s.d.CmdArgs {
		if a.Key == key && len(a.Vals) > 0 {
			return strings.Join(a.Vals, ",")
		}
	}
	return otherwise
}

// flag reports whether a word stands in the command.
func (s *script) flag(key string) bool { return s.d.HasArg(key) }

// number returns the value of key=value.
func (s *script) number(key string, otherwise int64) int64 {
	n, err := strconv.ParseInt(s.arg(key, strconv.FormatInt(otherwise, 10)), 10, 64)
	require.NoError(s.t, err, s.d.Pos)
	return n
}

func (s *script) duration(key string, otherwise time.Duration) time.Duration {
	d, err := time.ParseDuration(s.arg(key, otherwise.String()))
	require.NoError(s.t, err, s.d.Pos)
	return d
}

// first returns the first word, which has no value.
func (s *script) first() string {
	if len(s.d.CmdArgs) == 0 || len(s.d.CmdArgs[0].Vals) > 0 {
		return ""
	}
	return s.d.CmdArgs[0].Key
}

func (s *script) session() coordinator.SessionID { return s.sessions[s.first()] }

func (s *script) newCore() {
	s.game = map[string]game.Game{"nim": nim.New(), "sprouts": sprouts.New()}[s.arg("game", "nim")]
	s.now = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	share, err := strconv.ParseFloat(s.arg("recheck", "-1"), 64)
	require.NoError(s.t, err)
	stretch, err := strconv.ParseFloat(s.arg("turn-exponent", "0"), 64)
	require.NoError(s.t, err)
	s.opts = coordinator.Options{
		TTL:          s.duration("ttl", 30*time.Second),
		JobTime:      s.duration("job-time", time.Second),
		MinBudget:    s.number("min-budget", 0),
		Rate:         s.number("rate", 0),
		FirstTurn:    s.number("first-turn", 0),
		TurnExponent: stretch,
		RingSize:     int(s.number("ring", 1000)),
		MaxFailures:  int(s.number("max-failures", 0)),
		MaxSplits:    int(s.number("max-splits", 0)),
		Recheck:      share,
		MaxChecks:    int(s.number("max-checks", 0)),
		CheckBudget:  s.number("check-budget", 0),
		CheckShare:   float64(s.number("check-percent", 100)) / 100,
		MaxRuns:      int(s.number("max-runs", 0)),
		MaxEnded:     int(s.number("max-ended", 0)),
		MaxSessions:  int(s.number("max-sessions", 0)),
		MaxBatch:     int(s.number("max-batch", 10)),
	}
	s.disk = newDisk()
	s.begin()
}

// begin makes a core of what is on the disk.
func (s *script) begin() {
	core, err := coordinator.NewCore(s.game, s.disk, s.opts)
	if s.fail(err) {
		return
	}
	s.sessions, s.leases = map[string]coordinator.SessionID{}, map[string]coordinator.LeaseID{}
	s.core = core
	if !s.fail(core.Restore(s.disk.all())) {
		s.disk.write(core.Changes())
		s.printf("epoch %d", core.Epoch())
	}
}

func (s *script) restart() {
	if !s.flag("crash") {
		s.disk.write(s.core.Changes())
	}
	sessions := s.sessions
	s.begin()
	maps.Copy(s.sessions, sessions)
}

func (s *script) write() {
	changes := s.core.Changes()
	s.disk.write(changes)
	trees := false
	for _, r := range changes.Records {
		if r.IsTree() { // what it says is the tree's own affair
			trees = true
			continue
		}
		what := fmt.Sprintf("%d bytes", len(r.Value))
		if r.Value == nil {
			what = "removed"
		}
		s.printf("record %q: %s", r.Key, what)
	}
	if trees {
		s.printf("records of trees")
	}
	for i, e := range changes.Facts {
		s.printf("fact %d: %s", changes.First+uint64(i), s.entry(e))
	}
	for _, prefix := range changes.Dropped {
		s.printf("dropped %q", prefix)
	}
}

// entry writes a fact.
func (s *script) entry(e coordinator.Entry) string {
	text, err := s.game.Format(e.Component)
	if err != nil {
		text = fmt.Sprintf("%x", string(e.Component))
	}
	return text + " " + e.Fact.String()
}

func (s *script) register() {
	name := s.first()
	welcome, err := s.core.Register(s.now, coordinator.Hello{
		Worker: s.arg("name", name), Threads: int(s.number("threads", 1)),
		Game: s.arg("game", s.game.Name()), Version: s.arg("version", s.game.Version()),
		Instance: uint64(s.number("instance", 0)),
		Program:  "v1",
	})
	if s.fail(err) {
		return
	}
	if old, ok := s.sessions[name]; ok {
		s.sessions[name+"'"] = old
	}
	s.sessions[name] = welcome.Session
	s.printf("session %s, ttl %v, renew %v, last %d", welcome.Session, welcome.TTL, welcome.Renew, welcome.Last)
}

func (s *script) submit() {
	p, err := s.game.Parse(strings.TrimSpace(s.d.Input))
	if s.fail(err) {
		return
	}
	goal := coordinator.GoalOutcome
	if s.flag("nimber") {
		goal = coordinator.GoalNimber
	}
	id, err := s.core.Submit(s.now, coordinator.RunSpec{Text: strings.TrimSpace(s.d.Input), Position: p, Goal: goal})
	if !s.fail(err) {
		s.printf("run %d", id)
	}
}

func (s *script) cancel() { s.fail(s.core.Cancel(s.now, coordinator.RunID(s.number("run", 1)))) }

func (s *script) lease() {
	grant, err := s.core.Lease(s.now, s.session())
	if s.fail(err) {
		return
	}
	if grant.Drain {
		s.printf("drain")
	}
	l := grant.Lease
	if l == nil {
		s.printf("nothing")
		return
	}
	s.leases[s.first()] = l.ID
	s.printf("lease %d: run %d, %s %s, path %s, turn %d, budget %d, attempt %d, ttl %v",
		l.ID, l.Run, l.Kind, s.couple(l.Couple), s.path(l.Path), l.Turn, l.Budget, l.Attempt, l.TTL)
	if l.Kind == coordinator.KindCheck {
		s.printf("claim %s", l.Claim)
	}
}

func (s *script) path(couples []search.Couple) string {
	words := []string{}
	for _, c := range couples {
		words = append(words, s.couple(c))
	}
	return "[" + strings.Join(words, " ") + "]"
}

// couple writes a couple, "3+*1".
func (s *script) couple(c search.Couple) string {
	p := game.Position{Components: []game.Component{c.Component}, Heap: c.Nimber}
	text, err := game.FormatPosition(s.game, p)
	require.NoError(s.t, err)
	return text
}

// progress reads a report: lease=3 numbers=win|loss|5/7 visits=100 elapsed=1s
// failure=text inconclusive. The lease is the worker's newest one otherwise.
func (s *script) progress() coordinator.Progress {
	p := coordinator.Progress{
		Lease:        coordinator.LeaseID(s.number("lease", int64(s.leases[s.first()]))),
		Visits:       s.number("visits", 0),
		Expansions:   s.number("expansions", 0),
		Nimbers:      s.number("nimbers", 0),
		Elapsed:      s.duration("elapsed", 0),
		Inconclusive: s.flag("inconclusive"),
		Failure:      s.arg("failure", ""),
	}
	switch text := s.arg("numbers", ""); text {
	case "":
	case "win":
		p.Numbers.Disproof = search.Infinity
	case "loss":
		p.Numbers.Proof = search.Infinity
	default:
		_, err := fmt.Sscanf(text, "%d/%d", &p.Numbers.Proof, &p.Numbers.Disproof)
		require.NoError(s.t, err, s.d.Pos)
	}
	return p
}

func (s *script) renew() {
	renewal, err := s.core.Renew(s.now, s.session(), []coordinator.Progress{s.progress()})
	if s.fail(err) {
		return
	}
	s.printf("%v, drain %t", renewal.States, renewal.Drain)
}

func (s *script) complete() { s.fail(s.core.Complete(s.now, s.session(), s.progress())) }

func (s *script) giveBack() {
	var progress []coordinator.Progress
	if !s.flag("nothing") {
		progress = append(progress, s.progress())
	}
	s.fail(s.core.Return(s.now, s.session(), progress, s.flag("leaving")))
}

// learn reads lines like "5 *5" or "5 not *0 *2".
func (s *script) learn() {
	var entries []coordinator.Entry
	for line := range strings.Lines(s.d.Input) {
		text, fact, _ := strings.Cut(strings.TrimSpace(line), " ")
		p, err := s.game.Parse(text)
		require.NoError(s.t, err, s.d.Pos)
		e := coordinator.Entry{Component: p.Components[0]}
		for word := range strings.FieldsSeq(fact) {
			n, err := strconv.Atoi(strings.TrimPrefix(word, "*"))
			switch {
			case word == "not":
				continue
			case strings.HasPrefix(fact, "not"):
				e.Fact |= game.Excluded(game.Nimber(n))
			default:
				e.Fact = game.Known(game.Nimber(n))
			}
			require.NoError(s.t, err, s.d.Pos)
		}
		entries = append(entries, e)
	}
	learned, err := s.core.Learn(s.now, s.session(), entries)
	if !s.fail(err) {
		s.printf("%d new, last %d", learned.News, learned.Last)
	}
}

func (s *script) since() {
	entries, next, gap, err := s.core.Since(s.now, s.session(), uint64(s.number("cursor", 0)), int(s.number("bytes", 1000)))
	if s.fail(err) {
		return
	}
	for _, e := range entries {
		s.printf("%s", s.entry(e))
	}
	s.printf("next %d, gap %t", next, gap)
}

func (s *script) drain()  { s.fail(s.core.Drain(s.first())) }
func (s *script) resume() { s.fail(s.core.Resume(s.first())) }

func (s *script) tick() {
	d, err := time.ParseDuration(s.first())
	require.NoError(s.t, err, s.d.Pos)
	s.now = s.now.Add(d)
	s.core.Tick(s.now)
}

// numbers writes numbers, "none" if there are none.
func numbers(n search.Numbers) string {
	if n == (search.Numbers{}) {
		return "none"
	}
	return n.String()
}

func (s *script) runs() {
	for _, r := range s.core.Runs() {
		s.printf("run %d: %s of %s, %s: %s *%d, numbers %s, turn %d, visits %d, leases %d, jobs %d, pending %d",
			r.ID, r.Goal, r.Text, r.State, r.Outcome, r.Nimber, numbers(r.Numbers), r.Turn, r.Visits, r.Leases, r.Jobs, r.Pending)
		if r.Reason != "" {
			s.printf("  because: %s", r.Reason)
		}
		for _, q := range r.Quarantined {
			s.printf("  aside: %s, split %t, failures %v", q.Text, q.Split, q.Failures)
		}
	}
}

func (s *script) jobs() {
	for _, j := range s.core.Jobs(s.now, int(s.number("top", 0))) {
		s.printf("lease %d: run %d, %s %s, worker %s, attempt %d, age %v, silent %v, visits %d of %d, numbers %s",
			j.Lease, j.Run, j.Kind, j.Text, j.Worker, j.Attempt, j.Age, j.Silent, j.Visits, j.Budget, numbers(j.Numbers))
	}
}

func (s *script) workers() {
	for _, w := range s.core.Workers(s.now) {
		s.printf("%s: session %s, %d threads, draining %t, silent %v, rate %.0f, lease %d, visits %d, facts %d",
			w.Name, w.Session, w.Threads, w.Draining, w.Silent, w.Rate, w.Lease, w.Visits, w.Facts)
	}
}

func (s *script) status() {
	st := s.core.Status(s.now)
	s.printf("epoch %d, uptime %v, idle %v, draining %t, open %d, workers %d, threads %d, leases %d, checks %d, last %d",
		st.Epoch, st.Uptime, st.Idle, st.Draining, st.Open, st.Workers, st.Threads, st.Leases, st.Checks, st.Last)
	s.printf("jobs %+v", st.Jobs)
	if st.Err != nil {
		s.printf("err: %v", st.Err)
	}
}

func (s *script) counters() {
	k := s.core.Counters()
	s.printf("granted %d, late %d, sessions %d, lost %d", k.Granted, k.Late, k.Sessions, k.SessionsLost)
	for i, n := range k.Ended {
		if n > 0 {
			s.printf("ended %s %d", coordinator.EndReason(i), n)
		}
	}
	s.printf("jobs created %d, done %d, split %d, returned %d, dropped %d", k.JobsCreated, k.JobsDone, k.JobsSplit, k.JobsReturned, k.JobsDropped)
	s.printf("facts received %d, nimbers %d, exclusions %d, derived %d", k.FactsReceived, k.NimbersNew, k.ExclusionsNew, k.Derived)
	s.printf("checks matched %d, mismatched %d, inconclusive %d, dropped %d, visits %d",
		k.ChecksMatched, k.ChecksMismatched, k.ChecksInconclusive, k.ChecksDropped, k.CheckVisits)
	s.printf("visits %d, quarantined %d, turns %d, conflicts %d", k.Visits, k.Quarantined, k.Turns, k.Conflicts)
}

func (s *script) distrust() {
	s.disk.write(s.core.Changes())
	ranges, err := coordinator.Distrust(s.disk.all(), s.first())
	if !s.fail(err) {
		s.printf("%v", ranges)
	}
}

func (s *script) records() {
	for r := range s.disk.all() {
		s.printf("%q", r.Key)
	}
}
