// Package nim is the game of Nim: for solvers, as the smallest game that fits the
// contract of package game, and for people, as a game that fits package play.
//
// A position is a few heaps of objects. A move takes any number of objects,
// at least one, from one heap. In normal play who cannot move loses, so that the
// last object wins; in misère play it loses:
//
//	1+3+5   take 2 of the 5   1+3+3   take the 1   3+3   a loss for the mover
//
// # Theory
//
// Normal play (Bouton 1901): the mover loses exactly when the xor of the heap
// sizes is 0. From such a position every move changes one heap and so the xor. From
// another one with xor x, some heap h has the highest bit of x, so that h xor x < h:
// leaving h xor x makes the xor 0. In today's words, a heap of n objects has nimber
// n, and by Sprague (1935) and Grundy (1939) every impartial game is worth such a
// heap. This is why the contract of package game measures everything in nim-heaps.
//
// Misère play (Bouton 1901, too): the mover loses exactly when
//
//	some heap has two objects or more and the xor is 0, or
//	no heap has two and the xor is 1, which is: the number of single objects is odd.
//
// With single objects only, all is forced and the odd one takes the last. If exactly
// one heap is larger, the xor is not 0, and the mover wins: he leaves 1 or 0 of this
// heap, whichever makes the number of single objects odd. If two or more are larger,
// a move leaves at least one large heap, so that the mover plays as in normal play:
// to xor 0 if it is not 0, and from 0 he has to leave it. Both players come to one
// large heap in the end, and it is the one who has met xor 0 that makes it. From
// 1+3+5+7, the default, with xor 0, the second player wins both forms.
//
// Nim therefore needs no search, and is solved through the contract like any
// other game on purpose: a solver that is wrong about Nim is wrong.
//
// # Nim for solvers
//
// [New] is a [game.Game]. Each heap is a component, so a sum of Nim positions is
// again a Nim position.
//
//	position = "!" | summand { joint summand } .
//	summand  = size            a heap, size 0..15, 0 is no heap at all
//	         | "*" size .      the nim-heap of the position, outside the game
//	joint    = "+" | blanks .  blanks around "+", at the start and at the end are ignored
//
// Several nim-heaps are added by xor, and two equal heaps cancel, as
// [game.NewPosition] says. Although "3" and "*3" are worth the same, the first is a
// component whose nimber a solver has to find, the second is the Heap of a
// [game.Position] and known from the start.
//
// The canonical form of a heap is one byte, its size 1..[game.MaxNimber]; a
// larger heap would have a nimber that the contract cannot hold.
//
// # Nim for people
//
// [Rules] is a [play.Rules] for any number of heaps of up to 2^64-1 objects. Which
// heap is which stays: heaps keep their order, an emptied one is written as 0, and
// equal ones do not cancel. A position is written as above, without nim-heaps.
//
//	move = heap ":" count      2:3, from the second heap take 3 objects
//	     | size "-" count .    5-3, from the heap of 5 take 3, if no other has 5
//
// Judge and Nimber take time in proportion to the number of heaps, some microseconds
// for four of them, most of it for the drawing. Moves yields one move after the
// other: a heap of 2^64-1 objects has as many.
//
// The package does not know Nim with other rules of taking, such as Moore's or
// subtraction games.
//
// # Literature
//
// C. L. Bouton, "Nim, a game with a complete mathematical theory", Annals of
// Mathematics 3 (1901) 35-39. R. P. Sprague, "Über mathematische Kampfspiele",
// Tôhoku Mathematical Journal 41 (1935) 438-444. P. M. Grundy, "Mathematics and
// games", Eureka 2 (1939) 6-8.
package nim
