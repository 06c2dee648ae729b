package canon

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// upperName and lowerName are the names of letter n, from 0, in text.
func upperName(n int) string {
	if n < upperNames {
		return string(rune('A' + n))
	}
	return fmt.Sprintf("n(%d)", n+1)
}

func lowerName(n int) string {
	if n < lowerNames {
		return string(rune('a' + n))
	}
	return fmt.Sprintf("m(%d)", n+1)
}

// ring is a land of two regions that share n letters, in the same cyclic order.
// The spots that go first keep it from being symmetric.
func ring(n int) string {
	var walk strings.Builder
	for i := range n {
		walk.WriteString(upperName(i))
	}
	return "01" + walk.String() + "|2" + walk.String()
}

// path is a land of one boundary: a chain of n spots joined by lines, walked up
// one side and down the other, so that all spots inside are met twice.
func path(n int) string {
	var up, down string
	for i := range n {
		up += lowerName(i)
		down = lowerName(i) + down
	}
	return "1" + up + "1" + down
}

// TestManyLetters writes and reads lands with letters on both sides of each limit
// of the notation (12 and 25 names) and of the key (112 and 127 codes, then one
// byte up to 254, then two).
func TestManyLetters(t *testing.T) {
	for _, n := range []int{12, 13, 25, 26, 111, 112, 113, 126, 127, 128, 366, 367, 368, 381, 382, 383, 384, 497} {
		for name, text := range map[string]string{"ring": ring(n), "path": path(n)} {
			t.Run(fmt.Sprint(name, n), func(t *testing.T) {
				p, err := Parse(text)
				require.NoError(t, err)
				require.Len(t, p.Lands, 1)
				land := p.Lands[0]
				requireSound(t, land)

				lives := n + 4
				if name == "ring" {
					lives = n + 3 + 2 + 1
				}
				require.Equal(t, lives, land.Lives())
				measured, _ := Measure([]byte(land))
				require.Equal(t, lives, measured)

				seen := 0
				NewGenerator().Children([]byte(land), func(l *Lands) bool {
					for i := range l.len() {
						requireSound(t, Land(l.at(i)))
					}
					seen++
					return seen < 5
				})
				require.Equal(t, 5, seen)
			})
		}
	}
}

// requireSound demands that a land survives being written as text and as bytes.
func requireSound(t *testing.T, land Land) {
	t.Helper()
	read, err := Parse(land.String())
	require.NoError(t, err)
	require.Equal(t, []Land{land}, read.Lands, "%s", land)
	decoded, err := DecodeKey([]byte(land))
	require.NoError(t, err, "%s", land)
	require.Equal(t, land, decoded)
}

// TestLargest reads what 250 spots may look like, and refuses a little more.
func TestLargest(t *testing.T) {
	for _, text := range []string{
		"250", "0*250", "1*250", "2*250", "aa1*250",
		strings.Repeat("2.", 250),
		strings.Repeat("0|", 250),
		strings.Repeat("0+", 250),
		"1A.1*150|1*220.1A",
	} {
		p, err := Parse(text)
		require.NoError(t, err, "%.20s...", text)
		for _, land := range p.Lands {
			requireSound(t, land)
		}
	}
	for _, text := range []string{
		"251", "0*251", "1*376", "2*251", "0.0*250", "250+0*1", "0*250|2",
		strings.Repeat("2.", 251),
		strings.Repeat("0|", 251),
		ring(745),
	} {
		_, err := Parse(text)
		require.ErrorContains(t, err, "250", "%.20s...", text)
	}
}
