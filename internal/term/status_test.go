package term

import (
	"strings"
	"sync"
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

// What others say comes between the lines, whole.
func TestStatusLetsOthersSpeak(t *testing.T) {
	var b strings.Builder
	start := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	s := NewStatus(&b, start)
	var others sync.WaitGroup
	for range 8 {
		others.Go(func() {
			_, _ = s.Write([]byte("a word\n")) // what comes of it is checked below
		})
	}
	s.Update(start.Add(time.Minute), "a line")
	others.Wait()
	s.Stop()
	require.Equal(t, 8, strings.Count(b.String(), "a word\n"))
	require.Equal(t, 1, strings.Count(b.String(), "a line\n"))
}
