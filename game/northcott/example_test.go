package northcott_test

import (
	"context"
	"fmt"

	"github.com/sprouts-solver/sprouts/game/northcott"
	"github.com/sprouts-solver/sprouts/game/play"
)

// The gaps 3, 5 and 0 have the xor 6: White, who is to move, makes the 5 a 3.
func ExampleRules() {
	rules := northcott.Rules()
	p, err := rules.Parse("8: 2-6 1-7 3-4")
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
	// win [2:3]
	//   1 2 3 4 5 6 7 8 gap
	// 1 . W . . . B . .   3
	// 2 W . * . . . B .   5
	// 3 . . W B . . . .   0
}

// A message names the place and the remedy.
func ExampleRules_illegal() {
	p, err := northcott.Rules().Parse("8: 2-6 1-7 3-4")
	if err != nil {
		fmt.Println(err)
		return
	}
	_, err = p.Play(play.Left, "1:7")
	fmt.Println(err)
	// Output: move "1:7", column 3: the opponent's piece is on column 6, and there is no way over it; it can go to column 1 or 3 to 5
}
