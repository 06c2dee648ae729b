// Package gametest says whether a game keeps the contract of package game, and
// whether a solver is right about it.
//
// A game has one test that hands it to [Suite] with some small positions, and a
// solver one that hands itself to [SuiteSolver]:
//
//	gametest.Suite(t, nim.New(), gametest.Samples{
//		Positions: []string{"1+3+5", "4+9"},
//		Equal:     [][]string{{"1+3", "3+1", "3+2+1+2"}},
//		Malformed: []string{"1+", "x"},
//	})
//
// # Witnesses
//
// What is right is decided here by programs that are too plain to be wrong in the
// same way as the fast ones. None of them imports package search or canon.
//
//   - [BruteForce] solves any game through its contract: it believes the game's
//     moves and canonical forms, and nothing else.
//   - [PlainSprouts] plays Sprouts on strings: its own parser, its own moves. It
//     believes the rules of the strings (Applegate, Jacobson, Sleator, "Computer
//     analysis of Sprouts", CMU-CS-91-144, 1991) and that dead spots and regions
//     do not matter.
//   - [PlanarSprouts] plays Sprouts on planar maps, rotation systems with the
//     faces written down. It believes nothing but the rules of the game: no
//     string, no reduction.
//   - [Oracle], [MisereOracle] and [Rules] are tables that other people's programs
//     computed.
//
// Each witness is checked against the next, so that a doubt about the fast code
// can be followed down to the drawing:
//
//	search -> BruteForce -> canon -> PlainSprouts -> PlanarSprouts
//	              \_____________________|__ Oracle, Rules
//
// # Misère play
//
// Where who makes the last move loses, there are no nimbers to fold, and other
// witnesses:
//
//   - [MisereBruteForce] plays sums of components and nim-heaps of any game to their
//     end, with nothing cancelled. It tells the [Genus] too.
//   - [MisereForest] knows what positions are worth beside any other: its Reduce
//     finds the one smallest [MisereTree] that can stand for a tree of play, by
//     the definition; its Equal and Witness check that by another theorem, and
//     by trees beside which what is different has different outcomes.
//   - [PlanarMisere] plays misère Sprouts on planar maps. It shows that the
//     reductions of lands are right in misère play too.
//
// They stand in one line again:
//
//	fast code -> MisereForest -> MisereBruteForce -> PlanarMisere
//	                     MisereOracle, Rules __/________/
//
// # Cost
//
// On one core PlainSprouts solves 4 spots in a quarter of a second and 5 in
// about 7 s; PlanarSprouts solves 3 spots in about a second. In misère play,
// MisereBruteForce decides 7 spots in half a second, PlanarMisere 4 in half a
// second and 5 in half a minute, and MisereForest reduces all lands of 5 spots in
// 3 s. A sum costs the product of its summands: three lands of 4 spots are out of
// reach, unless as reduced trees.
package gametest
