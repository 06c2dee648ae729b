package shortgame_test

import (
	"fmt"

	"github.com/sprouts-solver/sprouts/game/antwerp/shortgame"
)

// A switch and up are built from their options.
func Example() {
	t := shortgame.NewTable(100, nil)
	zero := shortgame.Zero
	one, err := t.New([]shortgame.Value{zero}, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	hot, err := t.New([]shortgame.Value{one}, []shortgame.Value{zero})
	if err != nil {
		fmt.Println(err)
		return
	}
	twice, err := t.Sum(hot, hot)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, v := range []shortgame.Value{one, hot, twice} {
		text, err := t.Format(v)
		fmt.Println(text, err)
	}
	// Output:
	// 1 <nil>
	// {1|0} <nil>
	// 1 <nil>
}
