package store

import (
	"encoding/hex"
	"errors"
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/sprouts-solver/sprouts/game"
)

var testCodec = newCodec(Identity{Game: "suite", Version: "1"})

// plain returns what a fact without a number is.
func plain(f game.Fact) content { return content{fact: f} }

func TestValueRoundTrip(t *testing.T) {
	whats := []content{{}}
	for _, seq := range []uint64{0, 1, 0x0102030405, MaxSeq} {
		for n := game.Nimber(0); n <= game.MaxNimber; n++ {
			whats = append(whats, content{fact: game.Known(n), seq: seq})
		}
		for mask := uint16(1); mask != 0xffff; mask++ {
			whats = append(whats, content{fact: game.FactFromMask(mask), seq: seq})
		}
	}
	for n := 2; n <= game.MaxNimber; n++ {
		var all []credit
		for i := range n {
			all = append(all, credit{uint64(i * i), 1 << i})
		}
		whats = append(whats, fromCredits(all))
	}
	lengths := map[int]bool{}
	for _, what := range whats {
		value := testCodec.encode([]byte("c"), what)
		lengths[len(value)] = true
		got, err := testCodec.decode([]byte("c"), value)
		if err != nil || !reflect.DeepEqual(what, got) { // half a million times
			require.NoError(t, err)
			require.Equal(t, what, got)
		}
	}
	require.Len(t, lengths, 5+14, "each length is met: 3, 4, 5, 10, 11, and 2 to 15 exclusions")
}

// TestFormat pins the bytes of format 1.
func TestFormat(t *testing.T) {
	require.Equal(t, "\x01abc", string(factKey("abc")))
	require.Equal(t, "\x02abc", string(recordKey([]byte("abc"))))
	require.Equal(t, "sprouts-store\nformat 1\ngame suite\nversion 1\n", headerText(Identity{Game: "suite", Version: "1"}))
	require.Equal(t, "one\ntwo\ncheck fcac93a4\n", sealed("one\ntwo\n"))
	for what, value := range map[string]struct {
		want string
		got  []byte
	}{
		"nimber":              {"03c57375", testCodec.encode([]byte("abc"), plain(game.Known(3)))},
		"exclusion":           {"8005a21bd2", testCodec.encode([]byte("abc"), plain(game.FactFromMask(0x8005)))},
		"numbered nimber":     {"0102030405060382d1d9", testCodec.encode([]byte("abc"), content{fact: game.Known(3), seq: 0x010203040506})},
		"numbered exclusion":  {"0000000000078005ae7efe", testCodec.encode([]byte("abc"), content{fact: game.FactFromMask(0x8005), seq: 7})},
		"numbered exclusions": {"0000000000000001000000000009000491bb09", testCodec.encode([]byte("abc"), fromCredits([]credit{{0, 1}, {9, 4}}))},
		"forgotten":           {"af4f0e", testCodec.encode([]byte("abc"), content{})},
		"record":              {"7278797afb1dabf7", testCodec.encodeRecord([]byte("\x02abc"), []byte("xyz"))},
		"removed":             {"64a65ccaa5", testCodec.encodeRecord([]byte("\x02abc"), nil)},
		"mark":                {"720000000000010203d1f45484", testCodec.encodeRecord([]byte{markPrefix}, taken{0x010203}.encode())},
	} {
		require.Equal(t, value.want, hex.EncodeToString(value.got), what)
	}
}

// TestFactChangesAreDetected proves the claim of the package comment: a change of
// the fact alone never keeps the checksum. A CRC is linear, so one base suffices.
func TestFactChangesAreDetected(t *testing.T) {
	for _, tt := range []struct {
		what content
		size int
	}{
		{plain(game.Known(0)), 1},
		{plain(game.Excluded(0)), 2},
		{content{fact: game.Known(0), seq: 1}, 1},
		{content{fact: game.Excluded(0), seq: 1}, 2},
	} {
		value := testCodec.encode([]byte("c"), tt.what)
		end := len(value) - checksumSize
		for change := 1; change < 1<<(8*tt.size); change++ {
			broken := append([]byte(nil), value...)
			for i := range tt.size {
				broken[end-1-i] ^= byte(change >> (8 * i))
			}
			if _, err := testCodec.decode([]byte("c"), broken); !errors.Is(err, errCorruptValue) {
				require.ErrorIs(t, err, errCorruptValue)
			}
		}
	}
}

// TestBitFlips flips each single bit of a value, and of a long key.
func TestBitFlips(t *testing.T) {
	component := make([]byte, 300)
	for _, what := range []content{
		{},
		plain(game.Known(5)), plain(game.Excluded(1) | game.Excluded(2)),
		{fact: game.Known(5), seq: 1000}, {fact: game.Excluded(3), seq: MaxSeq},
		fromCredits([]credit{{0, 1}, {9, 4}, {10, 8}}),
	} {
		value := testCodec.encode(component, what)
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
	value := testCodec.encode([]byte("c"), plain(game.Known(1)))
	_, err := testCodec.decode([]byte("d"), value)
	require.ErrorIs(t, err, errCorruptValue, "another key")
	_, err = newCodec(Identity{Game: "suite", Version: "2"}).decode([]byte("c"), value)
	require.ErrorIs(t, err, errCorruptValue, "another store")

	// A checksum that fits does not make nonsense a fact.
	for name, nonsense := range map[string]struct {
		kind byte
		raw  []byte
	}{
		"nimber too large":          {kindNimber, []byte{16}},
		"nothing excluded":          {kindExclusion, []byte{0, 0}},
		"all excluded":              {kindExclusion, []byte{0xff, 0xff}},
		"numbered nimber too large": {kindNumberedNimber, []byte{0, 0, 0, 0, 0, 1, 16}},
		"number 0":                  {kindNumberedNimber, []byte{0, 0, 0, 0, 0, 0, 1}},
		"number 0 alone":            {kindNumbered, []byte{0, 0, 0, 0, 0, 0, 0, 1}},
		"nothing with a number":     {kindNumbered, []byte{0, 0, 0, 0, 0, 1, 0, 0}},
		"all with a number":         {kindNumbered, []byte{0, 0, 0, 0, 0, 1, 0xff, 0xff}},
		"numbers that descend":      {kindNumbered, []byte{0, 0, 0, 0, 0, 2, 0, 1, 0, 0, 0, 0, 0, 1, 0, 2}},
		"a number twice":            {kindNumbered, []byte{0, 0, 0, 0, 0, 2, 0, 1, 0, 0, 0, 0, 0, 2, 0, 2}},
		"a nimber twice":            {kindNumbered, []byte{0, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 2, 0, 1}},
		"all together":              {kindNumbered, []byte{0, 0, 0, 0, 0, 1, 0xff, 0, 0, 0, 0, 0, 0, 2, 0, 0xff}},
	} {
		sum := testCodec.checksum([]byte("c"), nonsense.kind, nonsense.raw)
		value := append(nonsense.raw, byte(sum>>16), byte(sum>>8), byte(sum))
		_, err := testCodec.decode([]byte("c"), value)
		require.ErrorIs(t, err, errCorruptValue, name)
	}
}

// FuzzValue: whatever the bytes, what is returned is valid and would be written as
// the same bytes. A second look at bytes whose checksum is made to fit gets past it.
func FuzzValue(f *testing.F) {
	for _, what := range []content{
		{}, plain(game.Known(3)), plain(game.FactFromMask(0x8005)),
		{fact: game.Known(3), seq: 77}, fromCredits([]credit{{0, 1}, {9, 4}}),
	} {
		f.Add([]byte("abc"), testCodec.encode([]byte("abc"), what))
	}
	f.Add([]byte{}, []byte{})
	f.Fuzz(func(t *testing.T, component, value []byte) {
		requireReadable(t, component, value)
		kind, ok := kindOf(len(value))
		if !ok {
			return
		}
		what := value[: len(value)-checksumSize : len(value)-checksumSize]
		sum := testCodec.checksum(component, kind, what)
		requireReadable(t, component, append(what, byte(sum>>16), byte(sum>>8), byte(sum)))
	})
}

func requireReadable(t *testing.T, component, value []byte) {
	t.Helper()
	what, err := testCodec.decode(component, value)
	if err != nil {
		require.Zero(t, what)
		return
	}
	require.True(t, what.fact.Valid())
	require.Equal(t, value, testCodec.encode(component, what))
}

// FuzzHeader: a text that is accepted is the one that would be written, or that of
// an older store, which has no last line.
func FuzzHeader(f *testing.F) {
	id := Identity{Game: "suite", Version: "1"}
	f.Add(headerText(id))
	f.Add(sealed(headerText(id)))
	f.Add("sprouts-store\nformat 2\n")
	f.Add("sprouts-store\n")
	f.Add("")
	f.Fuzz(func(t *testing.T, text string) {
		if checkHeader("dir", text, id) == nil {
			require.Contains(t, []string{headerText(id), sealed(headerText(id))}, text)
		}
	})
}

func TestDamagedHeader(t *testing.T) {
	id := Identity{Game: "suite", Version: "1"}
	for _, text := range []string{
		"", "x", "sprouts-store", "sprouts-store\n", "sprouts-store\nformat\n",
		"sprouts-store\nformat 1\n", "sprouts-store\nformat 1\ngame suite\n",
		"sprouts-store\nformat 1\ngame suite\nversion 1", headerText(id) + "\n",
		headerText(id) + "check 00000000\n", sealed(headerText(id)) + "\n", sealed(sealed(headerText(id))),
	} {
		require.ErrorIs(t, checkHeader("dir", text, id), ErrCorrupt, "%q", text)
	}
}

// TestHeaderFlips flips each bit of STORE: none makes it that of another version.
func TestHeaderFlips(t *testing.T) {
	id := Identity{Game: "suite", Version: "1"}
	text := []byte(sealed(headerText(id)))
	require.NoError(t, checkHeader("dir", string(text), id))
	for bit := range 8 * len(text) {
		text[bit/8] ^= 1 << (bit % 8)
		require.ErrorIs(t, checkHeader("dir", string(text), id), ErrCorrupt, "%q", text)
		text[bit/8] ^= 1 << (bit % 8)
	}
}
