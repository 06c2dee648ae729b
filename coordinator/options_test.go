package coordinator_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/sprouts-solver/sprouts/coordinator"
	"github.com/sprouts-solver/sprouts/game/nim"
)

// The zero value works.
func TestDefaults(t *testing.T) {
	core, err := coordinator.NewCore(nim.New(), newDisk(), coordinator.Options{})
	require.NoError(t, err)
	require.NoError(t, core.Check())
	require.Equal(t, uint64(1), core.Epoch())
}

// Each field that makes no sense is named, and all of them at once.
func TestOptionsOutOfRange(t *testing.T) {
	for name, o := range map[string]coordinator.Options{
		"TTL":          {TTL: -time.Second},
		"Renew":        {Renew: -1},
		"less than":    {TTL: time.Second, Renew: time.Second},
		"JobTime":      {JobTime: time.Microsecond},
		"MinBudget":    {MinBudget: -1},
		"Rate":         {Rate: -1},
		"FirstTurn":    {FirstTurn: -1},
		"TurnGrowth":   {TurnGrowth: 0.5},
		"TurnExponent": {TurnExponent: -0.5},
		"RingSize":     {RingSize: -1},
		"MaxBatch, 20": {RingSize: 10, MaxBatch: 20},
		"MaxFailures":  {MaxFailures: -1},
		"a share":      {Recheck: 1.5},
		"MaxChecks":    {MaxChecks: -1},
		"CheckBudget":  {CheckBudget: -1},
		"CheckShare":   {CheckShare: -0.1},
		"MaxRuns":      {MaxRuns: -1},
		"MaxEnded":     {MaxEnded: -1},
		"MaxSessions":  {MaxSessions: -1},
		"MaxBatch":     {MaxBatch: -1},
	} {
		_, err := coordinator.NewCore(nim.New(), newDisk(), o)
		require.ErrorContains(t, err, name)
	}
	_, err := coordinator.NewCore(nim.New(), newDisk(), coordinator.Options{Rate: -1, MaxRuns: -1})
	require.ErrorContains(t, err, "Rate")
	require.ErrorContains(t, err, "MaxRuns")
}
