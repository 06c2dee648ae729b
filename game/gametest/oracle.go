package gametest

import (
	_ "embed" // the tables are part of the package, wherever a test runs
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/sprouts-solver/sprouts/game"
)

//go:embed testdata/nimbers.tsv
var nimbersTable string

//go:embed testdata/brute-force.tsv
var bruteForceTable string

//go:embed testdata/misere.tsv
var misereTable string

// OracleEntry is a Sprouts land with its nimber, from a source that shares
// nothing with this module. The origin is in testdata/README.md.
type OracleEntry struct {
	Text   string // a land in GLOP 2 notation, not always in canonical form
	Nimber game.Nimber
}

// Oracle returns about 5,300 lands of 0 to 16 spots with their nimbers.
func Oracle(tb testing.TB) []OracleEntry {
	tb.Helper()
	var entries []OracleEntry
	for _, row := range rows(tb, nimbersTable, 2) {
		nimber, err := strconv.ParseUint(row[1], 10, 8)
		require.NoError(tb, err, "nimber of %s", row[0])
		entries = append(entries, OracleEntry{Text: row[0], Nimber: game.Nimber(nimber)})
	}
	return entries
}

// MisereEntry is a position of Sprouts with its misère outcome.
type MisereEntry struct {
	// Text is in GLOP 2 notation, in which digits are spots: "22" is a boundary. Equal
	// lands are all meant: "0+0" is not "!", though [game.NewPosition] drops the pair.
	Text    string
	Outcome game.Outcome // for the player to move; who makes the last move loses
}

// MisereOracle returns about 1,000 lands and sums of up to five lands with their
// misère outcomes, from a source that shares nothing with this module.
func MisereOracle(tb testing.TB) []MisereEntry {
	tb.Helper()
	outcomes := map[string]game.Outcome{"W": game.Win, "L": game.Loss}
	var entries []MisereEntry
	for _, row := range rows(tb, misereTable, 2) {
		require.Contains(tb, outcomes, row[1], "outcome of %s", row[0])
		entries = append(entries, MisereEntry{Text: row[0], Outcome: outcomes[row[1]]})
	}
	return entries
}

// RuleEntry is something known of a start position, computed from the rules of
// its game alone, without strings or reductions.
type RuleEntry struct {
	Game  string // for example "sprouts" or "sprouts-misere"
	Spots int
	What  string // "nimber", "outcome" or "lengths", ...
	Value string
}

// Rules returns the start positions of Sprouts and its variants.
func Rules(tb testing.TB) []RuleEntry {
	tb.Helper()
	var entries []RuleEntry
	for _, row := range rows(tb, bruteForceTable, 4) {
		spots, err := strconv.Atoi(row[1])
		require.NoError(tb, err, "spots of %v", row)
		entries = append(entries, RuleEntry{Game: row[0], Spots: spots, What: row[2], Value: row[3]})
	}
	return entries
}

// rows returns the fields of each line that is not a comment.
func rows(tb testing.TB, table string, fields int) [][]string {
	tb.Helper()
	var all [][]string
	for line := range strings.Lines(table) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		row := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		require.Len(tb, row, fields, "%q", line)
		all = append(all, row)
	}
	return all
}
