package storetest

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/store"
)

// numberTests check store.Numbered.
var numberTests = map[string]func(*testing.T, store.Store){
	"numbers":           testNumbers,
	"numbers merge":     testNumbersMerge,
	"bad numbers":       testBadNumbers,
	"numbered conflict": testNumberedConflict,
	"next number":       testNextSeq,
	"range from":        testRangeFrom,
	"forget":            testForget,
	"distrust":          testDistrust,
	"distrust a part":   testDistrustPart,
	"distrust many":     testDistrustMany,
}

// Numbered is an entry with its sequence number.
type Numbered struct {
	store.Entry
	Seq uint64
}

// AllNumbered returns what RangeFrom yields; nil if nothing.
func AllNumbered(t require.TestingT, s store.Store, after game.Component) []Numbered {
	var all []Numbered
	require.NoError(t, s.RangeFrom(after, func(e store.Entry, seq uint64) error {
		all = append(all, Numbered{e, seq})
		return nil
	}))
	return all
}

func numbered(c game.Component, f game.Fact, seq uint64) Numbered {
	return Numbered{store.Entry{Component: c, Fact: f}, seq}
}

func putFrom(t require.TestingT, s store.Store, c game.Component, f game.Fact, seq uint64) {
	require.NoError(t, s.PutFrom([]store.Entry{{Component: c, Fact: f}}, seq))
}

func testNumbers(t *testing.T, s store.Store) {
	t.Helper()
	require.NoError(t, s.PutFrom(nil, 5))
	require.NoError(t, s.PutFrom([]store.Entry{
		{Component: "b", Fact: game.Known(1)},
		{Component: "a", Fact: game.Excluded(2)},
		{Component: "nothing", Fact: 0},
		{Component: "c", Fact: game.Known(3)},
	}, 10))
	put(t, s, "d", game.Known(4))
	putFrom(t, s, "e", game.Known(5), store.MaxSeq)
	require.Equal(t, []Numbered{
		numbered("a", game.Excluded(2), 11), numbered("b", game.Known(1), 10), numbered("c", game.Known(3), 13),
		numbered("d", game.Known(4), 0), numbered("e", game.Known(5), store.MaxSeq),
	}, AllNumbered(t, s, ""))
	require.Equal(t, game.Known(3), get(t, s, "c"))
	require.Len(t, All(t, s), 5)
}

func testNumbersMerge(t *testing.T, s store.Store) {
	t.Helper()
	check := func(f game.Fact, seq uint64) {
		t.Helper()
		require.Equal(t, []Numbered{numbered("c", f, seq)}, AllNumbered(t, s, ""))
		require.Equal(t, f, get(t, s, "c"))
	}
	putFrom(t, s, "c", game.Excluded(0), 5)
	check(game.Excluded(0), 5)
	putFrom(t, s, "c", game.Excluded(0), 6)
	check(game.Excluded(0), 5) // nothing new keeps the number
	put(t, s, "c", game.Excluded(4))
	check(game.Excluded(0)|game.Excluded(4), 5)
	putFrom(t, s, "c", game.Excluded(0)|game.Excluded(2), 9)
	check(game.Excluded(0)|game.Excluded(2)|game.Excluded(4), 9)
	putFrom(t, s, "c", game.Excluded(3), 7)
	check(game.FactFromMask(0b11101), 9) // the highest
	put(t, s, "c", game.Known(1))
	check(game.Known(1), 0) // a nimber says everything
	putFrom(t, s, "c", game.Known(1), 10)
	check(game.Known(1), 0)
}

func testBadNumbers(t *testing.T, s store.Store) {
	t.Helper()
	entries := Entries(3)
	for _, first := range []uint64{0, store.MaxSeq - 1, store.MaxSeq, store.MaxSeq + 1, 1<<64 - 1} {
		require.Error(t, s.PutFrom(entries, first))
	}
	require.Empty(t, All(t, s))
	require.NoError(t, s.PutFrom(entries, store.MaxSeq-2))
	_, err := s.NextSeq()
	require.ErrorContains(t, err, "used up")
}

func testNumberedConflict(t *testing.T, s store.Store) {
	t.Helper()
	putFrom(t, s, "c", game.Known(1), 1)
	before := AllNumbered(t, s, "")
	err := s.PutFrom([]store.Entry{{Component: "a", Fact: game.Known(3)}, {Component: "c", Fact: game.Known(0)}}, 2)
	var conflict *game.ConflictError
	require.ErrorAs(t, err, &conflict)
	require.Equal(t, game.Component("c"), conflict.Component)
	require.Equal(t, before, AllNumbered(t, s, ""))
}

// testNextSeq counts as a coordinator does, and starts again and again.
func testNextSeq(t *testing.T, s store.Store) {
	t.Helper()
	next := func() uint64 {
		n, err := s.NextSeq()
		require.NoError(t, err)
		return n
	}
	first := next()
	require.EqualValues(t, 1, first)
	for i, jump := range []uint64{0, 1, 1000, store.SeqAhead, 5 * store.SeqAhead} {
		putFrom(t, s, game.Component(fmt.Sprint(i)), game.Known(0), first+jump)
		after := next()
		require.Greater(t, after, first+jump+store.SeqAhead, "numbers may have been given out ahead")
		require.Greater(t, next(), after, "each start has numbers of its own")
		first = next()
	}
}

func testRangeFrom(t *testing.T, s store.Store) {
	t.Helper()
	require.NoError(t, s.PutFrom(Entries(1000), 1))
	put(t, s, "", game.Known(2))
	all := AllNumbered(t, s, "")
	require.Len(t, all, 1001, "from the start, the empty component included")
	var paged []Numbered
	after, stop := game.Component(""), errors.New("page is full")
	for pages := 0; ; pages++ {
		var page []Numbered
		err := s.RangeFrom(after, func(e store.Entry, seq uint64) error {
			if len(page) == 70 {
				return stop
			}
			page = append(page, Numbered{e, seq})
			return nil
		})
		paged = append(paged, page...)
		if err == nil {
			require.Equal(t, 1001/70, pages)
			break
		}
		require.ErrorIs(t, err, stop)
		after = page[len(page)-1].Component
	}
	require.Equal(t, all, paged)
	require.Equal(t, all[501:], AllNumbered(t, s, all[500].Component))
	require.Equal(t, all[501:], AllNumbered(t, s, all[500].Component+"\x00"), "it need not be there")
	require.Empty(t, AllNumbered(t, s, all[1000].Component))
}

func testForget(t *testing.T, s store.Store) {
	t.Helper()
	put(t, s, "a", game.Known(1))
	putFrom(t, s, "b", game.Excluded(1), 5)
	put(t, s, "c", game.Known(1))
	require.NoError(t, s.Forget(nil))
	require.NoError(t, s.Forget([]game.Component{"a", "b", "nobody", "a"}))
	require.Zero(t, get(t, s, "a"))
	require.Zero(t, get(t, s, "b"))
	require.Equal(t, []Numbered{numbered("c", game.Known(1), 0)}, AllNumbered(t, s, ""))
	stats, err := s.Stats()
	require.NoError(t, err)
	require.Equal(t, store.Stats{Nimbers: 1, DiskBytes: stats.DiskBytes}, stats)

	put(t, s, "a", game.Known(2))
	putFrom(t, s, "b", game.Excluded(2), 6)
	require.Equal(t, []Numbered{
		numbered("a", game.Known(2), 0), numbered("b", game.Excluded(2), 6), numbered("c", game.Known(1), 0),
	}, AllNumbered(t, s, ""), "what is forgotten contradicts nothing")
	stats, err = s.Stats()
	require.NoError(t, err)
	require.EqualValues(t, 2, stats.Nimbers)
	require.EqualValues(t, 1, stats.Exclusions)
}

func distrust(t require.TestingT, s store.Store, want int, spans ...store.Span) {
	n, err := s.Distrust(spans)
	require.NoError(t, err)
	require.EqualValues(t, want, n)
}

func testDistrust(t *testing.T, s store.Store) {
	t.Helper()
	require.NoError(t, s.PutFrom(Entries(100), 1))
	require.NoError(t, s.Put(entriesFrom(100, 10)))
	distrust(t, s, 0)
	distrust(t, s, 0, store.Span{First: 101, Last: 1000}, store.Span{First: 50, Last: 40}, store.Span{})
	require.Len(t, All(t, s), 110, "0 is no number")
	distrust(t, s, 31, store.Span{First: 80, Last: 90}, store.Span{First: 11, Last: 20}, store.Span{First: 15, Last: 30})
	var left []uint64
	for _, n := range AllNumbered(t, s, "") {
		left = append(left, n.Seq)
	}
	slices.Sort(left)
	require.Len(t, left, 79)
	for _, seq := range left {
		require.False(t, seq >= 11 && seq <= 30 || seq >= 80 && seq <= 90, "number %d", seq)
	}
	distrust(t, s, 69, store.Span{First: 1, Last: store.MaxSeq})
	require.Len(t, All(t, s), 10)
	stats, err := s.Stats()
	require.NoError(t, err)
	require.EqualValues(t, 10, stats.Nimbers+stats.Exclusions)
}

// testDistrustPart takes back what one of several sources said about a component.
func testDistrustPart(t *testing.T, s store.Store) {
	t.Helper()
	put(t, s, "c", game.Excluded(4))
	putFrom(t, s, "c", game.Excluded(0), 5)
	putFrom(t, s, "c", game.Excluded(1), 6)
	putFrom(t, s, "c", game.Excluded(0)|game.Excluded(2), 7)
	distrust(t, s, 1, store.Span{First: 6, Last: 6})
	require.Equal(t, []Numbered{numbered("c", game.FactFromMask(0b10101), 7)}, AllNumbered(t, s, ""))
	distrust(t, s, 1, store.Span{First: 7, Last: 9})
	require.Equal(t, []Numbered{numbered("c", game.FactFromMask(0b10001), 5)}, AllNumbered(t, s, ""))
	putFrom(t, s, "c", game.Known(3), 8)
	distrust(t, s, 0, store.Span{First: 1, Last: 7})
	distrust(t, s, 1, store.Span{First: 8, Last: 8})
	require.Empty(t, All(t, s), "the nimber had taken the place of all")
}

func testDistrustMany(t *testing.T, s store.Store) {
	t.Helper()
	n := many()
	require.NoError(t, s.PutFrom(Entries(n), 1))
	distrust(t, s, n-10, store.Span{First: 11, Last: uint64(n)})
	require.Len(t, All(t, s), 10)
}

// sources is the plainest numbered store: for each component which nimber was
// excluded with which number, or the nimber and its number.
type sources map[game.Component]*source

type source struct {
	known  bool
	nimber game.Nimber
	seq    uint64
	not    map[game.Nimber]uint64
}

func (m sources) put(c game.Component, f game.Fact, seq uint64) {
	if f == 0 {
		return
	}
	s := m[c]
	if s == nil {
		s = &source{not: map[game.Nimber]uint64{}}
		m[c] = s
	}
	n, known := f.Nimber()
	switch {
	case s.known:
	case known:
		*s = source{known: true, nimber: n, seq: seq}
	default:
		for n := range game.Nimber(game.MaxNimber + 1) {
			if _, have := s.not[n]; f.Excludes(n) && !have {
				s.not[n] = seq
			}
		}
	}
}

func (m sources) distrust(span store.Span) {
	in := func(seq uint64) bool { return seq >= max(1, span.First) && seq <= span.Last }
	for _, s := range m {
		maps.DeleteFunc(s.not, func(_ game.Nimber, seq uint64) bool { return in(seq) })
		if s.known && in(s.seq) {
			*s = source{not: map[game.Nimber]uint64{}}
		}
	}
}

func (m sources) all() []Numbered {
	var all []Numbered
	for _, c := range slices.Sorted(maps.Keys(m)) {
		f, seq := game.Fact(0), m[c].seq
		if m[c].known {
			f = game.Known(m[c].nimber)
		}
		for n, s := range m[c].not {
			f |= game.Excluded(n)
			seq = max(seq, s)
		}
		if f != 0 {
			all = append(all, numbered(c, f, seq))
		}
	}
	return all
}

// testSources puts facts with and without numbers, forgets and distrusts some, in
// the store and in the model.
func testSources(t *testing.T, open Opener) {
	t.Helper()
	rapid.Check(t, func(rt *rapid.T) {
		s := open(t)
		model := sources{}
		component := rapid.Map(rapid.StringMatching("[ab]{0,2}"), func(s string) game.Component { return game.Component(s) })
		seq := rapid.Uint64Range(0, 12)
		rt.Repeat(map[string]func(*rapid.T){
			"put": func(rt *rapid.T) {
				// The nimber is always 5, so that nothing contradicts.
				f := rapid.OneOf(rapid.Just(game.Known(5)), rapid.Map(rapid.Uint16Range(0, 31), game.FactFromMask)).Draw(rt, "fact")
				c, n := component.Draw(rt, "component"), seq.Draw(rt, "number")
				model.put(c, f, n)
				if n == 0 {
					put(rt, s, c, f)
				} else {
					putFrom(rt, s, c, f, n)
				}
			},
			"forget": func(rt *rapid.T) {
				c := component.Draw(rt, "component")
				delete(model, c)
				require.NoError(rt, s.Forget([]game.Component{c}))
			},
			"distrust": func(rt *rapid.T) {
				span := store.Span{First: seq.Draw(rt, "first"), Last: seq.Draw(rt, "last")}
				model.distrust(span)
				_, err := s.Distrust([]store.Span{span})
				require.NoError(rt, err)
			},
			"": func(rt *rapid.T) { require.Equal(rt, model.all(), AllNumbered(rt, s, "")) },
		})
		require.NoError(rt, s.Close())
	})
}
