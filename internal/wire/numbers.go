package wire

import (
	"github.com/sprouts-solver/sprouts/game"
	sproutsv1 "github.com/sprouts-solver/sprouts/proto/sprouts/v1"
	"github.com/sprouts-solver/sprouts/search"
)

// Numbers returns the message for numbers, and nil for none, the zero Numbers.
func Numbers(n search.Numbers) *sproutsv1.Numbers {
	if n == (search.Numbers{}) {
		return nil
	}
	return &sproutsv1.Numbers{Proof: n.Proof, Disproof: n.Disproof}
}

// ReadNumbers returns the numbers in a message, and the zero Numbers if it is not
// set.
func ReadNumbers(m *sproutsv1.Numbers) (search.Numbers, error) {
	if m == nil {
		return search.Numbers{}, nil
	}
	n := search.Numbers{Proof: m.GetProof(), Disproof: m.GetDisproof()}
	switch {
	case n == search.Numbers{Disproof: search.Infinity}, n == search.Numbers{Proof: search.Infinity}:
	case n.Proof == 0 || n.Proof >= search.Infinity:
		return search.Numbers{}, wrong("proof", "%d with disproof %d; %s", n.Proof, n.Disproof, rightNumbers)
	case n.Disproof == 0 || n.Disproof >= search.Infinity:
		return search.Numbers{}, wrong("disproof", "%d with proof %d; %s", n.Disproof, n.Proof, rightNumbers)
	}
	return n, nil
}

// rightNumbers ends an error about numbers.
const rightNumbers = "numbers are 0 and 2^30 if decided, else both between them"

// readNimber returns a nimber.
func readNimber(n uint32) (game.Nimber, error) {
	if n > game.MaxNimber {
		return 0, wrong("nimber", "%d, at most %d", n, game.MaxNimber)
	}
	return game.Nimber(n), nil
}
