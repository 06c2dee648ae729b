package store

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestRecordRoundTrip(t *testing.T) {
	key := recordKey([]byte("key"))
	for _, what := range [][]byte{nil, {}, {0}, []byte("value"), make([]byte, MaxRecordValue)} {
		got, err := testCodec.decodeRecord(key, testCodec.encodeRecord(key, what))
		require.NoError(t, err)
		require.Equal(t, what, got)
	}
}

// TestRecordBitFlips flips each single bit of a value and of its key.
func TestRecordBitFlips(t *testing.T) {
	key := recordKey([]byte("run 1/node abc"))
	for _, what := range [][]byte{nil, {}, make([]byte, 300)} {
		value := testCodec.encodeRecord(key, what)
		for _, bytes := range [][]byte{value, key} {
			for bit := range 8 * len(bytes) {
				bytes[bit/8] ^= 1 << (bit % 8)
				_, err := testCodec.decodeRecord(key, value)
				require.ErrorIs(t, err, errCorruptValue, "bit %d", bit)
				bytes[bit/8] ^= 1 << (bit % 8)
			}
		}
	}
}

func TestForeignRecords(t *testing.T) {
	value := testCodec.encodeRecord([]byte("\x02a"), []byte("what"))
	_, err := testCodec.decodeRecord([]byte("\x02b"), value)
	require.ErrorIs(t, err, errCorruptValue, "another key")
	_, err = newCodec(Identity{Game: "suite", Version: "2"}).decodeRecord([]byte("\x02a"), value)
	require.ErrorIs(t, err, errCorruptValue, "another store")
}

// FuzzRecord: whatever the bytes, what is returned would be written as the same
// bytes. A second look at bytes whose checksum is made to fit gets past it.
func FuzzRecord(f *testing.F) {
	key := recordKey([]byte("abc"))
	f.Add(key, testCodec.encodeRecord(key, []byte("value")))
	f.Add(key, testCodec.encodeRecord(key, nil))
	f.Add([]byte{markPrefix}, testCodec.encodeRecord([]byte{markPrefix}, taken{77}.encode()))
	f.Add([]byte{}, []byte{})
	f.Fuzz(func(t *testing.T, key, value []byte) {
		requireReadableRecord(t, key, value)
		if n := len(value) - 4; n >= 0 {
			sum := testCodec.recordChecksum(key, value[:n])
			requireReadableRecord(t, key, append(value[:n:n], byte(sum>>24), byte(sum>>16), byte(sum>>8), byte(sum)))
		}
	})
}

func requireReadableRecord(t *testing.T, key, value []byte) {
	t.Helper()
	what, err := testCodec.decodeRecord(key, value)
	if err != nil {
		require.Nil(t, what)
		return
	}
	require.Equal(t, value, testCodec.encodeRecord(key, what))
	if mark, err := decodeTaken(what); err == nil {
		require.Equal(t, what, mark.encode())
	}
}
