package record_test

import (
	"fmt"

	"github.com/sprouts-solver/sprouts/game/play"
	"github.com/sprouts-solver/sprouts/game/record"
)

// A record is played again, move by move.
func Example() {
	g, err := record.ReadGame("5+ (A - B) 1(6)2 3(7)4 6(8)!7 1(9)1[2-4,8] II")
	if err != nil {
		fmt.Println(err)
		return
	}
	for step, err := range g.Replay() {
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(step.Number, step.Move, step.Abstract())
	}
	// Output:
	// 1 1(6)2 0*3.a1a1
	// 2 3(7)4 0.a1a1.a1a1
	// 3 6(8)!7 0.a11a11
	// 4 1(9)1[2] 1Aa11a|0.A
}

// Two regions have 1 and 2 on their border, so a line between them has to say where it is.
func ExamplePosition_Play() {
	p, err := record.Parse("4+ 1(5)2 1(6)2[3]")
	if err != nil {
		fmt.Println(err)
		return
	}
	_, err = p.Play(play.Left, "1(7)2")
	fmt.Println(err)
	to, err := p.Play(play.Left, "1(7@4)2")
	fmt.Println(to, err)
	// Output:
	// move "1(7)2", column 2: this fits several moves that differ; it could be 1(7@4)2 or 1(7@3)2; say which with @ and a live spot that the new spot can reach
	// 1,5,2,7;4/1,6,2,5;3/1,7,2,6 <nil>
}
