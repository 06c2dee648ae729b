package worker

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// Calls that take long halve what the next one carries, quick ones double it, and there
// is always something.
func TestBurst(t *testing.T) {
	var b burst
	require.Equal(t, 4096, b.of(4096))
	b.learn(callTime, errRetry)
	b.learn(longCall, nil)
	require.Equal(t, 1024, b.of(4096))
	b.learn(callTime, ErrRefused) // which has nothing to do with it
	b.learn(0, errRetry)
	b.learn(quickCall+time.Second, nil)
	require.Equal(t, 1024, b.of(4096))
	for range 20 {
		b.learn(callTime, errRetry)
	}
	require.Equal(t, 16, b.of(4096))
	require.Equal(t, 1, b.of(3))
	for range 20 {
		b.learn(0, nil)
	}
	require.Equal(t, 4096, b.of(4096))
}
