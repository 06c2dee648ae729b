package lengths

import (
	"strconv"
	"strings"

	"github.com/sprouts-solver/sprouts/canon"
)

// Bounds returns the least and the most moves in a game from n spots, n >= 1.
func Bounds(spots int) (least, most int) { return 2 * spots, 3*spots - 1 }

// Survivors returns how many spots have a life at the end of a game: each move takes
// one life in all.
func Survivors(spots, length int) int { return 3*spots - length }

// Pharisees returns how many dead spots at the end of a game are neighbours of no
// survivor: of all spots + length, three for each survivor are not.
func Pharisees(spots, length int) int { return 4 * (length - 2*spots) }

// startOf returns n if the land is n isolated spots, else 0.
func startOf(land canon.Land) int {
	text := land.String()
	if text == "0." {
		return 1
	}
	if count, ok := strings.CutPrefix(text, "0*"); ok {
		n, _ := strconv.Atoi(count) // 0 if there is more than a count
		return n
	}
	return 0
}

// Weights of the lower bound, in thirds of a move. See the package documentation.
const (
	weight3Lives  = 5
	weight2Lives  = 3
	weight1Life   = 1 // met in one region
	weightShared  = 2 // one life, met in two regions
	weightRegion  = 1 // taken away
	weightPerMove = 3 // what a move takes away at most
)

// LandBounds returns a least and a most number of moves in a game from a land. There
// need be no games that reach them, unless the land is a start.
func LandBounds(land canon.Land) (least, most int) {
	if n := startOf(land); n > 0 {
		return Bounds(n)
	}
	return max(1, (weight(land.String())+weightPerMove-1)/weightPerMove), land.Lives() - 1
}

// weight returns the weight of a land in canonical text.
func weight(text string) int {
	sum, occurrences := 0, 0 // of letters: a spot has two
	for region := range strings.SplitSeq(text, "|") {
		sum -= weightRegion
		for boundary := range strings.SplitSeq(region, ".") {
			if count, ok := strings.CutPrefix(boundary, "0*"); ok {
				n, _ := strconv.Atoi(count)
				sum += n * weight3Lives
				continue
			}
			named := false // within the number of a name such as m(13)
			for _, c := range boundary {
				switch {
				case c == '(' || c == ')':
					named = c == '('
				case named:
				case c == '0':
					sum += weight3Lives
				case c == '1':
					sum += weight2Lives
				case c == '2':
					sum += weight1Life
				case 'a' <= c && c <= 'm':
					occurrences += weight1Life
				default:
					occurrences += weightShared
				}
			}
		}
	}
	return sum + occurrences/2
}
