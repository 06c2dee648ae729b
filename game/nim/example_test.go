package nim_test

import (
	"context"
	"fmt"

	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/game/nim"
	"github.com/sprouts-solver/sprouts/game/play"
)

// The moves from the sum of a heap of one and a heap of two.
func Example() {
	g := nim.New()
	p, err := g.Parse("1+2")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, option := range game.Options(g.NewExpander(), p) {
		text, err := game.FormatPosition(g, option)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(text)
	}
	// Output:
	// 2
	// 1
	// !
}

// Equal heaps cancel, and nim-heaps that are not part of the game add up by xor.
func ExampleNew() {
	g := nim.New()
	p, err := g.Parse("3+5+3+*1+*2")
	if err != nil {
		fmt.Println(err)
		return
	}
	text, err := game.FormatPosition(g, p)
	fmt.Println(text, err)
	// Output: 5+*3 <nil>
}

// A message names the place and the remedy.
func ExampleNew_malformed() {
	_, err := nim.New().Parse("1+16")
	fmt.Println(err)
	// Output: position "1+16", column 3: a heap of 16 is too large; a heap has 0 to 15 objects
}

// A game that people play: 1, 3, 5 and 7 objects, and who takes the last one loses.
func ExampleRules() {
	rules := nim.Rules()
	p, err := rules.Start(play.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	p, err = p.Play(play.Left, "7-1")
	if err != nil {
		fmt.Println(err)
		return
	}
	v, err := rules.Judge(context.Background(), p, play.Right, true)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(p, v.Outcome, v.Moves)
	fmt.Print(v.Hint)
	// Output:
	// 1+3+5+6 win [1:1 2:1 3:1]
	// 1: x            1, take 1
	// 2: o o x        3, take 1
	// 3: o o o o x    5, take 1
	// 4: o o o o o o  6
}
