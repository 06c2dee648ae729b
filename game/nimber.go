package game

import "fmt"

// MaxNimber is the largest nimber the contract can hold. It is one less than a
// power of two, so that the xor of two nimbers never leaves the range. The highest
// nimber of a land of Sprouts that arises from six spots is 11.
const MaxNimber = 15

// Nimber is the Sprague-Grundy value of a position: the size of the nim-heap
// that can replace it in any sum, in normal play. Its range is 0..MaxNimber.
type Nimber uint8

// String writes the nimber as a plain decimal number.
func (n Nimber) String() string { return fmt.Sprintf("%d", uint8(n)) }

// Outcome says who wins when both play perfectly, seen from the player to move.
type Outcome uint8

// The outcomes. The zero value is Unknown.
const (
	Unknown Outcome = iota
	Win
	Loss
)

// String returns "win", "loss" or "unknown".
func (o Outcome) String() string {
	switch o {
	case Win:
		return "win"
	case Loss:
		return "loss"
	default:
		return "unknown"
	}
}
