package record_test

import (
	"slices"
	"strconv"
	"strings"

	"github.com/stretchr/testify/require"

	"github.com/sprouts-solver/sprouts/game/play"
	"github.com/sprouts-solver/sprouts/game/record"
)

// parse reads a position that is known to be one.
func parse(t require.TestingT, text string) record.Position {
	p, err := record.Parse(text)
	require.NoError(t, err, "%q", text)
	return p
}

// after plays a move that is known to be one.
func after(t require.TestingT, p record.Position, move string) record.Position {
	to, err := p.Play(play.Left, move)
	require.NoError(t, err, "%s: %s", p, move)
	return to.(record.Position)
}

// walks are the regions of a position as plain numbers.
type walks [][][]int

func readWalks(t require.TestingT, text string) (w walks) {
	for region := range strings.SplitSeq(text, "/") {
		var r [][]int
		for boundary := range strings.SplitSeq(region, ";") {
			var b []int
			for s := range strings.SplitSeq(boundary, ",") {
				n, err := strconv.Atoi(s)
				require.NoError(t, err)
				b = append(b, n)
			}
			r = append(r, b)
		}
		w = append(w, r)
	}
	return w
}

func (w walks) String() string {
	var regions []string
	for _, r := range w {
		var boundaries []string
		for _, b := range r {
			var spots []string
			for _, s := range b {
				spots = append(spots, strconv.Itoa(s))
			}
			boundaries = append(boundaries, strings.Join(spots, ","))
		}
		regions = append(regions, strings.Join(boundaries, ";"))
	}
	return strings.Join(regions, "/")
}

// mirror returns the text of the mirror image of a position.
func mirror(t require.TestingT, text string) string {
	w := readWalks(t, text)
	for _, r := range w {
		for _, b := range r {
			slices.Reverse(b)
		}
	}
	return w.String()
}

// lives counts the lives of all spots: a spot with a boundary of its own has no line.
func (w walks) lives() (lives map[int]int) {
	lives = map[int]int{}
	for _, b := range slices.Concat(w...) {
		for _, s := range b {
			if lives[s] == 0 {
				lives[s] = 3
			}
			if len(b) > 1 {
				lives[s]--
			}
			if lives[s] == 0 {
				lives[s] = -1 // seen, and dead
			}
		}
	}
	return lives
}

// drawings returns the texts of all drawings after one move, whatever their names, with
// the other boundaries of a region shared out in all ways.
func drawings(t require.TestingT, text string) map[string]bool {
	w := readWalks(t, text)
	lives := w.lives()
	set := map[string]bool{}
	for i, r := range w {
		others := slices.Delete(slices.Clone(w), i, i+1)
		for a, left := range r {
			for p, f := range left {
				for b := a; b < len(r); b++ {
					for q, h := range r[b] {
						if lives[f] < 1 || lives[h] < 1 || f == h && (a != b || p != q || lives[f] < 2) {
							continue
						}
						for _, regions := range drawn(r, a, p, b, q, len(lives)+1) {
							set[parse(t, append(slices.Clone(others), regions...).String()).String()] = true
						}
					}
				}
			}
		}
	}
	return set
}

// drawn returns what a line makes of a region, in all ways.
func drawn(r [][]int, a, p, b, q, g int) (ways []walks) {
	from := append(slices.Clone(r[a][p:]), r[a][:p]...)
	if a != b {
		to := append(slices.Clone(r[b][q:]), r[b][:q]...)
		if len(from) > 1 {
			from = append(from, from[0])
		}
		if len(to) > 1 {
			to = append(to, to[0])
		}
		rest := slices.Delete(slices.Clone(r), b, b+1)
		rest = slices.Delete(rest, a, a+1)
		return []walks{{append(rest, slices.Concat(from, []int{g}, to, []int{g}))}}
	}
	cut := (q - p + len(from)) % len(from)
	left, right := slices.Clone(from[:cut+1]), append(slices.Clone(from[cut:]), from[0])
	if len(from) == 1 {
		right = right[:1]
	}
	rest := slices.Delete(slices.Clone(r), a, a+1)
	for subset := range 1 << len(rest) {
		sides := [2][][]int{{append(slices.Clone(left), g)}, {append(slices.Clone(right), g)}}
		for k, boundary := range rest {
			side := subset >> k & 1
			sides[side] = append(sides[side], boundary)
		}
		ways = append(ways, walks{sides[0], sides[1]})
	}
	return ways
}
