// Package nim is the game of Nim, the smallest game that fits the contract of
// package game.
//
// A position is a few heaps of objects. A move takes any number of objects,
// at least one, from one heap. Who cannot move loses:
//
//	1+3+5   take 2 of the 5   1+3+3   take the 1   3+3   a loss for the mover
//
// Each heap is a component, so a sum of Nim positions is again a Nim position.
//
// # Theory
//
// Bouton showed in 1901 that the mover loses exactly when the xor of the heap
// sizes is 0: from such a position every move makes the xor nonzero, and from
// any other some move makes it 0. In today's words, a heap of n objects has
// nimber n, and by Sprague (1935) and Grundy (1939) every impartial game is
// worth such a heap. This is why the contract measures everything in nim-heaps.
//
// Nim therefore needs no search, and is solved through the contract like any
// other game on purpose: a solver that is wrong about Nim is wrong.
//
// # Notation and canonical form
//
//	position = "!" | summand { "+" summand } .
//	summand  = size            a heap, size 0..15, 0 is no heap at all
//	         | "*" size .      the nim-heap of the position, outside the game
//
// Blanks around a summand are ignored. Several nim-heaps are added by xor, and
// two equal heaps cancel, as [game.NewPosition] says. Although "3" and "*3" are
// worth the same, the first is a component whose nimber a solver has to find,
// the second is the Heap of a [game.Position] and known from the start.
//
// The canonical form of a heap is one byte, its size 1..[game.MaxNimber]; a
// larger heap would have a nimber that the contract cannot hold.
//
// # Literature
//
// C. L. Bouton, "Nim, a game with a complete mathematical theory", Annals of
// Mathematics 3 (1901) 35-39. R. P. Sprague, "Über mathematische Kampfspiele",
// Tôhoku Mathematical Journal 41 (1935) 438-444. P. M. Grundy, "Mathematics and
// games", Eureka 2 (1939) 6-8.
package nim
