// Package worker turns leases of a coordinator into results: it is one group of
// threads, which search one couple at a time over tables that outlive every job.
//
//	conn, err := transport.Dial("coordinator:7070", transport.Options{})
//	w, err := worker.New(sprouts.New(), conn, worker.Options{})
//	err = w.Run(ctx)        // until ctx ends, or the coordinator says so
//
// # The group
//
// [Executor] is the group itself, without clock and network, so that a model can
// drive many of them in virtual time. It runs a job until it is decided, its budget
// is spent, or it is unwanted. Then, until the next job comes, it goes on with what
// the job has left: the lowest couple that is still worth it.
//
//	path of the job    0*10 -> 0*8.a1a1 -> 0*5.A|0*3.1aAa
//	job undecided      goes on with 0*5.A|0*3.1aAa
//	job decided        goes on with 0*8.a1a1, and then with 0*10
//	0*8.a1a1 decided   by somebody else: goes on with 0*10, whatever lies below
//
// So a group never waits for the network; what it finds meanwhile are facts like any
// other. Three tables stand around its search:
//
//	facts     what is known of components: bounded; outlives the search's own tables
//	inbox     facts of others, which the search takes at its ticks
//	outbox    facts that the coordinator has not acknowledged
//
// The search leaves to facts what it sweeps out of its own tables, and asks for it
// when it meets the component again. A fact of others goes into facts at once, and
// through the inbox only if the search has met its component, which a small filter
// tells. A panic of the search or the game, or tables that are full, cost the search
// its tables, and of what it has proven only what was too cheap to be told. That is what
// took few visits, while the coordinator asks for dearer facts (Executor.TellLeast), and
// is nothing that its tree needs.
//
// A check (KindCheck) decides a couple with tables of its own, which are told
// everything but the one thing that is to be checked.
//
// # The worker
//
// [Worker] adds the network: three loops beside the goroutine that drives the
// Executor.
//
//	jobs       lease, have it done, renew it meanwhile, report it
//	exchange   send facts, take facts: each second, or when there are many
//	driver     Step after Step; heeds orders between two of them
//
// A report leaves when the facts before it have arrived, since the coordinator believes
// facts only; for excluded nimbers that nobody leased it waits a second at most. A call
// that fails is made again until it is answered, after pauses of five seconds at most;
// one that took too long carries less the next time. A session that is over is begun
// anew. The search does not notice. Nimbers wait in the outbox as long as it takes, at some 100 bytes
// each; excluded nimbers are dropped, the oldest first, when more than
// ExecutorOptions.MaxWins wait.
//
// At the end of its context, or when the coordinator drains it, a worker stops the
// search, sends its facts and hands back the lease with the numbers it has. A search
// that does not come back cannot be stopped from outside: then Run returns
// [ErrStuck], and the process should end.
//
// # What it does not do
//
// It keeps nothing on disk: what is not acknowledged dies with the process, and costs
// work. It does not judge facts: those of the coordinator are believed, until two
// contradict each other ([ErrConflict]). It leases one job at a time, and asks for the
// next one when the last is reported, which hides the latency behind work that may be
// worth less.
package worker
