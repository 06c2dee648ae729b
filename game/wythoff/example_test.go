package wythoff_test

import (
	"context"
	"fmt"

	"github.com/sprouts-solver/sprouts/game/play"
	"github.com/sprouts-solver/sprouts/game/wythoff"
)

// The classic board: the squares to aim for are stars.
func ExampleRules() {
	rules := wythoff.Rules()
	p, err := rules.Parse("8,7")
	if err != nil {
		fmt.Println(err)
		return
	}
	v, err := rules.Judge(context.Background(), p, play.Left, false)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(v.Outcome, v.Moves)
	fmt.Print(v.Hint)
	// Output:
	// win [a-4 ab-6]
	// b
	// 7 . . . . * . . . Q
	// 6 . . . . . . . . .
	// 5 . . . * . . . . .
	// 4 . . . . . . . * .
	// 3 . . . . . * . . .
	// 2 . * . . . . . . .
	// 1 . . * . . . . . .
	// 0 * . . . . . . . .
	//   0 1 2 3 4 5 6 7 8 a
}

// Nimbers as they are known from Winning Ways.
func ExampleTable() {
	table, err := wythoff.Table(10)
	if err != nil {
		fmt.Println(err)
		return
	}
	for a := range 5 {
		for b := range 10 {
			fmt.Printf("%3d", table.At(a, b))
		}
		fmt.Println()
	}
	// Output:
	//   0  1  2  3  4  5  6  7  8  9
	//   1  2  0  4  5  3  7  8  6 10
	//   2  0  1  5  3  4  8  6  7 11
	//   3  4  5  6  2  0  1  9 10 12
	//   4  5  3  2  7  6  9  0  1  8
}

// A message names the place and the remedy.
func ExampleRules_illegal() {
	p, err := wythoff.Rules().Parse("3,5+1,2")
	if err != nil {
		fmt.Println(err)
		return
	}
	_, err = p.Play(play.Left, "a-1")
	fmt.Println(err)
	// Output: move "a-1", column 1: this is possible in several pairs; it could be 1:a-1 or 2:a-1; write the number of the pair before it, like 2:a-3
}
