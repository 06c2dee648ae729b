package main

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/search"
)

// suites are the fixed lists of start positions, in spots, that bench solves.
// They never change: the sum of their visits is the signature of the search.
var suites = map[string][]int{
	// A few seconds, for the signature in continuous integration.
	"quick": {8, 9, 10, 11, 12, 13},
	// All classes of n mod 6 that are decided within seconds.
	"standard": {14, 16, 17, 18, 19, 20, 22, 23},
	// And what takes up to a minute.
	"full": {14, 16, 17, 18, 19, 20, 22, 23, 21, 25, 29, 34},
}

// misereSuites are the same for misère play.
var misereSuites = map[string][]int{
	"quick":    {8, 9, 10, 11, 12, 13},
	"standard": {11, 12, 13, 14, 15, 16},
	"full":     {11, 12, 13, 14, 15, 16, 17},
}

func suiteNames() []string { return slices.Sorted(maps.Keys(suites)) }

// misereOutcomes are the outcomes of 0 spots and more in misère play, as far as they are
// published (Lemoine, Viennot, 2009 and 2011).
const misereOutcomes = "WWLLLWWLLLWWWLLLWWWLL"

// knownOutcome is the outcome of n spots, Unknown if it is not known. In normal play all
// that is proven, n <= 62 and more, agrees with it (arXiv 2511.10339).
func knownOutcome(n int, misere bool) game.Outcome {
	win := n%6 >= 3
	switch {
	case misere && n >= len(misereOutcomes):
		return game.Unknown
	case misere:
		win = misereOutcomes[n] == 'W'
	}
	if win {
		return game.Win
	}
	return game.Loss
}

// benchRow is one start position with one number of threads, the round of median
// time.
type benchRow struct {
	Schema     string  `json:"schema"`
	Spots      int     `json:"spots"`
	Threads    int     `json:"threads"`
	Outcome    string  `json:"outcome"`
	Visits     int64   `json:"visits"`
	Expansions int64   `json:"expansions"`
	Children   int64   `json:"children"`
	Components int64   `json:"components"`
	Nimbers    int64   `json:"nimbers"`            // found by the search
	Seconds    float64 `json:"seconds"`            // including the load of the embedded table
	SpeedUp    float64 `json:"speed_up,omitempty"` // against the first number of threads; 0 for that one
	Memory     int64   `json:"memory_bytes"`       // of the search's tables
	Trees      int64   `json:"trees,omitempty"`    // reduced canonical trees, in misère play
	Misere     bool    `json:"misere,omitempty"`
}

// microsecondsPerChild is the time for one generated child, all included.
func (r *benchRow) microsecondsPerChild() float64 {
	return 1e6 * r.Seconds / float64(max(r.Children, 1))
}

// bytesPerComponent is the memory of the tables for one interned component.
func (r *benchRow) bytesPerComponent() float64 {
	return float64(r.Memory) / float64(max(r.Components, 1))
}

// decided reports whether no limit stopped the solve.
func (r *benchRow) decided() bool { return r.Outcome != game.Unknown.String() }

// benchSetup is how a bench solves.
type benchSetup struct {
	tuning  *search.Tuning // nil: several in turns
	seed    uint64
	rounds  int
	threads []int // at least one number, none twice
	limited bool  // show a position that a limit stops rather than end
}

// benchSpots solves n spots a number of times with each number of threads, each
// time with a new search, no store and an embedded table that is loaded anew. The
// numbers of threads take turns in each round, so that what else the machine does
// slows all of them. The rows are the rounds of median time, one for each number
// of threads, or the one that a limit stopped; then the error says so.
func benchSpots(ctx context.Context, g *GlobalOptions, n int, setup benchSetup) ([]*benchRow, error) {
	series := make([]benchSeries, len(setup.threads))
	var stopped error
	for range setup.rounds {
		for i, threads := range setup.threads {
			if series[i].stopped {
				continue
			}
			row, err := benchOnce(ctx, g, n, threads, setup)
			if err == nil {
				err = series[i].add(row)
			} else if setup.limited && exitCode(err) == exitLimit {
				series[i] = benchSeries{rows: []*benchRow{row}, stopped: true}
				stopped = cmp.Or(stopped, fmt.Errorf("%d spots: %w", n, err))
				continue
			}
			if err != nil {
				return nil, fmt.Errorf("%d spots: %w", n, err)
			}
		}
	}
	rows := make([]*benchRow, len(series))
	for i, s := range series {
		rows[i] = s.median()
	}
	return compared(rows), stopped
}

// compared fills in how much faster each row is than the first one.
func compared(rows []*benchRow) []*benchRow {
	for _, row := range rows[1:] {
		if rows[0].decided() && row.decided() {
			row.SpeedUp = rows[0].Seconds / row.Seconds
		}
	}
	return rows
}

// benchSeries is the rounds of one position with one number of threads.
type benchSeries struct {
	rows    []*benchRow
	stopped bool // by a limit, in the only round that is kept
}

// add takes a round. Its outcome must be the known one. With one thread all rounds
// must agree on everything but time; with several, chance plays a part.
func (s *benchSeries) add(row *benchRow) error {
	if known := knownOutcome(row.Spots, row.Misere); known != game.Unknown && row.Outcome != known.String() {
		return &verifyError{fmt.Sprintf("got a %s, but it is a %s", row.Outcome, known)}
	}
	if len(s.rows) > 0 && row.Threads == 1 && s.rows[0].Visits != row.Visits {
		return &verifyError{fmt.Sprintf("%d visits in one round, %d in another", s.rows[0].Visits, row.Visits)}
	}
	s.rows = append(s.rows, row)
	return nil
}

// median is the round of median time.
func (s *benchSeries) median() *benchRow {
	slices.SortFunc(s.rows, func(a, b *benchRow) int { return cmp.Compare(a.Seconds, b.Seconds) })
	return s.rows[len(s.rows)/2]
}

// benchOnce solves n spots from nothing. After an error of the search the row
// says how far it got.
func benchOnce(ctx context.Context, g *GlobalOptions, n, threads int, setup benchSetup) (*benchRow, error) {
	p, err := g.Game.Parse(strconv.Itoa(n))
	if err != nil {
		return nil, err
	}
	watch := newWatch(ctx, g)
	if setup.limited && g.MaxTime > 0 {
		watch.deadline = time.Now().Add(g.MaxTime) // each position has its own time
	}
	watch.begin(fmt.Sprintf("%d spots", n))
	defer watch.end()
	memory, _ := shareMemory(g.MaxMemory, false)
	s, err := search.New(g.Game, search.Options{
		Threads: threads, MaxNodes: g.MaxNodes, MaxMemory: memory, Tick: watch.tick,
		Memo: &memo{table: embeddedTable(g.Game)}, Tuning: setup.tuning, Seed: setup.seed,
	})
	if err != nil {
		return nil, err
	}
	outcome, err := s.Outcome(p)
	stats := s.Stats()
	return &benchRow{
		Schema: "sprouts.bench-row.v1", Spots: n, Threads: threads, Outcome: outcome.String(),
		Visits: stats.Visits, Expansions: stats.Expansions, Children: stats.Children, Components: stats.Components,
		Nimbers: stats.Nimbers, Seconds: time.Since(watch.started).Seconds(), Memory: stats.Memory,
		Trees: stats.Trees, Misere: g.Misere,
	}, err
}

// loadAverage is how many processes wanted to run in the last minute, "unknown"
// where the system does not tell.
func loadAverage() string {
	text, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return "unknown"
	}
	load, _, _ := strings.Cut(string(text), " ")
	return load
}
