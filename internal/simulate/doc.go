// Package simulate runs whole clusters in virtual time, in one goroutine, from one
// seed: the core of the coordinator as it is, with workers, a network, a disk and a
// user who all behave as badly as they may.
//
//	report, err := simulate.Run(simulate.Options{Seed: 17, Game: g, Questions: q, NewEngine: simulate.NewPlain})
//
//	           messages, lost, doubled, late           changes, torn by a crash
//	worker 0 <--------------------------> coordinator ---------------------> disk
//	worker 1 <-------------------------->    (a coordinator.Core)
//	user     <-------------------------->
//
// An event is something at a time: a message arrives, a worker searches a little, the
// disk is flushed. The earliest one happens next, whatever it does may plan others,
// and all chance comes from the seed. So a run of minutes takes milliseconds, and a
// seed that shows a bug shows it again, event by event.
//
// # The storm
//
// For some minutes, whatever can go wrong does: messages are lost, come twice or three
// times, in another order, or minutes late; workers die and come back with nothing, or
// sleep through their leases; the coordinator dies with the queue of its disk written
// up to any point, or restarts in order; the user cancels runs and drains workers. In
// some seeds a couple kills every worker, or the numbers in reports are drawn. Then the
// storm is over, and the runs must come to an end.
//
// # What is checked
//
//   - After each event, [coordinator.Core.Check]: each job is in one state, leases and
//     held leaves are one to one, counts add up, and so on.
//   - In the end, each question has its answer, and it is the right one.
//   - What was acknowledged is on the disk after each start and in the end: every fact,
//     every run.
//   - Every fact on the disk is true, as far as Options.Truth knows.
//   - No epoch and no number of a fact is used twice, whatever a crash has lost.
//
// That these checks can fail is tested too, with bugs that [Fault] plants.
//
// # Workers
//
// A worker keeps the rules that the wire tells: it registers, sends facts until they
// are acknowledged and only then completes its lease, renews, and starts over with a
// new session, and all its facts, when the old one is lost. What it searches with is an
// [Engine], either a search.Solver or [Plain], which is smaller.
//
// What is not simulated: bytes and clocks (the wire has tests of its own), and how long
// anything really takes.
package simulate
