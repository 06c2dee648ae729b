package gametest_test

import (
	"fmt"

	"github.com/sprouts-solver/sprouts/game/gametest"
	"github.com/sprouts-solver/sprouts/game/nim"
)

func ExampleBruteForce() {
	p, err := nim.New().Parse("1+3+5")
	if err != nil {
		fmt.Println(err)
		return
	}
	brute := gametest.NewBruteForce(nim.New())
	fmt.Println(brute.Nimber(p), brute.Outcome(p))
	// Output: 7 win
}

// From two spots, a loop with the other spot on one side of it, or a line from
// one to the other.
func ExamplePlainMoves() {
	moves, err := gametest.PlainMoves("0*2")
	fmt.Println(moves, err)
	// Output: [0.AB|AB 1a1a] <nil>
}

func ExamplePlanarSprouts() {
	result := gametest.PlanarSprouts(2)
	fmt.Printf("nimber %d, misère %s, %d moves\n", result.Nimber, result.Misere, result.Lengths)
	// Output: nimber 0, misère loss, [4 5] moves
}
