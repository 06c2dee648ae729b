package term

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// A page takes the place of the one before, whatever their lengths.
func TestScreenRedrawsInPlace(t *testing.T) {
	var b strings.Builder
	s := NewScreen(&b)
	require.NoError(t, s.Draw("one\ntwo\n"))
	require.Equal(t, "\x1b[2J\x1b[Hone\x1b[K\ntwo\x1b[K\n\x1b[J", b.String())
	b.Reset()
	require.NoError(t, s.Draw("three\n"))
	require.Equal(t, "\x1b[Hthree\x1b[K\n\x1b[J", b.String())
}

func TestScreenLeavesOutWhatDoesNotFit(t *testing.T) {
	var b, page strings.Builder
	for i := range 30 {
		fmt.Fprintln(&page, "line", i)
	}
	require.NoError(t, NewScreen(&b).Draw(page.String()))
	require.Contains(t, b.String(), "line 22\x1b[K\n\x1b[J")
	require.NotContains(t, b.String(), "line 23")
}
