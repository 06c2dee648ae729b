package antwerp

import (
	"cmp"
	"encoding/binary"
	"slices"

	"github.com/sprouts-solver/sprouts/game/play"
)

// catalogue numbers lands and remembers what can be reached from each in one move.
type catalogue struct {
	variant variant
	number  map[string]int32
	lands   []entry
	halt    func() error // asked before a child is made
}

// entry is one land.
type entry struct {
	text     string
	children [2][][]int32 // by side: lands after each move, sorted; nil if not known
	negative int32        // the land with blue and red exchanged; -1 if not known
}

func newCatalogue(v variant, halt func() error) *catalogue {
	return &catalogue{variant: v, number: map[string]int32{}, halt: halt}
}

// add returns the number of a land in canonical form.
func (c *catalogue) add(text string) int32 {
	n, known := c.number[text]
	if !known {
		n = int32(len(c.lands))
		c.number[text] = n
		c.lands = append(c.lands, entry{text: text, negative: -1})
	}
	return n
}

// addAll returns the sorted numbers of lands.
func (c *catalogue) addAll(texts []string) []int32 {
	lands := make([]int32, 0, len(texts))
	for _, text := range texts {
		lands = append(lands, c.add(text))
	}
	slices.Sort(lands)
	return lands
}

// length returns the length of a sum in bytes, which says well enough how much play
// is left in it.
func (c *catalogue) length(lands []int32) int {
	n := 0
	for _, l := range lands {
		n += len(c.lands[l].text)
	}
	return n
}

// children returns the different sums that a side can move to in a land, short ones
// first. The slices belong to the catalogue.
func (c *catalogue) children(land int32, s play.Side) ([][]int32, error) {
	if known := c.lands[land].children[s]; known != nil {
		return known, nil
	}
	f := c.variant.figure(c.lands[land].text)
	children := [][]int32{}
	seen := map[string]bool{}
	var failure error
	f.lines(s, func(l line) bool {
		if failure = c.halt(); failure != nil {
			return false
		}
		child := c.addAll(c.variant.child(f, l, s))
		if key := sumKey(child, s); !seen[key] {
			seen[key] = true
			children = append(children, child)
		}
		return true
	})
	if failure != nil {
		return nil, failure
	}
	slices.SortStableFunc(children, func(a, b []int32) int { return cmp.Compare(c.length(a), c.length(b)) })
	c.lands[land].children[s] = children
	return children, nil
}

// negate returns the number of a land with blue and red exchanged.
func (c *catalogue) negate(land int32) int32 {
	if n := c.lands[land].negative; n >= 0 {
		return n
	}
	f := c.variant.figure(c.lands[land].text)
	f.spots = slices.Clone(f.spots)
	for i := range f.spots {
		f.spots[i].colour = f.spots[i].colour.other()
	}
	n := c.add(f.canonical())
	c.lands[land].negative, c.lands[n].negative = n, land
	return n
}

// cancel returns a sum without pairs of a land and its negative, which are worth 0
// in normal play: who moves in one is answered in the other.
func (c *catalogue) cancel(lands []int32) []int32 {
	var kept []int32
	for _, land := range lands {
		if k := slices.Index(kept, c.negate(land)); k >= 0 {
			kept = slices.Delete(kept, k, k+1)
		} else {
			kept = append(kept, land)
		}
	}
	return kept
}

// sumKey returns a map key for a sorted sum with a side to move.
func sumKey(lands []int32, s play.Side) string {
	key := make([]byte, 0, 4*len(lands)+1)
	for _, l := range lands {
		key = binary.BigEndian.AppendUint32(key, uint32(l))
	}
	return string(append(key, byte(s)))
}
