package antwerp_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/sprouts-solver/sprouts/game/gametest"
	"github.com/sprouts-solver/sprouts/game/play"
)

var (
	vertex = regexp.MustCompile(`([0-2]|[A-Y]|n\(\d+\))[br]?`)
	names  = regexp.MustCompile(`[A-Y]`)
)

// tokens parts a land into regions, boundaries and spots. Repeated boundaries are
// written out.
func tokens(land string) (regions [][][]string) {
	for region := range strings.SplitSeq(land, "|") {
		var boundaries [][]string
		for text := range strings.SplitSeq(strings.TrimSuffix(region, "."), ".") {
			text, times, _ := strings.Cut(text, "*")
			n := 1
			if times != "" {
				_, _ = fmt.Sscan(times, &n)
			}
			for range n {
				boundaries = append(boundaries, vertex.FindAllString(text, -1))
			}
		}
		regions = append(regions, boundaries)
	}
	return regions
}

// write joins regions again, with a dot after each boundary.
func write(regions [][][]string) string {
	texts := make([]string, len(regions))
	for i, boundaries := range regions {
		for _, b := range boundaries {
			texts[i] += strings.Join(b, "") + "."
		}
	}
	return strings.Join(texts, "|")
}

// rename gives letters other names.
func rename(text string, to map[string]string) string {
	return names.ReplaceAllStringFunc(text, func(name string) string { return to[name] })
}

// lands are all that is met from 3 spots, by the name of the rules.
var lands = sync.OnceValue(func() map[string][]string {
	found := map[string][]string{}
	for _, rules := range games() {
		p, err := rules.Start(play.Options{Size: 3})
		if err != nil {
			panic(err)
		}
		var list []string
		for turn := range gametest.NewPlayGraph(p).Outcomes(false) {
			list = append(list, strings.Split(turn.Position, "+")...)
		}
		list = distinct(list)
		found[rules.Name()] = slices.DeleteFunc(list, func(land string) bool { return land == "!" })
	}
	return found
})

// TestFormDoesNotDependOnTheWriting writes lands in other ways: other letters,
// regions and boundaries in another order, boundaries from elsewhere, and each region
// by itself as in a mirror.
func TestFormDoesNotDependOnTheWriting(t *testing.T) {
	lands := lands()
	for _, rules := range games() {
		rapid.Check(t, func(r *rapid.T) {
			land := rapid.SampledFrom(lands[rules.Name()]).Draw(r, "land")
			regions := tokens(land)
			for i, boundaries := range regions {
				mirror := rapid.Bool().Draw(r, "mirror")
				for k, b := range boundaries {
					from := rapid.IntRange(0, len(b)-1).Draw(r, "from")
					b = slices.Concat(b[from:], b[:from])
					if mirror {
						slices.Reverse(b)
					}
					boundaries[k] = b
				}
				regions[i] = rapid.Permutation(boundaries).Draw(r, "boundaries")
			}
			alphabet := strings.Split("ABCDEFGHIJKLMNOPQRSTUVWXY", "")
			to := map[string]string{}
			for i, name := range rapid.Permutation(alphabet).Draw(r, "letters") {
				to[alphabet[i]] = name
			}
			text := rename(write(rapid.Permutation(regions).Draw(r, "regions")), to)
			p, err := rules.Parse(text)
			require.NoError(r, err)
			require.Equal(r, land, p.String(), text)
		})
	}
}

// TestFormByBruteForce computes the least writing of each land over all ways to give
// out letters, to mirror regions and to begin boundaries: different lands have
// different least writings, so that no two ways to write one land are kept apart.
func TestFormByBruteForce(t *testing.T) {
	lands := lands()
	for _, rules := range games() {
		least, checked := map[string]string{}, 0
		for _, land := range lands[rules.Name()] {
			if letters := distinct(names.FindAllString(land, -1)); len(letters) <= 5 {
				w := leastWriting(land, letters)
				require.Empty(t, least[w], "%s and %s are one land", land, least[w])
				least[w] = land
				checked++
			}
		}
		t.Logf("%s: %d of %d lands", rules.Name(), checked, len(lands[rules.Name()]))
		require.Greater(t, checked, len(lands[rules.Name()])/2)
	}
}

func distinct(list []string) []string {
	slices.Sort(list)
	return slices.Compact(list)
}

// leastWriting returns the least text over all symmetries.
func leastWriting(land string, letters []string) string {
	least := ""
	permute(slices.Clone(letters), 0, func(names []string) {
		to := map[string]string{}
		for i, name := range letters {
			to[name] = names[i]
		}
		var regions []string
		for _, boundaries := range tokens(rename(land, to)) {
			regions = append(regions, min(leastRegion(boundaries, false), leastRegion(boundaries, true)))
		}
		slices.Sort(regions)
		if text := strings.Join(regions, "|"); least == "" || text < least {
			least = text
		}
	})
	return least
}

func permute(list []string, k int, show func([]string)) {
	if k == len(list) {
		show(list)
	}
	for i := k; i < len(list); i++ {
		list[k], list[i] = list[i], list[k]
		permute(list, k+1, show)
		list[k], list[i] = list[i], list[k]
	}
}

func leastRegion(boundaries [][]string, mirror bool) string {
	var texts []string
	for _, b := range boundaries {
		b = slices.Clone(b)
		if mirror {
			slices.Reverse(b)
		}
		least := ""
		for i := range b {
			if text := strings.Join(slices.Concat(b[i:], b[:i]), ""); least == "" || text < least {
				least = text
			}
		}
		texts = append(texts, least)
	}
	slices.Sort(texts)
	return strings.Join(texts, ".")
}

// TestLoopsSideBySide has many symmetries, which the form must not try one by one.
func TestLoopsSideBySide(t *testing.T) {
	for _, rules := range games() {
		var outer, inner []string
		for i := range 12 {
			loop := string(rune('A'+2*i)) + string(rune('B'+2*i)) + "b"
			outer, inner = append(outer, loop), append(inner, "0."+loop)
		}
		text := strings.Join(outer, ".") + "|" + strings.Join(inner, "|")
		slices.Reverse(outer)
		other := strings.Join(inner, "|") + "|" + strings.Join(outer, ".")
		p, err := rules.Parse(text)
		require.NoError(t, err)
		q, err := rules.Parse(other)
		require.NoError(t, err)
		require.Equal(t, p.String(), q.String())
	}
}
