package main

import (
	"context"
	"encoding/json"
	"math/rand/v2"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// crashRounds is how often TestKilledSolveGoesOn kills: CRASH_ROUNDS, or once,
// as each round takes seconds.
func crashRounds(t *testing.T) int {
	t.Helper()
	text := os.Getenv("CRASH_ROUNDS")
	if text == "" {
		return 1
	}
	rounds, err := strconv.Atoi(text)
	require.NoError(t, err)
	return rounds
}

// TestKilledSolveGoesOn kills a solve as the kernel does, again and again, each
// time at another moment. After each death the store opens, every value in it is
// right, and no nimber that it had is gone. In the end another question on top
// of what is left gets the right answer.
func TestKilledSolveGoesOn(t *testing.T) {
	home := t.TempDir()
	moments := rand.New(rand.NewPCG(1, 1))
	// Facts are written every five seconds: most moments are around that.
	const longest = 6500 * time.Millisecond
	after := longest
	code, output := shell(t, home, "sprouts solve 7")
	require.Zero(t, code, output)
	nimbers := storedNimbers(t, home)
	for round := range crashRounds(t) {
		killAfter(t, home, after, "solve", "40")
		after = longest - time.Duration(moments.Int64N(int64(longest/2)))

		code, output := shell(t, home, "sprouts doctor")
		require.Zero(t, code, "round %d: %s", round, output)
		now := storedNimbers(t, home)
		t.Logf("round %d: %d nimbers after %d", round, now, nimbers)
		require.GreaterOrEqual(t, now, nimbers, "round %d", round)
		nimbers = now
	}
	for question, want := range map[string]string{"7": "loss\n", "13": "loss\n", "16": "win\n"} {
		code, output := shell(t, home, "sprouts outcome "+question)
		require.Zero(t, code, output)
		require.Equal(t, want, output, question)
	}
}

// killAfter starts the program and kills it after some time.
func killAfter(t *testing.T, home string, after time.Duration, args ...string) {
	t.Helper()
	ctx, stop := context.WithTimeout(t.Context(), after)
	defer stop()
	cmd := exec.CommandContext(ctx, "sprouts", args...) // the end of ctx is SIGKILL
	cmd.Env = append(os.Environ(), "HOME="+home, "XDG_DATA_HOME=", "XDG_CONFIG_HOME=")
	require.Error(t, cmd.Run())
	require.Error(t, ctx.Err(), "it ended by itself")
}

// storedNimbers is how many nimbers the store says that it has.
func storedNimbers(t *testing.T, home string) int64 {
	t.Helper()
	code, output := shell(t, home, "sprouts cache stats --json")
	require.Zero(t, code, output)
	line, _, _ := strings.Cut(output, "\n")
	var stats cacheStatsReport
	require.NoError(t, json.Unmarshal([]byte(line), &stats))
	return stats.Nimbers
}
