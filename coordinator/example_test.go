package coordinator_test

import (
	"fmt"
	"time"

	"github.com/sprouts-solver/sprouts/coordinator"
	"github.com/sprouts-solver/sprouts/game"
	"github.com/sprouts-solver/sprouts/game/nim"
	"github.com/sprouts-solver/sprouts/search"
)

// A run from its question to its answer, with one worker.
func Example() {
	now := time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC)
	g, store := nim.New(), newDisk()
	core, err := coordinator.NewCore(g, store, coordinator.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	position, _ := g.Parse("3+5")
	run, _ := core.Submit(now, coordinator.RunSpec{Text: "3+5", Position: position})
	worker, _ := core.Register(now, coordinator.Hello{Worker: "w1", Threads: 8, Game: g.Name(), Version: g.Version()})

	for {
		grant, _ := core.Lease(now, worker.Session)
		if grant.Lease == nil {
			break
		}
		couple := grant.Lease.Couple
		text, _ := g.Format(couple.Component)
		fmt.Printf("search %s + *%d\n", text, couple.Nimber)

		// A worker searches here. Whatever it proves it tells first.
		heap := game.Nimber(couple.Component[0])
		fact := coordinator.Entry{Component: couple.Component, Fact: game.Known(heap)}
		_, _ = core.Learn(now, worker.Session, []coordinator.Entry{fact})
		store.write(core.Changes())
		_ = core.Complete(now, worker.Session, coordinator.Progress{
			Lease: grant.Lease.ID, Numbers: search.Numbers{Disproof: search.Infinity}, Visits: 30,
		})
	}
	answer, _ := core.Run(run)
	fmt.Println(answer.State, answer.Outcome)
	// Output:
	// search 3 + *0
	// search 5 + *3
	// decided win
}
