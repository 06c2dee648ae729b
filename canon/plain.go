package canon

import (
	"slices"
	"strconv"
	"strings"
)

// The plain form of a position: slices of slices of names, as one would write it
// on paper. [Explain] works on it. It shares no code with the form, the reducer
// and the canonizer, so that either checks the other.
type (
	plainPosition struct {
		lands []plainLand
		heaps []int
	}
	plainLand     []plainRegion
	plainRegion   []plainBoundary
	plainBoundary []plainSpot
	// plainSpot is "0".."2" for a spot met once, "3" for a dead one, else the name
	// of a letter: "a", "m(13)" or "A", "n(26)".
	plainSpot string
)

func (s plainSpot) isLetter() bool { return s[0] > '9' }

// isUpper reports whether the letter names one spot in its whole land. Other
// letters name a spot of their boundary.
func (s plainSpot) isUpper() bool { return s[0] <= 'Z' || strings.HasPrefix(string(s), "n(") }

// readPlain reads a text that Parse accepts.
func readPlain(text string) plainPosition {
	text, _, _ = strings.Cut(text, "!")
	text = strings.Map(func(c rune) rune {
		switch c {
		case ' ', '\t', '\r', '\n':
			return -1
		case '}':
			return '|'
		case ']':
			return '+'
		}
		return c
	}, text)
	var p plainPosition
	for word := range strings.SplitSeq(text, "+") {
		switch {
		case word == "":
		case word[0] == '*':
			k, _ := strconv.Atoi(word[1:])
			p.heaps = append(p.heaps, k)
		case strings.Trim(word, "0123456789") == "":
			n, _ := strconv.Atoi(word)
			p.lands = append(p.lands, plainLand{slices.Repeat(plainRegion{{"0"}}, n)})
		default:
			p.lands = append(p.lands, readPlainLand(word))
		}
	}
	return p
}

func readPlainLand(word string) plainLand {
	var land plainLand
	for part := range strings.SplitSeq(word, "|") {
		var region plainRegion
		for b := range strings.SplitSeq(part, ".") {
			walk, count, counted := strings.Cut(b, "*")
			copies := 1
			if counted {
				copies, _ = strconv.Atoi(count)
			}
			if bound := readPlainBoundary(walk); len(bound) > 0 {
				region = append(region, slices.Repeat(plainRegion{bound}, copies)...)
			}
		}
		if len(region) > 0 {
			land = append(land, region)
		}
	}
	return land
}

func readPlainBoundary(walk string) plainBoundary {
	var bound plainBoundary
	for i := 0; i < len(walk); {
		n := 1
		if i+1 < len(walk) && walk[i+1] == '(' {
			n = strings.IndexByte(walk[i:], ')') + 1
		}
		bound = append(bound, plainSpot(walk[i:i+n]))
		i += n
	}
	return bound
}

// String writes the position as it stands, "!" if it is empty.
func (p plainPosition) String() string {
	var parts []string
	for _, land := range p.lands {
		if s := land.String(); s != "" {
			parts = append(parts, s)
		}
	}
	for _, k := range p.heaps {
		if k > 0 {
			parts = append(parts, "*"+strconv.Itoa(k))
		}
	}
	if len(parts) == 0 {
		return "!"
	}
	return strings.Join(parts, "+")
}

// String ends with "." where the text would be a number of spots.
func (l plainLand) String() string {
	var regions []string
	for _, r := range l {
		regions = append(regions, r.String())
	}
	s := strings.Join(regions, "|")
	if s != "" && strings.Trim(s, "0123456789") == "" {
		s += "."
	}
	return s
}

func (r plainRegion) String() string {
	var bounds []string
	for i := 0; i < len(r); {
		b := r[i].String()
		n := 1
		for b == "0" && i+n < len(r) && r[i+n].String() == "0" {
			n++
		}
		if n > 1 {
			b += "*" + strconv.Itoa(n)
		}
		bounds = append(bounds, b)
		i += n
	}
	return strings.Join(bounds, ".")
}

func (b plainBoundary) String() string {
	var s strings.Builder
	for _, x := range b {
		s.WriteString(string(x))
	}
	return s.String()
}
