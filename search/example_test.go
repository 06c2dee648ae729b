package search_test

import (
	"errors"
	"fmt"

	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/game/nim"
	"github.com/sprouts-solver/sprouts/game/sprouts"
	"github.com/sprouts-solver/sprouts/search"
)

// Who wins from seven spots, and what it took to find out.
func Example() {
	g := sprouts.New()
	solver, err := search.New(g, search.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	p, err := g.Parse("7")
	if err != nil {
		fmt.Println(err)
		return
	}
	outcome, err := solver.Outcome(p)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("the player to move has a", outcome)
	fmt.Println("fewer than 10000 visits:", solver.Stats().Visits < 10_000)
	// Output:
	// the player to move has a loss
	// fewer than 10000 visits: true
}

// The nimber of a sum is the xor of those of its parts, so one search each will
// do; the solver keeps what it has found for the next question.
func ExampleSolver_Nimber() {
	g := sprouts.New()
	solver, err := search.New(g, search.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, text := range []string{"5", "0*2.AB|AB", "5+0*2.AB|AB", "5+0*2.AB|AB+*3"} {
		p, err := g.Parse(text)
		if err != nil {
			fmt.Println(err)
			return
		}
		nimber, err := solver.Nimber(p)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("%s is worth *%d\n", text, nimber)
	}
	// Output:
	// 5 is worth *1
	// 0*2.AB|AB is worth *2
	// 5+0*2.AB|AB is worth *3
	// 5+0*2.AB|AB+*3 is worth *0
}

// A winning move is a child that is a loss for the player who has to answer.
func ExampleSolver_Outcome() {
	g := nim.New()
	solver, err := search.New(g, search.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	p, err := g.Parse("1+3+5")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, child := range game.Options(g.NewExpander(), p) {
		outcome, err := solver.Outcome(child)
		if err != nil {
			fmt.Println(err)
			return
		}
		if outcome == game.Loss {
			text, err := game.FormatPosition(g, child)
			fmt.Println("move to", text, err)
		}
	}
	// Output: move to 1+2+3 <nil>
}

// logbook is a memo: it knows what other searches wrote into it.
type logbook map[game.Component]game.Fact

// Load has nothing to load.
func (logbook) Load(int64) (more bool, err error) { return false, nil }

// Lookup returns what is known.
func (l logbook) Lookup(c []byte) game.Fact { return l[game.Component(c)] }

// Record keeps each proof; the fact holds all that is known of the component.
func (l logbook) Record(c []byte, f game.Fact) error {
	l[game.Component(c)] = f
	return nil
}

// The second solver finds in the memo what the first has proven.
func ExampleMemo() {
	g := sprouts.New()
	p, err := g.Parse("9")
	if err != nil {
		fmt.Println(err)
		return
	}
	memo := logbook{}
	for range 2 {
		solver, err := search.New(g, search.Options{Memo: memo})
		if err != nil {
			fmt.Println(err)
			return
		}
		outcome, err := solver.Outcome(p)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(outcome, solver.Stats().Nimbers > 0)
	}
	// Output:
	// win true
	// win false
}

// A search that is stopped keeps what it has proven, and the same call goes on.
func ExampleOptions() {
	g := sprouts.New()
	pause := errors.New("pause")
	solver, err := search.New(g, search.Options{
		Tick: func(search.Stats) error { return pause }, // here: a clock, a signal, a limit
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	p, err := g.Parse("10")
	if err != nil {
		fmt.Println(err)
		return
	}
	outcome, err := solver.Outcome(p)
	fmt.Println(outcome, err)
	for errors.Is(err, pause) {
		outcome, err = solver.Outcome(p)
	}
	fmt.Println(outcome, err)
	// Output:
	// unknown pause
	// win <nil>
}
