package brussels_test

import (
	"context"
	"fmt"

	"github.com/sprouts-solver/sprouts/game/brussels"
	"github.com/sprouts-solver/sprouts/game/play"
)

// A game of one cross: three moves, whatever is played.
func Example() {
	rules := brussels.Rules()
	p, err := rules.Start(play.Options{Size: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	verdict, err := rules.Judge(context.Background(), p, play.Left, false)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(p, verdict.Outcome, verdict.Moves)
	for _, move := range []string{"4(1)", "2(0)", "2(0)"} {
		if p, err = p.Play(play.Left, move); err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(p)
	}
	// Output:
	// 1 win [4(0) 4(1)]
	// (2)+(2)
	// (2)
	// !
}
