package term

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// Off a terminal a line comes each 30 seconds, however often it is updated.
func TestStatusIsPlainAndRareOffATerminal(t *testing.T) {
	var b strings.Builder
	start := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	s := NewStatus(&b, start)
	for second := range 95 {
		s.Update(start.Add(time.Duration(second)*time.Second), "at "+Duration(time.Duration(second)*time.Second))
	}
	s.Stop()
	s.Stop()
	require.Equal(t, "at 30.0 s\nat 1m00s\nat 1m30s\n", b.String())
}

func TestStatusSaysWhenALineIsDue(t *testing.T) {
	start := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	s := NewStatus(&strings.Builder{}, start)
	require.False(t, s.Due(start.Add(29*time.Second)))
	require.True(t, s.Due(start.Add(30*time.Second)))
}
