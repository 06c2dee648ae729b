package nim_test

import (
	"fmt"

	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/game/nim"
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
