package canon

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// walks is how many random walks TestSymmetries takes; `make walks` takes 10^6.
var walks = flag.Int("walks", 2_000, "random walks of TestSymmetries")

// TestSymmetries plays at random and checks at every land met that a random
// isomorphic copy, written out as text, gets the same key.
func TestSymmetries(t *testing.T) {
	g, r := NewGenerator(), rand.New(rand.NewPCG(3, 4))
	checked := 0
	for range *walks {
		start, err := Parse(fmt.Sprint(1 + r.IntN(14)))
		require.NoError(t, err)
		land := start.Lands[0]
		for {
			text := scramble(r, land.String())
			copied, err := ParseStrings(text)
			require.NoError(t, err, text)
			require.Equal(t, []Land{land}, copied.Lands, "%s written as %s", land, text)
			checked++
			next, ok := randomChild(g, r, land)
			if !ok {
				break
			}
			land = next
		}
	}
	t.Logf("%d walks, %d lands", *walks, checked)
}

// randomChild returns a random land of a random child, or false if the land has
// no child with a land left.
func randomChild(g *Generator, r *rand.Rand, land Land) (next Land, ok bool) {
	seen := 0
	g.Children([]byte(land), func(l *Lands) bool {
		for i := range l.len() {
			if seen++; r.IntN(seen) == 0 {
				next, ok = Land(l.at(i)), true
			}
		}
		return seen < 200
	})
	return next, ok
}

// scramble writes an isomorphic land: names, order, rotations and, region by
// region, the mirror image are drawn at random.
func scramble(r *rand.Rand, text string) string {
	text = strings.TrimSuffix(text, ".")
	names := map[string]string{}
	free := r.Perm(200)
	var regions []string
	for region := range strings.SplitSeq(text, "|") {
		mirror := r.IntN(2) == 0
		var boundaries []string
		for boundary := range strings.SplitSeq(region, ".") {
			if count, ok := strings.CutPrefix(boundary, "0*"); ok {
				k, err := strconv.Atoi(count)
				if err != nil {
					panic(err)
				}
				for range k {
					boundaries = append(boundaries, "0")
				}
				continue
			}
			boundaries = append(boundaries, scrambleBoundary(r, boundary, mirror, names, &free))
		}
		r.Shuffle(len(boundaries), func(i, j int) { boundaries[i], boundaries[j] = boundaries[j], boundaries[i] })
		regions = append(regions, strings.Join(boundaries, "."))
	}
	r.Shuffle(len(regions), func(i, j int) { regions[i], regions[j] = regions[j], regions[i] })
	if r.IntN(2) == 0 {
		return strings.Join(regions, "|")
	}
	for i := range regions { // GLOP 1
		regions[i] += ".}"
	}
	return strings.Join(regions, "") + "]!"
}

func scrambleBoundary(r *rand.Rand, boundary string, mirror bool, names map[string]string, free *[]int) string {
	var vertices []string
	for i := 0; i < len(boundary); i++ {
		v := boundary[i : i+1]
		if i+1 < len(boundary) && boundary[i+1] == '(' {
			v = boundary[i : i+strings.IndexByte(boundary[i:], ')')+1]
		}
		i += len(v) - 1
		vertices = append(vertices, v)
	}
	if mirror {
		for i, j := 0, len(vertices)-1; i < j; i, j = i+1, j-1 {
			vertices[i], vertices[j] = vertices[j], vertices[i]
		}
	}
	if k := r.IntN(len(vertices)); k > 0 {
		vertices = append(vertices[k:], vertices[:k]...)
	}
	local := map[string]string{}
	for i, v := range vertices {
		switch {
		case v <= "2":
		case v[0] >= 'A' && v[0] <= 'Z' || v[0] == 'n':
			if names[v] == "" {
				names[v] = fmt.Sprintf("n(%d)", 26+(*free)[0])
				*free = (*free)[1:]
			}
			vertices[i] = names[v]
		default:
			if local[v] == "" {
				local[v] = fmt.Sprintf("m(%d)", 13+(*free)[0])
				*free = (*free)[1:]
			}
			vertices[i] = local[v]
		}
	}
	return strings.Join(vertices, "")
}
