package brussels

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// MaxArms bounds the free arms of a position, and so its boundaries: 250 crosses.
const MaxArms = 1000

// crossArms is how many arms a cross has.
const crossArms = 4

// region is a region: the free arms of each of its boundaries, at least one each,
// in descending order. It is never written to once made.
type region []int

// newRegion returns the region with these boundaries. It takes over the slice.
func newRegion(boundaries []int) region {
	slices.SortFunc(boundaries, func(a, b int) int { return b - a })
	return boundaries
}

// arms returns the free arms of all boundaries together.
func (r region) arms() int {
	sum := 0
	for _, arms := range r {
		sum += arms
	}
	return sum
}

// length returns the number of moves in every game from the region.
func (r region) length() int { return r.arms() + len(r) - 2 }

// compare orders regions by their boundaries, large ones first.
func (r region) compare(q region) int { return slices.Compare(q, r) }

// String writes n crosses as a number, else the boundaries in parentheses.
func (r region) String() string {
	if !slices.ContainsFunc(r, func(arms int) bool { return arms != crossArms }) {
		return strconv.Itoa(len(r))
	}
	return "(" + r.list() + ")"
}

// list writes the boundaries joined by ".", equal ones as "4*12".
func (r region) list() string {
	var parts []string
	for _, class := range r.classes() {
		part := strconv.Itoa(class.arms)
		if class.count > 1 {
			part += "*" + strconv.Itoa(class.count)
		}
		parts = append(parts, part)
	}
	return strings.Join(parts, ".")
}

// class is a set of boundaries with equally many arms.
type class struct{ arms, count int }

// classes returns the boundaries of the region by arms, descending.
func (r region) classes() (classes []class) {
	for _, arms := range r {
		if last := len(classes) - 1; last >= 0 && classes[last].arms == arms {
			classes[last].count++
			continue
		}
		classes = append(classes, class{arms, 1})
	}
	return classes
}

// without returns the region less one boundary, which must be there.
func (r region) without(arms int) region { return r.minus(region{arms}) }

// minus returns a copy of the region less some of its boundaries.
func (r region) minus(part region) region {
	rest := make(region, 0, len(r))
	for _, arms := range r {
		if len(part) > 0 && part[0] == arms {
			part = part[1:]
			continue
		}
		rest = append(rest, arms)
	}
	return rest
}

// holds reports whether all boundaries of part are boundaries of the region.
func (r region) holds(part region) bool { return len(r.minus(part)) == len(r)-len(part) }

// appendKey appends the canonical bytes of the region: the arms of each boundary,
// descending, as uvarints.
func (r region) appendKey(dst []byte) []byte {
	for _, arms := range r {
		dst = binary.AppendUvarint(dst, uint64(arms))
	}
	return dst
}

// decode returns the region with these canonical bytes.
func decode(key []byte) (region, error) {
	var r region
	for rest := key; len(rest) > 0; {
		arms, n := binary.Uvarint(rest)
		switch {
		case n <= 0 || n > 1 && rest[n-1] == 0:
			return nil, fmt.Errorf("byte %d begins no number in its shortest form", len(key)-len(rest))
		case arms == 0 || arms > MaxArms:
			return nil, fmt.Errorf("a boundary of %d arms: want 1 to %d", arms, MaxArms)
		case len(r) > 0 && int(arms) > r[len(r)-1]:
			return nil, fmt.Errorf("a boundary of %d arms after one of %d: want them descending", arms, r[len(r)-1])
		}
		r, rest = append(r, int(arms)), rest[n:]
	}
	switch arms := r.arms(); {
	case arms < 2:
		return nil, errors.New("fewer than 2 arms: no component")
	case arms > MaxArms:
		return nil, fmt.Errorf("%d arms, at most %d", arms, MaxArms)
	}
	return r, nil
}
