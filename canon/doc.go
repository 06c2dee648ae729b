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
// From 12 spots, joining a spot with itself by a line that shuts three others in
// gives one land of two regions that share the spots A and B, the one with the
// loop and the new one: 0*8.AB|0*3.AB.
//
// # Notation
//
// Text is that of GLOP 2 and SPOTS; GLOP 1's is read too.
//
//	0 1 2        a spot with 3, 2 or 1 lives, met once
//	a..l m(13)   a spot with one life, met twice on this boundary
//	A..Y n(26)   a spot with one life, met in two regions
//	. | +        between boundaries, regions, lands (GLOP 1: ended by . } ] !)
//	0*8          eight isolated spots
//	*3           a nim-heap as a summand
//	!            the position without moves
//
// A summand of digits only is a number of spots: "12" is 0*12. A boundary of a
// spot with two lives and one with one is written "12."; [ParseStrings] reads
// "12" as that boundary, as lists made by GLOP and SPOTS mean it.
//
// # Reduction
//
// Dead spots go; equal neighbours on a boundary are one; empty boundaries go, and
// regions without a move; a letter left alone is a spot met once; in a region with
// at most three lives all spots go on one boundary. None of this changes the game
// tree. The steps run once, in an order that leaves nothing for a second run (see
// reduce.go); [Explain] shows them one by one.
//
// # Canonical form
//
// Names, the order of boundaries, regions and lands, the place where a boundary
// is read from, and the mirror image of each region by itself mean nothing.
// [Land] is the key of a land: bytes that two lands share if and only if they
// differ by these alone. They come from colour refinement on the letters, with a
// search among letters that stay alike (canonize.go). key.go states the bytes.
// [Version] names the form; it changes whenever a land may get another key.
//
// # Children
//
// [Generator] makes the children of a land. Equal boundaries are a class with a
// count, so that the cost follows the number of different boundaries: 47 isolated
// spots are one class with 25 moves. Equal children may come more than once.
//
// # Bounds
//
// Positions have at most [MaxLives] lives, 250 spots. The package decides nothing
// about who wins, keeps nothing on disk and starts no goroutine.
//
// # Sources
//
// Applegate, Jacobson, Sleator, "Computer analysis of Sprouts", CMU-CS-91-144
// (strings); Lemoine, Viennot, "Computer analysis of Sprouts with nimbers",
// arXiv 1008.2320 (lands, reductions); Čížek, Balko, Schmid, "Massively parallel
// proof-number search for impartial games and beyond", arXiv 2511.10339.
package canon
