package record_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/sprouts-solver/sprouts/canon"
	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/game/gametest"
	"github.com/sprouts-solver/sprouts/game/play"
	"github.com/sprouts-solver/sprouts/game/record"
)

// anyPosition draws a position that play from up to most spots leads to.
func anyPosition(most int) *rapid.Generator[record.Position] {
	return rapid.Custom(func(t *rapid.T) record.Position {
		n := rapid.IntRange(1, most).Draw(t, "spots")
		p := parse(t, fmt.Sprint(n)+"+")
		chance := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		for range rapid.IntRange(0, 3*n-1).Draw(t, "moves") {
			m, ok := p.RandomMove(chance)
			if !ok {
				break
			}
			p = m.To.(record.Position)
		}
		return p
	})
}

// TestChildren compares the moves with those that gametest's plain program makes of the
// same position as strings, once all names are dropped.
func TestChildren(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := anyPosition(4).Draw(t, "position")
		mine, theirs := map[string]bool{}, map[string]bool{}
		for m := range p.Moves(play.Left) {
			mine[m.To.(record.Position).Abstract()] = true
		}
		raw := rawStrings(t, p.String())
		require.Equal(t, p.Abstract(), canonical(t, raw))
		children, err := gametest.PlainMoves(raw)
		require.NoError(t, err, raw)
		for _, child := range children {
			theirs[canonical(t, child)] = true
		}
		require.Equal(t, slices.Sorted(maps.Keys(theirs)), slices.Sorted(maps.Keys(mine)), "%s", p)
	})
}

func canonical(t require.TestingT, text string) string {
	p, err := canon.ParseStrings(text)
	require.NoError(t, err, "%q", text)
	return p.String()
}

// rawStrings writes a drawing in the notation of package canon without reducing anything
// but dead spots.
func rawStrings(t require.TestingT, text string) string {
	w := readWalks(t, text)
	lives := w.lives()
	letters := map[int]string{}
	small, capital := "abcdefghijkl", "ABCDEFGHIJKL"
	name := func(boundary []int, s int) string {
		names := &capital
		if twice(boundary, s) {
			names = &small
		}
		switch {
		case lives[s] <= 0:
			return ""
		case lives[s] > 1:
			return fmt.Sprint(3 - lives[s])
		case letters[s] == "":
			letters[s], *names = (*names)[:1], (*names)[1:]
		}
		return letters[s]
	}
	var regions []string
	for _, r := range w {
		var boundaries []string
		for _, boundary := range r {
			var b strings.Builder
			for _, s := range boundary {
				b.WriteString(name(boundary, s))
			}
			if b.Len() > 0 {
				boundaries = append(boundaries, b.String())
			}
		}
		if len(boundaries) > 0 {
			regions = append(regions, strings.Join(boundaries, "."))
		}
	}
	if len(regions) == 0 {
		return "!"
	}
	return strings.Join(regions, "|")
}

func twice(boundary []int, spot int) bool {
	i := slices.Index(boundary, spot)
	return slices.Contains(boundary[i+1:], spot)
}

// TestDrawings compares the moves with all drawings that a plain enumeration finds. Where
// no names can be exchanged and no piece is dead they are the same, but for a line between
// two regions that nothing tells apart.
func TestDrawings(t *testing.T) {
	exact, twins := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		p := anyPosition(4).Draw(t, "position")
		mine := map[string]string{}
		abstract := map[string]bool{}
		for m := range p.Moves(play.Left) {
			require.Empty(t, mine[m.To.String()], "%s: %s and %s", p, mine[m.To.String()], m.Text)
			mine[m.To.String()] = m.Text
			abstract[m.To.(record.Position).Abstract()] = true
		}
		all := drawings(t, p.String())
		for text := range mine {
			require.True(t, all[text], "%s: %s", p, mine[text])
		}
		plain := plainNames(t, p.String())
		for text := range all {
			if mine[text] != "" {
				exact++
				continue
			}
			twins++
			require.True(t, abstract[parse(t, text).Abstract()], "%s: %s", p, text)
			if plain {
				require.Greater(t, shared(t, p.String(), text), 1, "%s: %s", p, text)
			}
		}
	})
	require.Greater(t, exact, twins)
}

// plainNames reports whether no region has two spots without lines, or a dead boundary.
func plainNames(t require.TestingT, text string) bool {
	w := readWalks(t, text)
	lives := w.lives()
	for _, r := range w {
		lone, dead := 0, false
		for _, b := range r {
			if len(b) == 1 {
				lone++
			}
			dead = dead || !slices.ContainsFunc(b, func(s int) bool { return lives[s] > 0 })
		}
		if lone > 1 || dead && len(r) > 1 {
			return false
		}
	}
	return true
}

// shared returns how many regions have both ends of the line that was drawn last.
func shared(t require.TestingT, before, after string) (regions int) {
	w := readWalks(t, before)
	g := len(w.lives()) + 1
	ends := map[int]bool{}
	for _, b := range slices.Concat(readWalks(t, after)...) {
		for k, s := range b {
			if s == g {
				ends[b[(k+1)%len(b)]] = true
			}
		}
	}
	for _, r := range w {
		spots := slices.Concat(r...)
		all := true
		for s := range ends {
			all = all && slices.Contains(spots, s)
		}
		if all {
			regions++
		}
	}
	return regions
}

// TestParseKnowsDrawings changes texts of drawings: what is still accepted must be a
// drawing that play leads to.
func TestParseKnowsDrawings(t *testing.T) {
	reachable := map[string]bool{"1;2": true}
	for list := []string{"1;2"}; len(list) > 0; list = list[1:] {
		for text := range drawings(t, list[0]) {
			if !reachable[text] {
				reachable[text] = true
				list = append(list, text)
			}
		}
	}
	require.Equal(t, 853, len(reachable)) //nolint:testifylint // Len would print them all
	texts := slices.Sorted(maps.Keys(reachable))
	chance := rand.New(rand.NewPCG(3, 4))
	accepted := 0
	for range 40_000 {
		text := []byte(texts[chance.IntN(len(texts))])
		for range 1 + chance.IntN(2) {
			i, k := chance.IntN(len(text)), chance.IntN(len(text))
			if strings.ContainsAny(string(text[i]), ",;/") {
				text[i] = ",;/"[chance.IntN(3)]
			} else if !strings.ContainsAny(string(text[k]), ",;/") {
				text[i], text[k] = text[k], text[i]
			}
		}
		if p, err := record.Parse(string(text)); err == nil {
			accepted++
			require.True(t, reachable[p.String()], "%s", text)
		}
	}
	require.Greater(t, accepted, 1000)
	require.Less(t, accepted, 30_000)
}

// TestMirror sees left and right exchanged: there are as many moves, to the mirror images
// of the same positions.
func TestMirror(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := anyPosition(4).Draw(t, "position")
		image := parse(t, mirror(t, p.String()))
		require.Equal(t, p.Abstract(), image.Abstract())
		var mine, theirs []string
		for m := range p.Moves(play.Left) {
			mine = append(mine, m.To.(record.Position).Abstract())
		}
		for m := range image.Moves(play.Left) {
			theirs = append(theirs, m.To.(record.Position).Abstract())
		}
		require.ElementsMatch(t, mine, theirs, "%s", p)
	})
}

// TestReadBack writes moves in large positions, reads them, and turns them round.
func TestReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := anyPosition(20).Draw(t, "position")
		m, ok := p.RandomMove(rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1)))
		if !ok {
			require.True(t, p.Finished())
			return
		}
		require.Equal(t, m.To.String(), after(t, p, m.Text).String(), "%s: %s", p, m.Text)
		short, err := p.Shortest(m.Text)
		require.NoError(t, err)
		require.Equal(t, m.Text, short, "%s", p)
		again := parse(t, p.String())
		require.Equal(t, p, again)
	})
}

// TestBruteForce plays everything from up to three spots. Only three are too many to keep
// names.
func TestBruteForce(t *testing.T) {
	for n, want := range map[int]game.Nimber{1: 0, 2: 0, 3: 1} {
		planar := gametest.PlanarSprouts(n)
		require.Equal(t, want, planar.Nimber)
		s := solver{}
		v := s.play(parse(t, fmt.Sprint(n)+"+"))
		require.Equal(t, planar.Nimber, v.nimber, "%d spots", n)
		require.Equal(t, planar.Misere == game.Win, v.misereWin, "%d spots", n)
		var lengths []int
		for length := range 64 {
			if v.lengths>>length&1 == 1 {
				lengths = append(lengths, length)
			}
		}
		require.Equal(t, planar.Lengths, lengths, "%d spots", n)
	}
}

// solver keeps values by position without names.
type solver map[string]value

type value struct {
	nimber    game.Nimber
	misereWin bool
	lengths   uint64 // bit k: a game of k moves exists
}

func (s solver) play(p record.Position) (v value) {
	key := p.Abstract()
	if v, ok := s[key]; ok {
		return v
	}
	taken := map[game.Nimber]bool{}
	for m := range p.Moves(play.Left) {
		w := s.play(m.To.(record.Position))
		taken[w.nimber] = true
		v.misereWin = v.misereWin || !w.misereWin
		v.lengths |= w.lengths << 1
	}
	if len(taken) == 0 {
		v.lengths, v.misereWin = 1, true
	}
	for taken[v.nimber] {
		v.nimber++
	}
	s[key] = v
	return v
}
