//go:build linux

package chaos_test

import (
	"os"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) {
	goleak.VerifyTestMain(m, goleak.Cleanup(func(code int) {
		removeProgram()
		os.Exit(code) //nolint:forbidigo // it is the end of main
	}))
}

// number returns the number in an environment variable, or the one to take without.
func number(t *testing.T, name string, otherwise int) int {
	t.Helper()
	text := os.Getenv(name)
	if text == "" {
		return otherwise
	}
	n, err := strconv.Atoi(text)
	require.NoError(t, err, name)
	require.GreaterOrEqual(t, n, 0, name)
	return n
}

// skipShort skips a test that starts processes and takes seconds.
func skipShort(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("it takes half a minute; run it without -short")
	}
}

// eventually looks again and again until something is so, and returns how long that
// took. It fails the test if it is not so within a time.
func eventually(t *testing.T, within time.Duration, what string, so func() bool) time.Duration {
	t.Helper()
	began := time.Now()
	again := time.NewTicker(20 * time.Millisecond)
	defer again.Stop()
	for !so() {
		require.Less(t, time.Since(began), within, "waited in vain until %s", what)
		<-again.C
	}
	return time.Since(began)
}
