package canon

import (
	"slices"
	"sort"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// permuter finds the least way to write a land by trying every order of regions
// and boundaries, every mirror image and every rotation. It knows the definition
// of isomorphism and nothing else.
type permuter struct {
	left  []plainRegion
	out   []int
	names map[plainSpot]int
	best  []int
}

// The numbers of a written land. Letters are numbered by first occurrence.
const (
	permuteLower = 100  // + letter of the boundary
	permuteUpper = 1000 // + letter of the land
	permuteBound = 5000
	permuteEnd   = 6000
)

// leastForm returns the least way to write a land.
func leastForm(l plainLand) string {
	p := permuter{left: slices.Clone(l), names: map[plainSpot]int{}}
	p.regions()
	var s []string
	for _, x := range p.best {
		s = append(s, strconv.Itoa(x))
	}
	return strings.Join(s, " ")
}

// leastForms returns the least way to write each land of a position, sorted.
func leastForms(text string) []string {
	var forms []string
	for _, l := range readPlain(text).lands {
		forms = append(forms, leastForm(l))
	}
	sort.Strings(forms)
	return forms
}

// regions writes each of the regions left next, either way round.
func (p *permuter) regions() {
	left := p.left
	if len(left) == 0 {
		p.best = slices.Clone(p.out)
		return
	}
	for i, r := range left {
		p.left = slices.Delete(slices.Clone(left), i, i+1)
		p.boundaries(r)
		if mirror := r.mirror(); mirror != nil {
			p.boundaries(mirror)
		}
	}
	p.left = left
}

// mirror returns the mirror image of a region, or nil if it is the same because
// no boundary has more than two vertices.
func (r plainRegion) mirror() plainRegion {
	var image plainRegion
	long := false
	for _, b := range r {
		b = slices.Clone(b)
		slices.Reverse(b)
		image = append(image, b)
		long = long || len(b) > 2
	}
	if !long {
		return nil
	}
	return image
}

// boundaries writes each of the boundaries left next, from each of its vertices.
func (p *permuter) boundaries(left plainRegion) {
	if len(left) == 0 {
		p.write([]int{permuteEnd}, p.regions)
		return
	}
	for i, b := range left {
		if slices.ContainsFunc(left[:i], func(c plainBoundary) bool { return slices.Equal(b, c) }) {
			continue // the same walk again
		}
		rest := slices.Delete(slices.Clone(left), i, i+1)
		for range b {
			b = append(slices.Clone(b[1:]), b[0])
			p.walk(b, func() { p.boundaries(rest) })
		}
	}
}

// walk writes one boundary.
func (p *permuter) walk(b plainBoundary, next func()) {
	var out []int
	var fresh []plainSpot
	lower := map[plainSpot]int{}
	for _, s := range b {
		switch {
		case !s.isLetter():
			out = append(out, int(s[0]-'0'))
		case !s.isUpper():
			if _, ok := lower[s]; !ok {
				lower[s] = len(lower)
			}
			out = append(out, permuteLower+lower[s])
		default:
			if _, ok := p.names[s]; !ok {
				p.names[s] = len(p.names)
				fresh = append(fresh, s)
			}
			out = append(out, permuteUpper+p.names[s])
		}
	}
	p.write(append(out, permuteBound), next)
	for _, s := range fresh {
		delete(p.names, s)
	}
}

// write goes on with what follows unless something less was written before.
func (p *permuter) write(x []int, next func()) {
	n := len(p.out)
	p.out = append(p.out, x...)
	if p.best == nil || slices.Compare(p.out, p.best[:len(p.out)]) <= 0 {
		next()
	}
	p.out = p.out[:n]
}

// TestKeysAreComplete checks that lands with different keys are not isomorphic,
// by brute force over all symmetries: each of the lands below 5 spots has a least
// form of its own.
func TestKeysAreComplete(t *testing.T) {
	spots := 5
	if testing.Short() {
		spots = 4
	}
	owner := map[string]Land{}
	for land := range reachable(spots) {
		forms := leastForms(land.String())
		require.Len(t, forms, 1)
		other, taken := owner[forms[0]]
		require.False(t, taken, "%s is %s", land, other)
		owner[forms[0]] = land
	}
}
