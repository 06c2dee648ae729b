// Package coordinator decides what a cluster solves next and who does it.
//
// [Core] is a state machine: it holds the runs with their proof-number trees, the
// sessions of workers, leases and facts. It has no clock, no chance, no goroutine
// and no I/O. Time comes as an argument, and what must be kept comes out of
// [Core.Changes], so that a cluster that loses workers is a test script
// (testdata/script), and ten thousand clusters in a storm are simulated in minutes
// (internal/simulate). Around it, [Server] speaks gRPC and keeps the disk.
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
//
// # Facts decide, numbers steer
//
// A run is a question: who wins a position, or what is it worth. It has a tree
// (package tree), whose leaves are couples. A worker gets the leaf that promises most,
// searches there for about Options.JobTime, and reports numbers; then the coordinator
// makes the leaf's kids by the rules of the game, and their numbers from the report.
// Beside that, workers tell facts, whenever they like, whether they hold a lease or
// not. Only facts decide anything. So a report may be lost, doubled, late or nonsense:
// that costs time. A fact that is wrong would make a wrong proof, which is what checks
// are for, and a verifier that trusts nobody.
//
// Runs are worked on in the order in which they came, and a worker for whom the first
// has no leaf gets one of the next.
//
//	queued -> active -> decided       known facts can decide a run at once
//	                 -> cancelled
//	                 -> stopped       two facts contradict each other: all runs stop
//	                 -> incomplete    only couples are left on which workers fail
//
// # Sessions and leases
//
// A session is a worker that has registered; its number carries the epoch, which grows
// at each start, so that a message for an earlier life is refused. It ends when the
// worker leaves, registers anew, or is silent for a TTL. If another process has taken its
// worker's name and uses it, its calls end with ErrReplaced. A session has one lease at
// most, and asking for another gives the same one, as the answer may have been lost. A
// lease lives until it has not been renewed for a TTL, on the coordinator's clock.
// What is told about a lease that its session does not hold is no error and changes
// nothing; so every call can be sent again.
//
//	completed   its worker is done: the leaf gets kids, or was decided
//	returned    its worker gave it back
//	failed      its worker said that it cannot
//	expired     it was not renewed, or its session was lost
//	superseded  its worker started anew
//	abandoned   it was no longer wanted: decided otherwise, or cut off
//	cancelled   its run was cancelled or stopped
//
// Jobs grow with the run (budget.go). The search takes several settings of its guesses
// in turns, and so does a run: at the end of a turn its tree goes back to the root, and
// facts stay.
//
// # Facts
//
// New facts are numbered 1, 2, ..., for ever: a number is not used again after a crash
// that lost it, so there can be gaps. The newest ones are in a ring, from which workers
// get what others have found. Most facts are cheap, and a thread finds 25,000 a second, so
// workers are told from how many visits on a fact is worth a message (LeastVisits). The
// number floats: it rises when more than Options.FactRate come in, and falls when few do.
//
// # Poison
//
// When Options.MaxFailures different workers have failed on a couple (their lease
// expired, they started anew while they held it, or they said so), or fewer have done
// so very often, it is set aside: the coordinator splits it, and its kids are leased in
// its place. After Options.MaxSplits of them in a row, without a job that is completed
// between, it only keeps them from workers. A run that has nothing else left is
// incomplete. What a worker does while it drains,
// or what a restart of the coordinator does to leases, is no failure.
//
// # Checks
//
// A share of the nimbers, chosen by their hash, is decided anew by another worker with
// tables of its own, as long as all checks together take no more than
// Options.CheckShare of the work. If it finds the couple lost, as claimed, the check is good, which
// is noted; if it finds it won, one of the two is broken, and so everything stops, as
// it does when two facts contradict each other. [Distrust] finds what to take back.
//
// # What is kept
//
// Changes returns records and facts. Records are for a store of keys and values; each
// is valid alone and makes no other one wrong, so that any may be lost, or come back as
// it was earlier. A value begins with the version, 1. Numbers in it are uvarints, times
// are varints of nanoseconds since 1970, or 0, and text is its length and its bytes. In
// keys, id and seq are 8 bytes, the most significant first.
//
//	key                   value
//	e                     epoch                        how often the coordinator was started
//	n                     bound                        numbers of facts up to it may be in use
//	r id                  question life work           run number id
//	t id key              see package tree             a piece of its tree
//	x id nimber component split count failure...       a couple of it that was set aside
//	s seq                 more mixed epoch worker      who told the facts seq to seq+more
//	c worker              seq                          the worker's newest fact found right
//
//	question   goal text heap count component...       goal 0: outcome, 1: nimber
//	life       state reason submitted started ended outcome nimber     state: see RunState
//	work       turn visits(of the turn) visits expansions nimbers
//	failure    worker reason
//
// Split is 1 if the coordinator has made the couple's kids. Mixed is 1 if the facts hold
// what others had excluded before.
//
// Leases and sessions are not kept: after a restart workers register, tell what they
// have found meanwhile, and go on.
//
// # The server
//
// [Server] is the edge: files named server, keeper, line, metrics and http. The core is
// behind one lock, under which nothing waits.
//
//	a call       read and check the message; lock: ask the core; write the answer
//	Lease        no leaf: stand in line; the first is called when there may be one
//	Exchange     answers when the facts are written; one goroutine, the keeper, writes
//	             what has come from all workers since its last write
//	each second  Tick; all who wait look for work, which keeps their sessions alive
//	each 5 s     the keeper writes the trees, and all through to the disk; earlier if
//	             somebody asks for a run that has its result
//	each minute  Check, which only tells
//
// A full disk makes the server read-only: no leases, no facts, until there is room. Any
// other trouble of the disk, and a core that is not sound after a panic, end Serve with
// an error; the journal is what the next start begins with.
//
// # What it does not do
//
// It does not look at what it is told, but for contradictions, and it searches nothing,
// but for the kids of a couple. There is one coordinator; a second one on the same
// store is kept out by the store.
package coordinator
