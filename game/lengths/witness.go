package lengths

import (
	"fmt"

	"github.com/sprouts-solver/sprouts/canon"
)

// MaxSpots bounds starts.
const MaxSpots = canon.MaxLives / 3

// Witness returns a game of a given length from n spots, 1 to [MaxSpots], as its
// positions from the start to the end: length + 1 of them. Lengths outside of
// [Bounds] give an error.
//
// At first spots are used up by two moves each, which leave a survivor apart; of the
// last k spots each but the first takes three moves, which leave a spot with one
// life behind for the next one:
//
//	0*n     0*(n-1).AB|AB   0*(n-1)                two moves, one spot less
//	0*k     0*(k-1).AB|AB   0*(k-1).2              two moves, and a life is left
//	0*k.2   0*(k-1).12      0*(k-1).AB|AB   0*(k-1).2    three moves
func Witness(spots, length int) ([]canon.Position, error) {
	if spots < 1 || spots > MaxSpots {
		return nil, fmt.Errorf("lengths: %d spots: want 1 to %d", spots, MaxSpots)
	}
	least, most := Bounds(spots)
	if length < least || length > most {
		return nil, fmt.Errorf("lengths: no game of %d spots has %d moves: want %d to %d", spots, length, least, most)
	}
	var game []canon.Position
	for _, text := range witnessTexts(spots, length) {
		p, err := canon.Parse(text)
		if err != nil {
			return nil, fmt.Errorf("lengths: witness %q: %w", text, err)
		}
		game = append(game, p)
	}
	return game, nil
}

// witnessTexts returns the positions of a witness as texts.
func witnessTexts(spots, length int) []string {
	long := length - 2*spots + 1 // spots that are used up in the second way
	texts := []string{beside(spots, "")}
	for left := spots - 1; left >= long; left-- {
		texts = append(texts, beside(left, "AB|AB"), beside(left, ""))
	}
	texts = append(texts, beside(long-1, "AB|AB"), beside(long-1, "2."))
	for left := long - 2; left >= 0; left-- {
		texts = append(texts, beside(left, "12."), beside(left, "AB|AB"), beside(left, "2."))
	}
	return texts
}

// beside writes n isolated spots in the first region of a land.
func beside(n int, land string) string {
	switch {
	case n == 0 && land == "":
		return "!"
	case n == 0:
		return land
	case land == "":
		return fmt.Sprintf("0*%d", n)
	default:
		return fmt.Sprintf("0*%d.%s", n, land)
	}
}
