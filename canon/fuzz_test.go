package canon

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"
)

// FuzzParse reads any text. What it accepts must survive being written and read
// again, in few enough letters for a key.
func FuzzParse(f *testing.F) {
	for _, text := range []string{
		"", "12", "!", "*3+0*5", "0*8.AB|0*3.AB", "1aa.AB.}AB.}]0.aaABC.}0.1ab1bcDca.ACB.}D.}]!",
		"n(26)m(13)1m(13)|n(26)2", "0*250", "2.AB|AB+1", "0*", "AAA", "250+1", "12.",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, read := range []func(string) (Position, error){Parse, ParseStrings} {
			p, err := read(text)
			if err != nil {
				syntax, ok := errors.AsType[*SyntaxError](err)
				require.True(t, ok, "%v", err)
				require.Equal(t, text, syntax.Input)
				require.LessOrEqual(t, syntax.Offset, len(text))
				require.GreaterOrEqual(t, syntax.Offset, 0)
				continue
			}
			again, err := Parse(p.String())
			require.NoError(t, err)
			require.Equal(t, p, again, "%q is %s", text, p)
		}
	})
}

// FuzzDecodeKey reads any bytes. What it accepts is canonical: its text gives the
// same bytes, and its children are keys.
func FuzzDecodeKey(f *testing.F) {
	for land := range reachable(3) {
		f.Add([]byte(land))
	}
	f.Add([]byte{})
	f.Add([]byte("\x00\x05\xff"))
	g := NewGenerator()
	f.Fuzz(func(t *testing.T, key []byte) {
		land, err := DecodeKey(key)
		require.Equal(t, err == nil, g.Check(key) == nil, "a generator that has seen other keys finds the same")
		if err != nil {
			return
		}
		p, err := Parse(land.String())
		require.NoError(t, err)
		require.Equal(t, []Land{land}, p.Lands)
		children := 0
		g.Children(key, func(l *Lands) bool {
			for i := range l.len() {
				_, err := DecodeKey(l.at(i))
				require.NoError(t, err)
			}
			children++
			return children < 20
		})
		require.Positive(t, children, "a land has a move")
	})
}
