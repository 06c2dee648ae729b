package blackwhite_test

import (
	"context"
	"fmt"

	"github.com/sprouts-solver/sprouts/game/blackwhite"
	"github.com/sprouts-solver/sprouts/game/play"
)

// Two spots: the first player wins by a bare line, not by one with a new spot.
func Example() {
	rules := blackwhite.Rules()
	p, err := rules.Start(play.Options{Size: 2})
	if err != nil {
		fmt.Println(err)
		return
	}
	for m := range p.Moves(play.Left) {
		fmt.Println(m.Text)
	}
	verdict, err := rules.Judge(context.Background(), p, play.Left, false)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(verdict.Outcome, verdict.Moves)
	// Output:
	// o:a1a1
	// o:0.AB|AB
	// -:11.
	// -:0.2
	// win [-:11. -:0.2]
}
