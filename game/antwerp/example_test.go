package antwerp_test

import (
	"context"
	"fmt"

	"github.com/sprouts-solver/sprouts/game/antwerp"
	"github.com/sprouts-solver/sprouts/game/play"
)

// A loop round one of three spots: the new spot is blue, for Left alone.
func ExampleHot() {
	rules := antwerp.Hot()
	p, err := rules.Start(play.Options{Size: 4})
	if err != nil {
		fmt.Println(err)
		return
	}
	p, err = p.Play(play.Left, "1-1 [2]")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(p)
	fmt.Print(p.Draw())
	_, err = p.Play(play.Right, "1-4")
	fmt.Println(err)
	// Output:
	// 0*2.ABb|0.ABb
	// number of a spot, b for blue (Left's), r for red (Right's), a dot for each life
	// @1  1... 2... (3. 4b.)
	// @2  5... (3. 4b.)
	// move "1-4", column 1: Right may not use spot 4, which is blue; join spots that are white or red
}

// Three cold spots are worth nothing, three hot ones are worth moving first.
func ExampleCold() {
	for _, rules := range []play.Rules{antwerp.Cold(), antwerp.Hot()} {
		p, err := rules.Start(play.Options{Size: 3})
		if err != nil {
			fmt.Println(err)
			return
		}
		verdict, err := rules.Judge(context.Background(), p, play.Left, false)
		if err != nil {
			fmt.Println(err)
			return
		}
		value, err := rules.(play.Values).Value(context.Background(), p)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(rules.Name(), verdict.Outcome, verdict.Moves, value)
	}
	// Output:
	// antwerp-cold loss [] 0
	// antwerp-hot win [1-1 [2]] ±({2|1/2})
}
