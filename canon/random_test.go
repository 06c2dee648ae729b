package canon

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"sort"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

var capital = regexp.MustCompile("[A-Z]")

// messyText returns a random small position as no program would write it: few
// names, used at random. About a third of these texts are legal.
func messyText(r *rand.Rand) string {
	alphabet := []string{"0", "1", "2", "3", "A", "B", "C", "A", "B"}
	var regions []string
	for range 1 + r.IntN(3) {
		var bounds []string
		for range 1 + r.IntN(3) {
			var b []string
			for range 1 + r.IntN(4) {
				b = append(b, alphabet[r.IntN(len(alphabet))])
			}
			for i := range r.IntN(3) {
				for range 2 {
					b = slices.Insert(b, r.IntN(len(b)+1), lowerName(i))
				}
			}
			bounds = append(bounds, strings.Join(b, ""))
		}
		regions = append(regions, strings.Join(bounds, "."))
	}
	text := strings.Join(regions, []string{"|", "|", "+"}[r.IntN(3)])
	return text + "."
}

// evenText returns a land whose regions are all alike but for the letters that
// they share: few colours, many symmetries. The letters of two boundaries are
// paired at random.
func evenText(r *rand.Rand, regions int) string {
	kinds := [][]int{{1, 1}, {2}, {2, 1}, {3}, {1, 1, 1}, {2, 2}, {4}, {3, 1}}
	shape := kinds[r.IntN(len(kinds))]
	size := 0
	for _, n := range shape {
		size += n
	}
	if regions*size%2 == 1 {
		regions++
	}
	names := make([]string, regions*size)
	for try := 0; !pairLetters(r, names, size); try++ {
		if try == 100 {
			return "0."
		}
	}
	filler := []string{"", "0", "1"}[r.IntN(3)]
	var parts []string
	for i := range regions {
		mine := names[i*size : (i+1)*size]
		bounds := []string{"0"} // more than 3 lives, so that nothing is merged
		for _, n := range shape {
			bounds = append(bounds, filler+strings.Join(mine[:n], ""))
			mine = mine[n:]
		}
		parts = append(parts, strings.Join(bounds, "."))
	}
	return strings.Join(parts, "|")
}

// pairLetters gives each two places in different regions, size places each, one
// name. It reports false where the last places are in one region.
func pairLetters(r *rand.Rand, names []string, size int) bool {
	order := r.Perm(len(names))
	for i := 0; i < len(order); i += 2 {
		p := order[i]
		j := i + 1
		for ; j < len(order) && order[j]/size == p/size; j++ {
		}
		if j == len(order) {
			return false
		}
		order[i+1], order[j] = order[j], order[i+1]
		names[p], names[order[i+1]] = upperName(i/2), upperName(i/2)
	}
	return true
}

// keysAndForms remembers which least form each key had, and the other way round.
type keysAndForms struct {
	form map[string]string
	key  map[string]string
}

// add checks a position against all those before it: equal keys if and only if
// isomorphic, by brute force.
func (k *keysAndForms) add(t *testing.T, text string) {
	t.Helper()
	p, err := Parse(text)
	require.NoError(t, err, text)
	forms := leastForms(reducedText(t, text))
	form, key := strings.Join(forms, "+"), fmt.Sprintf("%q", p.Lands)
	require.Len(t, p.Lands, len(forms), text)
	if old, met := k.form[key]; met {
		require.Equal(t, old, form, "%s: not isomorphic to an earlier one, but its key is %s", text, key)
	}
	if old, met := k.key[form]; met {
		require.Equal(t, old, key, "%s: another key than an earlier one, but isomorphic: %s", text, form)
	}
	k.form[key], k.key[form] = form, key
}

// reducedText reduces a position by the plain code of Explain, without canonizer.
func reducedText(t *testing.T, text string) string {
	t.Helper()
	steps, err := Explain(text)
	require.NoError(t, err, text)
	for _, s := range slices.Backward(steps) {
		if s.Rule != canonicalRule {
			return s.After
		}
	}
	return text
}

// TestKeysAgainstBruteForce checks that random positions have equal keys if and
// only if they are isomorphic, by the plain reductions of Explain and a plain
// search through all symmetries.
func TestKeysAgainstBruteForce(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	t.Run("messy", func(t *testing.T) {
		k := keysAndForms{map[string]string{}, map[string]string{}}
		legal := 0
		for range 80_000 {
			text := messyText(r)
			if _, err := Parse(text); err == nil {
				legal++
				k.add(t, text)
			}
		}
		require.Greater(t, legal, 10_000)
		t.Logf("%d texts, %d different positions", legal, len(k.key))
	})
	t.Run("even", func(t *testing.T) {
		k := keysAndForms{map[string]string{}, map[string]string{}}
		for i := range 3_000 {
			text := evenText(r, 2+r.IntN(3))
			// Brute force takes up to a second for 12 places of letters.
			if met := len(capital.FindAllString(text, -1)); met <= 8 || met <= 12 && i%50 == 0 {
				k.add(t, text)
			}
		}
		t.Logf("%d different positions", len(k.key))
	})
}

// TestEvenLands scrambles lands with many symmetries, too large for brute force.
func TestEvenLands(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for range 300 {
		text := evenText(r, 2+r.IntN(9))
		p, err := Parse(text)
		require.NoError(t, err, text)
		for range 10 {
			other := write(r, scramble(r, readPlain(text)))
			q, err := Parse(other)
			require.NoError(t, err, other)
			require.Equal(t, p, q, "%s written as %s", text, other)
		}
	}
}

// TestChildrenOfCopies checks that two ways to write a land have the same
// children. The generator is made for canonical lands; on any other reduced form
// its moves are the same.
func TestChildrenOfCopies(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	g := NewGenerator()
	lands := sampleLands(4)
	for land := range reachable(4) {
		lands = append(lands, land)
	}
	for range 2_000 { // such as no game brings up
		if p, err := Parse(messyText(r) + "abab*2.0a1a*3"); err == nil {
			lands = append(lands, p.Lands...)
		}
	}
	slices.Sort(lands)
	for _, land := range lands {
		if copies(land) > 10 { // one by one, n equal boundaries are shared out in 2^n ways
			continue
		}
		copied := parser{text: writeGLOP1(scramble(r, readPlain(land.String())))}
		f, err := copied.position()
		require.NoError(t, err)
		require.Equal(t, childSet(g, land), childSetOfForm(g, f), "%s", copied.text)
	}
}

// copies returns how many boundaries the land has, each copy counted.
func copies(land Land) (n int32) {
	var f form
	f.decode([]byte(land))
	for _, b := range f.bounds {
		n += b.count
	}
	return n
}

// childSet returns the different children of a land.
func childSet(g *Generator, land Land) []string {
	var f form
	f.decode([]byte(land))
	return childSetOfForm(g, &f)
}

// childSetOfForm returns the different children of a form.
func childSetOfForm(g *Generator, f *form) []string {
	g.parent = *f
	set := map[string]bool{}
	g.children(func(l *Lands) bool {
		var keys []string
		for i := range l.len() {
			keys = append(keys, fmt.Sprintf("%x", l.at(i)))
		}
		sort.Strings(keys)
		set[strings.Join(keys, "+")] = true
		return true
	})
	children := make([]string, 0, len(set))
	for c := range set {
		children = append(children, c)
	}
	sort.Strings(children)
	return children
}
