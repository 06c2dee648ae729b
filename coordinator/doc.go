// Package coordinator decides what a cluster solves next and who does it.
//
// [Core] is a state machine: it holds the runs with their proof-number trees, the
// sessions of workers, leases and facts. It has no clock, no chance, no goroutine
// and no I/O. Time comes as an argument, and what must be kept comes out of
// [Core.Changes], so that a cluster with lost workers is a test script.
//
//	core, err := coordinator.NewCore(sprouts.New(), memo, coordinator.Options{})
//	err = core.Restore(records)                  // what Changes returned in earlier lives
//	id, err := core.Submit(now, coordinator.RunSpec{Text: "20", Position: p})
//	welcome, err := core.Register(now, coordinator.Hello{Worker: "w1", Threads: 8, ...})
//	grant, err := core.Lease(now, welcome.Session)
//	learned, err := core.Learn(now, welcome.Session, facts)
//	err = core.Complete(now, welcome.Session, progress)
//	core.Tick(now)                               // each second
//	changes := core.Changes()                    // after each call: make them durable
package coordinator
