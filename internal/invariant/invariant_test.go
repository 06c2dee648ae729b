package invariant

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestCheck(t *testing.T) {
	require.NotPanics(t, func() { Check(true, "one is one") })

	broken := func() { Check(false, "one is two") }
	if Enabled {
		require.PanicsWithValue(t, "broken invariant: not true that one is two", broken)
	} else {
		require.NotPanics(t, broken)
	}
}

func TestCheckAllocatesNothing(t *testing.T) {
	n := 1
	require.Zero(t, testing.AllocsPerRun(100, func() { Check(n == 1, "n is one") }))
}
