// Package canon holds positions of Sprouts as values: it reads and writes them,
// reduces them, brings them to a canonical form and makes their children.
//
// # Positions
//
// Spots and lines cut the plane into regions. What matters of a region is only
// which spots lie on each connected piece of its border, in what cyclic order:
//
//	position   a sum of lands that cannot influence each other
//	land       regions joined by spots that lie in two of them
//	region     a set of boundaries
//	boundary   the spots met on a walk along one piece of the border
//
// From 12 spots, a line from one spot A to itself with a new spot B on it, round
// three others, leaves two regions. Both see A and B, which have one life each:
//
//	o  o   .--B--.   o  o
//	      ( o o o )            outside  0*8.AB
//	o  o   '--A--'   o  o      inside   0*3.AB      together  0*8.AB|0*3.AB
//
// # Notation
//
// Text is that of GLOP 2 and SPOTS; GLOP 1's is read too.
//
//	0 1 2        a spot with 3, 2 or 1 lives, met once; 3 is a dead spot
//	a..l m(13)   a spot with one life, met twice on this boundary
//	A..Y n(26)   a spot with one life, met in two regions
//	. | +        between boundaries, regions, lands (GLOP 1: ended by . } ] !)
//	0*8          eight isolated spots, or of any boundary without capital letters
//	*3           a nim-heap as a summand
//	!            the position without moves
//
// A summand of digits only is a number of spots: "12" is 0*12, "0" has no spot at
// all, "0." has one. A boundary of a spot with two lives and one with one is
// written "12."; [ParseStrings] reads "12" as that boundary, as lists made by GLOP
// and SPOTS mean it. Output can be read either way. Plain m..z and Z are letters
// too on input. Unreduced positions may be written down as they are: a capital
// letter may be met in one region only, or twice on one boundary.
//
// # Reduction
//
// Dead spots go; equal neighbours on a boundary are one; empty boundaries go, and
// regions with fewer than two lives, where no line fits; a letter left alone is a
// spot met once; in a region with at most three lives all spots go on one
// boundary. None of this changes the game tree but for equal options.
//
// One step makes room for another: the letters of a region that goes are met once
// from then on. Still one run of the steps leaves nothing for a second one, in the
// order of reduce.go: what goes first depends only on lives, which the later steps
// do not change. [Explain] does it the plain way, again and again until nothing
// changes, and shows each step.
//
// # Canonical form
//
// Names, the order of boundaries, regions and lands, the place where a boundary
// is read from, and the mirror image of each region by itself mean nothing.
// [Land] is the key of a land: bytes that two lands share if and only if they
// differ by these alone. key.go states the bytes. [Version] names the form; it
// changes whenever a land may get another key.
//
// A key is a complete description, so different lands have different keys. That
// like lands have equal keys takes more than "sort, rename, sort", which stops at
// one of several orders, depending on where it starts:
//
//   - Letters are coloured by what can be seen from their two places, whatever the
//     names and the order, and again with the colours around them, until no colour
//     splits. If all differ, the colours alone say what to write first.
//   - Letters with one colour may be exchanged for each other, or only look like
//     it. Each is tried as the first, and the least key wins: the same for any way
//     to write the land. Two tries with equal keys prove a symmetry, and what it
//     maps onto each other is not tried again.
//   - Two letters held by the same two short boundaries, as A and B above, can be
//     exchanged whatever the rest is, so either goes first without a try.
//
// Brute force over all symmetries agrees in the tests.
//
// # Children
//
// [Generator] makes the children of a land. Equal boundaries are a class with a
// count, so that the cost follows the number of different boundaries: 47 isolated
// spots are one class with 25 moves. All moves of a land are planned before the
// first child is made (plan.go): children with small lands come first, which a
// search knows best, and among these even cuts. Of moves that a turn of a boundary
// or the mirror image of a region maps onto each other, one is made (turns.go).
// Equal children may still come more than once. For variants of Sprouts,
// [NewLineGenerator] draws lines without a new spot too: reductions, keys and bounds
// are the same.
//
// A child costs time linear in its vertices, and quadratic in its letters, which
// are few. Many letters that stay alike cost more: a region with k loops, as the
// one above, side by side takes about 0.01 s for k = 20 and 0.3 s for k = 40. The
// generator remembers what it met last, so that repeats cost a look-up.
//
// # Bounds
//
// Positions have at most [MaxLives] lives, 250 spots, and play stays within. Text
// and keys are checked letter by letter, but not for whether the position can be
// drawn in the plane: one that cannot has children and a key like any other. The
// package decides nothing about who wins, keeps nothing on disk and starts no
// goroutine. A [Generator] serves one goroutine at a time; all else is free of
// shared state.
//
// # Sources
//
// Applegate, Jacobson, Sleator, "Computer analysis of Sprouts", CMU-CS-91-144
// (strings); Lemoine, Viennot, "Computer analysis of Sprouts with nimbers",
// arXiv 1008.2320 (lands, reductions); Čížek, Balko, Schmid, "Massively parallel
// proof-number search for impartial games and beyond", arXiv 2511.10339; McKay,
// Piperno, "Practical graph isomorphism, II", J. Symb. Comput. 60, 2014 (colours
// and search).
package canon
