// Package search decides positions of impartial games, in normal and in misère play: who
// wins, and what their nimber is.
//
//	solver, err := search.New(sprouts.New(), search.Options{})
//	outcome, err := solver.Outcome(p)    // win or loss for the player to move
//	nimber, err := solver.Nimber(p)      // the nim-heap that p is worth
//
// # Couples
//
// The unit of work is a couple: one component P plus the nim-heap *n. The nimber
// of P is the one n whose couple is a loss for the player to move. So a lost
// couple proves a nimber, and a won one excludes it ([game.Fact]); nothing else is
// ever taken for proven. The children of (P, n) are (P, m) for m < n, a move in
// the heap, and one for each option of P, in which every component whose nimber is
// known has turned into heap:
//
//	couple   (P, 2)
//	option   0*4.A|0*4.A + 0*3          the nimber of 0*3 is known: 1
//	child    (0*4.A|0*4.A, 2 xor 1 = 3)
//
// A child without unknown components is decided at once: it is a loss only if the
// heap is empty. A child with one is a couple. One with several is a sum, which is
// searched for the nimbers of its components, *0, *1, ... in turn and the component
// with the fewest lives first, until one component is left; this is never worse
// than playing in the sum (Lemoine, Viennot, arXiv 1011.5841). Two equal
// components cancel, since P + P is worth 0.
//
// # Depth-first proof-number search
//
// Each undecided node has a proof number pn and a disproof number dn: estimates of
// the work to show that the player to move wins, or loses. A move is a gift to the
// opponent, so what is easy to refute for a child is easy to win for its parent:
//
//	couple   pn = least dn of a child    one lost child is enough
//	         dn = largest pn of a child + number of children - 1
//	sum      pn = dn = sum over its components of min(pn, dn) of the couple tried
//
// The sum of all pn would count shared work many times in a game where most lines
// of play meet again; the largest one, plus a little for each other child, proved
// up to twice as fast. The search follows the child with the least dn, and stays
// below it until its numbers pass limits that keep it the best:
//
//	pn of the child below   dn limit of the parent - (number of children - 1)
//	dn of the child below   pn limit of the parent, and dn of the second best + 1
//
// A sum has one number, the least of two, so its limit must be carried down through
// its components by a third one, on min(pn + a, dn + b), where a and b gather what
// the nodes on the way add (Čížek, Balko, Schmid, arXiv 2511.10339, section 4).
// A visit ends only when its node is decided or beyond a limit. Children with equal
// dn come in the order of lives + 4n, then more components first, then as
// Options.Seed has it.
//
// # Where the speed comes from
//
//   - One child list serves all couples of a component. It is made once, holds each
//     option once, and shrinks in place as nimbers become known (children.go).
//   - While a list is made, an option that is known to be worth n ends the work: the
//     couple (P, n) is won and no list is kept. So end two thirds to three quarters of
//     all expansions, after three options on average: the game makes options with
//     small components first.
//   - Unexpanded couples start with pn 1 and as dn an estimate of the work that all
//     their moves are (estimate.go). Nothing else matters as much.
//   - Several settings of these guesses take turns, as which of them suits a root is
//     luck, with up to ten times between them (rotation.go).
//   - Families of analogous components: in Sprouts, three spots more in a region
//     change the nimber by xor 1 nine times in ten. What is proven about members of
//     a family halves or doubles the estimates of the others (family.go).
//   - A memo of small components shortens play where it falls apart ([Memo]).
//
// docs/experiments.md compares forms of each, also those that did not help.
//
// # What decides and what steers
//
// Facts belong to canonical bytes, compared in full. Everything else steers only:
// the table of numbers, which finds couples by their exact key but sums by a hash;
// estimates; families. With all of them wrong the search would be slower and its
// answers the same; the tests do play games whose sizes and families are noise.
// The game and the memo are trusted, but two facts that contradict each other, or
// one that cannot be true of anything, stop the search with a *game.ConflictError.
//
// # Memory and cost
//
// A component costs 24 bytes, its key (23 bytes on average below 22 spots of
// Sprouts) and about 30 to find it; its family about 35; child lists 4 bytes for
// each component of each option, which is 5 to 8 for each component met, as most
// are never expanded or soon won. With the numbers, 16 bytes for each undecided
// node, that makes 125 to 270 bytes for each component, all told, and more in
// searches of a second or less. In Sprouts, a visit makes three to five options, at
// 4 to 6 us each for the whole search; three quarters of that are the game's, its
// moves and canonical forms. A search that is
// under way allocates only when tables grow.
//
// Options.MaxMemory bounds all tables together. The table of numbers takes at most
// an eighth: buckets of four, in which the entry with the least pn + dn makes room,
// and every eighth time any of the four in turn, lest two nodes push each other out
// for ever (table.go). When the whole is nearly full, child lists, components
// without facts and families of which nothing is counted are dropped, nimbers that
// the memo knows are left to it, and the search goes on from the root with all
// other facts and the numbers of couples that stay (memory.go). When that would
// free too little, nothing is dropped, and the search stops with [ErrMemoryLimit].
// Whatever is dropped is found again; no fact is lost.
//
// # Threads
//
// With Options.Threads above 1, so many goroutines search from the root over the same
// tables (group.go). A thread that goes below a child marks it; the mark makes the
// child look a quarter worse to the others, so that they spread:
//
//	rank   dn * (1 + threads below / 4) + threads below
//
// The numbers themselves are never marked. Facts and numbers are read without locks;
// locks are striped over components and child lists, and held for microseconds. A
// fact ends the visits of all threads below the couple that it decides. Facts are as
// right as with one thread, but which of them are proven depends on chance. With one
// thread nothing of this is there.
//
// # Jobs
//
// A cluster gives a Solver one couple at a time ([Solver.Work]), for so many visits;
// asks for the numbers of what lies below it ([Solver.Children]); and tells it facts
// that others have proven ([Solver.Learn]). The tables outlive the job.
//
// # Misère play
//
// A *misere.Game is searched by the same code, with other rules (rules.go): no nimber can
// stand for a component, and two equal ones do not cancel. What can is a reduced
// canonical tree (package misere). So the nodes are whole positions:
//
//	lands whose tree is not known, in order    0*9.AB|0*4.AB, 0*6
//	trees, the small ones added up             {2;0,a}
//	the heap                                   *0 or *1, the only ones that always add up
//
// One part alone is a couple as above, and its misère Grundy value a fact like a nimber. A
// sum is a node of its own (whole.go): its children are the moves in each of its parts,
// whose lists all sums share, and it is won if one of them is lost. What is proven about
// sums lies in a table by the ids of their parts, compared in full; a proven win is worth
// keeping as much as a loss. Tame trees alone are decided by their genus.
//
// Trees of lands with up to nine lives are found at once, others when their land has stood
// in many sums (popular.go): that is what makes searches short. An unexpanded position
// starts like a component with the moves and lives of all its parts.
//
// A [Memo] is told whole positions, as the bytes of misere.Game; with [Lister] and
// [TreeMemo] a search begins with all that earlier ones have found.
//
// # What it does not do
//
// There is no I/O, clock or randomness here, and no goroutine that was not asked
// for: with one thread, equal options and equal questions give equal searches, visit
// by visit. Clocks, signals and status lines live in Options.Tick, facts from
// elsewhere in a [Memo]. A [Solver] serves one goroutine. After any error all that was
// proven is kept, and the same question goes on from there.
package search
