// Package search decides positions of impartial games in normal play: who wins,
// and what their nimber is.
//
// # Couples
//
// The unit of work is a couple: one component plus the nim-heap *n. The nimber of
// a component is the one n whose couple is a loss for the player to move. So a
// lost couple proves a nimber, and a won one excludes it ([game.Fact]); nothing
// else is ever taken for proven. The children of (P, n) are (P, m) for m < n and,
// for each option of P, its components whose nimbers are known xored into n:
//
//	option   0*4.A|0*4.A + 0*3     nimber of 0*3 is 1
//	child    (0*4.A|0*4.A, n xor 1)
//
// A child without unknown components is decided at once; one with several is a
// sum, searched component by component for their nimbers until one is left, which
// is never worse than playing in the sum (Lemoine, Viennot, arXiv 1011.5841).
//
// # Depth-first proof-number search
//
// Each undecided couple has a proof and a disproof number, estimates of the work
// to show a win or a loss. The search follows the child that is easiest to refute
// until numbers pass limits that its parents set; a third limit carries the number
// of a sum, the least of two, down (Čížek, Balko, Schmid, arXiv 2511.10339). A
// couple is as hard to lose as its hardest child is to win, plus one for each
// other child. What matters for speed:
//
//   - Child lists are made once, shared by all couples of a component, and shrink
//     as nimbers become known (children.go).
//   - An option that is known to be worth n ends the expansion of (P, n) at once:
//     two thirds of all expansions.
//   - Unexpanded couples start with estimates (estimate.go), bent by what is known
//     of analogous components (family.go). docs/experiments.md compares forms.
//
// # What decides and what steers
//
// Facts belong to canonical bytes, compared in full. Hashes, estimates, families
// and the table of numbers steer only: with all of them wrong the search would be
// slower, its answers the same. Two facts that contradict each other stop it with
// a *game.ConflictError.
//
// # Memory
//
// Components cost about 60 bytes and their key, child lists 4 bytes for each
// component of each option, a table entry 16 bytes: 120 to 190 bytes for each
// component, all told. When tables are nearly full, child lists and components
// without facts are dropped and the search goes on from the root (memory.go).
// Numbers that fall out of the table are estimated anew (table.go).
//
// # Use
//
// A [Solver] serves one goroutine, uses no clock, no file and no randomness: equal
// options and questions give equal searches. Clocks, signals and status lines live
// in [Options].Tick, facts from elsewhere in a [Memo]. After any error all that
// was proven is kept, and the same question goes on from there.
package search
