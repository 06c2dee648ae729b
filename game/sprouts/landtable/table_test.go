package landtable_test

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/sprouts-solver/sprouts/canon"
	"github.com/sprouts-solver/sprouts/game/sprouts/landtable"
)

// contents returns all lands of a table with their nimbers, by text.
func contents(tb testing.TB, table *landtable.Table) map[string]uint8 {
	tb.Helper()
	all := map[string]uint8{}
	table.All(func(key []byte, nimber uint8) bool {
		land, err := canon.DecodeKey(key)
		require.NoError(tb, err)
		all[land.String()] = nimber
		return true
	})
	require.Len(tb, all, table.Len())
	return all
}

func compute(tb testing.TB, spots int) *landtable.Table {
	tb.Helper()
	table, err := landtable.Compute(spots)
	require.NoError(tb, err)
	return table
}

func TestEncodeAndDecodeAreInverse(t *testing.T) {
	for spots := range 5 {
		table := compute(t, spots)
		data := table.Encode(canon.Version)
		again, err := landtable.Decode(data, canon.Version)
		require.NoError(t, err)
		require.Equal(t, contents(t, table), contents(t, again))
		require.Equal(t, data, again.Encode(canon.Version), "one table, one file")
	}
}

func TestNimberOfWhatIsNotThere(t *testing.T) {
	three := compute(t, 3)
	four, err := canon.Parse("0*4")
	require.NoError(t, err)
	_, ok := three.Nimber([]byte(four.Lands[0]))
	require.False(t, ok)
	_, ok = three.Nimber(nil)
	require.False(t, ok)
	_, ok = new(landtable.Table).Nimber([]byte(four.Lands[0]))
	require.False(t, ok, "an empty table")
}

func TestAllStops(t *testing.T) {
	table := compute(t, 3)
	calls := 0
	table.All(func([]byte, uint8) bool {
		calls++
		return calls < 5
	})
	require.Equal(t, 5, calls)
}

// CRC-32 finds every error that lies within 32 bits.
func TestDamagedBytesAreFound(t *testing.T) {
	data := compute(t, 2).Encode(canon.Version)
	for at := range data {
		for _, flip := range []byte{1, 2, 4, 8, 16, 32, 64, 128, 0xff} {
			damaged := []byte(string(data))
			damaged[at] ^= flip
			_, err := landtable.Decode(damaged, canon.Version)
			require.ErrorIs(t, err, landtable.ErrCorrupt, "byte %d of %d xor %#x", at, len(data), flip)
		}
	}
	for size := range data {
		_, err := landtable.Decode(data[:size], canon.Version)
		require.ErrorIs(t, err, landtable.ErrCorrupt, "the first %d bytes of %d", size, len(data))
	}
	_, err := landtable.Decode(append(data, 0), canon.Version)
	require.ErrorIs(t, err, landtable.ErrCorrupt, "one byte more")
}

// sealed returns a file with this count and these entries and a right checksum:
// what a program with a bug could write.
func sealed(count uint64, entries string) []byte {
	data := []byte("sprouts lands 1\n")
	data = append(data, byte(len(canon.Version)))
	data = append(data, canon.Version...)
	data = binary.AppendUvarint(data, count)
	data = append(data, entries...)
	return binary.LittleEndian.AppendUint32(data, crc32.ChecksumIEEE(data))
}

func TestMalformedEntries(t *testing.T) {
	const one = "\x00\x13abc" // the key "abc", nimber 1
	table, err := landtable.Decode(sealed(2, one+"\x02\x21d"), canon.Version)
	require.NoError(t, err)
	nimber, ok := table.Nimber([]byte("abd"))
	require.True(t, ok)
	require.Equal(t, uint8(2), nimber)

	long := strings.Repeat("x", 255)
	table, err = landtable.Decode(sealed(1, "\x00\x3f\xff"+long), canon.Version)
	require.NoError(t, err)
	_, ok = table.Nimber([]byte(long))
	require.True(t, ok, "the longest key")

	for name, data := range map[string][]byte{
		"fewer entries than announced":   sealed(2, one),
		"more entries than announced":    sealed(1, one+"\x02\x21d"),
		"a key twice":                    sealed(2, one+"\x03\x10"),
		"shares more than there is":      sealed(1, "\x01\x11a"),
		"ends in a key":                  sealed(1, "\x00\x13ab"),
		"ends before the long length":    sealed(1, "\x00\x1f"),
		"ends in a long key":             sealed(1, "\x00\x1f\x20abc"),
		"half an entry":                  sealed(1, "\x00"),
		"a key that is too long":         sealed(2, "\x00\x3f\xff"+long+"\xff\x31x"),
		"no room for the number":         sealed(1<<63, ""),
		"another canonical form":         []byte(strings.Replace(string(sealed(1, one)), canon.Version, strings.Repeat("?", len(canon.Version)), 1)),
		"a version longer than the file": []byte("sprouts lands 1\n\xff1234"),
	} {
		t.Run(name, func(t *testing.T) {
			_, err := landtable.Decode(data, canon.Version)
			require.ErrorIs(t, err, landtable.ErrCorrupt)
		})
	}
}

func TestAnotherCanonicalForm(t *testing.T) {
	data := compute(t, 1).Encode("older")
	_, err := landtable.Decode(data, canon.Version)
	require.ErrorIs(t, err, landtable.ErrCorrupt)
	require.ErrorContains(t, err, "not made for canonical form "+canon.Version)
}

// Whatever Decode takes is a table like any other. The input is what lies
// between the head of a file and its checksum.
func FuzzDecode(f *testing.F) {
	head := sealed(0, "")
	for spots := range 3 {
		data := compute(f, spots).Encode(canon.Version)
		f.Add(data[len(head)-5 : len(data)-4])
	}
	f.Add([]byte("\x02\x00\x13abc\x02\x21d"))
	f.Add([]byte("\x01\x00\x3f\x10" + strings.Repeat("x", 16)))
	head = head[:len(head)-5]
	f.Fuzz(func(t *testing.T, body []byte) {
		data := append([]byte(string(head)), body...)
		data = binary.LittleEndian.AppendUint32(data, crc32.ChecksumIEEE(data))
		table, err := landtable.Decode(data, canon.Version)
		if err != nil {
			require.ErrorIs(t, err, landtable.ErrCorrupt)
			return
		}
		again, err := landtable.Decode(table.Encode(canon.Version), canon.Version)
		require.NoError(t, err)
		require.Equal(t, table.Len(), again.Len())
		table.All(func(key []byte, nimber uint8) bool {
			n, ok := again.Nimber(key)
			require.True(t, ok && n == nimber, "key %x", key)
			return true
		})
	})
}

func Example() {
	table, err := landtable.Compute(3)
	if err != nil {
		fmt.Println(err)
		return
	}
	file := table.Encode(canon.Version)
	again, err := landtable.Decode(file, canon.Version)
	if err != nil {
		fmt.Println(err)
		return
	}
	spots, err := canon.Parse("0*3")
	if err != nil {
		fmt.Println(err)
		return
	}
	nimber, known := again.Nimber([]byte(spots.Lands[0]))
	fmt.Println(again.Len(), "lands; three spots are worth", nimber, known)
	// Output: 126 lands; three spots are worth 1 true
}
