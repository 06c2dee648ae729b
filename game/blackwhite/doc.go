// Package blackwhite is black-and-white sprouts: Sprouts in which the mover chooses
// whether to put a new spot on the line.
//
// # Rules
//
// The game starts with n spots. A move joins two spots, or a spot to itself, by a
// line that meets no other line and no other spot. No spot may have more than three
// line ends. The mover may put a new spot on the line, which then has two ends
// already; or he leaves the line bare. Who cannot move loses; in misère play he wins.
//
//	o   o   becomes   o---o---o  (o:a1a1)   or   o-------o  (-:11.)
//
// A bare line takes two lives and gives none, one with a new spot takes two and gives
// one. So a game has at most 3n - 1 moves, like one of Sprouts, but it can be
// shorter.
//
// # Positions and notation
//
// Positions are those of package canon, and are written as there: a bare line only
// leaves its spot out. Join two spots of 0*3 and there is a boundary of three spots,
// or of two. A nim-heap may stand in a position for a search ([New]), but not in one
// that people play ([Rules]).
//
//	move = [ "o:" | "-:" ] position .
//
// is written as the position that it leads to. "o:" stands for a line with a new
// spot, "-:" for a bare one, and may be left out where only one of them leads there.
// Moves with lines of the same kind that lead to the same position are one move.
//
// # Theory
//
// The reductions of package canon are valid here too: the reduced position has the
// same game tree but for equal options. For each the reason is the one that holds in
// Sprouts, with one more case to look at, the bare line:
//
//   - Dead spots, empty boundaries and regions with fewer than two lives: a line of
//     either kind needs two lives in its region.
//   - Equal neighbours on a boundary, and letters met once: no live spot lies between
//     two such places, so lines that end here or there part the region alike.
//   - A region with at most three lives: how its spots lie on boundaries does not
//     matter. A bare line leaves at most one life in it, so it is over. A line with a
//     new spot leaves two, that of the new spot and one more, and they lie in one
//     region, because the new spot lies on both sides of the line: one more line can
//     be drawn there, of either kind, wherever they lie.
//
// This is not left to the argument alone. The tests draw all lines from up to three
// spots on the sphere (16,722 drawings, nothing left out and nothing reduced) and
// compare: each drawing and its reduced form have lines of either kind to the same
// game trees, 49 of them.
//
// # Results
//
// Nimbers and misère outcomes of n spots, as far as computed here. The first five
// and three of them agree with a program that knows the literal rules only:
//
//	n          1  2  3  4  5  6  7  8  9
//	nimber     2  2  1  0  1  3  0  0  6
//	misère     W  W  L  L  W  W  W
//
// It is often said that the first player always wins. That is wrong: with 4 spots, and
// with 7 and 8, the second player wins.
//
// # Limits and cost
//
// [Rules] decide by brute force: up to 18 lives (6 spots) in normal play, up to 21 in
// misère play, where one losing child is enough. Beyond, and when the context ends
// first, the verdict is Unknown. 5 spots take a second or two, 6 some minutes in normal
// play; 7 spots take some ten seconds in misère play. A search through [New] is far
// faster in normal play: 8 spots in milliseconds, 9 in a minute. Nothing is drawn as
// curves in the plane.
//
// # Sources
//
// Rules and claim: the online encyclopedias of games, which name no program or proof.
// Positions and reductions: the sources of package canon.
package blackwhite
