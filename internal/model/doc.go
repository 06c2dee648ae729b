// Package model runs a cluster of virtual machines in virtual time: the real
// coordinator, the real workers and the real search, in one process, on thousands
// of threads that are not there.
//
//	result, err := model.Run(ctx, model.Options{Game: g, Root: p, Groups: 64, Threads: 16})
//
// One unit of virtual time is one option generated or one couple visited, some 4 us
// of a real core. Each virtual thread is a goroutine that waits before each visit
// until all others have got as far as it has (search.Pacer), so that one of them
// runs at a time and equal options give equal runs:
//
//	clock of thread   += 1 + options generated since its last visit
//	next to run        the thread or message with the least clock
//
// Messages take Latency units each way, and the coordinator takes Service units for
// each, one after the other, and FactService and NewsService for each fact. Every group has tables of its own. Lists of options are
// shared behind the scenes, to save real time and memory, but each group pays for
// those that it asks for.
//
// # What it leaves out
//
// Threads of a group do not hold each other up in memory or at locks. Bandwidth is
// free. All machines are equally fast, and none fails (package simulate is for
// that). Ticks of the search, facts and reports are more frequent than in a real run,
// in proportion to roots that are small.
package model
