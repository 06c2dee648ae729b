package lengths_test

import (
	"context"
	"fmt"

	"github.com/sprouts-solver/sprouts/canon"
	"github.com/sprouts-solver/sprouts/game/lengths"
)

// Three spots: how long a game can be, and what is left at its end.
func Example() {
	p, err := canon.Parse("3")
	if err != nil {
		fmt.Println(err)
		return
	}
	set, err := lengths.New(lengths.Options{}).Position(context.Background(), p)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("moves:", set)
	for m := range set.All() {
		fmt.Printf("%d moves: %d survivors, %d Pharisees\n", m, lengths.Survivors(3, m), lengths.Pharisees(3, m))
	}
	// Output:
	// moves: 6..8
	// 6 moves: 3 survivors, 0 Pharisees
	// 7 moves: 2 survivors, 4 Pharisees
	// 8 moves: 1 survivors, 8 Pharisees
}

// The shortest and the longest game of two spots.
func ExampleWitness() {
	for _, m := range []int{4, 5} {
		game, err := lengths.Witness(2, m)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(game)
	}
	// Output:
	// [0*2 0.AB|AB 0. AB|AB !]
	// [0*2 0.AB|AB 0.2 21. AB|AB !]
}
