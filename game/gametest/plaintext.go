package gametest

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/sprouts-solver/sprouts/game"
)

// Codes of spots in a spelling. 0, 1 and 2 are spots met once, by the number of
// their line ends; then come the letters.
const (
	plainLower = 10   // first of the spots met twice on one boundary: a, b, ...
	plainUpper = 1000 // first of the spots met in two regions: A, B, ...
)

// spelling writes a land in GLOP 2 notation, "0*3.1aAa|2A". It sorts boundaries
// and regions by their codes, names letters in the order in which they come, and
// does so again with the new names. Lands with equal spellings are the same, but
// one land can have many spellings.
func (p plain) spelling() string {
	codes := p.codes()
	regions := sortedBy(codes, p.regions)
	for range 2 { // more rounds make hardly fewer spellings
		rename(regions, codes)
		regions = sortedBy(codes, regions)
	}
	rename(regions, codes)
	return spell(regions, codes)
}

// codes returns the code of each spot, as long as letters have no names.
func (p plain) codes() []int {
	codes := make([]int, len(p.lives))
	first := make([]int, len(p.lives)) // 1 + the region in which the spot is met first
	for r, region := range p.regions {
		for _, boundary := range region {
			for _, s := range boundary {
				switch first[s] {
				case 0:
					codes[s] = 3 - p.lives[s]
					first[s] = r + 1
				case r + 1:
					codes[s] = plainLower
				default:
					codes[s] = plainUpper
				}
			}
		}
	}
	return codes
}

// sortedBy returns the regions with each boundary begun at its least rotation,
// and boundaries and regions in ascending order of codes.
func sortedBy(codes []int, regions []plainRegion) []plainRegion {
	byCode := func(a, b plainBoundary) int {
		return slices.CompareFunc(a, b, func(x, y int) int { return codes[x] - codes[y] })
	}
	turned := make([]plainRegion, len(regions))
	for r, region := range regions {
		turned[r] = make(plainRegion, len(region))
		for k, boundary := range region {
			turned[r][k] = leastRotation(boundary, byCode)
		}
		slices.SortStableFunc(turned[r], byCode)
	}
	slices.SortStableFunc(turned, func(a, b plainRegion) int { return slices.CompareFunc(a, b, byCode) })
	return turned
}

// leastRotation returns the boundary begun at the place that makes it least.
func leastRotation(boundary plainBoundary, compare func(a, b plainBoundary) int) plainBoundary {
	n, best := len(boundary), 0
	if n == 1 {
		return boundary
	}
	twice := slices.Concat(boundary, boundary)
	for i := 1; i < n; i++ {
		if compare(twice[i:i+n], twice[best:best+n]) < 0 {
			best = i
		}
	}
	return twice[best : best+n : best+n]
}

// rename names the letters in the order of the regions, lower-case ones from "a"
// again on each boundary.
func rename(regions []plainRegion, codes []int) {
	named := make([]bool, len(codes))
	upper := plainUpper
	for _, region := range regions {
		for _, boundary := range region {
			lower := plainLower
			for _, s := range boundary {
				switch {
				case named[s] || codes[s] < plainLower:
					continue
				case codes[s] < plainUpper:
					codes[s] = lower
					lower++
				default:
					codes[s] = upper
					upper++
				}
				named[s] = true
			}
		}
	}
}

// spell writes the codes as characters, isolated spots together as "0*k".
func spell(regions []plainRegion, codes []int) string {
	var parts []string
	for _, region := range regions {
		var boundaries []string
		isolated := 0
		for _, boundary := range region {
			if codes[boundary[0]] == 0 {
				isolated++
				continue
			}
			var text []byte
			for _, s := range boundary {
				text = append(text, letter(codes[s])...)
			}
			boundaries = append(boundaries, string(text))
		}
		switch isolated {
		case 0:
		case 1:
			boundaries = append([]string{"0"}, boundaries...)
		default:
			boundaries = append([]string{fmt.Sprintf("0*%d", isolated)}, boundaries...)
		}
		parts = append(parts, strings.Join(boundaries, "."))
	}
	return strings.Join(parts, "|")
}

// letter returns the characters of a code: a..l, then m(13), m(14), ...; A..Y,
// then n(26), n(27), ...
func letter(code int) string {
	switch {
	case code < plainLower:
		return string(rune('0' + code))
	case code < plainLower+12:
		return string(rune('a' + code - plainLower))
	case code < plainUpper:
		return fmt.Sprintf("m(%d)", code-plainLower+1)
	case code < plainUpper+25:
		return string(rune('A' + code - plainUpper))
	default:
		return fmt.Sprintf("n(%d)", code-plainUpper+1)
	}
}

// plainText writes lands, in ascending order, and a nim-heap as a position.
func plainText(lands []plain, heap game.Nimber) string {
	var parts []string
	for _, land := range lands {
		parts = append(parts, land.spelling())
	}
	slices.Sort(parts)
	if heap > 0 {
		parts = append(parts, fmt.Sprintf("*%d", heap))
	}
	if len(parts) == 0 {
		return "!"
	}
	return strings.Join(parts, "+")
}

// plainParse reads a position in GLOP 2 notation, nim-heaps "*k" among its lands,
// and returns the xor of these apart. It accepts one separator at the end of each
// part.
func plainParse(text string) (p plain, heap game.Nimber, err error) {
	if text == "!" {
		return plain{}, 0, nil
	}
	for land := range strings.SplitSeq(strings.TrimSuffix(text, "+"), "+") {
		if size, ok := strings.CutPrefix(land, "*"); ok {
			n, err := strconv.ParseUint(size, 10, 8)
			if err != nil || n > game.MaxNimber {
				return plain{}, 0, fmt.Errorf("position %q: %q is not a nim-heap", text, land)
			}
			heap ^= game.Nimber(n)
			continue
		}
		if err := p.addLand(land); err != nil {
			return plain{}, 0, fmt.Errorf("position %q: %w", text, err)
		}
	}
	return p, heap, nil
}

// addLand appends a land to the position.
func (p *plain) addLand(text string) error {
	shared := map[string]int{} // spots by capital letter
	for regionText := range strings.SplitSeq(strings.TrimSuffix(text, "|"), "|") {
		var region plainRegion
		for boundaryText := range strings.SplitSeq(strings.TrimSuffix(regionText, "."), ".") {
			boundaries, err := p.readBoundary(boundaryText, shared)
			if err != nil {
				return err
			}
			region = append(region, boundaries...)
		}
		p.regions = append(p.regions, region)
	}
	times := make([]int, len(p.lives))
	for _, region := range p.regions {
		for _, s := range slices.Concat(region...) {
			if times[s]++; times[s] > 2 {
				return fmt.Errorf("land %q: a letter is met more than the two times of a spot with one life", text)
			}
		}
	}
	return nil
}

// readBoundary reads one boundary, or k isolated spots "0*k", and adds their
// spots to the position.
func (p *plain) readBoundary(text string, shared map[string]int) (plainRegion, error) {
	if count, ok := strings.CutPrefix(text, "0*"); ok {
		k, err := strconv.Atoi(count)
		if err != nil || k < 1 {
			return nil, fmt.Errorf("boundary %q: want a number of spots after 0*", text)
		}
		var isolated plainRegion
		for range k {
			isolated = append(isolated, plainBoundary{p.addSpot(3)})
		}
		return isolated, nil
	}
	own := map[string]int{} // spots by lower-case letter
	var boundary plainBoundary
	for rest := text; rest != ""; {
		name := rest[:1]
		if end := strings.Index(rest, ")"); strings.ContainsAny(name, "mn") && end > 0 {
			name = rest[:end+1]
		}
		rest = rest[len(name):]
		switch c := name[0]; {
		case '0' <= c && c <= '2':
			boundary = append(boundary, p.addSpot(3-int(c-'0')))
		case 'a' <= c && c <= 'm':
			boundary = append(boundary, p.named(name, own))
		case 'A' <= c && c <= 'Y', c == 'n':
			boundary = append(boundary, p.named(name, shared))
		default:
			return nil, fmt.Errorf("boundary %q: %q is not a spot", text, name)
		}
	}
	if len(boundary) == 0 {
		return nil, fmt.Errorf("boundary %q has no spots", text)
	}
	return plainRegion{boundary}, nil
}

// named returns the spot with this letter, a new one with one life if it is the
// first time.
func (p *plain) named(letter string, spots map[string]int) int {
	s, ok := spots[letter]
	if !ok {
		s = p.addSpot(1)
		spots[letter] = s
	}
	return s
}

// addSpot returns a new spot.
func (p *plain) addSpot(lives int) int {
	p.lives = append(p.lives, lives)
	return len(p.lives) - 1
}
