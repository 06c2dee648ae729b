package record

import (
	"fmt"
	"strings"

	"github.com/sprouts-solver/sprouts/canon"
)

// Abstract writes the position as package canon does, without names and in canonical
// form: dead spots and regions in which no line fits are dropped. "!" is the end of the
// game. Positions with equal texts have equal outcomes.
func (p Position) Abstract() string {
	canonical, err := canon.Parse(p.strings())
	if err != nil {
		// What is drawn by the rules stays within the bounds of package canon.
		panic(fmt.Sprintf("record: %v", err))
	}
	return canonical.String()
}

// strings writes the position in the notation of package canon, as it is: letters are
// given in the order in which spots are met.
func (p Position) strings() string {
	letters := map[int]string{}
	small, capital := 0, 0
	var regions []string
	for _, r := range p.regions {
		var boundaries []string
		for _, w := range r {
			var b strings.Builder
			for _, s := range w {
				switch {
				case p.lives(s) == 0:
				case p.lives(s) > 1:
					b.WriteByte('0' + p.degree[s-1])
				case letters[s] != "":
					b.WriteString(letters[s])
				case len(r.corners(s)) == 2:
					letters[s] = letter('a', 'm', small)
					small++
					b.WriteString(letters[s])
				default:
					letters[s] = letter('A', 'n', capital)
					capital++
					b.WriteString(letters[s])
				}
			}
			if b.Len() > 0 {
				boundaries = append(boundaries, b.String()+".")
			}
		}
		if len(boundaries) > 0 {
			regions = append(regions, strings.Join(boundaries, ""))
		}
	}
	if len(regions) == 0 {
		return "!"
	}
	return strings.Join(regions, "|")
}

// letter returns the name of a letter: plain ones from first on, 12 small ones and 25
// capital ones, then numbered ones.
func letter(first, numbered rune, index int) string {
	if plain := map[rune]int{'a': 12, 'A': 25}[first]; index >= plain {
		return fmt.Sprintf("%c(%d)", numbered, index+1)
	}
	return string(first + rune(index))
}
