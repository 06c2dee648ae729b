package store

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/sprouts-solver/sprouts/game"
)

var testCodec = newCodec(Identity{Game: "suite", Version: "1"})

func TestValueRoundTrip(t *testing.T) {
	var facts []game.Fact
	for n := game.Nimber(0); n <= game.MaxNimber; n++ {
		facts = append(facts, game.Known(n))
	}
	for mask := uint16(1); mask != 0xffff; mask++ {
		facts = append(facts, game.FactFromMask(mask))
	}
	for _, f := range facts {
		value := testCodec.encode([]byte("c"), f)
		got, err := testCodec.decode([]byte("c"), value)
		require.NoError(t, err)
		require.Equal(t, f, got)
	}
}

// TestFormat pins the bytes of format 1.
func TestFormat(t *testing.T) {
	require.Equal(t, "\x01abc", string(appendKey(nil, "abc")))
	require.Equal(t, []byte{0x03, 0xc5, 0x73, 0x75}, testCodec.encode([]byte("abc"), game.Known(3)))
	require.Equal(t, []byte{0x80, 0x05, 0xa2, 0x1b, 0xd2},
		testCodec.encode([]byte("abc"), game.FactFromMask(0x8005)))
	require.Equal(t, "sprouts-store\nformat 1\ngame suite\nversion 1\n", headerText(Identity{Game: "suite", Version: "1"}))
}

// TestFactChangesAreDetected proves the claim of the package comment: a change of
// the fact alone never keeps the checksum. A CRC is linear, so one base suffices.
func TestFactChangesAreDetected(t *testing.T) {
	for _, f := range []game.Fact{game.Known(0), game.Excluded(0)} {
		value := testCodec.encode([]byte("c"), f)
		size := len(value) - checksumSize
		for change := 1; change < 1<<(8*size); change++ {
			broken := append([]byte(nil), value...)
			for i := range size {
				broken[i] ^= byte(change >> (8 * i))
			}
			_, err := testCodec.decode([]byte("c"), broken)
			require.ErrorIs(t, err, errCorruptValue)
		}
	}
}

// TestBitFlips flips each single bit of a value, and of a long key.
func TestBitFlips(t *testing.T) {
	component := make([]byte, 300)
	for _, f := range []game.Fact{game.Known(5), game.Excluded(1) | game.Excluded(2)} {
		value := testCodec.encode(component, f)
		for _, bytes := range [][]byte{value, component} {
			for bit := range 8 * len(bytes) {
				bytes[bit/8] ^= 1 << (bit % 8)
				_, err := testCodec.decode(component, value)
				require.ErrorIs(t, err, errCorruptValue, "bit %d", bit)
				bytes[bit/8] ^= 1 << (bit % 8)
			}
		}
	}
}

func TestForeignValues(t *testing.T) {
	value := testCodec.encode([]byte("c"), game.Known(1))
	_, err := testCodec.decode([]byte("d"), value)
	require.ErrorIs(t, err, errCorruptValue, "another key")
	_, err = newCodec(Identity{Game: "suite", Version: "2"}).decode([]byte("c"), value)
	require.ErrorIs(t, err, errCorruptValue, "another store")

	// A checksum that fits does not make nonsense a fact.
	for _, fact := range []struct {
		kind byte
		raw  []byte
	}{{kindNimber, []byte{16}}, {kindExclusion, []byte{0, 0}}, {kindExclusion, []byte{0xff, 0xff}}} {
		sum := testCodec.checksum([]byte("c"), fact.kind, fact.raw)
		value := append(fact.raw, byte(sum>>16), byte(sum>>8), byte(sum))
		_, err := testCodec.decode([]byte("c"), value)
		require.ErrorIs(t, err, errCorruptValue)
	}
}

// FuzzValue: whatever the bytes, a fact that is returned is valid and would be
// written as the same bytes.
func FuzzValue(f *testing.F) {
	f.Add([]byte("abc"), []byte{0x03, 0xc5, 0x73, 0x75})
	f.Add([]byte("abc"), []byte{0x80, 0x05, 0xa2, 0x1b, 0xd2})
	f.Add([]byte{}, []byte{})
	f.Fuzz(func(t *testing.T, component, value []byte) {
		fact, err := testCodec.decode(component, value)
		if err != nil {
			require.Zero(t, fact)
			return
		}
		require.True(t, fact.Valid())
		require.Equal(t, value, testCodec.encode(component, fact))
	})
}

// FuzzHeader: a text that is accepted is the one that would be written.
func FuzzHeader(f *testing.F) {
	id := Identity{Game: "suite", Version: "1"}
	f.Add(headerText(id))
	f.Add("sprouts-store\nformat 2\n")
	f.Add("sprouts-store\n")
	f.Add("")
	f.Fuzz(func(t *testing.T, text string) {
		if checkHeader("dir", text, id) == nil {
			require.Equal(t, headerText(id), text)
		}
	})
}

func TestDamagedHeader(t *testing.T) {
	id := Identity{Game: "suite", Version: "1"}
	for _, text := range []string{
		"", "x", "sprouts-store", "sprouts-store\n", "sprouts-store\nformat\n",
		"sprouts-store\nformat 1\n", "sprouts-store\nformat 1\ngame suite\n",
		"sprouts-store\nformat 1\ngame suite\nversion 1", headerText(id) + "\n",
	} {
		require.ErrorIs(t, checkHeader("dir", text, id), ErrCorrupt, "%q", text)
	}
}
