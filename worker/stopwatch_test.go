package worker

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
)

// A stopwatch tells of a step before its end, and never less than before.
func TestStopwatch(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var s stopwatch
		require.Zero(t, s.read(workAhead))
		s.start(workAhead)
		<-time.After(time.Second)
		require.Equal(t, time.Second, s.read(workAhead))
		require.Zero(t, s.read(workJob))
		s.stop()
		<-time.After(time.Second)
		require.Equal(t, time.Second, s.read(workAhead))
		s.start(workJob)
		<-time.After(time.Second)
		s.stop()
		s.start(workAhead)
		<-time.After(time.Second)
		require.Equal(t, 2*time.Second, s.read(workAhead))
		require.Equal(t, time.Second, s.read(workJob))
	})
}
