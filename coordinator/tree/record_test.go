package tree

import (
	"encoding/hex"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/search"
)

// kidOf is a kid as a record tells it.
type kidOf struct {
	heap  game.Nimber
	parts []part
}

// readAll reads all kids of a value.
func readAll(value []byte) (kids []kidOf, err error) {
	r := readRecord(value)
	for r.next() {
		kids = append(kids, kidOf{r.heap, append([]part(nil), r.parts...)})
	}
	return kids, r.err
}

// writeAll writes a value as Dirty does.
func writeAll(kids []kidOf) []byte {
	value := []byte{recordVersion}
	for _, k := range kids {
		heap := k.heap
		if len(k.parts) == 1 {
			heap = 0
		}
		value = appendKid(value, heap, len(k.parts))
		for _, p := range k.parts {
			value = appendPart(value, p)
		}
	}
	return value
}

func TestRecordsSurviveWriting(t *testing.T) {
	number := rapid.Uint32Range(1, mostNumber)
	nimber := rapid.Map(rapid.IntRange(0, game.MaxNimber), func(n int) game.Nimber { return game.Nimber(n) })
	onePart := rapid.Custom(func(t *rapid.T) part {
		return part{
			component: rapid.SliceOfN(rapid.Byte(), 1, 200).Draw(t, "component"),
			nimber:    nimber.Draw(t, "nimber"),
			numbers:   search.Numbers{Proof: number.Draw(t, "pn"), Disproof: number.Draw(t, "dn")},
		}
	})
	kid := rapid.Custom(func(t *rapid.T) kidOf {
		k := kidOf{nimber.Draw(t, "heap"), rapid.SliceOfN(onePart, 1, 5).Draw(t, "parts")}
		if len(k.parts) == 1 {
			k.heap = k.parts[0].nimber
		}
		return k
	})
	rapid.Check(t, func(t *rapid.T) {
		kids := rapid.SliceOfN(kid, 1, 20).Draw(t, "kids")
		value := writeAll(kids)
		got, err := readAll(value)
		require.NoError(t, err)
		require.Equal(t, kids, got)
		for cut := range value { // a torn one is an error, or tells fewer kids
			if got, err := readAll(value[:cut]); err == nil {
				require.Less(t, len(got), len(kids))
			}
		}
	})
}

func TestDamagedRecords(t *testing.T) {
	for _, test := range []struct{ name, key, value, want string }{
		{"no key", "", "01", "key  is not of a record"},
		{"unknown kind", "0200aa", "01", "key 0200aa is not of a record"},
		{"nimber in key", "0110aa", "01", "key 0110aa is not of a record"},
		{"key without component", "0100", "01", "key 0100 is not of a record"},
		{"longer root", "0000", "01", "key 0000 is not of a record"},
		{"no value", "00", "", "cut short"},
		{"version", "00", "02", "version 2, want 1"},
		{"heap", "00", "0110", "nimber 16, the largest is 15"},
		{"no parts", "00", "010000", "kid without parts"},
		{"parts without end", "00", "0100ffffffffffffffffff01", "number out of range"},
		{"more parts than bytes", "00", "01000501aa000101", "number out of range"},
		{"component cut short", "00", "010001", "number out of range"},
		{"component longer than value", "00", "01000109aa", "number out of range"},
		{"empty component", "00", "01000100000101", "cut short"},
		{"no numbers", "00", "01000101aa00", "number out of range"},
		{"nimber of part", "00", "01000101aa100101", "nimber 16, the largest is 15"},
		{"won", "00", "01000101aa000001", "numbers of a decided node"},
		{"infinity", "00", "01000101aa000180808080" + "04", "number out of range"},
	} {
		t.Run(test.name, func(t *testing.T) {
			tree := plainTree(t)
			err := tree.Restore(unhex(t, test.key), unhex(t, test.value))
			require.ErrorContains(t, err, test.want)
			require.NoError(t, tree.Restored())
			require.NoError(t, tree.Check())
			_, ok := tree.Select(1)
			require.True(t, ok, "it costs work only")
		})
	}
}

func unhex(t *testing.T, text string) []byte {
	t.Helper()
	b, err := hex.DecodeString(text)
	require.NoError(t, err)
	return b
}

// blank is an expander of a game of any bytes, without moves.
type blank struct{}

func (blank) Expand([]byte, func(*game.Sum) bool)      {}
func (blank) Measure([]byte) game.Measure              { return game.Measure{Lives: 1, Moves: 1} }
func (blank) Analogy([]byte) (f []byte, s game.Nimber) { return nil, 0 }

// plainTree is a tree of which nothing is known.
func plainTree(t *testing.T) *Tree {
	t.Helper()
	root := game.Position{Components: []game.Component{"\xaa"}}
	tree, err := New(blank{}, func([]byte) game.Fact { return 0 }, root, Outcome, Options{})
	require.NoError(t, err)
	return tree
}

// Whatever lies on disk, reading it neither panics nor depends on anything but the
// bytes, and what can be read can be written.
func FuzzRecord(f *testing.F) {
	f.Add([]byte{keyRoot}, []byte{recordVersion})
	f.Add([]byte{keyCouple, 1, 6}, []byte("\x01\x00\x01\x01\x06\x00\x04\x09\x00\x01\x01\x05\x01\x02\xac\x02"))
	f.Add([]byte{keyCouple, 1, 6}, []byte("\x01\x01\x02\x01\x04\x00\x03\x09\x01\x03\x00\x09\x14"))
	f.Fuzz(func(t *testing.T, key, value []byte) {
		tree := plainTree(t)
		kids, err := readAll(value)
		restoreErr := tree.Restore(key, value)
		require.Equal(t, err != nil || checkKey(key) != nil, restoreErr != nil)
		if err != nil {
			return
		}
		again, err := readAll(writeAll(kids))
		require.NoError(t, err)
		require.Equal(t, kids, again)
		if restoreErr == nil && key[0] == keyRoot { // other records may lie about the game
			require.NoError(t, tree.Restored())
			require.NoError(t, tree.Check())
		}
	})
}
