package worker_test

import (
	"fmt"

	"github.com/sprouts-solver/sprouts/game/sprouts"
	"github.com/sprouts-solver/sprouts/search"
	"github.com/sprouts-solver/sprouts/worker"
)

// A group works on what it is told, reports, and goes on by itself.
func ExampleExecutor() {
	g := sprouts.New()
	p, err := g.Parse("9")
	if err != nil {
		fmt.Println(err)
		return
	}
	e, err := worker.NewExecutor(g, worker.ExecutorOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	e.Assign(worker.Job{ID: 1, Couple: search.Couple{Component: p.Components[0]}, Budget: 100})
	for {
		event, err := e.Step(500)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(event.Kind)
		if event.Kind == worker.Finished {
			fmt.Println("decided:", event.Progress.Numbers.Outcome())
		}
		if event.Kind == worker.Idle {
			break
		}
	}
	for _, entry := range e.Outbox().Take(1_000_000, 1<<30) {
		if entry.Component == p.Components[0] {
			fmt.Println("9 spots:", entry.Fact)
		}
	}
	// Output:
	// finished
	// decided: unknown
	// paused
	// paused
	// idle
	// 9 spots: not *0
}
