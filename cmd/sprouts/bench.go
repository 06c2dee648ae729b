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

func suiteNames() []string { return slices.Sorted(maps.Keys(suites)) }

// knownOutcome is the outcome of n spots. All that is proven, n <= 62 and more,
// agrees with it (arXiv 2511.10339).
func knownOutcome(n int) game.Outcome {
	if n%6 >= 3 {
		return game.Win
	}
	return game.Loss
}

// benchRow is one start position, the round of median time.
type benchRow struct {
	Schema     string  `json:"schema"`
	Spots      int     `json:"spots"`
	Outcome    string  `json:"outcome"`
	Visits     int64   `json:"visits"`
	Expansions int64   `json:"expansions"`
	Children   int64   `json:"children"`
	Components int64   `json:"components"`
	Nimbers    int64   `json:"nimbers"`      // found by the search
	Seconds    float64 `json:"seconds"`      // including the load of the embedded table
	Memory     int64   `json:"memory_bytes"` // of the search's tables
}

// microsecondsPerChild is the time for one generated child, all included.
func (r *benchRow) microsecondsPerChild() float64 {
	return 1e6 * r.Seconds / float64(max(r.Children, 1))
}

// bytesPerComponent is the memory of the tables for one interned component.
func (r *benchRow) bytesPerComponent() float64 {
	return float64(r.Memory) / float64(max(r.Components, 1))
}

// benchSpots solves n spots a number of times, each with a new search, no store
// and an embedded table that is loaded anew. It returns the round of median
// time. All rounds must agree on everything but time.
func benchSpots(ctx context.Context, g *GlobalOptions, n int, setup benchSetup) (*benchRow, error) {
	var rows []*benchRow
	for range setup.rounds {
		row, err := benchOnce(ctx, g, n, setup)
		if err != nil {
			return row, fmt.Errorf("%d spots: %w", n, err)
		}
		if row.Outcome != knownOutcome(n).String() {
			return nil, &verifyError{fmt.Sprintf("%d spots: got a %s, but it is a %s", n, row.Outcome, knownOutcome(n))}
		}
		if len(rows) > 0 && rows[0].Visits != row.Visits {
			return nil, &verifyError{fmt.Sprintf("%d spots: %d visits in one round, %d in another", n, rows[0].Visits, row.Visits)}
		}
		rows = append(rows, row)
	}
	slices.SortFunc(rows, func(a, b *benchRow) int { return cmp.Compare(a.Seconds, b.Seconds) })
	return rows[len(rows)/2], nil
}

// benchSetup is how a bench solves.
type benchSetup struct {
	tuning  *search.Tuning // nil: several in turns
	seed    uint64
	rounds  int
	limited bool // show a position that a limit stops rather than end
}

// benchOnce solves n spots from nothing. After an error of the search the row
// says how far it got.
func benchOnce(ctx context.Context, g *GlobalOptions, n int, setup benchSetup) (*benchRow, error) {
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
		MaxNodes: g.MaxNodes, MaxMemory: memory, Tick: watch.tick,
		Memo: &memo{table: embeddedTable(g.Game)}, Tuning: setup.tuning, Seed: setup.seed,
	})
	if err != nil {
		return nil, err
	}
	outcome, err := s.Outcome(p)
	stats := s.Stats()
	return &benchRow{
		Schema: "sprouts.bench-row.v1", Spots: n, Outcome: outcome.String(),
		Visits: stats.Visits, Expansions: stats.Expansions, Children: stats.Children, Components: stats.Components,
		Nimbers: stats.Nimbers, Seconds: time.Since(watch.started).Seconds(), Memory: stats.Memory,
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
