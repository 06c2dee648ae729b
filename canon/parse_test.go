package canon

import (
	"errors"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestDialects lists ways to write one position.
func TestDialects(t *testing.T) {
	for _, same := range [][]string{
		{"!", "0", " ! ", "*0", "0+*0", "*1+*1", "3.", "2.", "3|3!", "2|2|2"},
		{"12", "0*12", "0*12!", "0*4.0*8", strings.Repeat("0.", 12), strings.Repeat("0.", 12) + "}]!", " 12 ", "12\n"},
		{"2+3", "0*2+0*3", "0*3]0*2", "0.0.}]0.0.0.}]!", "0*2|0*3", "2 + 3", "2]+3"},
		{"0*8.AB|0*3.AB", "AB.0*8|AB.0*3", "0*3.XY}0*8.YX}]!", "0*3.n(26)n(27)|n(27)n(26).0*8", "0*8 . A B | 0*3 . A B"},
		{"2.AB|AB", "2AB|AB", "AB.}2AB.}]!"},
		{"12.", "12.+*0", "12.!", "1 2", "21."},
		{"0ab1ab", "0m(13)m(14)1m(13)m(14)", "0ba1ba", "0zy1zy", "0n(26)A1n(26)A"},
		{"0.+*3", "*1+0.+*2", "*3+1"},
		{"1*2.0", "1.1.0", "1.0.1*1"},
		{"0aa*2", "02*2", "02.02"},
	} {
		want, err := Parse(same[0])
		require.NoError(t, err)
		for _, text := range same {
			p, err := Parse(text)
			require.NoError(t, err, "%q", text)
			require.Equal(t, want, p, "%q is not %q", text, same[0])
			again, err := Parse(p.String())
			require.NoError(t, err, "%q", text)
			require.Equal(t, p, again)
		}
	}
}

// TestDigits: digits alone are a number of spots in one dialect, a boundary in
// the other.
func TestDigits(t *testing.T) {
	for text, boundary := range map[string]string{"0": "0.", "12": "12.", "22": "22.", "112+0*2": "112.+2"} {
		p, err := ParseStrings(text)
		require.NoError(t, err)
		q, err := Parse(boundary)
		require.NoError(t, err)
		require.Equal(t, q, p, "%s", text)
	}
	p, err := Parse("112+0*2")
	require.NoError(t, err)
	require.Equal(t, 3*114, p.Lands[0].Lives()+p.Lands[1].Lives())
}

// TestHeap: nim-heaps are added without carry.
func TestHeap(t *testing.T) {
	p, err := Parse("*5+2+*6+*15")
	require.NoError(t, err)
	require.Equal(t, uint8(12), p.Heap)
	require.Equal(t, "0*2+*12", p.String())
}

// TestSyntaxErrors lists wrong texts: place from 0, what is wrong, what would be
// right.
func TestSyntaxErrors(t *testing.T) {
	for _, c := range []struct {
		text           string
		offset         int
		reason, remedy string
	}{
		{"", 0, "empty", "a number of spots"},
		{" \t", 0, "empty", "a number of spots"},
		{"251", 0, "251 spots are too many", "at most 250"},
		{"99999999999999999999", 0, "too many", "at most 250"},
		{"200+51", 4, "more than 750 lives", "at most 250"},
		{"0*251", 2, "counted from 1 to 250", "0*8"},
		{"0*0", 2, "counted from 1 to 250", "0*8"},
		{"0*", 2, "counted from 1 to 250", "0*8"},
		{"0*x", 2, "counted from 1 to 250", "0*8"},
		{"0*-3", 2, "counted from 1 to 250", "0*8"},
		{"0*3A|0A", 3, "'A' behind a count", "end the boundary first"},
		{"0*3 1.2", 4, "'1' behind a count", "end the boundary first"},
		{"0|*3", 2, "a count without a boundary", "+ before a nim-heap"},
		{"0.*3", 2, "a count without a boundary", "+ before a nim-heap"},
		{"0A*2|0A", 2, "letter of the land cannot be repeated", "write the boundaries out"},
		{"1*376", 2, "counted from 1 to 250", "0*8"},
		{"2*200.2*51", 8, "more than 250 boundaries in a region", "at most 250 spots"},
		{"0*", 2, "counted from 1 to 250", "0*8"},
		{"*", 1, "a nim-heap without its size", "*0 to *15"},
		{"*x", 1, "a nim-heap without its size", "*0 to *15"},
		{"3+*16", 3, "nim-heap *16 is too large", "*0 to *15"},
		{"*99999999999999999999", 1, "too large", "*0 to *15"},
		{"*3.0", 1, "a nim-heap without its size", "*0 to *15"},
		{"+3", 0, "a summand is missing", "both sides of +"},
		{"3++4", 2, "a summand is missing", "both sides of +"},
		{"]3", 0, "a summand is missing", "both sides of +"},
		{"3!4", 2, `text after "!"`, "ends a position"},
		{"!!", 1, `text after "!"`, "ends a position"},
		{"0.4", 2, "unexpected '4'", "spots are 0 1 2"},
		{"0-1", 1, "unexpected '-'", "spots are 0 1 2"},
		{"0,1", 1, "unexpected ','", "boundaries end with ."},
		{"0\n1", 1, `unexpected '\n'`, "spots are 0 1 2"},
		{"0.é", 2, "unexpected 'é'", "spots are 0 1 2"},
		{"0.\xff", 2, "unexpected byte ff", "spots are 0 1 2"},
		{"m(13", 0, "a numbered letter is not complete", "m(13) or n(26)"},
		{"0m()", 1, "a numbered letter is not complete", "m(13) or n(26)"},
		{"0n(x)", 1, "a numbered letter is not complete", "m(13) or n(26)"},
		{"0n(026)", 1, "a numbered letter is not complete", "m(13) or n(26)"},
		{"0k(13)", 2, "unexpected '('", "spots are 0 1 2"},
		{"0a1a2a", 5, "letter a for the third time", "at most twice"},
		{"0A|1A|2A", 7, "letter A for the third time", "at most twice"},
		{"0n(26)|1n(26)|2n(26)", 15, "letter n(26) for the third time", "at most twice"},
		{"0A.1A|2", 4, "letter A on two boundaries of one region", "another region"},
		{"-1", 0, "unexpected '-'", "spots are 0 1 2"},
		{"1.5e3", 2, "unexpected '5'", "spots are 0 1 2"},
		{"twelve", 0, "letter t only once on its boundary", "is written 2"},
		{"0a.a", 1, "letter a only once on its boundary", "is written 2"},
		{"0m(13)*2", 1, "letter m(13) only once on its boundary", "is written 2"},
	} {
		t.Run(c.text, func(t *testing.T) {
			_, err := Parse(c.text)
			syntax, ok := errors.AsType[*SyntaxError](err)
			require.True(t, ok, "%v", err)
			require.Equal(t, c.text, syntax.Input)
			require.Equal(t, c.offset, syntax.Offset, "%s", err)
			require.Contains(t, syntax.Reason, c.reason)
			require.Contains(t, syntax.Remedy, c.remedy)
			require.NotContains(t, err.Error(), "\n")
		})
	}
}

// TestPublishedLands reads all lands that another program wrote, both as they are
// and as this one writes them.
func TestPublishedLands(t *testing.T) {
	file, err := os.ReadFile("../game/gametest/testdata/nimbers.tsv")
	require.NoError(t, err)
	r := rand.New(rand.NewPCG(13, 14))
	lines := 0
	for line := range strings.Lines(string(file)) {
		text, _, found := strings.Cut(line, "\t")
		if strings.HasPrefix(text, "#") || !found {
			continue
		}
		lines++
		p, err := ParseStrings(text)
		require.NoError(t, err)
		require.Len(t, p.Lands, 1, "%s", text)
		requireSound(t, p.Lands[0])
		requireSameKeys(t, r, p.Lands)
	}
	require.Greater(t, lines, 5000)
}
